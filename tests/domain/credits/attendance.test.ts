import { describe, expect, it, test } from 'vitest'
import { describeEffect } from '@/credits/effects'
import type { Extension, Participant, RestoreIntent, SessionEditIntent } from '@/credits/intents'
import { planRestore } from '@/credits/plan-restore'
import {
  planDayCancellation,
  planDeletion,
  planFeedbackEdit,
  planRegistration,
  planSessionEdit,
} from '@/credits/plan-session'
import type {
  PlanResult,
  CreditFacts,
  ExtensionFacts,
  PackageFacts,
  ParticipantFacts,
  SessionFacts,
} from '@/credits/plan-types'
import { undoOf } from '@/credits/undo-of'
import {
  FEEDBACK,
  byHand,
  creditFacts,
  editIntent,
  NOW,
  ongoingAlert,
  packageFacts,
  participant,
  participantFacts,
  registrationIntent,
  seat,
  sessionFacts,
  studentFacts,
  TODAY,
} from '../../support/world/facts'

function accepted(result: PlanResult) {
  if (!result.success) throw new Error(`Refused: ${result.message}`)
  const [lesson] = result.plan.lessons
  if (!lesson) throw new Error('A plan without a lesson')
  return { ...result, lesson, lines: result.effects.flatMap(describeEffect) }
}

const YESTERDAY = '2026-11-20'
const EXCUSED = { attendance: 'excused', package_id: null } as const
const CANCELLED = { attendance: 'cancelled', package_id: null } as const

/** A package of which the validity of 30 days begins with its first lesson. */
const fromFirstLesson = (overrides: Partial<PackageFacts> = {}) =>
  packageFacts({ validity_days: 30, expiry_date: null, ...overrides })

const extensionRow = (overrides: Partial<ExtensionFacts> = {}): ExtensionFacts => ({
  id: 'x1',
  student_id: 's1',
  package_id: 'p1',
  days: 7,
  reason: 'Chuva',
  batch_id: null,
  session_id: 'l1',
  slot_id: null,
  slot_date: null,
  day: YESTERDAY,
  stands: true,
  kept: false,
  ...overrides,
})

interface Cell {
  was: Partial<ParticipantFacts>
  becomes: Omit<Participant, 'studentId'>
  packages?: PackageFacts[]
  /** Of the edit. */
  edit?: Partial<SessionEditIntent>
  /** The place afterwards; null: nothing is written. */
  place: Partial<ParticipantFacts> | null
  lines: string[]
}

const moved = (day: string) => ({ lessonDay: day, date: new Date(`${day}T08:00`).toISOString() })

const expiring = (expiry_date: string | null) => [packageFacts({ expiry_date })]
const deleted = (facts: CreditFacts, extension?: Extension) =>
  accepted(planDeletion({ opId: 'op5', sessionId: 'l1', ...(extension && { extension }) }, facts, NOW))
const cancelled = (facts: CreditFacts, extension?: Extension) =>
  accepted(
    planSessionEdit(editIntent({ cancelledReason: 'rain', ...(extension && { extension }) }), facts, NOW),
  )
const rule = (cancel_extension_days: number) => ({
  rules: { package_order: 'oldest' as const, cancel_extension_days },
})

const lessonFacts = (id: string, overrides: object = {}) => sessionFacts({ id, ...overrides })

const undone = (overrides: Partial<RestoreIntent>): RestoreIntent => ({
  opId: 'op7',
  lessons: [],
  ...overrides,
})

