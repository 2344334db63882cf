-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks the lessons of a plan that exist, by id, and answers the ids of lessons to delete that another device had deleted already. PT409 stale_session, agenda_changed, PT404 session_not_found, and what private.check_link refuses.
CREATE OR REPLACE FUNCTION private.claim_lessons(me uuid, lessons jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change    jsonb;
  lesson_id uuid;
  lesson    public.sessions;
  already_deleted uuid[] := '{}';
begin
  for change in
    select l from jsonb_array_elements(lessons) l where l ->> 'op' <> 'create' order by (l -> 'session' ->> 'id')::uuid
  loop
    lesson_id := change -> 'session' ->> 'id';
    select * into lesson from public.sessions where user_id = me and id = lesson_id for update;
    if lesson.id is null and change ->> 'op' = 'update' then
      raise sqlstate 'PT404' using message = 'session_not_found', detail = lesson_id::text;
    end if;
    if lesson.id is null then already_deleted := already_deleted || lesson_id;
    elsif lesson.version is distinct from (change ->> 'expected_version')::bigint then
      raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
    elsif change ->> 'op' = 'update' and change -> 'session' ->> 'slot_id' is not null then
      perform private.check_link(me, lesson, (change -> 'session' ->> 'slot_id')::uuid,
                                 (change -> 'session' ->> 'slot_date')::date);
      if private.has_moved(me, change -> 'session') then
        raise sqlstate 'PT409' using message = 'agenda_changed', detail = change -> 'session' ->> 'slot_id';
      end if;
    end if;
  end loop;
  return already_deleted;
end $function$;
grant execute to authenticated, service_role;
