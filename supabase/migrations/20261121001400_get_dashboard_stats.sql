-- The dashboard's four figures (spec 7). The device says which instants and which date are its own 'today' and
-- 'this month': the server is in UTC, a day ahead of São Paulo from 21:00.
create function public.get_dashboard_stats(day_start timestamptz, day_end timestamptz, month_start date) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me constant uuid := private.coach();
begin
  return jsonb_build_object(
    'totalActiveStudents', (select count(*) from public.students where user_id = me and status = 'active'),
    'todaysSessions', (select count(*) from public.sessions where user_id = me and date >= day_start and date < day_end),
    'monthlyRevenue', (select coalesce(sum(price), 0) from public.packages where user_id = me and purchase_date >= month_start),
    'averageRating', (select round(avg(rating), 1) from public.session_feedbacks where user_id = me));
end $$;
comment on function public.get_dashboard_stats(timestamptz, timestamptz, date) is
  'Figures of the caller: lessons in [day_start, day_end), revenue since month_start; averageRating is null without feedback.';
grant execute on function public.get_dashboard_stats(timestamptz, timestamptz, date) to authenticated, service_role;
