import type { Outcome, Outcomes, Verb } from './tenants'

/** No privilege, or no policy allows the row. */
export const REFUSED = '42501'
const NOTHING = { select: REFUSED, insert: REFUSED, update: REFUSED, delete: REFUSED }

/** A coach reads and writes own rows; another coach finds none; a visitor is refused. */
function own(overrides: Partial<Record<Verb, Outcome>> = {}): Outcomes {
  const owner: Record<Verb, Outcome> = { select: 1, insert: 1, update: 1, delete: 1, ...overrides }
  const other: Record<string, Outcome> = { insert: REFUSED }
  for (const verb of ['select', 'update', 'delete'] as const)
    other[verb] = owner[verb] === REFUSED ? REFUSED : 0
  return { owner, other, anon: NOTHING }
}

/** What each actor can do with the owner's row, by table: affected rows, or the SQLSTATE. */
export const EXPECTED: Record<string, Outcomes> = {
  'public.profiles': own({ insert: REFUSED, delete: REFUSED }),
  'public.students': own({ delete: REFUSED }),
  'public.student_links': { owner: NOTHING, other: NOTHING, anon: NOTHING },
  'public.packages': own(),
  'public.clubs': own(),
  'public.sessions': own(),
  'public.session_package_assignments': own(),
  'public.session_feedbacks': own(),
  'public.package_extensions': own({ update: REFUSED }),
  'public.payments': own({ update: REFUSED }),
  'public.alerts': own(),
  'public.credit_ledger': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.coach_totals': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.coach_days': own({ insert: REFUSED, update: REFUSED, delete: REFUSED }),
  'public.racketleads': {
    owner: { ...NOTHING, insert: 1 },
    other: { ...NOTHING, insert: 1 },
    anon: { ...NOTHING, insert: 1 },
  },
  'private.applied_ops': own({ update: REFUSED, delete: REFUSED }),
  'private.lead_attempts': { owner: NOTHING, other: NOTHING, anon: NOTHING },
}

/** All table grants of the two roles of the API. */
export const GRANTS = [
  'anon insert public.racketleads (country, email, heard_from, id, language, name, phone, sports)',
  'authenticated delete public.alerts',
  'authenticated delete public.clubs',
  'authenticated delete public.package_extensions',
  'authenticated delete public.packages',
  'authenticated delete public.payments',
  'authenticated delete public.session_feedbacks',
  'authenticated delete public.session_package_assignments',
  'authenticated delete public.sessions',
  'authenticated insert private.applied_ops (op_id, user_id)',
  'authenticated insert public.alerts (dedupe_key, facts, id, message, package_id, priority, session_id, student_id, student_name, type, user_id)',
  'authenticated insert public.clubs (address, id, is_default, name, phone, user_id)',
  'authenticated insert public.package_extensions (batch_id, day, days, id, package_id, reason, session_id, student_id, user_id)',
  'authenticated insert public.packages (expiry_date, id, name, payment_date, price, purchase_date, student_id, total_classes, user_id, validity_days)',
  'authenticated insert public.payments (amount, id, kind, method, note, own, package_id, paid_on, payer_name, student_id, user_id)',
  'authenticated insert public.racketleads (country, email, heard_from, id, language, name, phone, sports)',
  'authenticated insert public.session_feedbacks (club_id, created_at, notes, rating, session_id, student_id, tags, user_id)',
  'authenticated insert public.session_package_assignments (attendance, manually_assigned, package_id, session_id, student_id, user_id)',
  'authenticated insert public.sessions (cancelled_reason, created_at, date, day, id, notes, teacher, user_id)',
  'authenticated insert public.students (classe, email, gender, id, name, notes, phone, status, type, user_id)',
  'authenticated select private.applied_ops',
  'authenticated select public.alerts',
  'authenticated select public.clubs',
  'authenticated select public.coach_days',
  'authenticated select public.coach_totals',
  'authenticated select public.credit_ledger',
  'authenticated select public.package_extensions',
  'authenticated select public.packages',
  'authenticated select public.payments',
  'authenticated select public.profiles',
  'authenticated select public.session_feedbacks',
  'authenticated select public.session_package_assignments',
  'authenticated select public.sessions',
  'authenticated select public.students',
  'authenticated update public.alerts (ended, facts, message, priority, resolved, student_name)',
  'authenticated update public.clubs (address, is_default, name, phone)',
  'authenticated update public.packages (expiry_date, name, payment_date, price, purchase_date, total_classes, validity_days)',
  'authenticated update public.profiles (cancel_extension_days, main_sport, name, package_order, phone)',
  'authenticated update public.session_feedbacks (club_id, notes, rating, tags)',
  'authenticated update public.session_package_assignments (assigned_at, attendance, manually_assigned, package_id)',
  'authenticated update public.sessions (cancelled_reason, date, day, notes, teacher)',
  'authenticated update public.students (classe, email, gender, name, notes, phone, status, type)',
]

