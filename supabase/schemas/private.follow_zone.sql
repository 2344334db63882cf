-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After the time zone changed: moves guests, openings, and replies to lessons that have begun and are not answered to the same local time in the new zone. Versions of the agreement that have begun, or were taken down, stay so.
CREATE OR REPLACE FUNCTION private.follow_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before constant text := coalesce(old.time_zone, 'America/Sao_Paulo');
  after  constant text := coalesce(new.time_zone, 'America/Sao_Paulo');
  today  constant date := (now() at time zone after)::date;
begin
  -- A version that has begun may have judged lessons: it must not become one that is still to begin, which a save
  -- replaces.
  update public.agreements a set starts_on = today
   where a.user_id = new.id and a.starts_on > today and a.starts_on <= (now() at time zone before)::date;
  -- Nor does one that was taken down judge again.
  update public.agreements a set ends_on = today - 1 where a.user_id = new.id and a.ends_on >= today;
  -- Replies keep their instant, so without this a taker who gave the place back would have it again, although it may be
  -- somebody else's by now.
  delete from public.occurrence_guests g
   where g.user_id = new.id and g.for_start > now() and g.source = 'opening'
     and exists (select from public.lesson_slots s
                  cross join lateral private.replies(new.id, s.id || s.replaces, g.slot_date, g.for_start) r
                  where s.user_id = new.id and (s.id = g.slot_id or s.replaces @> array[g.slot_id])
                    and r.student_id = g.student_id and r.reply = 'not_coming');
  update public.occurrence_guests g set for_start = g.for_start at time zone before at time zone after
   where g.user_id = new.id and g.for_start > now() - interval '30 days'
     and (g.for_start > now() or private.waits_for_answer(new.id, g.slot_id, g.slot_date, g.for_start))
     and not private.is_moved_to(new.id, g.slot_id, g.slot_date, g.for_start);
  -- Students tell anew, but nobody can tell of a lesson that has begun, in the old zone or in the new one.
  update public.lesson_replies r set for_start = r.for_start at time zone before at time zone after
   where r.user_id = new.id and r.for_start > now() - interval '30 days'
     and private.waits_for_answer(new.id, r.slot_id, r.slot_date,
                                  least(r.for_start, r.for_start at time zone before at time zone after))
     and not private.is_moved_to(new.id, r.slot_id, r.slot_date, r.for_start)
     and not exists (select from public.lesson_replies x
                      where x.user_id = r.user_id and x.slot_id = r.slot_id and x.slot_date = r.slot_date
                        and x.student_id = r.student_id
                        and x.told_by = r.told_by and x.for_start = r.for_start at time zone before at time zone after);
  update public.openings o set for_start = o.for_start at time zone before at time zone after,
                               -- A local time that summer time leaves out becomes an hour later, which may be after the
                               -- start.
                               closes_at = least(o.closes_at at time zone before at time zone after,
                                                 o.for_start at time zone before at time zone after)
   where o.user_id = new.id and o.for_start > now()
     and not private.is_moved_to(new.id, o.slot_id, o.slot_date, o.for_start);
  return null;
end $function$;
