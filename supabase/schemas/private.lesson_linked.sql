-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a lesson was linked to an occurrence, or unlinked: copies what its students told anew.
CREATE OR REPLACE FUNCTION private.lesson_linked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_seats(new.user_id, new.id);
  return null;
end $function$;
