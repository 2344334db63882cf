-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A list or an object of a plan, `absent` if the plan leaves it out. PT400 bad_plan: it has another JSON type.
CREATE OR REPLACE FUNCTION private.part(said jsonb, absent jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if said is null or said = 'null' then return absent; end if;
  if jsonb_typeof(said) <> jsonb_typeof(absent) then raise sqlstate 'PT400' using message = 'bad_plan'; end if;
  return said;
end $function$;
grant execute to authenticated, service_role;
