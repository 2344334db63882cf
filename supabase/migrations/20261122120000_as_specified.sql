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

-- Who has clubs has a default one, unless there are several and the coach took it away from all.
create or replace function private.one_default_club() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  -- Two devices choosing at once wait here for each other; the second then sees what the first one did.
  perform from public.profiles where id = new.user_id for no key update;
  new.is_default := new.is_default
    or not exists (select from public.clubs where user_id = new.user_id and id <> new.id);
  if new.is_default then
    update public.clubs set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  end if;
  return new;
end $$;
comment on function private.one_default_club() is
  'Before a club is added or chosen: the only one is the default, and of several the newest choice.';
drop trigger z_one_default on public.clubs;
-- Not for the update above: the club that takes its place may not be there yet.
create trigger z_one_default before insert or update of is_default on public.clubs
  for each row when (new.is_default or pg_trigger_depth() = 0) execute function private.one_default_club();

create function private.next_default_club() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  -- Again when the next one was removed meanwhile.
  while exists (select from public.clubs where user_id = old.user_id)
    and not exists (select from public.clubs where user_id = old.user_id and is_default) loop
    update public.clubs set is_default = true
     where user_id = old.user_id
       and id = (select id from public.clubs where user_id = old.user_id order by name, id limit 1);
  end loop;
  return null;
end $$;
comment on function private.next_default_club() is 'After the default club was removed: the next one by name takes its place.';
create trigger next_default after delete on public.clubs
  for each row when (old.is_default) execute function private.next_default_club();
