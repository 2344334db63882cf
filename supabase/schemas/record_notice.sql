-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Notes that a message was opened now, and answers when. Sent twice it is the same notice.
CREATE OR REPLACE FUNCTION public.record_notice(kind text, student uuid, cause text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.notices as n (kind, student_id, cause) values (record_notice.kind, student, record_notice.cause)
  on conflict on constraint notices_one_per_cause do update set opened_at = now()
  returning n.opened_at
$function$;
grant execute to authenticated, service_role;
