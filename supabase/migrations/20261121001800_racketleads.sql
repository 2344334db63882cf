-- Coaches who asked for the beta: a box that anybody may drop into and nobody may look into.
create table public.racketleads (
  id         uuid primary key default gen_random_uuid(),
  name       text not null check (char_length(btrim(name)) >= 2 and char_length(name) <= 255),
  email      text not null check (char_length(email) <= 255 and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'),
  phone      text not null check (phone ~ '^\+[0-9]{6,17}$'),
  country    text not null check (char_length(btrim(country)) >= 2 and char_length(country) <= 60),
  sports     text[] not null default '{}'
             check (cardinality(sports) <= 12 and array_position(sports, null) is null
                    and char_length(array_to_string(sports, '')) <= 400),
  heard_from text not null check (btrim(heard_from) <> '' and char_length(heard_from) <= 120),
  language   text not null check (language in ('pt', 'en')),
  created_at timestamptz not null default now()
);
comment on table public.racketleads is 'Beta leads. Insert only; read by the service role.';

alter table public.racketleads enable row level security;
create policy "anyone may leave a lead" on public.racketleads for insert to anon, authenticated
  with check (language in ('pt', 'en'));
grant insert (name, email, phone, country, sports, heard_from, language) on public.racketleads to anon, authenticated;
grant all on public.racketleads to service_role;

create table private.lead_attempts (
  bucket timestamptz not null,
  who    text not null,
  n      integer not null default 1,
  primary key (bucket, who)
);
comment on table private.lead_attempts is
  'How often the form was sent, per hour and hashed address. Reached by its trigger alone; kept for a day.';
alter table private.lead_attempts enable row level security;

create function private.lead_brake() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  -- Set by the edge of hosted Supabase. (The first hop of x-forwarded-for is the caller's own word.)
  address constant text := headers ->> 'cf-connecting-ip';
  hour    constant timestamptz := date_trunc('hour', now());
  mine    integer := 0;
  all_of_us integer;
begin
  delete from private.lead_attempts where bucket < hour - interval '1 day';
  if address is not null then
    insert into private.lead_attempts as a (bucket, who)
    values (hour, encode(sha256(convert_to(hour::text || address, 'UTF8')), 'hex'))
    on conflict (bucket, who) do update set n = a.n + 1 returning n into mine;
  end if;
  insert into private.lead_attempts as a (bucket, who) values (hour, 'all')
  on conflict (bucket, who) do update set n = a.n + 1 returning n into all_of_us;
  if mine > 5 or all_of_us > 300 then
    raise sqlstate 'PT429' using message = 'too_many_requests';
  end if;
  new.email := lower(btrim(new.email));
  return new;
end $$;
comment on function private.lead_brake() is
  'Before a lead: at most 5 an hour from one address and 300 in all (PT429); the e-mail in lower case.';
create trigger brake before insert on public.racketleads
  for each row execute function private.lead_brake();
