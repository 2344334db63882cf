-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- For checks: whether a text has a character that people can see.
CREATE OR REPLACE FUNCTION private.is_seen(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select value ~ ('[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
                  '\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0'
                  '\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]')
$function$;
grant execute to anon, authenticated, service_role;
