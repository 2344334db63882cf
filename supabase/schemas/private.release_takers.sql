-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After an occurrence moved, or came back to its time: its takers are not expected any more.
CREATE OR REPLACE FUNCTION private.release_takers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone constant public.slot_exceptions := case when tg_op = 'DELETE' then old else new end;
begin
  delete from public.occurrence_guests g
   where g.user_id = gone.user_id and g.slot_date = gone.slot_date and g.source = 'opening'
     and g.slot_id = any (coalesce((select s.id || s.replaces from public.lesson_slots s
                                     where s.user_id = gone.user_id and s.id = gone.slot_id), array[gone.slot_id]));
  return null;
end $function$;
