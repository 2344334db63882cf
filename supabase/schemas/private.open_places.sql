-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.open_places(asked jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  opening constant uuid := asked ->> 'id';
  on_day constant date := asked ->> 'slot_date';
  ends   constant timestamptz := asked ->> 'closes_at';
  o      record;
  known  public.openings;
  person uuid;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if opening is null or asked ->> 'slot_id' is null or on_day is null or ends is null
     or jsonb_typeof(asked -> 'places') is distinct from 'number'
     or jsonb_typeof(asked -> 'students') is distinct from 'array'
     or jsonb_array_length(asked -> 'students') > 200
     or (asked ->> 'places')::numeric not in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10) then
    raise sqlstate 'PT400' using message = 'bad_opening';
  end if;
  select * into o from private.claim_occurrence(me, (asked ->> 'slot_id')::uuid, on_day);
  select * into known from public.openings x where x.user_id = me and x.id = opening;
  if known.id is not null then
    if (known.places, known.closes_at) is distinct from ((asked ->> 'places')::smallint, ends)
       or known.slot_date <> on_day or not known.slot_id = any (o.slots) then
      raise sqlstate 'PT409' using message = 'opening_changed', detail = opening::text;
    end if;
  else
    if not o.planned or o.starts_at <= now() then
      raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = on_day::text;
    end if;
    -- It must begin when the coach saw it begin.
    if (asked ->> 'starts_at')::timestamptz <> o.starts_at then
      raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = asked ->> 'starts_at';
    end if;
    if ends <= now() or ends > o.starts_at then
      raise sqlstate 'PT400' using message = 'bad_opening', detail = 'closes_at';
    end if;
    if (private.open_opening(me, o.slots, on_day, o.starts_at)).id is not null then
      raise sqlstate 'PT409' using message = 'opening_exists', detail = on_day::text;
    end if;
    -- Who took a place of an earlier offer, and was taken out since, has no place to come back to.
    update public.opening_invites i set taken_at = null
     where i.user_id = me and i.taken_at is not null
       and i.opening_id = any (array(select x.id from public.openings x
                                      where x.user_id = me and x.slot_id = any (o.slots) and x.slot_date = on_day))
       and not exists (select from private.expected(me, o.slots, on_day, o.starts_at) e
                        where e.student_id = i.student_id);
    insert into public.openings (user_id, id, slot_id, slot_date, for_start, places, closes_at, seats)
    select me, opening, o.slot, on_day, o.starts_at, (asked ->> 'places')::smallint, ends,
           (asked ->> 'places')::smallint + count(*)
      from private.coming(me, o.slots, on_day, o.starts_at)
    returning * into known;
  end if;
  -- An opening that has ended asks nobody else.
  if known.closed_at is null and known.closes_at > now() and o.starts_at = known.for_start then
    for person in select distinct p::uuid from jsonb_array_elements_text(asked -> 'students') p order by 1 loop
      if (private.claim_student(me, person)).status <> 'active' then
        raise sqlstate 'PT409' using message = 'student_inactive', detail = person::text;
      end if;
      insert into public.opening_invites (user_id, opening_id, student_id) values (me, opening, person)
      on conflict do nothing;
    end loop;
  end if;
  return jsonb_build_object(
    'id', known.id, 'places', known.places, 'closes_at', known.closes_at,
    -- Also for an opening that ended by itself, so that a coach whose request is repeated after a lost answer writes to
    -- nobody.
    'closed_at', coalesce(known.closed_at, case when known.closes_at <= now() then known.closes_at end),
    'taken', (select count(*) from private.takers(me, known.id, o.slots, on_day, known.for_start)),
    'students', (select coalesce(jsonb_agg(i.student_id order by i.student_id), '[]') from public.opening_invites i
                  where i.user_id = me and i.opening_id = opening));
end $function$;
grant execute to authenticated, service_role;
