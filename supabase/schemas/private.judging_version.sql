-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The version of a coach's agreement that judges a lesson beginning at `starts_at`; a row of nulls: no version does.
CREATE OR REPLACE FUNCTION private.judging_version(coach uuid, starts_at timestamp with time zone)
 RETURNS agreements
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lesson_day constant date := (starts_at at time zone private.coach_time_zone(coach))::date;
  judge      public.agreements;
begin
  select a.* into judge
    from public.agreements a
    left join lateral (select b.notice_hours from public.agreements b
                        where b.user_id = coach and b.version < a.version
                          and (b.ends_on is null or b.ends_on >= a.starts_on)
                        order by b.version desc limit 1) before on true
   where a.user_id = coach and a.starts_on <= lesson_day and (a.ends_on is null or a.ends_on >= lesson_day)
     -- Saving a version makes nobody late: it judges a lesson only if, when it was saved, there was still time to tell
     -- an absence by this version and by the one before.
     and starts_at > a.created_at + make_interval(hours => greatest(a.notice_hours, before.notice_hours))
   order by a.starts_on desc, a.version desc limit 1;
  return judge;
end $function$;
grant execute to authenticated, service_role;
