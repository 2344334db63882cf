-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lesson is linked to an occurrence: ends the skip of the occurrence. PT409 agenda_changed: the slot does not have that day.
CREATE OR REPLACE FUNCTION private.end_skip()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  slot public.lesson_slots;
begin
  -- Policies refuse another coach's row only after this trigger, which must neither tell of that coach's slots nor lock
  -- them.
  if new.user_id <> private.coach() then return new; end if;
  select * into slot from public.lesson_slots where user_id = new.user_id and id = new.slot_id for share;
  -- If the slot does not exist, the foreign key refuses the lesson.
  if found and (new.slot_date < slot.starts_on or new.slot_date > slot.ends_on) then
    raise sqlstate 'PT409' using message = 'agenda_changed', detail = slot.id::text;
  end if;
  delete from public.slot_exceptions
   where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date and moved_to is null;
  update public.slot_exceptions set reason = null, recess_id = null
   where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date and reason is not null;
  return new;
end $function$;
