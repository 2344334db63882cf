-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.change_guest(slot uuid, slot_date date, student uuid, comes boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.coach();
  o  record;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  select * into o from private.claim_occurrence(me, change_guest.slot, change_guest.slot_date);
  if comes and not o.planned then
    raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = change_guest.slot_date::text;
  end if;
  perform private.claim_student(me, student);
  if comes and exists (select from private.expected(me, o.slots, change_guest.slot_date, o.starts_at) e
                        where e.student_id = student) then
    return;
  end if;
  -- Also what is left of an occurrence that has moved since.
  delete from public.occurrence_guests g
   where g.user_id = me and g.slot_id = any (o.slots) and g.slot_date = change_guest.slot_date and g.student_id = student;
  if comes then
    insert into public.occurrence_guests (user_id, slot_id, slot_date, student_id, source, for_start)
    values (me, change_guest.slot, change_guest.slot_date, student, 'coach', o.starts_at);
  end if;
end $function$;
grant execute to authenticated, service_role;
