import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { wholePlan, type SessionPlan } from '../support/flat-plan.ts'
import type { AccountIds } from '../support/world/account.ts'
import { PACKAGE, STUDENT } from '../support/world/sql.ts'
import { planOf, assignmentRow } from '../support/world/values.ts'
import type { Actor, Answer, Scene } from './scene.ts'

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
const lessonPlan = (
  name: string,
  lesson: (theirs: AccountIds) => Partial<SessionPlan>,
  beside: (theirs: AccountIds) => object = () => ({}),
): Attack => ({
  name: `a lesson plan: ${name}`,
  path: 'rpc/apply_session_plan',
  body: (theirs) => ({ plan: { ...wholePlan(planOf(lesson(theirs))), ...beside(theirs) } }),
})
/** A credit plan without a lesson. */
const creditPlan = (name: string, change: (theirs: AccountIds) => object): Attack => ({
  name: `a plan of credits: ${name}`,
  path: 'rpc/apply_session_plan',
  body: (theirs) => ({ plan: { op_id: randomUUID(), ...change(theirs) } }),
})
const slotPlan = (name: string, change: (theirs: AccountIds) => object): Attack => ({
  name: `a plan of slots: ${name}`,
  path: 'rpc/apply_slot_plan',
  body: (theirs) => ({ plan: { op_id: randomUUID(), ...change(theirs) } }),
})
const alertPlan = (name: string, overrides: (theirs: AccountIds) => object): Attack => ({
  name: `an alert plan: ${name}`,
  path: 'rpc/apply_alert_plan',
  body: (theirs) => ({ plan: { raise: [], end: [], ...overrides(theirs) } }),
})

const skipsOf = ({ slot: slot_id }: AccountIds) => ({
  add: [{ slot_id, slot_date: '2026-02-10', reason: 'rain' }],
  remove: [{ slot_id, slot_date: '2026-03-10' }],
})

