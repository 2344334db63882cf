-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After an occurrence was answered, skipped or moved: ends its opening.
CREATE OR REPLACE FUNCTION private.end_openings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.openings o set closed_at = now()
   where o.user_id = new.user_id and o.slot_date = new.slot_date and o.closed_at is null
     and o.slot_id = any (coalesce((select s.id || s.replaces from public.lesson_slots s
                                     where s.user_id = new.user_id and s.id = new.slot_id), array[new.slot_id]));
  return null;
end $function$;
