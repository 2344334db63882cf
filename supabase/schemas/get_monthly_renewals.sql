-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The packages of the caller that wait to be renewed for the month with this first day, with student_name, `due` and `bought`: the start of what the student has bought for that month instead, or null.
CREATE OR REPLACE FUNCTION public.get_monthly_renewals(month date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object(
                                'student_name', s.name, 'due', private.is_renewal_due(p, month),
                                'bought', private.bought_instead(p, month))
                              order by s.name, p.purchase_date, p.id), '[]')
      from private.monthly_renewals(me, month) p
      join public.students s on s.user_id = me and s.id = p.student_id);
end $function$;
grant execute to authenticated, service_role;
