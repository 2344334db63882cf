-- Coaches who asked for the beta. Anybody may add a row; only the service role reads them.
create table public.racketleads (
  id         uuid primary key default gen_random_uuid(),
  name       text not null check (private.is_seen(name) and char_length(name) <= 255),
  email      text not null
             check (char_length(email) <= 255 and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'),
  phone      text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  country    text not null check (private.is_seen(country) and char_length(country) <= 60),
  sports     text[] not null default '{}'
             check (cardinality(sports) <= 12 and private.is_list(sports)
                    and char_length(array_to_string(sports, '')) <= 400),
  heard_from text not null check (private.is_seen(heard_from) and char_length(heard_from) <= 120),
  language   text not null check (language in ('pt', 'en')),
  created_at timestamptz not null default now()
);
comment on table public.racketleads is 'Beta leads. Insert only; read by the service role.';
-- All leads of the hour are counted in the leads themselves: one shared counter would be a row that every visitor waits
-- for.
create index racketleads_recent_idx on public.racketleads (created_at);

alter table public.racketleads enable row level security;
create policy "anyone may leave a lead" on public.racketleads for insert to anon, authenticated
  with check (language in ('pt', 'en'));
-- The form makes the id, so that a lead whose answer was lost is not stored twice. (A repeat answers 23505.)
grant insert (id, name, email, phone, country, sports, heard_from, language)
  on public.racketleads to anon, authenticated;
grant all on public.racketleads to service_role;

create function private.plain_text(value text) returns text
language sql immutable strict security invoker set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
                                             '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f'
                                             '\u2060\u3000\ufeff]+', ' ', 'g'),
                              -- Full-width signs begin a formula too, where letters are full-width.
                              '^[ =+@\uff1d\uff0b\uff20\uff0d-]+', ''))
$$;
comment on function private.plain_text(text) is
  'A text as one line that reads as it is written, and that no spreadsheet takes for a formula.';

-- By address first, then by network, then in all. The trade-offs: docs/decisions/0010-lead-rate-limit.md.
create function private.limit_lead_rate() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address constant inet := private.visitor_address();
  hour    constant timestamptz := date_trunc('hour', now());
  part    record;
begin
  new.email := lower(private.plain_text(new.email));
  -- Exported leads are opened in a spreadsheet.
  new.name := private.plain_text(new.name);
  new.country := private.plain_text(new.country);
  new.heard_from := private.plain_text(new.heard_from);
  new.sports := array(select private.plain_text(s) from unnest(new.sports) s);

  -- First, so that a repeat after a lost answer is not rate limited.
  if exists (select from public.racketleads where id = new.id) then
    raise unique_violation using message = 'lead_already_left';
  end if;

  -- The address before its network: an address over its own limit does not wait for the network's row.
  for part in
    select network(set_masklen(address, bits)) as net, allowed
      from (values (4, 32, 10), (4, 24, 60), (6, 64, 10), (6, 48, 60)) limits (version, bits, allowed)
     where version = family(address)
     order by allowed
  loop
    -- A refused lead rolls its counts back.
    if not private.count_attempt('lead', part.net::text, part.allowed) then
      raise sqlstate 'PT429' using message = 'too_many_requests', detail = 'source';
    end if;
  end loop;

  if (select count(*) from (
        select from public.racketleads where created_at >= hour limit 600) this_hour) >= 600 then
    raise sqlstate 'PT429' using message = 'too_many_requests', detail = 'all';
  end if;
  return new;
end $$;
comment on function private.limit_lead_rate() is
  'Before a lead is inserted: cleans its texts, puts its e-mail into lower case, and allows at most 10 an hour from '
  'one address, 60 from its network, 600 in all (PT429 too_many_requests). A lead that is sent again gets 23505.';
create trigger limit_rate before insert on public.racketleads
  for each row execute function private.limit_lead_rate();
