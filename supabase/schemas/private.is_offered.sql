-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether the place of a student who said not to come was offered: the occurrence has an open opening, another student who took one, or, if this student had taken one that others had freed, nobody who took none stays away any more.
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
      -- Who freed the hour has come back to it since a taker gave it back, unless somebody stays away, or the place was empty.
      or exists (select from private.expected(coach, slots, on_day, begins) e
                  where e.student_id = student and e.taken_at is not null
                    and not exists (select from unnest(slots) s (id)
                                      join public.openings o on o.user_id = coach and o.slot_id = s.id and o.slot_date = on_day and o.empty
                                      join public.opening_invites i on i.user_id = coach and i.opening_id = o.id
                                     where i.student_id = student and i.taken_at = e.taken_at))
         and not exists (select from private.expected(coach, slots, on_day, begins) e
                           join private.replies(coach, slots, on_day, begins) r on r.student_id = e.student_id
                          where e.taken_at is null and r.reply = 'not_coming');
end $function$;
