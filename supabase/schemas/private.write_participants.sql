-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes the students of one lesson of a plan and their feedback. PT409 stale_session: the plan has feedback for a student who is not present.
CREATE OR REPLACE FUNCTION private.write_participants(me uuid, lesson_id uuid, change jsonb, club_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  participants constant jsonb := change -> 'participants';
begin
  -- Each statement only where a plan needs it, because statement triggers cost time even without rows. A new lesson has
  -- nothing to remove, and no device can have changed it meanwhile.
  if change -> 'remove_students' <> '[]' then
    delete from public.session_package_assignments
     where user_id = me and session_id = lesson_id
       and student_id = any (array(select jsonb_array_elements_text(change -> 'remove_students')::uuid));
  end if;
  if change ->> 'op' = 'update' then
    delete from public.session_feedbacks f
     where f.user_id = me and f.session_id = lesson_id
       and f.student_id = any (array(select (p ->> 'student_id')::uuid from jsonb_array_elements(participants) p
                                      where p -> 'feedback' = 'null' or p ->> 'attendance' <> 'present'));
  end if;

  -- A student who stays excused keeps the spared package, unless the plan names one.
  insert into public.session_package_assignments as t (user_id, session_id, student_id, package_id, manually_assigned,
                                                       attendance, spared_package_id)
  select me, lesson_id, p.student_id, p.package_id, coalesce(p.manually_assigned, false), p.attendance,
         case when said ? 'spared_package_id' then p.spared_package_id
              when p.attendance = 'excused' and change ->> 'op' = 'update' then (
                select old.spared_package_id from public.session_package_assignments old
                 where old.user_id = me and old.session_id = lesson_id and old.student_id = p.student_id) end
    from jsonb_array_elements(participants) said
   cross join lateral jsonb_to_record(said) as p (student_id uuid, package_id uuid, manually_assigned boolean,
                                                  attendance text, spared_package_id uuid)
   where p.attendance is not null
  on conflict (user_id, session_id, student_id) do update
     set package_id = excluded.package_id, manually_assigned = excluded.manually_assigned,
         attendance = excluded.attendance, spared_package_id = excluded.spared_package_id, assigned_at = now()
   where (t.package_id, t.manually_assigned, t.attendance, t.spared_package_id)
         is distinct from
         (excluded.package_id, excluded.manually_assigned, excluded.attendance, excluded.spared_package_id);

  if not jsonb_path_exists(participants, '$[*] ? (@.feedback != null)') then return; end if;
  -- In a new lesson the plan itself says who is present, and the foreign key refuses any other feedback.
  if change ->> 'op' = 'update'
     and exists (select from jsonb_to_recordset(participants) as p (student_id uuid, feedback jsonb)
                   join public.session_package_assignments t
                     on t.user_id = me and t.session_id = lesson_id and t.student_id = p.student_id
                  where p.feedback is not null and t.attendance <> 'present') then
    raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
  end if;
  -- Private notes stay as they are if the plan leaves them out.
  insert into public.session_feedbacks as t (user_id, session_id, student_id, rating, notes, private_notes, tags,
                                             club_id, created_at)
  select me, lesson_id, p.student_id, f.rating, f.notes,
         case when p.feedback ? 'private_notes' then f.private_notes else old.private_notes end, coalesce(f.tags, '{}'),
         case when f.club_id = any (club_ids) then f.club_id end, least(coalesce(f.created_at, now()), now())
    from jsonb_to_recordset(participants) as p (student_id uuid, feedback jsonb)
   cross join lateral jsonb_to_record(p.feedback) as f (rating smallint, notes text, private_notes text, tags text[],
                                                        club_id uuid, created_at timestamptz)
    left join public.session_feedbacks old
      on old.user_id = me and old.session_id = lesson_id and old.student_id = p.student_id
   where p.feedback is not null
  on conflict (user_id, session_id, student_id, attendance) do update
     set rating = excluded.rating, notes = excluded.notes, private_notes = excluded.private_notes, tags = excluded.tags,
         club_id = excluded.club_id;
end $function$;
grant execute to authenticated, service_role;