describe('who came decides who pays', () => {
  const BACK = '1 crédito volta para o Pacote de 10 aulas'
  const TAKEN = '1 crédito sai do Pacote de 10 aulas'
  const ERASED = 'O feedback é apagado'
  const used = packageFacts()
  const expiredSince = packageFacts({ expiry_date: YESTERDAY })
  const single = packageFacts({ total_classes: 1, remaining_classes: 0, expiry_date: TODAY })

  it.each<[string, Cell]>([
    [
      'present, then absent: pays as before, without feedback',
      { was: {}, becomes: { attendance: 'absent' }, place: { attendance: 'absent' }, lines: [ERASED] },
    ],
    [
      'present, then excused: pays nothing',
      { was: {}, becomes: { attendance: 'excused' }, place: EXCUSED, lines: [BACK, ERASED] },
    ],
    [
      'a package chosen by hand is forgotten, and it is said',
      {
        was: { manually_assigned: true },
        becomes: { attendance: 'excused' },
        place: EXCUSED,
        lines: [BACK, 'A escolha manual do pacote se perde', ERASED],
      },
    ],
    [
      'owed, then excused: nothing is owed',
      { was: { package_id: null }, becomes: { attendance: 'excused' }, place: EXCUSED, lines: [ERASED] },
    ],
    [
      'excused, then present: the rule chooses',
      { was: EXCUSED, becomes: { attendance: 'present' }, place: {}, lines: [TAKEN] },
    ],
    [
      'excused, then absent: the rule chooses',
      { was: EXCUSED, becomes: { attendance: 'absent' }, place: { attendance: 'absent' }, lines: [TAKEN] },
    ],
    [
      'back on the day of the lesson, on which an expired package was valid',
      {
        was: EXCUSED,
        becomes: { attendance: 'present' },
        packages: [expiredSince],
        place: {},
        lines: [TAKEN],
      },
    ],
    [
      'back without a package: the one that it had is deleted',
      {
        was: EXCUSED,
        becomes: { attendance: 'present' },
        packages: [],
        place: { package_id: null },
        lines: ['Sem pacote'],
      },
    ],
    [
      'back with a package chosen by hand',
      {
        was: EXCUSED,
        becomes: { attendance: 'present', charge: byHand('p1') },
        place: { manually_assigned: true },
        lines: [TAKEN],
      },
    ],
    [
      'back on a day before the package starts',
      {
        was: EXCUSED,
        becomes: { attendance: 'present' },
        edit: moved('2026-10-31'),
        place: { package_id: null },
        lines: ['Sem pacote'],
      },
    ],
    [
      'a package for who does not pay is no choice',
      {
        was: {},
        becomes: { attendance: 'excused', charge: byHand('p9') },
        place: EXCUSED,
        lines: [BACK, ERASED],
      },
    ],
    [
      'absent, then present: the credit stays',
      { was: { attendance: 'absent' }, becomes: { attendance: 'present' }, place: {}, lines: [] },
    ],
    [
      'excused and moved: nothing is chosen',
      { was: EXCUSED, becomes: {}, edit: moved('2026-11-19'), place: null, lines: [] },
    ],
    [
      'a single package that ends today gets its class back',
      {
        was: {},
        becomes: { attendance: 'excused' },
        packages: [single],
        place: EXCUSED,
        lines: [BACK, ERASED],
      },
    ],
    [
      'the only lesson of a package that begins with it: the validity begins anew',
      {
        was: {},
        becomes: { attendance: 'excused' },
        packages: [fromFirstLesson({ expiry_date: '2026-12-20' })],
        place: EXCUSED,
        lines: [BACK, 'Validade do Pacote de 10 aulas: começa na 1ª aula', ERASED],
      },
    ],
    [
      'the first lesson of such a package: the next one begins it',
      {
        was: {},
        becomes: { attendance: 'excused' },
        packages: [fromFirstLesson({ expiry_date: '2026-12-20', first_day_elsewhere: TODAY })],
        place: EXCUSED,
        lines: [BACK, 'Validade: 20/12 → 21/12', ERASED],
      },
    ],
    [
      'back in such a package: the validity begins',
      {
        was: EXCUSED,
        becomes: { attendance: 'present' },
        packages: [fromFirstLesson()],
        place: {},
        lines: [TAKEN, 'Validade do Pacote de 10 aulas: até 20/12/2026'],
      },
    ],
    [
      'moved to an earlier day: the validity begins there',
      {
        was: {},
        becomes: {},
        packages: [fromFirstLesson({ expiry_date: '2026-12-20' })],
        edit: moved('2026-11-10'),
        place: null,
        lines: ['Validade: 20/12 → 10/12'],
      },
    ],
    [
      'moved to before its start: it is outside the validity, which it does not begin',
      {
        was: {},
        becomes: {},
        packages: [fromFirstLesson({ expiry_date: '2026-12-20' })],
        edit: moved('2026-10-31'),
        place: null,
        lines: [
          'Continua no Pacote de 10 aulas, fora da validade nesta data',
          'Validade do Pacote de 10 aulas: começa na 1ª aula',
        ],
      },
    ],
  ])('%s', (_, { was, becomes, packages = [used], edit = {}, place, lines }) => {
    const session = sessionFacts({ participants: [participantFacts(was)] })
    const planned = accepted(
      planSessionEdit(
        editIntent({ ...edit, participants: [{ studentId: 's1', ...becomes }] }),
        creditFacts({ session, students: [studentFacts({ packages })] }),
        NOW,
      ),
    )
    const unrated = lines.includes(ERASED) && { feedback: null }
    expect(planned.lesson.participants).toEqual(place === null ? [] : [{ ...seat(place), ...unrated }])
    expect(planned.lines).toEqual(lines)
  })

  it('who is excused no longer owes: the alert ends, and who is charged again raises one', () => {
    const session = sessionFacts({ participants: [participantFacts({ package_id: null })] })
    const facts = creditFacts({
      session,
      alerts: [ongoingAlert()],
      students: [studentFacts({ packages: [] })],
    })
    const excused = planSessionEdit(
      editIntent({ participants: [{ studentId: 's1', attendance: 'excused' }] }),
      facts,
      NOW,
    )
    expect(accepted(excused).plan.alerts.end).toEqual(['unassigned_session:l1:s1'])

    const later = {
      ...facts,
      session: sessionFacts({ participants: [participantFacts(EXCUSED)] }),
      alerts: [],
    }
    const back = planSessionEdit(
      editIntent({ participants: [{ studentId: 's1', attendance: 'present' }] }),
      later,
      NOW,
    )
    const raised = accepted(back).plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)
    expect(raised).toEqual(['unassigned_session:l1:s1', 'low_credits:s1'])
  })

  it('the expiry of a package that begins with the lesson is in its alert', () => {
    const pkg = fromFirstLesson({ validity_days: 3 })
    const { plan } = accepted(
      planRegistration(
        registrationIntent(),
        creditFacts({ students: [studentFacts({ packages: [pkg] })] }),
        NOW,
      ),
    )
    expect(plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(['expiring_package:p1:2026-11-24'])
  })

  it('in a new lesson who was absent pays, who is excused does not, and neither has feedback', () => {
    const students = [studentFacts(), studentFacts({ id: 's2', packages: [packageFacts({ id: 'p2' })] })]
    const { lesson, lines } = accepted(
      planRegistration(
        registrationIntent({
          participants: [
            { ...participant('s1'), attendance: 'absent' },
            { ...participant('s2'), attendance: 'excused' },
          ],
        }),
        creditFacts({ students }),
        NOW,
      ),
    )
    expect(lesson.participants).toEqual([
      seat({ attendance: 'absent' }),
      seat({ student_id: 's2', ...EXCUSED }),
    ])
    expect(lines).toEqual(['1 crédito sai do Pacote de 10 aulas', 'Nenhum crédito sai'])
  })
})

