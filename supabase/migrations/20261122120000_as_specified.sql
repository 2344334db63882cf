-- A name may be one character ('O', '李'), and so may the name of a country that somebody types.
alter table public.racketleads drop constraint racketleads_name_check, drop constraint racketleads_country_check;
alter table public.racketleads
  add constraint racketleads_name_check check (btrim(name) <> '' and char_length(name) <= 255),
  add constraint racketleads_country_check check (btrim(country) <> '' and char_length(country) <= 60);

-- 'Receita Mensal' is of the month alone, as its bar in the chart: a package may be dated in a later one.
create or replace function public.get_dashboard_stats(day_start timestamptz, day_end timestamptz, month_start date) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  totals public.coach_totals;
begin
  select * into totals from public.coach_totals where user_id = me;
  return jsonb_build_object(
    'totalActiveStudents', coalesce(totals.active_students, 0),
    'todaysSessions', (select count(*) from public.sessions where user_id = me and date >= day_start and date < day_end),
    'monthlyRevenue', (select coalesce(sum(revenue), 0) from public.coach_days
                        where user_id = me and day >= month_start and day < (month_start + interval '1 month')::date),
    'averageRating', round(totals.rating_sum::numeric / nullif(totals.rating_count, 0), 1));
end $$;
comment on function public.get_dashboard_stats(timestamptz, timestamptz, date) is
  'Figures of the caller: lessons in [day_start, day_end), revenue of the month from month_start; averageRating is null without feedback.';
