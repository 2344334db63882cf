-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lead is inserted: cleans its texts, puts its e-mail into lower case, and allows at most 10 an hour from one address, 60 from its network, 600 in all (PT429 too_many_requests). A lead that is sent again gets 23505.
CREATE OR REPLACE FUNCTION private.limit_lead_rate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  -- The edge of hosted Supabase overwrites this header; the first hop of x-forwarded-for is chosen by the caller. An
  -- IPv4-mapped IPv6 address counts as the IPv4 address.
  address constant text := regexp_replace(headers ->> 'cf-connecting-ip', '^::ffff:(?=\d+\.)', '');
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

  delete from private.lead_attempts where (bucket, who) in (
    select bucket, who from private.lead_attempts where bucket < hour limit 1000 for update skip locked);

  if pg_input_is_valid(address, 'inet') then
    -- The address before its network: an address over its own limit does not wait for the network's row.
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
end $function$;
