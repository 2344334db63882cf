-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lesson is linked to an occurrence, whose slot is locked: refuses it if the occurrence has a lesson or is skipped (PT409 occurrence_answered), the lesson is that of another occurrence (PT409 lesson_linked), or the slot does not have that day (PT404 slot_not_found).
CREATE OR REPLACE FUNCTION private.check_link(me uuid, lesson sessions, slot uuid, asked date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.lesson_slots
                  where user_id = me and id = slot and asked between starts_on and coalesce(ends_on, 'infinity')) then
    raise sqlstate 'PT404' using message = 'slot_not_found', detail = slot::text;
  end if;
  if exists (select from public.sessions where user_id = me and slot_id = slot and slot_date = asked)
     or exists (select from public.slot_exceptions
                 where user_id = me and slot_id = slot and slot_date = asked and reason is not null) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = asked::text;
  end if;
  if lesson.slot_id is not null then
    raise sqlstate 'PT409' using message = 'lesson_linked', detail = lesson.id::text;
  end if;
end $function$;
grant execute to authenticated, service_role;
