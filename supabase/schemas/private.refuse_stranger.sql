-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The answer to a link that opens nothing, whether it never did or was revoked: at most 60 an hour from a network, 30 with one link.
CREATE OR REPLACE FUNCTION private.refuse_stranger(link uuid, error text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant inet := private.visitor_address();
  net     constant text := network(set_masklen(address, case family(address) when 4 then 24 else 48 end));
begin
  -- The network first, so that a network over its limit adds no more rows.
  if net is not null and not private.count_attempt('network', net, 60)
     or not private.count_attempt('unknown', coalesce(link::text, ''), 30) then
    return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
  end if;
  return private.refuse_visitor(error);
end $function$;