describe("'Sem feedback'", () => {
  it('is never the default: added in an edit is 5, unless the coach wants none', () => {
    const facts = creditFacts({
      session: sessionFacts(),
      students: [
        studentFacts(),
        studentFacts({ id: 's2', packages: [] }),
        studentFacts({ id: 's3', packages: [] }),
      ],
    })
    const { lesson } = accepted(
      planSessionEdit(
        editIntent({
          participants: [
            { studentId: 's1', feedback: null },
            { studentId: 's2' },
            { studentId: 's3', feedback: null },
          ],
        }),
        facts,
        NOW,
      ),
    )
    expect(lesson.participants).toMatchObject([
      { student_id: 's1', feedback: null },
      { student_id: 's2', feedback: { rating: 5 } },
      { student_id: 's3' },
    ])
    expect(lesson.participants[2]).not.toHaveProperty('feedback')
  })

  it('nobody gets feedback who was not present', () => {
    const facts = creditFacts({
      session: sessionFacts({ participants: [participantFacts({ attendance: 'absent' })] }),
    })
    const intent = { opId: 'op4', sessionId: 'l1', ...participant('s1') }
    expect(planFeedbackEdit(intent, facts, NOW)).toMatchObject({ code: 'student-not-found' })
    const back = planSessionEdit(
      editIntent({ participants: [{ studentId: 's1', attendance: 'present' }] }),
      facts,
      NOW,
    )
    expect(accepted(back).lesson.participants).toEqual([seat()])
  })
})

