-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes a student's reply or a coach's note in the place of the earlier one; with a null `reply` only deletes that, if it was told at `replied_at`, or whenever it was if that is now.
CREATE OR REPLACE FUNCTION private.put_reply(said lesson_replies, slots uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  said.came_back := said.told_by = 'student'
    and exists (select from private.replies(said.user_id, slots, said.slot_date, said.for_start) r
                  join public.profiles p on p.id = said.user_id
                 where r.student_id = said.student_id
                   and (r.came_back
                        or r.reply = 'not_coming' and (r.told_by = 'coach' or r.replied_at <= p.replies_seen_at)));
  -- Also replies to the slots that this one replaced.
  delete from public.lesson_replies r
   where r.user_id = said.user_id and r.slot_id = any (slots) and r.slot_date = said.slot_date
     and r.student_id = said.student_id and r.for_start = said.for_start
     -- What was said since, of whatever hour, is not taken back by who has not read it.
     and (r.told_by = said.told_by
          and (said.reply is not null or r.replied_at = said.replied_at or said.replied_at >= now())
          -- A student who comes after all takes back the coach's note too.
          or (said.told_by = 'student' and said.reply = 'coming' and r.reply = 'not_coming'));
  if said.reply is not null then insert into public.lesson_replies select said.*; end if;
end $function$;
