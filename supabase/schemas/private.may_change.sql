-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Counts a change of a visitor: at most 30 an hour with a link, 300 at one coach.
CREATE OR REPLACE FUNCTION private.may_change(link uuid, coach uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.count_attempt('link', link::text, 30) and private.count_attempt('coach', coach::text, 300);
end $function$;
