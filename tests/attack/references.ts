import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { wholePlan, type SessionPlan } from '../support/flat-plan.ts'
import type { AccountIds } from '../support/world/account.ts'
import { PACKAGE, STUDENT } from '../support/world/sql.ts'
import { planOf, assignmentRow } from '../support/world/values.ts'
import type { Answer, Scene } from './scene.ts'

/**
 * The attacker's own requests with the victim's ids in them must get the same answers as with ids that do not exist.
 */

interface Attack {
  name: string
  path: string
  method?: string
  body: (theirs: AccountIds) => object
}

interface Own {
  id: string
  rows: AccountIds
  /** A student without lessons. */
  second: string
  version: number
}

const row = (table: string, name: string, body: (theirs: AccountIds) => object): Attack => ({
  name: `${table}: ${name}`,
  path: table,
  body,
})
const planned =
  (what: string, path: string, empty: () => object) =>
  (name: string, part: (theirs: AccountIds) => object): Attack =>
    call(path, (theirs) => ({ plan: { ...empty(), ...part(theirs) } }), `${what}: ${name}`)
const besideLesson = planned('a lesson plan', 'apply_session_plan', () => wholePlan(planOf({})))
const lessonPlan = (name: string, lesson: (theirs: AccountIds) => Partial<SessionPlan>): Attack =>
  besideLesson(name, (theirs) => wholePlan(planOf(lesson(theirs))))
const withOp = () => ({ op_id: randomUUID() })
/** A credit plan without a lesson. */
const creditPlan = planned('a plan of credits', 'apply_session_plan', withOp)
const call = (name: string, body: (theirs: AccountIds) => object, what = name): Attack => ({
  name: what,
  path: `rpc/${name}`,
  body,
})
const change = (name: string, path: string, body: (theirs: AccountIds) => object): Attack => ({
  name,
  path,
  method: 'PATCH',
  body,
})
const slotPlan = planned('a plan of slots', 'apply_slot_plan', withOp)
const alertPlan = planned('an alert plan', 'apply_alert_plan', () => ({ raise: [], end: [] }))

const skipsOf = ({ slot: slot_id }: AccountIds) => ({
  add: [{ slot_id, slot_date: '2026-02-10', reason: 'rain' }],
  remove: [{ slot_id, slot_date: '2026-03-10' }],
})

const SEATS = 'session_package_assignments'

