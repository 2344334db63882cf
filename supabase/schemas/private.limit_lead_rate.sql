-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lead is inserted: cleans its texts, puts its e-mail into lower case, and allows at most 10 an hour from one address, 60 from its network, 600 in all (PT429 too_many_requests). A lead that is sent again gets 23505.
CREATE OR REPLACE FUNCTION private.limit_lead_rate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
