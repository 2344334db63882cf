-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether the place of a student who said not to come was offered: the occurrence has an open opening, another student who took one, or, if this student had taken one, somebody who said since to come, while nobody who took none stays away.
CREATE OR REPLACE FUNCTION private.is_offered(coach uuid, student uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (private.open_opening(coach, slots, on_day, begins)).id is not null
      or exists (select from unnest(slots) i (id)
                   join public.openings o on o.user_id = coach and o.slot_id = i.id and o.slot_date = on_day and o.for_start = begins
                  cross join lateral private.takers(coach, o.id, slots, on_day, begins) t
                  where t <> student)
      -- Who freed the hour may have come back to it since a taker gave it back.
      or exists (select from private.expected(coach, slots, on_day, begins) e
                   join private.replies(coach, slots, on_day, begins) own on own.student_id = e.student_id
                   join private.replies(coach, slots, on_day, begins) r
                     on r.reply = 'coming' and r.student_id <> student and r.replied_at > own.replied_at
                  where e.student_id = student and e.taken_at is not null
                    -- As long as somebody else's place is free, nobody has come back to this one.
                    and not exists (select from private.expected(coach, slots, on_day, begins) x
                                      join private.replies(coach, slots, on_day, begins) y on y.student_id = x.student_id
                                     where x.taken_at is null and y.reply = 'not_coming'));
end $function$;
