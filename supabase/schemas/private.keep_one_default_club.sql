-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a club is added or its default changes: makes the only club the default, and among several the newest choice.
CREATE OR REPLACE FUNCTION private.keep_one_default_club()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Serialises two devices that choose a default at once: the second sees what the first one wrote.
  perform from public.profiles where id = new.user_id for no key update;
  new.is_default := new.is_default
    or not exists (select from public.clubs where user_id = new.user_id and id <> new.id);
  if new.is_default then
    update public.clubs set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  end if;
  return new;
end $function$;
