-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After an occurrence was answered, skipped or moved, or came back to its time: ends its opening.
CREATE OR REPLACE FUNCTION private.end_openings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done record := coalesce(new, old);
begin
  update public.openings o set closed_at = now()
   where o.user_id = done.user_id and o.slot_date = done.slot_date and o.closed_at is null
     and o.slot_id = any (coalesce((select s.id || s.replaces from public.lesson_slots s
                                     where s.user_id = done.user_id and s.id = done.slot_id), array[done.slot_id]));
  return null;
end $function$;
