-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Makes a student a guest of one occurrence, or takes the guest out, once per op. Answers `expected`: the student is expected now; `not_coming`: is expected, but said not to come; null: is not expected.
CREATE OR REPLACE FUNCTION private.change_guest(slot uuid, slot_date date, student uuid, comes boolean, start timestamp with time zone, op uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me       constant uuid := private.coach();
  is_again boolean := false;
  word     text;
  o        record;
  seat     record;
  taken    record;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- A repeat after a lost answer must not take back what another device did since.
  if op is not null then is_again := private.begin_operation(me, op, null) is not null; end if;
  select * into o from private.claim_occurrence(me, change_guest.slot, change_guest.slot_date);
  if not is_again then
    -- Nobody is taken out of a registered lesson here.
    if not o.planned then
      raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = change_guest.slot_date::text;
    end if;
    if (private.claim_student(me, student)).status <> 'active' and comes then
      raise sqlstate 'PT409' using message = 'student_inactive', detail = student::text;
    end if;
  end if;
  word := case when exists (select from private.replies(me, o.slots, change_guest.slot_date, o.starts_at) r
                             where r.student_id = student and r.reply = 'not_coming') then 'not_coming'
               else 'expected' end;
  select e.guest into seat
    from private.expected(me, o.slots, change_guest.slot_date, o.starts_at) e where e.student_id = student;
  if is_again or (comes and found) then return case when found then word end; end if;
  -- It must begin when the coach saw it begin, if the request says when.
  if comes and start <> o.starts_at then
    raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = start::text;
  end if;
  -- Also rows that are left from before the occurrence moved.
  delete from public.occurrence_guests g
   where g.user_id = me and g.slot_id = any (o.slots) and g.slot_date = change_guest.slot_date
     and g.student_id = student;
  if not comes then return case when seat.guest is false then word end; end if;
  -- A taker who was taken out gets the place back as it was, unless somebody else has taken it meanwhile.
  select x.id, x.places, i.taken_at into taken
    from public.openings x
    join public.opening_invites i
      on i.user_id = x.user_id and i.opening_id = x.id and i.student_id = change_guest.student
   where x.user_id = me and x.slot_id = any (o.slots) and x.slot_date = change_guest.slot_date
     and x.for_start = o.starts_at and i.taken_at is not null
   order by i.taken_at desc limit 1;
  if (select count(*) from private.takers(me, taken.id, o.slots, change_guest.slot_date, o.starts_at))
     >= taken.places then
    update public.opening_invites i set taken_at = null
     where i.user_id = me and i.opening_id = taken.id and i.student_id = change_guest.student;
    taken.taken_at := null;
  end if;
  insert into public.occurrence_guests (user_id, slot_id, slot_date, student_id, source, for_start, created_at)
  values (me, change_guest.slot, change_guest.slot_date, student,
          case when taken.taken_at is null then 'coach' else 'opening' end, o.starts_at,
          coalesce(taken.taken_at, now()));
  return word;
end $function$;
grant execute to authenticated, service_role;
