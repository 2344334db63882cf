-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- These students of a coach, by name, each with the reply that counts for an occurrence, and whether they are guests.
CREATE OR REPLACE FUNCTION private.with_replies(coach uuid, ids uuid[], slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'guest', coalesce(e.guest, false),
                                                 'taken_at', e.taken_at, 'reply', r.reply, 'replied_at', r.replied_at,
                                                 'told_by', r.told_by, 'outcome', r.outcome)
                              || case when r.came_back then '{"came_back": true}' else '{}'::jsonb end
                              order by s.name, s.id), '[]')
      from public.students s
      left join private.replies(coach, slots, on_day, begins) r on r.student_id = s.id
      left join private.expected(coach, slots, on_day, begins) e on e.student_id = s.id
     where s.user_id = coach and s.id = any (ids));
end $function$;
grant execute to authenticated, service_role;
