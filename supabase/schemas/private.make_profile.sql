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
         coalesce((select n
                     from unnest(array[meta ->> 'name', split_part(email, '@', 1)]) with ordinality as given(typed, at),
                          left(btrim(regexp_replace(typed, '[\u202A-\u202E\u2066-\u2069]', '', 'g')), 255) as n
                    where private.is_seen(n)
                    order by at
                    limit 1), 'Professor'),
         substring(regexp_replace(meta ->> 'phone', '[^0-9]', '', 'g') from '^[0-9]{8,15}$'),
         left(coalesce(nullif(btrim(meta ->> 'main_sport'), ''), 'Tênis'), 60)
  on conflict (id) do nothing
$function$;
