-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a student became inactive: frees the places that the student took.
CREATE OR REPLACE FUNCTION private.release_places()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.occurrence_guests g
   where g.user_id = new.user_id and g.student_id = new.id and g.source = 'opening' and g.for_start > now();
  return null;
end $function$;
