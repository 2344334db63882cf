-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The active students who are expected at an occurrence and did not reply 'not_coming'.
CREATE OR REPLACE FUNCTION private.coming(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select e.student_id
    from private.expected(coach, slots, on_day, begins) e
    join public.students s on s.user_id = coach and s.id = e.student_id and s.status = 'active'
    left join private.replies(coach, slots, on_day, begins) r on r.student_id = e.student_id
   where r.reply is distinct from 'not_coming';
end $function$;
grant execute to authenticated, service_role;
