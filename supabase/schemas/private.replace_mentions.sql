-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Replaces a student's name in the texts that private.mentions lists, where they may change and the new text fits. Answers how many texts changed, by place.
CREATE OR REPLACE FUNCTION private.replace_mentions(coach uuid, student uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  named constant text := private.name_pattern(coach, student);
  told jsonb := '{}';
  n    bigint;
begin
  update public.sessions s set notes = private.unnamed(s.notes, named, 2000)
   where s.user_id = coach and s.notes is distinct from private.unnamed(s.notes, named, 2000)
     and exists (select from public.session_package_assignments a
                  where a.user_id = coach and a.session_id = s.id and a.student_id = student)
     and not exists (select from public.session_package_assignments a
                       join public.students o on o.user_id = a.user_id and o.id = a.student_id
                      where a.user_id = coach and a.session_id = s.id and o.anonymized_at is not null);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('group', n);
  update public.sessions s set notes = private.unnamed(s.notes, named, 2000)
   where s.user_id = coach and s.notes is distinct from private.unnamed(s.notes, named, 2000)
     and not exists (select from public.session_package_assignments a
                      where a.user_id = coach and a.session_id = s.id and a.student_id = student)
     and not exists (select from public.session_package_assignments a
                       join public.students o on o.user_id = a.user_id and o.id = a.student_id
                      where a.user_id = coach and a.session_id = s.id and o.anonymized_at is not null);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('lesson', n);
  update public.session_feedbacks f
     set notes = private.unnamed(f.notes, named, 2000), private_notes = private.unnamed(f.private_notes, named, 2000)
   where f.user_id = coach and f.student_id <> student
     and (f.notes, f.private_notes)
         is distinct from (private.unnamed(f.notes, named, 2000), private.unnamed(f.private_notes, named, 2000));
  get diagnostics n = row_count;
  told := told || jsonb_build_object('feedback', n);
  update public.package_extensions e set reason = private.unnamed(e.reason, named, 200)
   where e.user_id = coach and e.student_id <> student and e.reason <> private.unnamed(e.reason, named, 200);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('extension', n);
  update public.packages p set name = private.unnamed(p.name, named, 120)
   where p.user_id = coach and p.student_id <> student and p.name <> private.unnamed(p.name, named, 120);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('package', n);
  update public.payments y set payer_name = private.unnamed(y.payer_name, named, 100)
   where y.user_id = coach and y.student_id <> student and y.payer_name <> private.unnamed(y.payer_name, named, 100);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('payer', n);
  update public.payments y set note = private.unnamed(y.note, named, 200)
   where y.user_id = coach and y.student_id <> student and y.note <> private.unnamed(y.note, named, 200);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('payment', n);
  update public.students o set notes = private.unnamed(o.notes, named, 500)
   where o.user_id = coach and o.id <> student and o.notes <> private.unnamed(o.notes, named, 500);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('student', n);
  update public.message_templates m set body = private.unnamed(m.body, named, 1000)
   where m.user_id = coach and m.body <> private.unnamed(m.body, named, 1000);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('template', n);
  return (select coalesce(jsonb_object_agg(place, count), '{}')
            from jsonb_each(told) as t (place, count) where count <> '0');
end $function$;
