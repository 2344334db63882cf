-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After the default club is deleted: makes the next one by name the default.
CREATE OR REPLACE FUNCTION private.choose_next_default_club()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A loop, because the next club may be deleted at the same time.
  while exists (select from public.clubs where user_id = old.user_id)
    and not exists (select from public.clubs where user_id = old.user_id and is_default) loop
    update public.clubs set is_default = true
     where user_id = old.user_id
       and id = (select id from public.clubs where user_id = old.user_id order by name, id limit 1);
  end loop;
  return null;
end $function$;
