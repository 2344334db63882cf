-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- These students of a coach, by name, each with what counts of their replies to an occurrence.
CREATE OR REPLACE FUNCTION private.with_replies(coach uuid, ids uuid[], slot uuid, on_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'guest', false, 'reply', r.reply, 'replied_at', r.replied_at,
                                                 'told_by', r.told_by, 'outcome', r.outcome) order by s.name, s.id), '[]')
      from public.students s
      left join (select x.* from private.occurrence(coach, slot, on_day) o
                  cross join lateral (select * from private.replies(coach, o.slots, on_day, o.starts_at)) x) r on r.student_id = s.id
     where s.user_id = coach and s.id = any (ids));
end $function$;
grant execute to authenticated, service_role;