describe('a lesson that did not happen', () => {
  it('takes nothing and keeps its notes, whatever was typed of its students', () => {
    const { lesson, plan, lines } = accepted(
      planRegistration(
        registrationIntent({ cancelledReason: 'rain', notes: 'Quadra alagada' }),
        creditFacts(),
        NOW,
      ),
    )
    expect(lesson).toMatchObject({
      session: { cancelled_reason: 'rain', notes: 'Quadra alagada' },
      participants: [seat(CANCELLED)],
    })
    expect(lesson.participants[0]).not.toHaveProperty('feedback')
    expect(plan.alerts.raise).toEqual([])
    expect(lines).toEqual(['Nenhum crédito sai'])
  })

  it('after it was registered: every credit comes back, and nobody is left out', () => {
    const session = sessionFacts({
      participants: [
        participantFacts(),
        participantFacts({ student_id: 's2', attendance: 'absent', package_id: null }),
        participantFacts({ student_id: 's3', ...EXCUSED }),
      ],
    })
    const others = ['s2', 's3'].map((id) => studentFacts({ id, packages: [] }))
    const facts = creditFacts({ session, students: [studentFacts(), ...others] })
    const participants = ['s1', 's2', 's3'].map((studentId) => ({ studentId }))
    const { lesson, effects } = accepted(
      planSessionEdit(editIntent({ cancelledReason: 'coach', participants }), facts, NOW),
    )
    expect(lesson.participants).toEqual([
      { ...seat(CANCELLED), feedback: null },
      seat({ student_id: 's2', ...CANCELLED }),
      seat({ student_id: 's3', ...CANCELLED }),
    ])
    expect(effects.reduce((sum, { feedbackRemoved }) => sum + feedbackRemoved, 0)).toBe(1)
  })

  it('that happened after all asks for everybody again, and its days go', () => {
    const session = sessionFacts({
      cancelled_reason: 'rain',
      participants: [participantFacts(CANCELLED), participantFacts({ student_id: 's2', ...CANCELLED })],
    })
    const pkg = packageFacts({ expiry_date: '2027-01-07', extended_days: 7 })
    const facts = creditFacts({
      session,
      students: [studentFacts({ packages: [pkg] }), studentFacts({ id: 's2', packages: [] })],
      extensions: [extensionRow(), extensionRow({ id: 'x2', session_id: 'l2', day: '2026-11-13' })],
    })
    const { lesson, lines } = accepted(
      planSessionEdit(
        editIntent({
          cancelledReason: null,
          participants: [{ studentId: 's1' }, { studentId: 's2', attendance: 'excused' }],
        }),
        facts,
        NOW,
      ),
    )
    expect(lesson.session).toEqual({ id: 'l1', cancelled_reason: null })
    expect(lesson.participants).toEqual([seat(), seat({ student_id: 's2', ...EXCUSED })])
    expect(lines).toEqual([
      '1 crédito sai do Pacote de 10 aulas',
      'Validade do Pacote de 10 aulas: −7 dias, até 31/12/2026',
    ])
  })

  it('edited otherwise stays cancelled, for who comes in too', () => {
    const session = sessionFacts({
      cancelled_reason: 'venue',
      participants: [participantFacts(CANCELLED)],
    })
    const facts = creditFacts({
      session,
      students: [studentFacts(), studentFacts({ id: 's2', packages: [] })],
    })
    const { lesson } = accepted(
      planSessionEdit(editIntent({ participants: [{ studentId: 's1' }, { studentId: 's2' }] }), facts, NOW),
    )
    expect(lesson.participants).toEqual([seat({ student_id: 's2', ...CANCELLED })])
  })
})

