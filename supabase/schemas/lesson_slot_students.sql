-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Who is expected at a slot.
create table lesson_slot_students (
  user_id uuid default auth.uid() not null,
  slot_id uuid not null,
  student_id uuid not null,
  constraint lesson_slot_students_pkey PRIMARY KEY (user_id, slot_id, student_id),
  constraint lesson_slot_students_slot_fkey FOREIGN KEY (user_id, slot_id) REFERENCES lesson_slots(user_id, id) ON DELETE CASCADE,
  constraint lesson_slot_students_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE
);
CREATE INDEX lesson_slot_students_student_idx ON public.lesson_slot_students USING btree (user_id, student_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert, select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER require_account BEFORE INSERT ON public.lesson_slot_students FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.lesson_slot_students REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
