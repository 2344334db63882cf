-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks the slot of an occurrence of a coach. `starts_at`: when it begins; `slots`: its slot and the slots that it replaced; `planned`: it is neither skipped nor answered. PT404 occurrence_not_found.
CREATE OR REPLACE FUNCTION private.claim_occurrence(me uuid, INOUT slot uuid, on_day date, OUT starts_at timestamp with time zone, OUT slots uuid[], OUT planned boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o record;
begin
  perform private.claim_slot(me, slot);
  select * into o from private.occurrence(me, slot, on_day);
  if not found then raise sqlstate 'PT404' using message = 'occurrence_not_found', detail = on_day::text; end if;
  starts_at := o.starts_at;
  slots := o.slots;
  planned := o.reason is null
    and not exists (select from public.sessions x
                     where x.user_id = me and x.slot_id = claim_occurrence.slot and x.slot_date = on_day);
end $function$;
