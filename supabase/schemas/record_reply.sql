-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The coach notes what a student said, once per op_id: {op_id, slot_id, slot_date, student_id, reply, told_at}; reply null takes the note back, told_at null is now. {reply, effects}: what counts now, and what it changed of a registered lesson (private.change_reply).
CREATE OR REPLACE FUNCTION public.record_reply(reply jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.change_reply(reply, 'coach')
$function$;
grant execute to authenticated, service_role;
