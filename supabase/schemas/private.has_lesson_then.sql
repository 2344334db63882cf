-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether a student has another lesson that overlaps this one (private.players), and did not say not to come.
CREATE OR REPLACE FUNCTION private.has_lesson_then(coach uuid, student uuid, slot uuid, on_day date, starts_at timestamp with time zone, minutes integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (has_lesson_then.starts_at at time zone private.coach_time_zone(coach))::date;
begin
  return exists (
    select from private.occurrences(coach, today - 1, today + 1) x
     cross join lateral (select y.id || y.replaces as slots from public.lesson_slots y
                          where y.user_id = coach and y.id = x.slot_id offset 0) c
     cross join lateral (select * from private.players(coach, c.slots, x.slot_date, x.starts_at) e
                          where e.student_id = student) e
      left join lateral (select * from private.replies(coach, c.slots, x.slot_date, x.starts_at) y
                          where y.student_id = student) r on true
     where x.reason is null and not (x.slot_id = slot and x.slot_date = on_day)
       and r.reply is distinct from 'not_coming'
       -- A lesson that begins when the other one ends does not overlap.
       and x.starts_at < has_lesson_then.starts_at + make_interval(mins => has_lesson_then.minutes)
       and x.starts_at + make_interval(mins => x.minutes) > has_lesson_then.starts_at);
end $function$;
