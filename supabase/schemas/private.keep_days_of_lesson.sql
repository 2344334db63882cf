-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lesson is deleted: marks the days that it gives as kept.
CREATE OR REPLACE FUNCTION private.keep_days_of_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.package_extensions e set kept = true
   where e.user_id = old.user_id and e.session_id = old.id and not e.kept and private.extension_stands(e);
  return old;
end $function$;
