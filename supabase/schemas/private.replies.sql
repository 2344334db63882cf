-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The reply that counts for each student who replied to an occurrence beginning at `begins`: the newer one of the student's reply and the coach's note; if both are 'not_coming', the earlier one. `slots`: the slot of the occurrence and the slots that it replaced.
CREATE OR REPLACE FUNCTION private.replies(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS SETOF lesson_replies
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select (word.r).*
    from (select distinct on ((said.r).student_id) said.r
            from (select y.r, bool_and((y.r).reply = 'not_coming') over (partition by (y.r).student_id) as agreed
                    from unnest(slots) i (id)
                   cross join lateral (select x as r from public.lesson_replies x
                                        where x.user_id = coach and x.slot_id = i.id and x.slot_date = on_day
                                          and x.for_start = begins offset 0) y) said
           order by (said.r).student_id, case when said.agreed then (said.r).replied_at end, (said.r).replied_at desc,
                    (said.r).told_by desc) word;
end $function$;
grant execute to authenticated, service_role;
