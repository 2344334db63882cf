-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The slot that now has an occurrence which a device knows: the slot itself; if it is gone or no longer has that day, the slot that replaced it and has an occurrence on that day at the same time, locked; else null.
CREATE OR REPLACE FUNCTION private.slot_now(me uuid, asked uuid, on_day date, begins timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found_id uuid;
begin
  select id into found_id from public.lesson_slots
   where user_id = me and id = asked and on_day between starts_on and coalesce(ends_on, 'infinity');
  if found_id is not null then return found_id; end if;
  select s.id into found_id from public.lesson_slots s
   where s.user_id = me and s.replaces @> array[asked]
     and exists (select from private.occurrences(me, on_day, on_day) o
                  where o.slot_id = s.id and o.slot_date = on_day and o.starts_at = begins)
   order by s.id limit 1
     for no key update;
  return found_id;
end $function$;
grant execute to authenticated, service_role;
