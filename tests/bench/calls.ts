import { randomUUID } from 'node:crypto'
import { unassignedDraft } from '@/alerts/rules'
import { dayBounds, monthStart, toLocalDate } from '@/core/dates'
import { chartPeriods } from '@/dashboard/rules'
import { wholePlan } from '../support/flat-plan'
import { assignmentRow, feedbackRow, planOf } from '../support/world/values'

/** One request of a screen, as the SQL that the API generates. */
export interface Call {
  screen: string
  name: string
  sql: string
  /** The call writes; the writes are rolled back. */
  writes?: true
  /** Why the call may read more for a coach with a longer history. Without a reason it must not. */
  grows?: 'students' | 'own lessons' | 'slots' | 'open alerts' | 'middle' | 'counted range'
}

/** The rows that a coach's calls refer to. */
export interface Subject {
  coach: string
  lessons: number
  /** A student of the coach, with the credit version that a plan must name. */
  student: { id: string; credits_version: number }
}

const PAGE_SIZE = 5
const text = (value: string | null) => (value === null ? 'null' : `'${value}'`)
const list = (values: string[], type: string) => `'{${values.join(',')}}'::${type}[]`

/** A list as PostgREST queries it, with nested rows by lateral joins. */
function rows(table: string, { where, order, limit, nested = '' }: Record<string, string>): string {
  return `with source as (
      select t.*${nested && ', nested.value as nested'} from public.${table} t
      ${nested && `left join lateral (select json_agg(n) as value from (${nested}) n) nested on true`}
      where ${where} order by ${order} ${limit ? `limit ${limit}` : ''})
    select count(r), coalesce(json_agg(r), '[]')::text from (select * from source) r`
}

const call = (fn: string, ...values: string[]) => `select to_json(public.${fn}(${values.join(', ')}))::text`

/** The request that a visitor's browser sends for a student's page. */
export const publicPage = (link: string): Call => ({
  screen: 'Public page',
  name: 'student',
  sql: call('get_student_public_data', text(link)),
  grows: 'own lessons',
})

