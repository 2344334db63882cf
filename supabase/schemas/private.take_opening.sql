-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.take_opening(link uuid, opening uuid)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone constant text := 'Esta oferta terminou';
  s    public.students;
  o    public.openings;
  n    record;
  slot uuid;
begin
  s := private.visitor(link);
  if s.id is not null then
    select x.slot_id into slot from public.openings x where x.user_id = s.user_id and x.id = opening;
    s := private.claim_visit(link, slot);
  end if;
  if s.id is null then return private.refuse_stranger(link, gone); end if;
  -- Read after the lock, so that another taker, a skip or a move is seen.
  select x.* into o
    from public.openings x
    join public.opening_invites i on i.user_id = x.user_id and i.opening_id = x.id and i.student_id = s.id
   where x.user_id = s.user_id and x.id = opening;
  if not found or s.status <> 'active' then return private.refuse_visitor(gone); end if;
  slot := private.slot_now(s.user_id, o.slot_id, o.slot_date, o.for_start);
  select * into n from private.occurrence(s.user_id, slot, o.slot_date);
  if not found or n.starts_at <> o.for_start or n.reason is not null or n.starts_at <= now()
     or exists (select from public.sessions y
                 where y.user_id = s.user_id and y.slot_id = slot and y.slot_date = o.slot_date) then
    return private.refuse_visitor(gone);
  end if;
  if not exists (select from private.takers(s.user_id, o.id, n.slots, o.slot_date, o.for_start) t where t = s.id) then
    if o.closed_at is not null or o.closes_at <= now() then return private.refuse_visitor(gone); end if;
    if (select count(*) from private.takers(s.user_id, o.id, n.slots, o.slot_date, o.for_start)) >= o.places then
      return private.refuse_visitor('Este horário já foi preenchido');
    end if;
    if private.has_lesson_then(s.user_id, s.id, slot, o.slot_date, n.starts_at, n.minutes)
       -- A student who is expected there already has no place to take.
       or exists (select from private.expected(s.user_id, n.slots, o.slot_date, o.for_start) e
                    left join private.replies(s.user_id, n.slots, o.slot_date, o.for_start) r on r.student_id = s.id
                   where e.student_id = s.id and r.reply is distinct from 'not_coming') then
      return private.refuse_visitor(gone);
    end if;
    if not private.may_change(link, s.user_id) then
      return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
    end if;
    if exists (select from private.replies(s.user_id, n.slots, o.slot_date, o.for_start) r
                where r.student_id = s.id and r.reply = 'not_coming') then
      perform private.put_reply(
        row (s.user_id, slot, o.slot_date, s.id, 'coming', now(), 'student', o.for_start, null, null,
             false)::public.lesson_replies, n.slots);
    end if;
    if not exists (select from public.lesson_slot_students e
                    where e.user_id = s.user_id and e.slot_id = slot and e.student_id = s.id) then
      delete from public.occurrence_guests g
       where g.user_id = s.user_id and g.slot_id = any (n.slots) and g.slot_date = o.slot_date and g.student_id = s.id;
      insert into public.occurrence_guests (user_id, slot_id, slot_date, student_id, source, for_start)
      values (s.user_id, slot, o.slot_date, s.id, 'opening', o.for_start);
    end if;
    update public.opening_invites i set taken_at = now()
     where i.user_id = s.user_id and i.opening_id = o.id and i.student_id = s.id;
  end if;
  return json_build_object('success', true, 'lesson', (
    select x.entry from private.next_lessons(s.user_id, s.id, slot, o.slot_date) x));
end $function$;
grant execute to anon, authenticated, service_role;
