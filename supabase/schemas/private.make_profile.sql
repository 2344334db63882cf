-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A profile for an account: name from the metadata, else the part of the e-mail before the at-sign.
CREATE OR REPLACE FUNCTION private.make_profile(account uuid, email text, meta jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.profiles (id, name, phone, main_sport)
  select account,
         left(coalesce(nullif(btrim(regexp_replace(meta ->> 'name', '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''),
                       nullif(btrim(regexp_replace(split_part(email, '@', 1), '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''),
                       'Professor'), 255),
         substring(regexp_replace(meta ->> 'phone', '[^0-9]', '', 'g') from '^[0-9]{8,15}$'),
         left(coalesce(nullif(btrim(meta ->> 'main_sport'), ''), 'Tênis'), 60)
  on conflict (id) do nothing
$function$;
