-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- What a student's seat in the lesson of an occurrence keeps: the reply 'not_coming', if it counts, and the agreement version that judges the lesson.
CREATE OR REPLACE FUNCTION private.told_of(coach uuid, slot uuid, on_day date, student uuid)
 RETURNS private.told
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  o    record;
  word public.lesson_replies;
  told private.told;
begin
  select * into o from private.occurrence(coach, slot, on_day);
  if not found then return told; end if;
  select * into word from private.replies(coach, o.slots, on_day, o.starts_at) r
   where r.student_id = student and r.reply = 'not_coming';
  if found then told := row (word.replied_at, word.for_start, word.told_by, word.outcome, null)::private.told; end if;
  -- An agreement that was taken down since no longer judges lessons of these days, but a reply keeps its outcome. Only
  -- the version that found a reply late can say why, so a late reply keeps that version.
  told.agreement_version :=
    case when word.outcome = 'late' then word.agreement_version
         else coalesce((private.judging_version(coach, o.starts_at)).version, word.agreement_version) end;
  return told;
end $function$;
