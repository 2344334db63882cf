-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether an occurrence has an open opening, or another student who took one.
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
                  where t <> student);
end $function$;
