-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- 'Não foi o aluno': takes back what was said with a student's link, once per op. Answers as record_reply does.
CREATE OR REPLACE FUNCTION public.void_reply(slot uuid, slot_date date, student uuid, start timestamp with time zone DEFAULT NULL::timestamp with time zone, op uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.change_reply(jsonb_build_object(
           'op_id', op, 'slot_id', slot, 'slot_date', slot_date, 'student_id', student, 'starts_at', start), 'student')
$function$;
grant execute to authenticated, service_role;
