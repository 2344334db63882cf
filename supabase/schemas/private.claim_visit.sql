-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The student of a link, with the slot and the student locked, and the coach's rules and time zone as they are.
CREATE OR REPLACE FUNCTION private.claim_visit(link uuid, slot uuid)
 RETURNS students
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.students;
begin
  s := private.visitor(link);
  if s.id is null then return s; end if;
  -- Whoever closes the account locks it first, then its students.
  perform from public.profiles p where p.id = s.user_id for key share;
  if slot is not null then
    perform from public.lesson_slots l
      where l.user_id = s.user_id and (l.id = slot or l.replaces @> array[slot]) order by l.id for no key update;
  end if;
  perform from public.students st where st.user_id = s.user_id and st.id = s.id for no key update;
  -- Whoever publishes an agreement or changes the time zone judges and moves what is there: nothing may come meanwhile.
  perform from public.profiles p where p.id = s.user_id for share;
  return private.visitor(link);
end $function$;
