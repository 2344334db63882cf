-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Notes what a student told the coach, once per op_id: {op_id, slot_id, slot_date, student_id, reply, told_at, starts_at, note_op}. A null `reply` takes back the note told at told_at, or now by the operation note_op, any note if told_at is now; a null told_at means now. Answers {reply, effects, offered}: the reply that counts now, what changed of a registered lesson, and whether the place was offered. Refuses as private.change_reply does.
CREATE OR REPLACE FUNCTION public.record_reply(reply jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.change_reply(reply, 'coach')
$function$;
grant execute to authenticated, service_role;
