-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes the extensions of a plan of the caller: deletes those by hand or by a recess whose ids are `taken_back`, deletes `dormant` ones that stand again or that the plan gives anew, and inserts the `added` rows. PT410 student_anonymized: days by hand of such a student stay.
CREATE OR REPLACE FUNCTION private.write_extensions(added jsonb, taken_back jsonb, dormant uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.coach();
begin
  delete from public.package_extensions
   where user_id = me and id = any (array(select jsonb_array_elements_text(taken_back)::uuid))
     and session_id is null and slot_id is null and not kept;
  if exists (select from public.package_extensions
              where user_id = me and id = any (array(select jsonb_array_elements_text(taken_back)::uuid))
                and session_id is null and slot_id is null and batch_id is null) then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = taken_back::text;
  end if;
  -- A cause that stands again gives the days chosen now, not those chosen when it stood before.
  delete from public.package_extensions e
   where e.user_id = me and e.id = any (dormant)
     and (private.extension_stands(e)
          or exists (select from jsonb_to_recordset(added) as a (package_id uuid, session_id uuid)
                      where a.package_id = e.package_id and a.session_id = e.session_id));
  insert into public.package_extensions (id, user_id, student_id, package_id, days, reason, batch_id, session_id,
                                         slot_id, slot_date, day, kept)
  select coalesce(a.id, gen_random_uuid()), me, a.student_id, a.package_id, a.days, a.reason, a.batch_id, a.session_id,
         a.slot_id, a.slot_date, a.day,
         -- Kept, if the plan has just deleted the lesson.
         a.session_id is not null
           and not exists (select from public.sessions s where s.user_id = me and s.id = a.session_id)
    from jsonb_to_recordset(added) as a (id uuid, student_id uuid, package_id uuid, days integer, reason text,
                                         batch_id uuid, session_id uuid, slot_id uuid, slot_date date, day date)
  on conflict do nothing;
end $function$;
grant execute to authenticated, service_role;
