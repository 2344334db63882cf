-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Refuses a new lesson that may be one entered twice: another lesson of the agenda's same day, at most 120 minutes away, has one of its students, and only one of the two is from the agenda. PT409 lesson_beside, unless the plan names the other lesson in `beside`. Called with the students locked, so that the second of two devices sees the lesson of the first one.
CREATE OR REPLACE FUNCTION private.refuse_lesson_beside(me uuid, lessons jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone     constant text := private.coach_time_zone(me);
  found_id uuid;
begin
  select x.id into found_id
    from jsonb_array_elements(lessons) l
   cross join lateral (select (l -> 'session' ->> 'date')::timestamptz as date) n
   cross join lateral (select * from public.sessions y
                        where y.user_id = me
                          and y.date between n.date - interval '120 minutes' and n.date + interval '120 minutes'
                       offset 0) x
   where l ->> 'op' = 'create' and l -> 'session' ? 'beside' and x.id <> (l -> 'session' ->> 'id')::uuid
     -- In the agenda's zone: the device that entered one of the two may have been in another.
     and (x.date at time zone zone)::date = (n.date at time zone zone)::date and x.cancelled_reason is null
     and (x.slot_id is null) <> (l -> 'session' ->> 'slot_id' is null)
     and not l -> 'session' -> 'beside' ? x.id::text
     and exists (select from jsonb_array_elements(l -> 'participants') a
                   join public.session_package_assignments t
                     on t.user_id = me and t.session_id = x.id and t.student_id = (a ->> 'student_id')::uuid)
   limit 1;
  if found_id is not null then
    raise sqlstate 'PT409' using message = 'lesson_beside', detail = found_id::text;
  end if;
end $function$;
grant execute to authenticated, service_role;
