-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Stores that the student of a link comes to a lesson or not ('coming', 'not_coming'). `expected` and `start`: the outcome and the start that the page showed. Answers {success, lesson} with the fresh entry of next_lessons, or {success: false, error}, with `lesson` if it is not as it was shown.
CREATE OR REPLACE FUNCTION public.reply_to_lesson(link uuid, slot uuid, slot_date date, reply text, expected text DEFAULT NULL::text, start timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.reply_to_lesson(link, slot, slot_date, reply, expected, start)
$function$;
grant execute to anon, authenticated, service_role;
