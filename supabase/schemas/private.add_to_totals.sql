-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Adds to the totals of a coach and to one of the days, by increments.
CREATE OR REPLACE FUNCTION private.add_to_totals(coach uuid, day date, f private.totals_change)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_importing() then return; end if;
  -- The totals first: their row lock also serialises the writers of this coach's days.
  update public.coach_totals t
     set active_students = t.active_students + coalesce(f.active_students, 0),
         lessons = t.lessons + coalesce(f.lessons, 0),
         held = t.held + coalesce(f.held, 0),
         unassigned_lessons = t.unassigned_lessons + coalesce(f.unassigned_lessons, 0),
         rating_sum = t.rating_sum + coalesce(f.rating_sum, 0),
         rating_count = t.rating_count + coalesce(f.rating_count, 0)
   where t.user_id = coach;
  -- No totals: the account is being deleted (its days go with it) or imported into (counted once at the end).
  if not found or day is null then return; end if;
  insert into public.coach_days as d (user_id, day, lessons, held, rating_sum, rating_count, revenue)
  values (coach, day, coalesce(f.lessons, 0), coalesce(f.held, 0), coalesce(f.rating_sum, 0),
          coalesce(f.rating_count, 0), coalesce(f.revenue, 0))
  on conflict on constraint coach_days_pkey do update
     set lessons = d.lessons + excluded.lessons, held = d.held + excluded.held,
         rating_sum = d.rating_sum + excluded.rating_sum, rating_count = d.rating_count + excluded.rating_count,
         revenue = d.revenue + excluded.revenue;
end $function$;
