-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After occurrences were put back or moved (`skips` of effects): who is expected at one, and has another lesson at that hour.
CREATE OR REPLACE FUNCTION private.busy_then(me uuid, skips jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if skips = '[]' then return skips; end if;
  return (
    with back as materialized (
      select b.*, o.starts_at, o.starts_at + make_interval(mins => o.minutes) as ends_at, o.slots,
             s -> 'before' <> 'null' and s #>> '{after,moved_to}' is null and w.weekday is not null as is_usual
        from jsonb_array_elements(skips) s
       cross join lateral jsonb_to_record(coalesce(nullif(s -> 'after', 'null'), s -> 'before'))
                          b (slot_id uuid, slot_date date)
       cross join lateral (select * from private.occurrence(me, b.slot_id, b.slot_date)) o
        join public.lesson_slots w on w.user_id = me and w.id = b.slot_id
       where o.reason is null and o.starts_at > now()
    ), agenda as materialized (
      select x.*, x.starts_at + make_interval(mins => x.minutes) as ends_at
        from (select min(starts_at)::date - 2 as since, max(starts_at)::date + 2 as until from back) r
       cross join lateral (select * from private.occurrences(me, r.since, r.until)) x
       where x.reason is null
    )
    select coalesce(jsonb_agg(distinct jsonb_build_object('slot_id', b.slot_id, 'slot_date', b.slot_date,
                                                          'student_id', e.student_id, 'busy', true)), '[]')
      from back b
      join agenda x on x.starts_at < b.ends_at and x.ends_at > b.starts_at
                       and (x.slot_id, x.slot_date) <> (b.slot_id, b.slot_date)
     cross join lateral (select y.id || y.replaces as slots, y.weekday from public.lesson_slots y
                          where y.user_id = me and y.id = x.slot_id offset 0) c
     cross join lateral (select * from private.expected(me, b.slots, b.slot_date, b.starts_at)) e
      join lateral (select * from private.players(me, c.slots, x.slot_date, x.starts_at)) f
        on f.student_id = e.student_id
      join public.students p on p.user_id = me and p.id = e.student_id and p.status = 'active'
     -- Who has two weekly lessons at once was named when they began to be.
     where not (b.is_usual and x.moved_to is null and c.weekday is not null and not e.guest and not f.guest)
       and not exists (select from private.replies(me, b.slots, b.slot_date, b.starts_at) r
                        where r.student_id = e.student_id and r.reply = 'not_coming')
       and not exists (select from private.replies(me, c.slots, x.slot_date, x.starts_at) r
                        where r.student_id = e.student_id and r.reply = 'not_coming'));
end $function$;
grant execute to authenticated, service_role;
