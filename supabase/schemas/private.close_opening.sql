-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.close_opening(opening uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me   constant uuid := private.coach();
  slot uuid;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  select o.slot_id into slot from public.openings o where o.user_id = me and o.id = opening;
  if not found then raise sqlstate 'PT404' using message = 'opening_not_found', detail = opening::text; end if;
  perform private.claim_slot(me, slot);
  update public.openings o set closed_at = now() where o.user_id = me and o.id = opening and o.closed_at is null;
end $function$;
grant execute to authenticated, service_role;
