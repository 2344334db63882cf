-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Texts that contain the first name of a student: in other students' records, lessons with others, clubs, agreements and messages. At most 100.
CREATE OR REPLACE FUNCTION private.mentions(coach uuid, student uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with who as materialized (select private.name_pattern(coach, student) as pattern),
  said as (
    select 'payer' as place, y.student_id as about, y.payer_name as body from public.payments y where y.user_id = coach
    union all
    select 'payment', y.student_id, y.note from public.payments y where y.user_id = coach
    union all
    select 'feedback', f.student_id, concat_ws(' / ', f.notes, f.private_notes)
      from public.session_feedbacks f where f.user_id = coach
    union all
    select 'student', o.id, o.notes from public.students o where o.user_id = coach
    union all
    select 'extension', e.student_id, e.reason from public.package_extensions e where e.user_id = coach
    union all
    select 'statement', l.student_id, l.reason from public.credit_ledger l where l.user_id = coach
    union all
    -- Distinct, because many lines name one package.
    select distinct 'statement', l.student_id, l.package_name from public.credit_ledger l where l.user_id = coach
    union all
    select 'package', p.student_id, p.name from public.packages p where p.user_id = coach
    union all
    select 'club', null, concat_ws(' / ', c.name, c.address) from public.clubs c where c.user_id = coach
    union all
    select distinct 'agreement', null::uuid, a.note from public.agreements a where a.user_id = coach
    union all
    select 'template', null, m.body from public.message_templates m where m.user_id = coach
    union all
    select case when a.student_id is null then 'lesson' else 'group' end, null, l.notes
      from public.sessions l
      left join public.session_package_assignments a
        on a.user_id = coach and a.session_id = l.id and a.student_id = student
     where l.user_id = coach and l.notes is not null and (a.student_id is null or l.student_count > 1))
  select coalesce(jsonb_agg(jsonb_build_object('place', m.place, 'about', m.name, 'text', m.body)
                            order by m.place, m.name, m.body), '[]')
    from (select t.place, o.name, t.body
            from said t cross join who left join public.students o on o.user_id = coach and o.id = t.about
           where t.body ~* who.pattern and t.about is distinct from student
           -- Notes of group lessons last: the coach may erase them all, and they must not hide another record.
           order by t.place = 'group', t.place, o.name, t.body limit 100) m
$function$;
grant execute to authenticated;
