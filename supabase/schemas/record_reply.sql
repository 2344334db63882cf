-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Notes what a student told the coach, once per op_id: {op_id, slot_id, slot_date, student_id, reply, told_at}. A null `reply` takes the note back, a null told_at means now. Answers {reply, effects}: the reply that counts now, and what changed of a registered lesson. Refuses as private.change_reply does.
CREATE OR REPLACE FUNCTION public.record_reply(reply jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.change_reply(reply, 'coach')
$function$;
grant execute to authenticated, service_role;
