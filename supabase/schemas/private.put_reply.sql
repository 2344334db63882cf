-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes the word of a student or a coach's note, in the place of what was there; without `reply` takes it back.
CREATE OR REPLACE FUNCTION private.put_reply(said lesson_replies, slots uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Also those to the slots whose place this one took.
  delete from public.lesson_replies r
   where r.user_id = said.user_id and r.slot_id = any (slots) and r.slot_date = said.slot_date and r.student_id = said.student_id
     and r.for_start = said.for_start
     and (r.told_by = said.told_by
          -- Who comes after all takes back what the coach noted.
          or (said.told_by = 'student' and said.reply = 'coming' and r.reply = 'not_coming'));
  if said.reply is not null then insert into public.lesson_replies select said.*; end if;
end $function$;
