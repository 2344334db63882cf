-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The answer to a link that opens nothing, whether it never did or was revoked: at most 60 an hour from a network, 30 with one link.
CREATE OR REPLACE FUNCTION private.refuse_stranger(link uuid, error text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  address constant text := regexp_replace(headers ->> 'cf-connecting-ip', '^::ffff:(?=\d+\.)', '');
begin
  delete from private.link_attempts where (bucket, who) in (
    select a.bucket, a.who from private.link_attempts a where a.bucket < date_trunc('hour', now()) limit 1000 for update skip locked);
  -- The network first: whoever is over its limit leaves no more rows.
  if pg_input_is_valid(address, 'inet') then
    if not private.count_attempt('network', network(set_masklen(address::inet, case family(address::inet) when 4 then 24 else 48 end))::text, 60) then
      return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
    end if;
  end if;
  if not private.count_attempt('unknown', coalesce(link::text, ''), 30) then
    return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
  end if;
  return private.refuse_visitor(error);
end $function$;
