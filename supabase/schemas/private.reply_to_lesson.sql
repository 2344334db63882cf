-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.reply_to_lesson(link uuid, slot uuid, slot_date date, reply text, expected text, start timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone constant text := 'Esta aula não está mais marcada';
  s      public.students;
  lesson record;
  said   public.lesson_replies;
begin
  s := private.claim_visit(link, slot);
  if s.id is null then return private.refuse_stranger(link, gone); end if;
  if (reply in ('coming', 'not_coming')) is not true then return private.refuse_visitor(gone); end if;
  slot := private.slot_now(s.user_id, slot, slot_date, start);
  -- Without a slot, next_lessons would answer any lesson.
  select n.* into lesson from private.next_lessons(s.user_id, s.id, slot, slot_date) n where slot is not null;
  if not found then return private.refuse_visitor(gone); end if;
  if lesson.starts_at <= now() then return private.refuse_visitor('Esta aula já começou'); end if;
  if lesson.agreement_version is null then
    return json_build_object('success', false, 'lesson', lesson.entry,
                             'error', 'Esta aula não pode ser respondida aqui. Fale com o professor.');
  end if;
  if lesson.starts_at is distinct from start then
    return json_build_object('success', false, 'error', 'Esta aula mudou. Confira e responda de novo.',
                             'lesson', lesson.entry);
  end if;
  select r.* into said from public.lesson_replies r
   where r.user_id = s.user_id and r.slot_id = any (lesson.slots) and r.slot_date = lesson.slot_date
     and r.student_id = s.id and r.told_by = 'student' and r.for_start = lesson.starts_at;
  -- Already stored. But if a newer note of the coach says something else, the reply is written again.
  if said.reply = reply and lesson.reply = reply then
    return json_build_object('success', true, 'lesson', lesson.entry);
  end if;
  if reply = 'not_coming' and lesson.would_be = 'late' and expected is distinct from 'late' then
    return json_build_object('success', false, 'error', 'Esta aula mudou. Confira e responda de novo.',
                             'lesson', lesson.entry);
  end if;
  if reply = 'coming' and lesson.reply = 'not_coming'
     and private.is_offered(s.user_id, s.id, lesson.slots, lesson.slot_date, lesson.starts_at) then
    return private.refuse_visitor('Seu lugar já foi oferecido. Fale com o professor.');
  end if;
  if not private.may_change(link, s.user_id) then
    return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
  end if;
  perform private.put_reply(
    row (s.user_id, lesson.slot_id, lesson.slot_date, s.id, reply, now(), 'student', lesson.starts_at,
         case reply when 'not_coming' then lesson.would_be end,
         case reply when 'not_coming' then lesson.agreement_version end, false)::public.lesson_replies, lesson.slots);
  return json_build_object('success', true, 'lesson', (
    select n.entry from private.next_lessons(s.user_id, s.id, lesson.slot_id, lesson.slot_date) n));
end $function$;
grant execute to anon, authenticated, service_role;
