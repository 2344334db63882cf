-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The students who have a place of an opening: active, took it, were not taken out since, and did not reply 'not_coming'.
CREATE OR REPLACE FUNCTION private.takers(coach uuid, opening uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select i.student_id
    from public.opening_invites i
    join private.expected(coach, slots, on_day, begins) e on e.student_id = i.student_id
    join public.students s on s.user_id = coach and s.id = i.student_id and s.status = 'active'
    left join private.replies(coach, slots, on_day, begins) r on r.student_id = i.student_id
   where i.user_id = coach and i.opening_id = opening and i.taken_at is not null and r.reply is distinct from 'not_coming';
end $function$;
grant execute to authenticated, service_role;
