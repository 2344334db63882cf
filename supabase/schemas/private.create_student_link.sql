-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a student is inserted: writes the first public link, which is the student's id, or a fresh one if that id is or was a link.
CREATE OR REPLACE FUNCTION private.create_student_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fresh uuid;
begin
  -- Waits for a transaction that takes or removes the same link at this moment. What that transaction left in
  -- private.used_links is read by a second statement: the snapshot of the first one does not have it.
  insert into public.student_links (link, user_id, student_id) values (new.id, new.user_id, new.id)
  on conflict (link) do nothing;
  if found and not exists (select from private.used_links u where u.hash = private.link_hash(new.id)) then
    return null;
  end if;
  fresh := gen_random_uuid();
  delete from public.student_links l where l.link = new.id and l.user_id = new.user_id and l.student_id = new.id;
  insert into public.student_links (link, user_id, student_id) values (fresh, new.user_id, new.id);
  update public.students s set link = fresh where s.user_id = new.user_id and s.id = new.id;
  return null;
end $function$;
