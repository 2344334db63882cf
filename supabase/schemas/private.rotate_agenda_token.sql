-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.rotate_agenda_token()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fresh constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if private.coach() is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  insert into public.agenda_feeds as f (user_id, token) values (private.coach(), fresh)
  on conflict (user_id) do update set token = fresh, created_at = now();
  return fresh;
end $function$;
grant execute to authenticated, service_role;
