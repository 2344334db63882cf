-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.change_guest(slot uuid, slot_date date, student uuid, comes boolean, start timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me    constant uuid := private.coach();
  o     record;
  taken record;
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
  -- The hour that the coach saw.
  if comes and start is distinct from o.starts_at then
    raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = start::text;
  end if;
  -- Also what is left of an occurrence that has moved since.
  delete from public.occurrence_guests g
   where g.user_id = me and g.slot_id = any (o.slots) and g.slot_date = change_guest.slot_date and g.student_id = student;
  if not comes then return; end if;
  -- Who took a place and was taken out has it again, as it was, unless it was given meanwhile.
  select x.id, x.places, i.taken_at into taken
    from public.openings x
    join public.opening_invites i on i.user_id = x.user_id and i.opening_id = x.id and i.student_id = change_guest.student
   where x.user_id = me and x.slot_id = any (o.slots) and x.slot_date = change_guest.slot_date and x.for_start = o.starts_at
     and i.taken_at is not null
   order by i.taken_at desc limit 1;
  if (select count(*) from private.takers(me, taken.id, o.slots, change_guest.slot_date, o.starts_at)) >= taken.places then
    update public.opening_invites i set taken_at = null
     where i.user_id = me and i.opening_id = taken.id and i.student_id = change_guest.student;
    taken.taken_at := null;
  end if;
  insert into public.occurrence_guests (user_id, slot_id, slot_date, student_id, source, for_start, created_at)
  values (me, change_guest.slot, change_guest.slot_date, student,
          case when taken.taken_at is null then 'coach' else 'opening' end, o.starts_at, coalesce(taken.taken_at, now()));
end $function$;
grant execute to authenticated, service_role;
