-- 'Primeiros passos' (docs/product.md, 'First steps'): what a new account has done of them, told with the figures of the
-- dashboard. Whoever taught here before this migration is past them.
alter table public.profiles add column first_steps_closed boolean not null default true;
alter table public.profiles alter column first_steps_closed set default false;
update public.profiles p set first_steps_closed = false
 where not exists (select from public.students s where s.user_id = p.id);
comment on column public.profiles.first_steps_closed is 'The coach closed ''Primeiros passos'' for good.';
grant update (first_steps_closed) on public.profiles to authenticated;

-- Most notices are about something else.
create index notices_of_links_idx on public.notices (user_id) where kind = 'student_link';

create or replace function public.get_dashboard_stats(day_start timestamptz, day_end timestamptz, month_start date) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  totals public.coach_totals;
begin
  select * into totals from public.coach_totals where user_id = me;
  return jsonb_build_object(
    'totalActiveStudents', coalesce(totals.active_students, 0),
    'todaysSessions', (select count(*) from public.sessions
                        where user_id = me and date >= day_start and date < day_end and cancelled_reason is null),
    'monthlyRevenue', (select coalesce(sum(revenue), 0) from public.coach_days
                        where user_id = me and day >= month_start and day < (month_start + interval '1 month')::date),
    'openAmount', (select coalesce(sum(open_amount), 0) from public.coach_days where user_id = me and open_amount <> 0),
    -- Of this month and of the next: which of them is asked about depends on the day.
    'renewals', (select jsonb_agg((select count(*) from private.monthly_renewals(me, m.month::date)) order by m.month)
                   from generate_series(month_start, month_start + interval '1 month', interval '1 month') m (month)),
    'averageRating', round(totals.rating_sum::numeric / nullif(totals.rating_count, 0), 1),
    -- null: closed.
    'firstSteps', (select jsonb_build_object(
                            'student', exists (select from public.students where user_id = me),
                            'package', exists (select from public.packages where user_id = me),
                            'lesson', coalesce(totals.held, 0) > 0,
                            'link', exists (select from public.notices where user_id = me and kind = 'student_link'))
                     from public.profiles where id = me and not first_steps_closed));
end $$;
