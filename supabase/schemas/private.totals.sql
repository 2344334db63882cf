-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The running totals of a coach.
CREATE OR REPLACE FUNCTION private.totals(coach uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'active_students', t.active_students, 'lessons', t.lessons, 'held', t.held,
    'unassigned_lessons', t.unassigned_lessons, 'rating_sum', t.rating_sum, 'rating_count', t.rating_count,
    'revenue', (select coalesce(sum(d.revenue), 0) from public.coach_days d where d.user_id = coach))
    from public.coach_totals t where t.user_id = coach
$function$;
grant execute to authenticated;