function attacksOf({ id: user_id, rows: own, second, version }: Own): Attack[] {
  const seat = { user_id, session_id: own.session, student_id: second }
  const alert = { user_id, type: 'low_credits', priority: 'low', message: 'x', dedupe_key: randomUUID() }
  const money = { user_id, student_id: second, amount: 9, paid_on: '2026-02-01', method: 'pix' }
  const based_on = [{ student_id: second, version }]
  const seated = assignmentRow(second)
  const note = { rating: 5, notes: 'x', private_notes: null, tags: [], club_id: null }
  const days = { days: 7, reason: 'x', day: '2026-03-10' }
  const slot = { user_id, weekday: 2, start_time: '07:00', minutes: 60, starts_on: '2026-01-01' }
  const place = { user_id, slot_id: own.slot, student_id: second }
  const answer = { teacher: 'x', slot_date: '2026-03-10' }
  const raised = {
    type: 'low_credits',
    priority: 'low',
    student_name: 'x',
    message: 'x',
    facts: {},
    student_id: null,
    session_id: null,
    package_id: null,
  } as const
  return [
    row('packages', 'sold to the student', (t) => ({ ...PACKAGE, user_id, student_id: t.student })),
    row(SEATS, 'the student in my lesson', (t) => ({ ...seat, student_id: t.student })),
    row(SEATS, 'my student in the lesson', (t) => ({ ...seat, session_id: t.session })),
    row(SEATS, 'my student, the package', (t) => ({ ...seat, package_id: t.package })),
    row('session_feedbacks', 'about the student', (t) => ({ ...seat, student_id: t.student, rating: 1 })),
    row('session_feedbacks', 'in the lesson', (t) => ({ ...seat, session_id: t.session, rating: 1 })),
    row('payments', 'for the package', (t) => ({ ...money, student_id: t.student, package_id: t.package })),
    row('payments', 'of my student for the package', (t) => ({ ...money, package_id: t.package })),
    change('my package follows the package', `packages?id=eq.${own.package}`, (t) => ({
      renews: t.package,
    })),
    row('notices', 'to the student', (t) => ({ kind: 'low_credits', student_id: t.student, cause: 'x' })),
    call('record_notice', (t) => ({ kind: 'low_credits', student: t.student, cause: 'x' })),
    call('import_students', (t) => {
      const student = { ...STUDENT, id: t.student, status: 'active' }
      const pack = { ...PACKAGE, id: t.package, used_outside: 1, paid: 0 }
      return { plan: { op_id: t.student, rows: [{ student, package: pack }] } }
    }),
    planned(
      'a plan of money',
      'apply_payment_plan',
      withOp,
    )('of the package', (t) => ({
      based_on,
      lessons: [],
      money: { package_id: t.package, expected: {}, price: 0, remove: [t.alert] },
    })),
    call('sell_package', (t) => ({
      sale: {
        op_id: randomUUID(),
        based_on: [{ student_id: t.student, version: 1 }],
        lessons: [],
        package: { ...PACKAGE, id: randomUUID(), student_id: t.student, renews_monthly: true },
        renews: t.package,
      },
    })),
    creditPlan('days for the package', (t) => ({
      based_on: [{ student_id: t.student, version: 1 }],
      extensions: { add: [{ ...days, student_id: t.student, package_id: t.package }], take_back: [] },
    })),
    creditPlan('days of my student for the package', (t) => ({
      based_on,
      extensions: { add: [{ ...days, student_id: second, package_id: t.package }], take_back: [] },
    })),
    creditPlan('days that are taken back', (t) => ({ extensions: { add: [], take_back: [t.extension] } })),
    creditPlan('an adjustment of the package', (t) => ({
      packages: [
        { op: 'adjust', id: t.package, reason: 'x', total_classes: 99, used_outside: 0, expected: {} },
      ],
    })),
    creditPlan('an edit of the package', (t) => {
      const values = { ...PACKAGE, renews_monthly: true, validity_days: null }
      return { packages: [{ op: 'edit', id: t.package, expected: {}, values }] }
    }),
    creditPlan('the deletion of the package', (t) => ({
      packages: [{ op: 'delete', id: t.package, expected: {} }],
    })),
    row('alerts', 'about the student', (t) => ({ ...alert, student_id: t.student })),
    row('alerts', 'about the lesson', (t) => ({ ...alert, session_id: t.session })),
    row('alerts', 'about the package', (t) => ({ ...alert, student_id: second, package_id: t.package })),
    change('my seat takes a credit of the package', `${SEATS}?session_id=eq.${own.session}`, (t) => ({
      package_id: t.package,
    })),
    change('my feedback names the club', `session_feedbacks?session_id=eq.${own.session}`, (t) => ({
      club_id: t.club,
    })),
    lessonPlan('with the student', (t) => ({
      based_on: [{ student_id: t.student, version: 1 }],
      assignments: [{ ...seated, student_id: t.student }],
    })),
    lessonPlan('with my student from the package', (t) => ({
      based_on,
      assignments: [{ ...seated, package_id: t.package }],
    })),
    lessonPlan('with feedback about the student', (t) => ({
      feedbacks: [{ ...note, student_id: t.student }],
    })),
    lessonPlan('an edit of the lesson', (t) => ({
      op: 'update',
      session: { id: t.session, notes: 'x' },
      expected_version: 1,
    })),
    lessonPlan('an end of the lesson', (t) => ({
      op: 'delete',
      session: { id: t.session },
      expected_version: 1,
    })),
    lessonPlan('with an alert about the student', (t) => ({
      alerts: { raise: [{ ...raised, dedupe_key: randomUUID(), student_id: t.student }], end: [] },
    })),
    lessonPlan('that ends the alert', (t) => ({ alerts: { raise: [], end: [`low_credits:${t.student}`] } })),
    row('lesson_slots', 'at the club', (t) => ({ ...slot, id: randomUUID(), club_id: t.club })),
    row('lesson_slot_students', 'the student in my slot', (t) => ({ ...place, student_id: t.student })),
    row('lesson_slot_students', 'my student in the slot', (t) => ({ ...place, slot_id: t.slot })),
    row('sessions', 'for the slot', (t) => ({ user_id, ...answer, slot_id: t.slot })),
    row('sessions', 'before the slot begins', (t) => ({
      user_id,
      ...answer,
      slot_id: t.slot,
      slot_date: '2000-01-01',
    })),
    lessonPlan('for the slot', (t) => ({ session: { id: randomUUID(), ...answer, slot_id: t.slot } })),
    besideLesson('that skips the slot', (t) => ({ skips: skipsOf(t) })),
    besideLesson('that undoes the recess', (t) => ({ recess: { op: 'undo', id: t.recess } })),
    besideLesson('that skips the slot by the recess', ({ slot: slot_id, recess: recess_id }) => ({
      skips: { add: [{ slot_id, slot_date: '2026-02-10', reason: 'recess', recess_id }], remove: [] },
    })),
    slotPlan('that ends the slot', (t) => ({
      end: [{ slot_id: t.slot, expected: '2026-01-01', last_day: null }],
    })),
    slotPlan('that skips it and ends its skip', (t) => ({ skips: skipsOf(t) })),
    slotPlan('with the club and the student', (t) => ({
      add: [{ ...slot, id: randomUUID(), club_id: t.club, students: [t.student] }],
    })),
    alertPlan('about all of it', (t) => {
      const about = { student_id: t.student, package_id: t.package, session_id: t.session }
      return { raise: [{ ...raised, dedupe_key: randomUUID(), ...about }] }
    }),
    alertPlan('that ends the alert', (t) => ({ end: [`low_credits:${t.student}`] })),
    ...[
      'get_student_summary',
      'get_credit_statement',
      'delete_student',
      'export_student_data',
      'preview_student_removal',
    ].map((name) => call(name, (t) => ({ student_uuid: t.student }))),
    call('anonymize_student', (t) => ({ student_uuid: t.student, replace_mentions: true })),
    call('get_student_sessions_page', (t) => ({ student_uuid: t.student, page: 1, page_size: 10 })),
    call('get_credit_facts', (t) => ({
      student_ids: [t.student, t.package],
      session_id: t.session,
      occurrences: [{ slot_id: t.slot, slot_date: '2026-06-01' }],
    })),
  ]
}

