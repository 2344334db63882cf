-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Applies an AlertPlan {raise, end} of the caller. Idempotent. PT401 not signed in, PT400 malformed.
CREATE OR REPLACE FUNCTION public.apply_alert_plan(plan jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  to_raise constant jsonb := private.part(plan -> 'raise', '[]');
  to_end   constant jsonb := private.part(plan -> 'end', '[]');
  end_keys    text[];
  keys        text[];
  lesson_ids  uuid[];
  package_ids uuid[];
  student_ids uuid[];
  key         text;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  end_keys := array(select jsonb_array_elements_text(to_end));
  keys := end_keys || array(select r ->> 'dedupe_key' from jsonb_array_elements(to_raise) r);
  if keys = '{}' then return; end if;
  -- Closing the account locks the coach before what the alerts refer to.
  perform from public.profiles where id = me for key share;

  -- Locks what the alerts refer to against deletion, in the lock order of every writer: lessons, packages, students,
  -- and alerts last. An alert about something deleted or anonymised is not raised: a plan that was made earlier would
  -- bring the student's name back.
  select array_agg(x.session_id), array_agg(x.package_id), array_agg(x.student_id)
    into lesson_ids, package_ids, student_ids
    from (select a.session_id, a.package_id, a.student_id
            from unnest(keys) k
           cross join lateral (select * from public.alerts x where x.user_id = me and x.open_key = k offset 0) a
          union all
          select r.session_id, r.package_id, r.student_id
            from jsonb_to_recordset(to_raise) as r (session_id uuid, package_id uuid, student_id uuid)) x;
  with locked as (select id from public.sessions where user_id = me and id = any (lesson_ids) order by id for key share)
  select array_agg(id) into lesson_ids from locked;
  with locked as (select id from public.packages
                   where user_id = me and id = any (package_ids) order by id for key share)
  select array_agg(id) into package_ids from locked;
  with locked as (select id from public.students
                   where user_id = me and id = any (student_ids) and anonymized_at is null order by id for key share)
  select array_agg(id) into student_ids from locked;

  perform from (select distinct k from unnest(keys) k order by k) k
    cross join lateral (select from public.alerts where user_id = me and open_key = k.k for no key update) a;
  foreach key in array end_keys loop
    update public.alerts set resolved = true, ended = true where user_id = me and open_key = key;
  end loop;

  -- An open alert follows the facts; one that the coach closed stays closed.
  insert into public.alerts as a
         (user_id, type, priority, student_id, session_id, package_id, student_name, message, facts, dedupe_key)
  select me, r.type, r.priority, r.student_id, r.session_id, r.package_id, r.student_name, r.message,
         coalesce(r.facts, '{}'), r.dedupe_key
    from jsonb_to_recordset(to_raise) as r (type text, priority text, student_id uuid, session_id uuid, package_id uuid,
                                            student_name text, message text, facts jsonb, dedupe_key text)
   where (r.session_id is null or r.session_id = any (lesson_ids))
     and (r.package_id is null or r.package_id = any (package_ids))
     and (r.student_id is null or r.student_id = any (student_ids))
   order by r.dedupe_key
  on conflict (user_id, open_key) do update
     set priority = excluded.priority, student_name = excluded.student_name, message = excluded.message,
         facts = excluded.facts
   where (a.priority, a.student_name, a.message, a.facts)
         is distinct from (excluded.priority, excluded.student_name, excluded.message, excluded.facts);
end $function$;
grant execute to authenticated, service_role;
