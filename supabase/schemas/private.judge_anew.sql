-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a save or an end: the version that now judges the lesson, if any, judges the replies that a version which never began had found late, and the notes that no version had judged.
CREATE OR REPLACE FUNCTION private.judge_anew(coach uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said  record;
  judge public.agreements;
begin
  for said in select r.*, n.holds_since from public.lesson_replies r
                left join lateral (
                  select y.holds_since from public.lesson_slots s
                   cross join lateral (select * from private.occurrence(coach, s.id, r.slot_date)) y
                   where s.user_id = coach and (s.id = r.slot_id or s.replaces @> array[r.slot_id])
                     and y.starts_at = r.for_start
                   limit 1) n on true
               where r.user_id = coach and r.for_start > now() and r.reply = 'not_coming'
                 and r.outcome is distinct from 'kept'
                 and not exists (select from public.agreements a
                                  where a.user_id = coach and a.version = r.agreement_version) loop
    judge := private.judging_version(coach, said.for_start);
    update public.lesson_replies r
       set agreement_version = judge.version,
           outcome = case when judge.version is null then null
                          when r.replied_at <= private.reply_deadline(r.for_start, said.holds_since,
                                                                      judge.notice_hours::integer) then 'kept'
                          else 'late' end
     where r.user_id = coach and r.slot_id = said.slot_id and r.slot_date = said.slot_date
       and r.student_id = said.student_id and r.told_by = said.told_by and r.for_start = said.for_start;
  end loop;
end $function$;
