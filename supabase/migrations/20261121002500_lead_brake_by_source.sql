-- The lead form is braked for one address first, then for its network, and for everybody last. What each limit
-- trades: docs/decisions/0010-lead-brake.md.

-- Made by the form, so that a lead whose answer was lost is not left twice. (A repeat answers 23505: it is there.)
grant insert (id) on public.racketleads to anon, authenticated;

-- All leads of the hour are counted from the leads themselves: a counter for everybody would be one row that
-- every visitor waits for.
create index racketleads_recent_idx on public.racketleads (created_at);

comment on table private.lead_attempts is
  'Leads left per hour by an address and by its network, both hashed. Reached by its trigger alone; gone after the hour.';
comment on column private.lead_attempts.n is 'Leads that were taken. A refused one takes its count back with it.';
delete from private.lead_attempts;

create or replace function private.lead_brake() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  -- Written by the edge of hosted Supabase over whatever the caller says. (Of x-forwarded-for, the caller says the
  -- first hop.) A v4 address that comes in v6 clothes is the v4 address.
  address constant text := regexp_replace(headers ->> 'cf-connecting-ip', '^::ffff:(?=\d+\.)', '');
  hour    constant timestamptz := date_trunc('hour', now());
  part    record;
begin
  new.email := lower(btrim(new.email));

  -- First of all, so that who was answered nothing and sends again is not told to wait.
  if exists (select from public.racketleads where id = new.id) then
    raise unique_violation using message = 'lead_already_left';
  end if;

  delete from private.lead_attempts where (bucket, who) in (
    select bucket, who from private.lead_attempts where bucket < hour limit 1000 for update skip locked);

  if pg_input_is_valid(address, 'inet') then
    -- The narrow one first: whoever is refused for their own leads has not waited for their network's row.
    for part in
      select network(set_masklen(address::inet, bits)) as net, allowed
        from (values (4, 32, 10), (4, 24, 60), (6, 64, 10), (6, 48, 60)) limits (version, bits, allowed)
       where version = family(address::inet)
       order by allowed
    loop
      insert into private.lead_attempts as a (bucket, who)
      values (hour, encode(sha256(convert_to(hour::text || part.net::text, 'UTF8')), 'hex'))
      on conflict (bucket, who) do update set n = a.n + 1 where a.n < part.allowed;
      if not found then
        raise sqlstate 'PT429' using message = 'too_many_requests', detail = 'source';
      end if;
    end loop;
  end if;

  if (select count(*) from (
        select from public.racketleads where created_at >= hour limit 600) this_hour) >= 600 then
    raise sqlstate 'PT429' using message = 'too_many_requests', detail = 'all';
  end if;
  return new;
end $$;
comment on function private.lead_brake() is
  'Before a lead: at most 10 an hour from one address, 60 from its network, 600 in all (PT429); the e-mail in lower case.';
