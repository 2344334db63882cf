-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- What the rows of each student add up to: the check sums of an export.
CREATE OR REPLACE FUNCTION private.balances(coach uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
           'student_id', s.id, 'credits', coalesce(p.credits, 0), 'packages', coalesce(p.packages, 0),
           'revenue', coalesce(p.revenue, 0), 'paid', coalesce(p.paid, 0),
           'lessons', coalesce(a.lessons, 0),
           'rating_sum', coalesce(f.rating_sum, 0), 'rating_count', coalesce(f.rating_count, 0))
           order by s.created_at, s.id), '[]')
    from public.students s
    left join (select student_id, sum(remaining_classes) as credits, count(*) as packages, sum(price) as revenue,
                       sum(paid_total) as paid
                 from public.packages where user_id = coach group by 1) p on p.student_id = s.id
    left join (select student_id, count(*) as lessons
                 from public.session_package_assignments where user_id = coach group by 1) a on a.student_id = s.id
    left join (select student_id, sum(rating) as rating_sum, count(*) as rating_count
                 from public.session_feedbacks where user_id = coach group by 1) f on f.student_id = s.id
   where s.user_id = coach
$function$;
grant execute to authenticated;