const nothing = (): AccountIds => ({
  student: randomUUID(),
  package: randomUUID(),
  session: randomUUID(),
  club: randomUUID(),
  slot: randomUUID(),
  recess: randomUUID(),
  alert: randomUUID(),
  extension: randomUUID(),
  payment: randomUUID(),
  notice: randomUUID(),
  opening: randomUUID(),
})

/** The answer without ids and instants, which always differ. */
const told = ({ status, text }: Answer) =>
  `${status} ${text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, '<instant>')}`

export function attackReferences(of: () => Scene): void {
  it('the victim’s ids in one’s own rows and plans are answered as ids of nothing; nothing comes of it', async () => {
    const scene = of()
    const hostile = await scene.another()
    const own = { ...hostile, second: randomUUID(), version: 0 }
    const student = { ...STUDENT, id: own.second, user_id: hostile.id }
    const added = await scene.ask(hostile, 'POST', '/rest/v1/students', { body: student })
    expect(added.status, added.text).toBe(201)
    for (const { name, path, method = 'POST', body } of attacksOf(own)) {
      const at = `/rest/v1/${path}`
      const forged = await scene.ask(hostile, method, at, { body: body(scene.victim.rows) })
      const random = await scene.ask(hostile, method, at, { body: body(nothing()) })
      expect(told(forged), name).toBe(told(random))
      // It must be refused for its ids, not for its shape.
      expect(forged.text, name).not.toContain('bad_plan')
      const isTable = !path.startsWith('rpc/')
      if (isTable) expect([forged.code, name]).toEqual(['23503', name])
    }
    expect(await scene.query('select from public.students where user_id = $1', [hostile.id])).toHaveLength(2)
  })

  it('a row in the victim’s name is refused alike, whether its ids are the victim’s or of nothing', async () => {
    const scene = of()
    const hostile = await scene.another()
    const inTheirName = attacksOf({
      id: scene.victim.id,
      rows: hostile.rows,
      second: randomUUID(),
      version: 0,
    })
    for (const { name, path, method = 'POST', body } of inTheirName) {
      if (method !== 'POST' || path.startsWith('rpc/') || path === 'notices') continue
      const send = (ids: AccountIds) => scene.ask(hostile, method, `/rest/v1/${path}`, { body: body(ids) })
      const [forged, random] = [await send(scene.victim.rows), await send(nothing())]
      expect([told(forged), name]).toEqual([told(random), name])
      expect([forged.code, name]).toEqual(['42501', name])
    }
  })

  it('a victim’s id is for one’s own row as any other: nothing is told, and the victim keeps theirs', async () => {
    const { victim, another, ask, snapshot } = of()
    const before = await snapshot()
    const hostile = await another()
    const user_id = hostile.id
    const { student, slot, alert, session } = victim.rows
    const rows: [string, object][] = [
      ['students', { ...STUDENT, id: student, user_id }],
      ['packages', { ...PACKAGE, id: victim.rows.package, user_id, student_id: student }],
      ['clubs', { id: victim.rows.club, user_id, name: 'x' }],
      ['lesson_slots', { id: slot, user_id, weekday: 2, start_time: '07:00', starts_on: '2026-01-01' }],
      ['alerts', { id: alert, user_id, type: 'low_credits', priority: 'low', message: 'x', dedupe_key: 'x' }],
    ]
    for (const [table, body] of rows) {
      const { status, text } = await ask(hostile, 'POST', `/rest/v1/${table}`, { body })
      expect(status, text).toBe(201)
    }
    const plan = planOf({
      session: { id: session, teacher: 'x' },
      based_on: [{ student_id: student, version: 1 }],
      assignments: [assignmentRow(student, victim.rows.package)],
    })
    const { status, text } = await ask(hostile, 'POST', '/rest/v1/rpc/apply_session_plan', {
      body: { plan: wholePlan(plan) },
    })
    expect([status, text]).toEqual([200, expect.stringContaining(`"id":"${session}"`)])
    // The deletion gives the lesson's credits back to its own coach, not to the victim.
    const removed = await ask(hostile, 'DELETE', `/rest/v1/sessions?id=eq.${session}`)
    expect(removed.status, removed.text).toBe(204)
    for (const name of ['anonymize_student', 'delete_student'])
      await ask(hostile, 'POST', `/rest/v1/rpc/${name}`, { body: { student_uuid: student } })
    expect(await snapshot()).toBe(before)
  })

  it('an operation of the victim, sent again by another coach, is that coach’s own and touches nothing', async () => {
    const scene = of()
    const [memory] = await scene.query<{ op_id: string }>(
      'select op_id from private.applied_ops where user_id = $1 limit 1',
      [scene.victim.id],
    )
    const plan = planOf({
      op: 'delete',
      op_id: memory?.op_id ?? '',
      session: { id: scene.victim.rows.session },
    })
    // A new coach, because other attacks have written rows with the victim's ids for the hostile coach.
    const hostile = await scene.another()
    const { status, text } = await scene.ask(hostile, 'POST', '/rest/v1/rpc/apply_session_plan', {
      body: { plan: wholePlan(plan) },
    })
    expect(status, text).toBe(200)
    expect(text).toContain('"session":null')
  })
}
