-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The agreement as the public page shows it: the version of today, whether this student has read it, and the next one. Null: none is published.
CREATE OR REPLACE FUNCTION private.agreement_shown(coach uuid, student uuid, today date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  current public.agreements;
  later   public.agreements;
begin
  select * into current from public.agreements a
   where a.user_id = coach and a.ends_on is null and a.starts_on <= today
   order by a.starts_on desc, a.version desc limit 1;
  select * into later from public.agreements a
   where a.user_id = coach and a.ends_on is null and a.starts_on > today
   order by a.starts_on, a.version desc limit 1;
  if current.version is null and later.version is null then return null; end if;
  return json_build_object(
    'version', current.version, 'starts_on', current.starts_on, 'notice_hours', current.notice_hours,
    'makeup_days', current.makeup_days, 'note', current.note,
    'confirmed_at', (select c.confirmed_at from public.agreement_confirmations c
                      where c.user_id = coach and c.student_id = student and c.version = current.version),
    'next', case when later.version is not null then json_build_object(
      'version', later.version, 'starts_on', later.starts_on, 'notice_hours', later.notice_hours,
      'makeup_days', later.makeup_days, 'note', later.note) end);
end $function$;