function attacksOf({ id: user_id, rows: own, second, version }: Own): Attack[] {
  const seat = { user_id, session_id: own.session, student_id: second }
  const alert = { user_id, type: 'low_credits', priority: 'low', message: 'x', dedupe_key: randomUUID() }
  const money = { user_id, student_id: second, amount: 9, paid_on: '2026-02-01', method: 'pix' }
  const based_on = [{ student_id: second, version }]
  const seated = assignmentRow(second)
  const note = { rating: 5, notes: 'x', private_notes: null, tags: [], club_id: null }
  const days = { days: 7, reason: 'x', day: '2026-03-10' }
  const slot = { user_id, weekday: 2, start_time: '07:00', minutes: 60, starts_on: '2026-01-01' }
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
    row('session_package_assignments', 'the student in my lesson', (t) => ({
      ...seat,
      student_id: t.student,
    })),
    row('session_package_assignments', 'my student in the lesson', (t) => ({
      ...seat,
      session_id: t.session,
    })),
    row('session_package_assignments', 'my student, the package', (t) => ({
      ...seat,
      package_id: t.package,
    })),
    row('session_feedbacks', 'about the student', (t) => ({ ...seat, student_id: t.student, rating: 1 })),
    row('session_feedbacks', 'in the lesson', (t) => ({ ...seat, session_id: t.session, rating: 1 })),
    row('payments', 'for the package', (t) => ({ ...money, student_id: t.student, package_id: t.package })),
    row('payments', 'of my student for the package', (t) => ({ ...money, package_id: t.package })),
    {
      name: 'my package follows the package',
      method: 'PATCH',
      path: `packages?id=eq.${own.package}`,
      body: (t) => ({ renews: t.package }),
    },
    row('notices', 'to the student', (t) => ({ kind: 'low_credits', student_id: t.student, cause: 'x' })),
    {
      name: 'record_notice',
      path: 'rpc/record_notice',
      body: (t) => ({ kind: 'low_credits', student: t.student, cause: 'x' }),
    },
    {
      name: 'a spreadsheet with the ids of the student and the package',
      path: 'rpc/import_students',
      body: (t) => ({
        plan: {
          op_id: t.student,
          rows: [
            {
              student: { ...STUDENT, id: t.student, status: 'active' },
              package: { ...PACKAGE, id: t.package, used_outside: 1, paid: 0 },
            },
          ],
        },
      }),
    },
    {
      name: 'a plan of money: of the package',
      path: 'rpc/apply_payment_plan',
      body: (t) => ({
        plan: {
          op_id: randomUUID(),
          based_on,
          lessons: [],
          money: { package_id: t.package, expected: {}, price: 0, remove: [t.alert] },
        },
      }),
    },
    {
      name: 'a sale that renews the package, to the student',
      path: 'rpc/sell_package',
      body: (t) => ({
        sale: {
          op_id: randomUUID(),
          based_on: [{ student_id: t.student, version: 1 }],
          lessons: [],
          package: { ...PACKAGE, id: randomUUID(), student_id: t.student, renews_monthly: true },
          renews: t.package,
        },
      }),
    },
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
    creditPlan('an edit of the package', (t) => ({
      packages: [
        {
          op: 'edit',
          id: t.package,
          expected: {},
          values: { ...PACKAGE, renews_monthly: true, validity_days: null },
        },
      ],
    })),
    creditPlan('the deletion of the package', (t) => ({
      packages: [{ op: 'delete', id: t.package, expected: {} }],
    })),
    row('alerts', 'about the student', (t) => ({ ...alert, student_id: t.student })),
    row('alerts', 'about the lesson', (t) => ({ ...alert, session_id: t.session })),
    row('alerts', 'about the package', (t) => ({ ...alert, student_id: second, package_id: t.package })),
    {
      name: 'my seat takes a credit of the package',
      method: 'PATCH',
      path: `session_package_assignments?session_id=eq.${own.session}`,
      body: (t) => ({ package_id: t.package }),
    },
    {
      name: 'my feedback names the club',
      method: 'PATCH',
      path: `session_feedbacks?session_id=eq.${own.session}`,
      body: (t) => ({ club_id: t.club }),
    },
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
    row('lesson_slot_students', 'the student in my slot', (t) => ({
      user_id,
      slot_id: own.slot,
      student_id: t.student,
    })),
    row('lesson_slot_students', 'my student in the slot', (t) => ({
      user_id,
      slot_id: t.slot,
      student_id: second,
    })),
    row('sessions', 'for the slot', (t) => ({
      user_id,
      teacher: 'x',
      slot_id: t.slot,
      slot_date: '2026-03-10',
    })),
    lessonPlan('for the slot', (t) => ({
      session: { id: randomUUID(), teacher: 'x', slot_id: t.slot, slot_date: '2026-03-10' },
    })),
    lessonPlan(
      'that skips the slot',
      () => ({}),
      (t) => ({ skips: skipsOf(t) }),
    ),
    lessonPlan(
      'that undoes the recess',
      () => ({}),
      (t) => ({ recess: { op: 'undo', id: t.recess } }),
    ),
    lessonPlan(
      'that skips the slot by the recess',
      () => ({}),
      (t) => ({
        skips: {
          add: [{ slot_id: t.slot, slot_date: '2026-02-10', reason: 'recess', recess_id: t.recess }],
          remove: [],
        },
      }),
    ),
    slotPlan('that ends the slot', (t) => ({
      end: [{ slot_id: t.slot, expected: '2026-01-01', last_day: null }],
    })),
    slotPlan('that skips it and ends its skip', (t) => ({ skips: skipsOf(t) })),
    slotPlan('with the club and the student', (t) => ({
      add: [{ ...slot, id: randomUUID(), club_id: t.club, students: [t.student] }],
    })),
    alertPlan('about all of it', (t) => ({
      raise: [
        {
          ...raised,
          dedupe_key: randomUUID(),
          student_id: t.student,
          package_id: t.package,
          session_id: t.session,
        },
      ],
    })),
    alertPlan('that ends the alert', (t) => ({ end: [`low_credits:${t.student}`] })),
    ...[
      'get_student_summary',
      'get_credit_statement',
      'delete_student',
      'export_student_data',
      'preview_student_removal',
    ].map((name) => ({ name, path: `rpc/${name}`, body: (t: AccountIds) => ({ student_uuid: t.student }) })),
    {
      name: 'anonymize_student',
      path: 'rpc/anonymize_student',
      body: (t) => ({ student_uuid: t.student, replace_mentions: true }),
    },
    {
      name: 'get_student_sessions_page',
      path: 'rpc/get_student_sessions_page',
      body: (t) => ({ student_uuid: t.student, page: 1, page_size: 10 }),
    },
    {
      name: 'get_credit_facts',
      path: 'rpc/get_credit_facts',
      body: (t) => ({
        student_ids: [t.student, t.package],
        session_id: t.session,
        occurrences: [{ slot_id: t.slot, slot_date: '2026-06-01' }],
      }),
    },
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

async function secondStudent(
  { ask }: Scene,
  hostile: Actor & { id: string },
): Promise<Pick<Own, 'second' | 'version'>> {
  const second = randomUUID()
  const added = await ask(hostile, 'POST', '/rest/v1/students', {
    body: { ...STUDENT, id: second, user_id: hostile.id },
  })
  expect(added.status, added.text).toBe(201)
  return { second, version: 0 }
}

export function attackReferences(of: () => Scene): void {
  it('the victim’s ids inside one’s own rows and plans are answered as ids of nothing are, and nothing comes of it', async () => {
    const scene = of()
    const hostile = await scene.another()
    const own = { ...hostile, ...(await secondStudent(scene, hostile)) }
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
    const [left] = await scene.query<{ n: number }>(
      `select count(*)::int as n from public.students where user_id = $1`,
      [hostile.id],
    )
    expect(left?.n).toBe(2)
  })

  it('an id of the victim’s is for a row of one’s own as any other: nothing is told, and the victim keeps theirs', async () => {
    const { victim, another, ask, snapshot } = of()
    const before = await snapshot()
    const hostile = await another()
    const user_id = hostile.id
    const rows: [string, object][] = [
      ['students', { ...STUDENT, id: victim.rows.student, user_id }],
      ['packages', { ...PACKAGE, id: victim.rows.package, user_id, student_id: victim.rows.student }],
      ['clubs', { id: victim.rows.club, user_id, name: 'x' }],
      [
        'lesson_slots',
        { id: victim.rows.slot, user_id, weekday: 2, start_time: '07:00', starts_on: '2026-01-01' },
      ],
      [
        'alerts',
        {
          id: victim.rows.alert,
          user_id,
          type: 'low_credits',
          priority: 'low',
          message: 'x',
          dedupe_key: 'x',
        },
      ],
    ]
    for (const [table, body] of rows) {
      const { status, text } = await ask(hostile, 'POST', `/rest/v1/${table}`, { body })
      expect(status, text).toBe(201)
    }
    const plan = planOf({
      session: { id: victim.rows.session, teacher: 'x' },
      based_on: [{ student_id: victim.rows.student, version: 1 }],
      assignments: [assignmentRow(victim.rows.student, victim.rows.package)],
    })
    const { status, text } = await ask(hostile, 'POST', '/rest/v1/rpc/apply_session_plan', {
      body: { plan: wholePlan(plan) },
    })
    expect([status, text]).toEqual([200, expect.stringContaining(`"id":"${victim.rows.session}"`)])
    // The deletion gives the lesson's credits back to its own coach, not to the victim.
    const removed = await ask(hostile, 'DELETE', `/rest/v1/sessions?id=eq.${victim.rows.session}`)
    expect(removed.status, removed.text).toBe(204)
    for (const name of ['anonymize_student', 'delete_student'])
      await ask(hostile, 'POST', `/rest/v1/rpc/${name}`, { body: { student_uuid: victim.rows.student } })
    expect(await snapshot()).toBe(before)
  })

  it('an operation of the victim, sent again by another coach, is the other coach’s own and touches nothing', async () => {
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
