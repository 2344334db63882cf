-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether the place of a student who said not to come was offered: the occurrence has an open opening, another student who took one, or, if this student had taken one, as many others who come as were to come with this one.
CREATE OR REPLACE FUNCTION private.is_offered(coach uuid, student uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (private.open_opening(coach, slots, on_day, begins)).id is not null
      or exists (select from unnest(slots) i (id)
                   join public.openings o
                     on o.user_id = coach and o.slot_id = i.id and o.slot_date = on_day and o.for_start = begins
                  cross join lateral private.takers(coach, o.id, slots, on_day, begins) t
                  where t <> student)
      -- Others have filled the hour since this taker gave the place back.
      or coalesce((select count(*) from private.coming(coach, slots, on_day, begins) c where c <> student)
                  >= (select o.seats from private.expected(coach, slots, on_day, begins) e
                        join public.opening_invites i
                          on i.user_id = coach and i.student_id = e.student_id and i.taken_at = e.taken_at
                        join public.openings o on o.user_id = coach and o.id = i.opening_id
                       where e.student_id = student), false);
end $function$;
