-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Clears everything that identifies a student, and all text about them but the notes of lessons. Figures stay.
CREATE OR REPLACE FUNCTION private.clear_personal_data(coach uuid, student uuid, since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  update public.packages set name = 'Pacote' where user_id = coach and student_id = student and name <> 'Pacote';
  -- Also rows without text: whoever writes some at this moment waits for the row and is then refused.
  update public.session_feedbacks set notes = null, private_notes = null, tags = '{}'
   where user_id = coach and student_id = student;
  update public.credit_ledger set package_name = null, reason = null
   where user_id = coach and student_id = student and (package_name is not null or reason is not null);
  -- Extensions that stand stay, whatever becomes of their cause. Otherwise correcting a lesson with other students
  -- would change this student's package, and be refused.
  delete from public.package_extensions e
   where e.user_id = coach and e.student_id = student and not private.extension_stands(e);
  update public.package_extensions set reason = 'Extensão', kept = true
   where user_id = coach and student_id = student and (reason <> 'Extensão' or not kept);
  update public.payments set payer_name = null, note = null
   where user_id = coach and student_id = student and (payer_name is not null or note is not null);
  delete from public.agreement_confirmations where user_id = coach and student_id = student;
  -- What the seats of lessons keep of the replies stays, as figures do.
  delete from public.lesson_replies where user_id = coach and student_id = student;
  delete from public.occurrence_guests where user_id = coach and student_id = student;
  delete from public.opening_invites where user_id = coach and student_id = student;
  delete from public.notices where user_id = coach and student_id = student;
  delete from public.alerts where user_id = coach and student_id = student;
  delete from public.lesson_slot_students where user_id = coach and student_id = student;
  -- Last: from now on triggers refuse every write.
  update public.students
     set name = 'Aluno anonimizado', email = null, phone = '', notes = null, gender = 'male', type = 'occasional',
         classe = '7-classe', status = 'inactive', anonymized_at = since
   where user_id = coach and id = student;
end $function$;