/** Every request of every screen under /app, for the coach at `now`. */
export function callsOf({ coach, lessons, student }: Subject, now: Date): Call[] {
  const day = dayBounds(now)
  const periods = chartPeriods(now)
  const mine = `t.user_id = '${coach}'`
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  const page = (number: number, since: string | null = null, unassigned = false, cancelled = false) =>
    call(
      'get_sessions_page',
      `${number}`,
      `${PAGE_SIZE}`,
      text(since),
      'null',
      `${unassigned}`,
      `${cancelled}`,
    )
  const last = Math.ceil(lessons / PAGE_SIZE)
  const ofStudent = (number: number, withFeedback: boolean) =>
    call('get_student_sessions_page', text(student.id), `${number}`, '9', `${withFeedback}`)
  const statement = (...period: string[]) =>
    call(
      'get_credit_statement',
      text(student.id),
      [`today => '${toLocalDate(now)}'`, 'page_size => 10', ...period].join(', '),
    )
  const students = rows('students', {
    where: mine,
    order: 't.name, t.id',
    limit: '1000',
    nested: `select p.id, p.name, p.remaining_classes, p.purchase_date, p.expiry_date from public.packages p
              where p.user_id = t.user_id and p.student_id = t.id and p.remaining_classes > 0`,
  })
  const alerts = (limit: string) =>
    rows('alerts', { where: `${mine} and not t.resolved`, order: 't.created_at desc, t.id', limit })
  const inDays = (days: number) => `'${toLocalDate(new Date(now.getTime() + days * 86_400_000))}'`
  const lesson = randomUUID()
  const plan = wholePlan(
    planOf({
      session: { id: lesson, teacher: 'Ana Ribeiro' },
      based_on: [{ student_id: student.id, version: student.credits_version }],
      assignments: [assignmentRow(student.id)],
      feedbacks: [feedbackRow(student.id)],
      alerts: {
        raise: [unassignedDraft({ id: lesson, day: toLocalDate(now) }, { id: student.id, name: 'Aluno' })],
        end: [],
      },
    }),
  )
  // The newest package with credits, as the rules would choose it.
  const withPackage = `jsonb_set('${JSON.stringify(plan)}', '{lessons,0,participants,0,package_id}', coalesce((
    select to_jsonb(p.id) from public.packages p where p.user_id = '${coach}' and p.student_id = '${student.id}'
       and p.remaining_classes > 0 order by p.purchase_date desc limit 1), 'null'))`

  return [
    {
      screen: 'Dashboard',
      name: 'figures',
      sql: call('get_dashboard_stats', text(day.start), text(day.end), text(monthStart(now))),
      // Counts the renewals of the month.
      grows: 'students',
    },
    {
      screen: 'Dashboard',
      name: 'charts',
      sql: call(
        'get_dashboard_charts',
        list(periods.weekStarts, 'timestamptz'),
        list(periods.monthStarts, 'timestamptz'),
        list(periods.monthDays, 'date'),
      ),
    },
    { screen: 'Dashboard', name: 'alerts shown', sql: alerts('6') },
    {
      screen: 'Dashboard',
      name: 'recent students',
      sql: rows('students', { where: mine, order: 't.created_at desc, t.id', limit: '4' }),
    },
    {
      screen: 'Dashboard',
      name: 'facts for alerts',
      sql: call('get_credit_facts', 'null', 'null'),
      grows: 'students',
    },
    { screen: 'Agenda', name: 'today and four weeks', sql: call('get_agenda', inDays(-7), inDays(28)) },
    {
      screen: 'Calendar',
      name: 'feed',
      sql: `select length(public.get_agenda_feed(
        (select token from public.agenda_feeds where user_id = '${coach}'))::bytea)`,
    },
    {
      screen: 'Agenda',
      name: 'slots',
      sql: rows('lesson_slots', {
        where: mine,
        order: 't.weekday, t.start_time, t.id',
        nested: `select s.student_id from public.lesson_slot_students s
                  where s.user_id = t.user_id and s.slot_id = t.id`,
      }),
      grows: 'slots',
    },
    {
      screen: 'Agenda',
      name: 'skip',
      sql: call(
        'apply_slot_plan',
        `jsonb_build_object('op_id', '${randomUUID()}', 'skips', jsonb_build_object('add', (
           select jsonb_agg(e) from (select s.slot_id, ${inDays(0)} as slot_date, 'rain' as reason
                                       from public.lesson_slot_students s
                                      where s.user_id = '${coach}' and s.student_id = '${student.id}' limit 1) e)))`,
      ),
      writes: true,
    },
    { screen: 'Alerts', name: 'all open', sql: alerts('1000'), grows: 'open alerts' },
    { screen: 'Students', name: 'list', sql: students, grows: 'students' },
    {
      screen: 'Student',
      name: 'student',
      sql: rows('students', { where: `${mine} and t.id = '${student.id}'`, order: 't.id', limit: '2' }),
    },
    {
      screen: 'Student',
      name: 'summary',
      sql: call('get_student_summary', text(student.id)),
      grows: 'own lessons',
    },
    {
      screen: 'Student',
      name: 'packages',
      sql: rows('packages', {
        where: `${mine} and t.student_id = '${student.id}'`,
        order: 't.purchase_date desc, t.created_at desc, t.id',
      }),
      grows: 'own lessons',
    },
    { screen: 'Student', name: 'statement', sql: statement() },
    {
      screen: 'Student',
      name: 'statement of the last 90 days',
      sql: statement(`since => '${daysAgo(90)}'`, `until => '${daysAgo(0)}'`),
    },
    {
      screen: 'Student',
      name: 'payments',
      sql: rows('payments', {
        where: `${mine} and t.student_id = '${student.id}'`,
        order: 't.paid_on desc, t.id',
      }),
      grows: 'own lessons',
    },
    {
      screen: 'Student',
      name: 'mark as paid',
      sql: `select public.apply_payment_plan(jsonb_build_object(
              'op_id', '${randomUUID()}', 'lessons', '[]'::jsonb, 'based_on', '${JSON.stringify(plan.based_on)}'::jsonb,
              'money', jsonb_build_object('package_id', p.id, 'expected', to_jsonb(p), 'remove', '[]'::jsonb,
                'add', jsonb_build_array(jsonb_build_object('id', '${randomUUID()}', 'kind', 'payment', 'amount', 1,
                  'paid_on', ${inDays(0)}, 'method', 'pix')), 'price', p.price + 1)))
              from (select * from public.packages where user_id = '${coach}' and student_id = '${student.id}'
                     order by id limit 1) p`,
      writes: true,
    },
    {
      screen: 'Finance',
      name: 'figures',
      sql: call('get_finance', list(periods.monthDays.slice(-3), 'date'), inDays(0)),
    },
    {
      screen: 'Finance',
      name: 'open packages',
      sql: rows('packages', {
        where: `${mine} and t.open_amount > 0`,
        order: 't.payment_date, t.id',
        limit: '50',
        nested: `select s.id, s.name, s.phone, s.anonymized_at from public.students s
                  where s.user_id = t.user_id and s.id = t.student_id`,
      }),
      grows: 'students',
    },
    {
      screen: 'Finance',
      name: 'entries of the last 30 days',
      sql: rows('payments', {
        where: `${mine} and t.paid_on >= ${inDays(-30)} and t.paid_on < ${inDays(1)}`,
        order: 't.paid_on desc, t.id',
        limit: '50',
      }),
    },
    {
      screen: 'Finance',
      name: 'renewals',
      sql: call('get_monthly_renewals', text(monthStart(now))),
      grows: 'students',
    },
    {
      screen: 'Messages',
      name: 'opened in the last 90 days',
      sql: rows('notices', {
        where: `${mine} and t.opened_at >= '${daysAgo(90)}'`,
        order: 't.opened_at desc',
        limit: '1000',
      }),
    },
    { screen: 'Messages', name: 'texts', sql: rows('message_templates', { where: mine, order: 't.kind' }) },
    {
      screen: 'Messages',
      name: 'open again',
      sql: call('record_notice', text('low_credits'), text(student.id), text('low_credits:x')),
      writes: true,
    },
    {
      screen: 'Profile',
      name: 'extensions of a recess',
      sql: rows('package_extensions', {
        where: `${mine} and t.batch_id = '${student.id}'`,
        order: 't.created_at',
      }),
    },
    {
      screen: 'Profile',
      name: 'recesses',
      sql: rows('recesses', { where: mine, order: 't.created_at desc' }),
    },
    {
      screen: 'Profile',
      name: 'skips of a recess',
      sql: rows('slot_exceptions', {
        where: `${mine} and t.recess_id = '${student.id}'`,
        order: 't.slot_date',
      }),
    },
    { screen: 'Student', name: 'lessons', sql: ofStudent(1, false), grows: 'own lessons' },
    { screen: 'Student', name: 'feedback', sql: ofStudent(1, true), grows: 'own lessons' },
    { screen: 'Sessions', name: 'first page, exact total', sql: page(1) },
    { screen: 'Sessions', name: 'middle page', sql: page(Math.ceil(last / 2)), grows: 'middle' },
    { screen: 'Sessions', name: 'last page', sql: page(last) },
    { screen: 'Sessions', name: 'past the end', sql: page(last + 9) },
    { screen: 'Sessions', name: 'unassigned only', sql: page(1, null, true) },
    { screen: 'Sessions', name: 'cancelled only', sql: page(1, null, false, true) },
    {
      screen: 'Sessions',
      name: 'cancelled only, range over everything',
      sql: page(1, daysAgo(9999), false, true),
      grows: 'counted range',
    },
    {
      screen: 'New package',
      name: 'lessons to settle',
      sql: rows('session_package_assignments', {
        where: `${mine} and t.student_id = '${student.id}' and t.charged and t.package_id is null`,
        order: 't.session_id',
      }),
      grows: 'own lessons',
    },
    { screen: 'Sessions', name: 'last 7 days', sql: page(1, daysAgo(7)) },
    { screen: 'Sessions', name: 'last 7 days, unassigned', sql: page(1, daysAgo(7), true) },
    {
      screen: 'Sessions',
      name: 'range over everything',
      sql: page(1, daysAgo(9999)),
      grows: 'counted range',
    },
    { screen: 'New session', name: 'students', sql: students, grows: 'students' },
    {
      screen: 'New session',
      name: 'facts of one',
      sql: call('get_credit_facts', `array[${text(student.id)}]::uuid[]`, 'null'),
    },
    {
      screen: 'New session',
      name: 'facts of a lesson and of the lessons of a day',
      sql: call('get_credit_facts', 'null', `'${lesson}'`, `array['${lesson}']::uuid[]`),
    },
    { screen: 'New session', name: 'register', sql: call('apply_session_plan', withPackage), writes: true },
    publicPage(student.id),
    {
      screen: 'Profile',
      name: 'profile',
      sql: rows('profiles', { where: `t.id = '${coach}'`, order: 't.id' }),
    },
    {
      screen: 'Profile',
      name: 'clubs',
      sql: rows('clubs', { where: mine, order: 't.is_default desc, t.name' }),
    },
  ]
}