describe('more time', () => {
  it.each<[string, Partial<CreditFacts>, { days: number; ticked: boolean; passed?: number[] } | undefined]>([
    ['a package with time left', {}, { days: 7, ticked: false }],
    [
      'one with 7 days left',
      { students: [studentFacts({ packages: expiring('2026-11-28') })] },
      { days: 7, ticked: false },
    ],
    [
      'one with 6 days left',
      { students: [studentFacts({ packages: expiring('2026-11-27') })] },
      { days: 7, ticked: true },
    ],
    [
      'one that ends today',
      { students: [studentFacts({ packages: expiring(TODAY) })] },
      { days: 7, ticked: true },
    ],
    [
      'one that expired yesterday',
      { students: [studentFacts({ packages: expiring(YESTERDAY) })] },
      { days: 7, ticked: true, passed: [1] },
    ],
    [
      'one whose validity has not begun',
      { students: [studentFacts({ packages: [fromFirstLesson({ first_day_elsewhere: null })] })] },
      { days: 7, ticked: false },
    ],
    ['the rule says how many days', rule(14), { days: 14, ticked: false }],
    ['no package', { students: [studentFacts({ packages: [] })] }, undefined],
    ['an anonymised student', { students: [studentFacts({ anonymized: true })] }, undefined],
    [
      'a day that another lesson has extended',
      { extensions: [extensionRow({ session_id: 'l2' })] },
      undefined,
    ],
    ['nobody who pays', { session: sessionFacts({ participants: [participantFacts(EXCUSED)] }) }, undefined],
  ])('is offered when a lesson is deleted: %s', (_, overrides, offer) => {
    const planned = deleted(creditFacts({ session: sessionFacts(), ...overrides }))
    const { days, ticked, packages } = planned.offer ?? {}
    const passed = packages?.map((each) => each.passed)
    expect(planned.offer && { days, ticked, passed }).toEqual(offer && { passed: [0], ...offer })
  })

  it('is ticked by itself by the rule when a lesson is cancelled, and only then', () => {
    const facts = creditFacts({ session: sessionFacts(), ...rule(3) })
    expect(cancelled(facts).offer).toMatchObject({ days: 3, ticked: true })
    expect(deleted(facts).offer).toMatchObject({ days: 3, ticked: false })
  })

  it.each<[string, Partial<Parameters<typeof registrationIntent>[0]>]>([
    ['cancelled', { cancelledReason: 'rain' }],
    ['excused', { participants: [{ studentId: 's1', attendance: 'excused' }] }],
  ])('is for the package that a lesson would have used: registered as %s', (_, overrides) => {
    const old = packageFacts({ id: 'old', purchase_date: '2026-10-01' })
    const facts = creditFacts({ students: [studentFacts({ packages: [packageFacts(), old] })] })
    const { plan } = accepted(
      planRegistration(registrationIntent({ ...overrides, extension: { days: 5 } }), facts, NOW),
    )
    expect(plan.extensions.add).toMatchObject([
      { student_id: 's1', package_id: 'old', days: 5, session_id: 'l1', day: TODAY },
    ])
    expect(plan.based_on).toEqual([{ student_id: 's1', version: 7 }])
  })

  it('is a row of its own, with why, and the alerts know the new expiry', () => {
    const facts = creditFacts({
      session: sessionFacts(),
      students: [studentFacts({ packages: expiring('2026-11-22') })],
      alerts: [
        ongoingAlert({
          type: 'expiring_package',
          dedupe_key: 'expiring_package:p1:2026-11-22',
          session_id: null,
          package_id: 'p1',
        }),
      ],
    })
    const { plan, lines } = cancelled(facts, { days: 3 })
    const { id: _, stands: __, kept: ___, ...given } = extensionRow({ days: 3 })
    expect(plan.extensions.add).toEqual([given])
    expect(plan.alerts.end).toEqual(['expiring_package:p1:2026-11-22'])
    expect(plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(['expiring_package:p1:2026-11-25'])
    expect(lines).toContain('Validade do Pacote de 10 aulas: +3 dias, até 25/11/2026')
    expect(deleted(facts, { days: 3 }).plan.extensions.add).toMatchObject([{ reason: 'Aula excluída' }])
    expect(deleted(facts, { days: 3, reason: ' Viagem ' }).plan.extensions.add).toMatchObject([
      { reason: 'Viagem' },
    ])
  })

  it('stays when its cancelled lesson is deleted', () => {
    const session = sessionFacts({
      cancelled_reason: 'rain',
      participants: [participantFacts(CANCELLED)],
    })
    expect(deleted(creditFacts({ session, extensions: [extensionRow()] })).lines).toEqual([])
  })
})

describe('cancelling a day', () => {
  const sessions = [lessonFacts('l1'), lessonFacts('l2', { version: 9 })]
  const pkg = packageFacts({ remaining_classes: 0, expiry_date: '2026-11-22' })
  const facts = creditFacts({
    session: lessonFacts('l1'),
    sessions,
    students: [studentFacts({ packages: [pkg] })],
    extensions: [],
  })
  const intent = {
    opId: 'op6',
    sessions: sessions.map(({ id, version }) => ({ sessionId: id, expectedVersion: version })),
    reason: 'rain' as const,
    extension: { days: 7 },
  }

  it('is one plan: a student of two lessons gets both credits back, and the package more time once', () => {
    const { plan, lines, offer } = accepted(planDayCancellation(intent, facts, NOW))
    expect(plan.lessons).toMatchObject([
      { session: { id: 'l1', cancelled_reason: 'rain' }, expected_version: 3 },
      { session: { id: 'l2', cancelled_reason: 'rain' }, expected_version: 9 },
    ])
    expect(plan.based_on).toEqual([{ student_id: 's1', version: 7 }])
    expect(plan.extensions.add.map(({ session_id }) => session_id)).toEqual(['l1', 'l2'])
    expect(lines).toEqual([
      '2 créditos voltam para o Pacote de 10 aulas',
      'Validade do Pacote de 10 aulas: +7 dias, até 29/11/2026',
      '2 feedbacks são apagados',
    ])
    expect(plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(['low_credits:s1'])
    expect(plan.alerts.raise).toMatchObject([{ facts: { usable: 2 } }])
    expect(offer).toMatchObject({ ticked: true })
  })

  it('is refused as a whole when one of its lessons is gone', () => {
    expect(planDayCancellation(intent, { ...facts, sessions: [lessonFacts('l1')] }, NOW)).toMatchObject({
      code: 'session-not-found',
    })
  })
})

describe('undo', () => {
  test('of a registered lesson deletes it, with the days that it gave', () => {
    const session = sessionFacts({
      cancelled_reason: 'rain',
      participants: [participantFacts(CANCELLED)],
    })
    const facts = creditFacts({ session, extensions: [extensionRow()] })
    const intent = undone({ lessons: [{ sessionId: 'l1', before: null, version: 3 }] })
    const { lesson, lines } = accepted(planRestore(intent, facts, NOW))
    expect(lesson).toMatchObject({ op: 'delete', session: { id: 'l1' }, expected_version: 3 })
    expect(lines).toEqual(['Validade do Pacote de 10 aulas: −7 dias, até 24/12/2026'])
  })

  test('of a deleted lesson brings it back under its id, with all it had', () => {
    const before = sessionFacts({
      notes: 'Vento',
      participants: [
        participantFacts({
          manually_assigned: true,
          feedback: { ...FEEDBACK, created_at: '2026-11-20T22:00:00+00:00' },
        }),
      ],
    })
    const facts = creditFacts({ extensions: [extensionRow()] })
    const intent = undone({
      lessons: [{ sessionId: 'l1', before, version: null }],
    })
    const { lesson, lines, offer } = accepted(planRestore(intent, facts, NOW))
    expect(lesson).toEqual({
      op: 'create',
      session: {
        id: 'l1',
        date: before.date,
        day: before.day,
        teacher: before.teacher,
        notes: 'Vento',
        created_at: before.created_at,
      },
      remove_students: [],
      participants: before.participants,
    })
    expect(lines).toEqual([
      '1 crédito sai do Pacote de 10 aulas',
      'Validade do Pacote de 10 aulas: −7 dias, até 24/12/2026',
    ])
    expect(offer).toBeUndefined()
  })

  test.each<[string, PackageFacts[]]>([
    ['used since', [packageFacts({ remaining_classes: 0 })]],
    ['of a package that was deleted since', []],
  ])('a credit %s is gone: then the lesson is owed', (_, packages) => {
    const intent = undone({ lessons: [{ sessionId: 'l1', before: sessionFacts(), version: null }] })
    const { lesson, plan, lines } = accepted(
      planRestore(intent, creditFacts({ students: [studentFacts({ packages })] }), NOW),
    )
    expect(lesson.participants).toEqual([{ ...seat({ package_id: null }), feedback: FEEDBACK }])
    expect(plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)).toContain('unassigned_session:l1:s1')
    expect(lines).toEqual(['Sem pacote'])
  })

  const waiting = [fromFirstLesson({ remaining_classes: 10 })]
  const begun = [fromFirstLesson({ expiry_date: '2026-12-10' })]
  const single = [packageFacts({ total_classes: 1, remaining_classes: 1, expiry_date: TODAY })]
  const changed = { ...sessionFacts(), version: 4 }
  const TAKEN = '1 crédito sai do Pacote de 10 aulas'
  test.each<[string, SessionFacts | null, PackageFacts[], string[]]>([
    [
      'deleted: a validity begins again',
      null,
      waiting,
      [TAKEN, 'Validade do Pacote de 10 aulas: até 20/12/2026'],
    ],
    [
      'moved: a validity moves back',
      { ...changed, date: new Date(2026, 10, 10, 18).toISOString(), day: '2026-11-10' },
      begun,
      ['Validade: 10/12 → 20/12'],
    ],
    [
      'cancelled: a single package that ends today pays again',
      { ...changed, cancelled_reason: 'rain', participants: [participantFacts(CANCELLED)] },
      single,
      [TAKEN],
    ],
    [
      'whose absence was excused: a package that has expired since pays again',
      { ...changed, participants: [participantFacts(EXCUSED)] },
      [packageFacts({ expiry_date: YESTERDAY })],
      [TAKEN],
    ],
  ])('of a lesson that was %s', (_, current, packages, said) => {
    const version = current?.version ?? null
    const intent = undone({ lessons: [{ sessionId: 'l1', before: sessionFacts(), version }] })
    const facts = creditFacts({ session: current, students: [studentFacts({ packages })] })
    expect(accepted(planRestore(intent, facts, NOW)).lines).toEqual(said)
  })

  test('of a change puts back places, feedback and fields, and who came in leaves', () => {
    const before = sessionFacts()
    const now = sessionFacts({
      cancelled_reason: 'rain',
      teacher: 'Bia',
      version: 4,
      participants: [participantFacts(CANCELLED), participantFacts({ student_id: 's2', ...CANCELLED })],
    })
    const facts = creditFacts({
      session: now,
      students: [studentFacts(), studentFacts({ id: 's2', packages: [] })],
    })
    const intent = undone({ lessons: [{ sessionId: 'l1', before, version: 4 }] })
    const { lesson } = accepted(planRestore(intent, facts, NOW))
    expect(lesson).toEqual({
      op: 'update',
      session: { id: 'l1', teacher: 'Ana Prado', cancelled_reason: null },
      expected_version: 4,
      remove_students: ['s2'],
      participants: before.participants,
    })
  })

  test('brings days back that were waiting for their lesson; a new decision says them anew', () => {
    const before = sessionFacts({
      cancelled_reason: 'rain',
      participants: [participantFacts(CANCELLED)],
    })
    const facts = creditFacts({
      session: sessionFacts({ version: 4 }),
      extensions: [extensionRow({ stands: false })],
    })
    const intent = undone({ lessons: [{ sessionId: 'l1', before, version: 4 }] })
    expect(accepted(planRestore(intent, facts, NOW)).effects).toMatchObject([
      { validity: [{ extendedBy: 7 }] },
    ])
    expect(cancelled(facts).effects).toMatchObject([{ validity: [] }])
    expect(cancelled(facts, { days: 3 }).effects).toMatchObject([{ validity: [{ extendedBy: 3 }] }])
  })

  test('two lessons of one plan do not take the same last credit', () => {
    const lessons = ['l1', 'l2'].map((id) => ({ sessionId: id, before: sessionFacts({ id }), version: 4 }))
    const sessions = ['l1', 'l2'].map((id) =>
      sessionFacts({
        id,
        version: 4,
        cancelled_reason: 'rain',
        participants: [participantFacts(CANCELLED)],
      }),
    )
    const facts = creditFacts({
      sessions,
      students: [studentFacts({ packages: [packageFacts({ remaining_classes: 1 })] })],
    })
    const { plan } = accepted(planRestore(undone({ lessons }), facts, NOW))
    expect(plan.lessons.map(({ participants }) => participants[0]?.package_id)).toEqual(['p1', null])
  })

  test('students who are gone or anonymised stay away; without anybody left it is refused', () => {
    const before = sessionFacts({
      participants: ['s1', 's2', 's3'].map((student_id) =>
        participantFacts({ student_id, package_id: null }),
      ),
    })
    const intent = undone({ lessons: [{ sessionId: 'l1', before, version: null }] })
    const anonymised = studentFacts({ id: 's2', packages: [], anonymized: true })
    const { lesson } = accepted(
      planRestore(intent, creditFacts({ students: [studentFacts(), anonymised] }), NOW),
    )
    expect(lesson.participants.map(({ student_id }) => student_id)).toEqual(['s1'])
    expect(planRestore(intent, creditFacts({ students: [anonymised] }), NOW)).toMatchObject({
      code: 'student-not-found',
    })
  })

  test('is offered only of what is known: not after a try whose answer was lost', () => {
    const facts = creditFacts({ session: sessionFacts() })
    const { plan } = accepted(planSessionEdit(editIntent({ teacher: 'Bia' }), facts, NOW))
    expect(undoOf(plan, facts, [{ id: 'l1', version: 4 }], [])).toEqual({
      lessons: [{ sessionId: 'l1', before: facts.session, version: 4 }],
    })
    // The facts were read after the first try had been applied.
    expect(undoOf(plan, facts, [{ id: 'l1', version: 3 }], [])).toBeNull()
  })
})
