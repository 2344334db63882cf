-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- All data of the caller at one moment, with check sums (balances, totals). PT401 not signed in.
CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET statement_timeout TO '60s'
AS $function$
declare
  me constant uuid := private.coach();
begin
  if not exists (select from public.profiles where id = me) then
    raise sqlstate 'PT401' using message = 'not_authenticated';
  end if;
  return jsonb_build_object(
    'format', 'voleio-export',
    'version', 1,
    'exported_at', now(),
    'profile', (select to_jsonb(p) - 'id' || jsonb_build_object('email', private.login_email())
                  from public.profiles p where p.id = me),
    'clubs', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.created_at, c.id), '[]')
                from public.clubs c where c.user_id = me),
    'students', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at, s.id), '[]')
                   from public.students s where s.user_id = me),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' order by p.purchase_date, p.created_at, p.id), '[]')
                   from public.packages p where p.user_id = me),
    'extensions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id'
                                             || jsonb_build_object('stands', private.extension_stands(e))
                                             order by e.created_at, e.id), '[]')
                     from public.package_extensions e where e.user_id = me),
    'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'user_id' order by y.paid_on, y.created_at, y.id), '[]')
                   from public.payments y where y.user_id = me),
    'recesses', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.first_day, r.id), '[]')
                   from public.recesses r where r.user_id = me),
    -- The address of the calendar is left out: it is a secret.
    'slots', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at, s.id), '[]')
                from public.lesson_slots s where s.user_id = me),
    'slot_students', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.slot_id, e.student_id), '[]')
                        from public.lesson_slot_students e where e.user_id = me),
    'slot_exceptions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.slot_id, e.slot_date), '[]')
                          from public.slot_exceptions e where e.user_id = me),
    'agreements', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by a.version), '[]')
                     from public.agreements a where a.user_id = me),
    'agreement_confirmations', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id'
                                                          order by c.student_id, c.version), '[]')
                                  from public.agreement_confirmations c where c.user_id = me),
    'lesson_replies', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id'
                                                 order by r.for_start, r.slot_id, r.slot_date, r.student_id,
                                                          r.told_by), '[]')
                         from public.lesson_replies r where r.user_id = me),
    'occurrence_guests', (select coalesce(jsonb_agg(to_jsonb(g) - 'user_id'
                                                    order by g.for_start, g.slot_id, g.slot_date, g.student_id), '[]')
                            from public.occurrence_guests g where g.user_id = me),
    'openings', (select coalesce(jsonb_agg(to_jsonb(o) - 'user_id' order by o.for_start, o.id), '[]')
                   from public.openings o where o.user_id = me),
    'opening_invites', (select coalesce(jsonb_agg(to_jsonb(i) - 'user_id' order by i.opening_id, i.student_id), '[]')
                          from public.opening_invites i where i.user_id = me),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.date, s.id), '[]')
                   from public.sessions s where s.user_id = me),
    'assignments', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id'
                                              order by s.date, a.session_id, a.student_id), '[]')
                      from public.session_package_assignments a
                      join public.sessions s on s.user_id = a.user_id and s.id = a.session_id where a.user_id = me),
    'feedbacks', (select coalesce(jsonb_agg(to_jsonb(f) - 'user_id' order by s.date, f.session_id, f.student_id), '[]')
                    from public.session_feedbacks f
                    join public.sessions s on s.user_id = f.user_id and s.id = f.session_id where f.user_id = me),
    'message_templates', (select coalesce(jsonb_agg(to_jsonb(m) - 'user_id' order by m.kind), '[]')
                            from public.message_templates m where m.user_id = me),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' order by n.opened_at, n.id), '[]')
                  from public.notices n where n.user_id = me),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'open_key' order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(private.as_told(l)) - 'user_id' order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me),
    'balances', private.balances(me),
    'totals', private.totals(me));
end $function$;
grant execute to authenticated;
