-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a version was replaced before it began: replies that it found late are judged by the one that judges their lesson now.
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
  for said in select r.* from public.lesson_replies r
               where r.user_id = coach and r.for_start > now() and r.outcome = 'late'
                 and not exists (select from public.agreements a where a.user_id = coach and a.version = r.agreement_version) loop
    judge := private.judging_version(coach, said.for_start);
    update public.lesson_replies r
       set agreement_version = judge.version,
           outcome = case when judge.version is null then null
                          when r.replied_at <= r.for_start - make_interval(hours => judge.notice_hours) then 'kept' else 'late' end
     where r.user_id = coach and r.slot_id = said.slot_id and r.slot_date = said.slot_date and r.student_id = said.student_id
       and r.told_by = said.told_by and r.for_start = said.for_start;
  end loop;
end $function$;