/** Functions for coaches only; servers have no reason to call them. */
const RIGHTS_FUNCTIONS = [
  'public.anonymize_student(student_uuid uuid, erase_group_notes boolean)',
  'public.delete_my_account()',
  'public.delete_student(student_uuid uuid, erase_group_notes boolean)',
  'public.export_my_data()',
  'public.export_student_data(student_uuid uuid)',
  'public.import_my_data(document jsonb, op_id uuid)',
  'public.preview_student_removal(student_uuid uuid)',
]

const COACH_FUNCTIONS = [
  'public.apply_alert_plan(plan jsonb)',
  'public.apply_session_plan(plan jsonb)',
  'public.get_credit_facts(student_ids uuid[], session_id uuid, session_ids uuid[])',
  'public.get_credit_statement(student_uuid uuid, package_uuid uuid, today date, since timestamp with time zone, until timestamp with time zone, before bigint, page_size integer)',
  'public.get_dashboard_charts(week_starts timestamp with time zone[], month_starts timestamp with time zone[], month_days date[])',
  'public.get_dashboard_stats(day_start timestamp with time zone, day_end timestamp with time zone, month_start date)',
  'public.get_server_time()',
  'public.get_sessions_page(page integer, page_size integer, since timestamp with time zone, until timestamp with time zone, unassigned_only boolean, cancelled_only boolean)',
  'public.get_student_public_data(student_uuid uuid)',
  'public.get_student_sessions_page(student_uuid uuid, page integer, page_size integer, with_feedback boolean)',
  'public.get_student_summary(student_uuid uuid)',
  'public.sell_package(sale jsonb)',
]

/** The functions that each role may call. */
export const CALLABLE = {
  anon: ['private.student_public_data(link uuid)', 'public.get_student_public_data(student_uuid uuid)'],
  authenticated: [
    'private.adjust_package(change jsonb)',
    'private.anonymize_student(student uuid, erase_group_notes boolean)',
    'private.apply_credit_plan(plan jsonb)',
    'private.balances(coach uuid)',
    'private.coach()',
    'private.delete_my_account()',
    'private.delete_student(student uuid, erase_group_notes boolean)',
    'private.fallback_day(date timestamp with time zone)',
    'private.import_my_data(document jsonb, op_id uuid)',
    'private.lessons_per_period(since timestamp with time zone[], until timestamp with time zone[])',
    'private.login_email()',
    'private.removal_preview(coach uuid, student uuid)',
    'private.session_details(ids uuid[])',
    'private.session_facts(coach uuid, lesson uuid)',
    'private.student_public_data(link uuid)',
    'private.totals(coach uuid)',
    'private.write_participants(me uuid, lesson_id uuid, change jsonb, club_ids uuid[])',
    ...[...COACH_FUNCTIONS, ...RIGHTS_FUNCTIONS].toSorted(),
  ],
  service_role: [
    'private.adjust_package(change jsonb)',
    'private.apply_credit_plan(plan jsonb)',
    'private.coach()',
    'private.fallback_day(date timestamp with time zone)',
    'private.lessons_per_period(since timestamp with time zone[], until timestamp with time zone[])',
    'private.session_details(ids uuid[])',
    'private.session_facts(coach uuid, lesson uuid)',
    'private.student_public_data(link uuid)',
    'private.write_participants(me uuid, lesson_id uuid, change jsonb, club_ids uuid[])',
    ...COACH_FUNCTIONS,
  ],
}
