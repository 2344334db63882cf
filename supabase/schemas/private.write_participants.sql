-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The students of one lesson of a plan and their feedback. PT409 stale_session: the plan takes somebody for charged or present who is not.
CREATE OR REPLACE FUNCTION private.write_participants(me uuid, lesson_id uuid, change jsonb, club_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  feedbacks constant jsonb := change -> 'feedbacks';
  unrated   constant jsonb := change -> 'remove_feedbacks';
begin
  -- A new lesson has nothing to be removed, and nobody who could know less than the lesson. Triggers of statements cost
  -- time, also when there are no rows.
  if change -> 'remove_students' <> '[]' then
    delete from public.session_package_assignments
     where user_id = me and session_id = lesson_id
       and student_id = any (array(select jsonb_array_elements_text(change -> 'remove_students')::uuid));
  end if;
  if change ->> 'op' = 'update' then
    delete from public.session_feedbacks f
     where f.user_id = me and f.session_id = lesson_id
       and f.student_id = any (array(select jsonb_array_elements_text(unrated)::uuid)
                               || array(select (a ->> 'student_id')::uuid from jsonb_array_elements(change -> 'assignments') a
                                         where a ->> 'attendance' <> 'present'));
  end if;

  -- Who stays excused is spared from the same package as before, if the plan does not say.
  insert into public.session_package_assignments as t (user_id, session_id, student_id, package_id, manually_assigned, attendance,
                                                       spared_package_id)
  select me, lesson_id, a.student_id, a.package_id, coalesce(a.manually_assigned, false), a.attendance,
         case when said ? 'spared_package_id' then a.spared_package_id
              when a.attendance = 'excused' and change ->> 'op' = 'update' then (
                select old.spared_package_id from public.session_package_assignments old
                 where old.user_id = me and old.session_id = lesson_id and old.student_id = a.student_id) end
    from jsonb_array_elements(change -> 'assignments') said
   cross join lateral jsonb_to_record(said) as a (student_id uuid, package_id uuid, manually_assigned boolean, attendance text,
                                                  spared_package_id uuid)
  on conflict (user_id, session_id, student_id) do update
     set package_id = excluded.package_id, manually_assigned = excluded.manually_assigned,
         attendance = excluded.attendance, spared_package_id = excluded.spared_package_id, assigned_at = now()
   where (t.package_id, t.manually_assigned, t.attendance, t.spared_package_id)
         is distinct from (excluded.package_id, excluded.manually_assigned, excluded.attendance, excluded.spared_package_id);

  if feedbacks = '[]' then return; end if;
  -- In a new lesson the plan itself says who is present, and the foreign key refuses the rest.
  if change ->> 'op' = 'update'
     and exists (select from jsonb_array_elements(feedbacks) f
                   join public.session_package_assignments t
                     on t.user_id = me and t.session_id = lesson_id and t.student_id = (f ->> 'student_id')::uuid
                  where t.attendance <> 'present') then
    raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
  end if;
  -- Private notes that the plan does not name stay.
  insert into public.session_feedbacks as t (user_id, session_id, student_id, rating, notes, private_notes, tags, club_id, created_at)
  select me, lesson_id, f.student_id, f.rating, f.notes,
         case when said ? 'private_notes' then f.private_notes else old.private_notes end, coalesce(f.tags, '{}'),
         case when f.club_id = any (club_ids) then f.club_id end, least(coalesce(f.created_at, now()), now())
    from jsonb_array_elements(feedbacks) said
   cross join lateral jsonb_to_record(said) as f (student_id uuid, rating smallint, notes text, private_notes text, tags text[],
                                                  club_id uuid, created_at timestamptz)
    left join public.session_feedbacks old
      on old.user_id = me and old.session_id = lesson_id and old.student_id = f.student_id
  on conflict (user_id, session_id, student_id, attendance) do update
     set rating = excluded.rating, notes = excluded.notes, private_notes = excluded.private_notes, tags = excluded.tags,
         club_id = excluded.club_id;
end $function$;
grant execute to authenticated, service_role;
