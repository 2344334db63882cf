-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks a slot and those that replaced it, and keeps the coach's agreement and time zone from changing: what another device writes meanwhile for the old hour would be lost.
CREATE OR REPLACE FUNCTION private.claim_slot(coach uuid, slot uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Closing the account locks the coach first, then the slots.
  perform from public.profiles p where p.id = coach for key share;
  perform from public.lesson_slots l
    where l.user_id = coach and (l.id = slot or l.replaces @> array[slot]) order by l.id for no key update;
  perform from public.profiles p where p.id = coach for share;
end $function$;
