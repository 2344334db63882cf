-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The student of a link. Locks the slot and the student, and keeps the coach's agreement and time zone from changing.
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
  -- Closing the account locks the coach first, then the students.
  perform from public.profiles p where p.id = s.user_id for key share;
  if slot is not null then
    perform from public.lesson_slots l
      where l.user_id = s.user_id and (l.id = slot or l.replaces @> array[slot]) order by l.id for no key update;
  end if;
  perform from public.students st where st.user_id = s.user_id and st.id = s.id for no key update;
  -- Publishing an agreement judges replies anew, and a new time zone moves guests and openings: no new ones may be
  -- written meanwhile.
  perform from public.profiles p where p.id = s.user_id for share;
  return private.visitor(link);
end $function$;
