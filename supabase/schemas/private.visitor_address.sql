-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Where the request comes from; null: the host does not say.
CREATE OR REPLACE FUNCTION private.visitor_address()
 RETURNS inet
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The edge of hosted Supabase overwrites this header; the first hop of x-forwarded-for is chosen by the caller. An
  -- IPv4-mapped IPv6 address counts as the IPv4 address.
  select case when pg_input_is_valid(h.address, 'inet') then h.address::inet end
    from (select regexp_replace(nullif(current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip',
                                '^::ffff:(?=\d+\.)', '') as address) h
$function$;
