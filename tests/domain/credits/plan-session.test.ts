import { describe, expect, it } from 'vitest'
import { describeEffect } from '@/credits/effects'
import {
  isFutureLesson,
  planAssignment,
  planDeletion,
  planFeedbackEdit,
  planRegistration,
  planSessionEdit,
} from '@/credits/plan-session'
import type { PlanResult, CreditPlan, LessonPlan } from '@/credits/plan-types'
import {
  NOW,
  assignmentIntent,
  editIntent,
  creditFacts,
  ongoingAlert,
  packageFacts,
  participant,
  participantFacts,
  seat,
  registrationIntent,
  sessionFacts,
  studentFacts,
  byHand,
} from '../../support/world/facts'

function accepted(result: PlanResult) {
  if (!result.success) throw new Error(`Refused: ${result.message}`)
  const [lesson] = result.plan.lessons
  if (!lesson) throw new Error('A plan without a lesson')
  return { ...result, lesson }
}

/** A plan that changes nothing of the lesson but this. */
const untouched = (op_id: string, overrides: Partial<LessonPlan> = {}): CreditPlan => ({
  op_id,
  based_on: [],
  lessons: [
    {
      op: 'update',
      session: { id: 'l1' },
      expected_version: 3,
      remove_students: [],
      participants: [],
      ...overrides,
    },
  ],
  packages: [],
  extensions: { add: [], take_back: [] },
  alerts: { raise: [], end: [] },
})

const tomorrow = new Date(NOW.getTime() + 86_400_000).toISOString()
const rui = studentFacts({
  id: 's2',
  name: 'Rui Alves',
  credits_version: 2,
  packages: [],
  ever_had_package: false,
})

describe('registering a lesson', () => {
  it('takes one credit of the package chosen for each student, and names the versions it was planned from ', () => {
    const { plan, effects } = accepted(planRegistration(registrationIntent(), creditFacts(), NOW))
    expect(plan).toEqual({
      op_id: 'op1',
      based_on: [{ student_id: 's1', version: 7 }],
      lessons: [
        {
          op: 'create',
          session: {
            id: 'l1',
            date: registrationIntent().date,
            day: '2026-11-21',
            teacher: 'Ana Prado',
            notes: null,
            beside: [],
          },
          remove_students: [],
          participants: [{ ...seat(), feedback: { rating: 3, notes: null, tags: [], club_id: 'c1' } }],
        },
      ],
      packages: [],
      extensions: { add: [], take_back: [] },
      alerts: { raise: [], end: [] },
    })
    expect(effects).toEqual([
      {
        studentId: 's1',
        studentName: 'Marina Costa',
        taken: [
          { packageId: 'p1', packageName: 'Pacote de 10 aulas', credits: 1, remaining: 5, expired: false },
        ],
        returned: [],
        keptOutsideValidity: [],
        sold: [],
        removed: [],
        adjusted: [],
        validity: [],
        money: [],
        received: [],
        withoutPackage: false,
        uncharged: false,
        choiceLost: false,
        feedbackRemoved: 0,
      },
    ])
  })

  it('without a valid package the lesson has none and an alert of high priority is raised', () => {
    const { plan, lesson, effects } = accepted(
      planRegistration(
        registrationIntent({ participants: ['s1', 's2'].map((id) => participant(id)) }),
        creditFacts({ students: [studentFacts(), rui] }),
        NOW,
      ),
    )
    expect(lesson.participants).toMatchObject([seat(), seat({ student_id: 's2', package_id: null })])
    expect(plan.alerts.raise).toEqual([
      {
        type: 'unassigned_session',
        priority: 'high',
        student_id: 's2',
        session_id: 'l1',
        package_id: null,
        student_name: 'Rui Alves',
        message: 'Aula de 21/11/2026 está sem pacote',
        facts: { day: '2026-11-21' },
        dedupe_key: 'unassigned_session:l1:s2',
      },
    ])
    expect(effects.map(({ studentId, withoutPackage }) => [studentId, withoutPackage])).toEqual([
      ['s1', false],
      ['s2', true],
    ])
  })

  it("judges expiry on the lesson's day, not on today", () => {
    const student = studentFacts({ packages: [packageFacts({ expiry_date: '2026-11-18' })] })
    const late = registrationIntent({
      date: new Date(2026, 10, 18, 19).toISOString(),
      lessonDay: '2026-11-18',
    })
    const facts = creditFacts({ students: [student] })
    expect(accepted(planRegistration(late, facts, NOW)).lesson.participants[0]?.package_id).toBe('p1')
    expect(
      accepted(planRegistration(registrationIntent(), facts, NOW)).lesson.participants[0]?.package_id,
    ).toBeNull()
  })

  it('plans the alerts of the balance that it leaves', () => {
    const student = studentFacts({ packages: [packageFacts({ remaining_classes: 3 })] })
    const { plan } = accepted(
      planRegistration(registrationIntent(), creditFacts({ students: [student] }), NOW),
    )
    expect(plan.alerts.raise).toMatchObject([
      { type: 'low_credits', priority: 'medium', message: 'Tem 2 créditos' },
    ])
  })

  it('a package that it uses up no longer expires with credits left', () => {
    const student = studentFacts({
      packages: [
        packageFacts({ remaining_classes: 1, expiry_date: '2026-11-24' }),
        packageFacts({ id: 'p2', purchase_date: '2026-11-20' }),
      ],
    })
    const ongoing = ongoingAlert({
      type: 'expiring_package',
      dedupe_key: 'expiring_package:p1:2026-11-24',
      session_id: null,
      package_id: 'p1',
    })
    const { plan } = accepted(
      planRegistration(registrationIntent(), creditFacts({ students: [student], alerts: [ongoing] }), NOW),
    )
    expect(plan.alerts).toEqual({ raise: [], end: ['expiring_package:p1:2026-11-24'] })
  })

  it('keeps the club that was chosen, none included, and blank notes become none', () => {
    const { lesson } = accepted(
      planRegistration(
        registrationIntent({
          notes: '  ',
          participants: [
            participant('s1', { rating: 5, notes: ' Ótimo ', tags: ['Saque', 'Saque'], clubId: 'c9' }),
            participant('s2', { rating: 1, notes: '', clubId: null }),
          ],
        }),
        creditFacts({ students: [studentFacts(), rui] }),
        NOW,
      ),
    )
    expect(lesson.session.notes).toBeNull()
    expect(lesson.participants.map(({ feedback }) => feedback)).toEqual([
      { rating: 5, notes: 'Ótimo', tags: ['Saque'], club_id: 'c9' },
      { rating: 1, notes: null, tags: [], club_id: null },
    ])
  })

  it.each([
    ['nobody', { participants: [] }, 'invalid', 'Selecione pelo menos um aluno'],
    [
      'a student twice',
      { participants: [{ studentId: 's1' }, { studentId: 's1' }] },
      'invalid',
      'O mesmo aluno foi selecionado duas vezes',
    ],
    [
      'a student who is gone',
      { participants: [{ studentId: 's9' }] },
      'student-not-found',
      'Aluno não encontrado',
    ],
    [
      'a lesson in the future',
      { date: tomorrow },
      'session-in-future',
      'A data da aula não pode ser no futuro',
    ],
  ])('refuses %s', (_, overrides, code, message) => {
    expect(planRegistration(registrationIntent(overrides), creditFacts(), NOW)).toMatchObject({
      success: false,
      code,
      message,
    })
  })
})

describe('editing a lesson', () => {
  const facts = creditFacts({ session: sessionFacts(), students: [studentFacts(), rui] })

  it('kept as it is, nothing moves', () => {
    const { plan, effects } = accepted(planSessionEdit(editIntent(), facts, NOW))
    expect(plan).toEqual(untouched('op2'))
    expect(effects).toEqual([])
  })

  it('a removed student gets the credit back, and their alert of this lesson ends', () => {
    const session = sessionFacts({
      participants: [participantFacts(), participantFacts({ student_id: 's2', package_id: null })],
    })
    const ongoing = ongoingAlert({ dedupe_key: 'unassigned_session:l1:s2', student_id: 's2' })
    const { plan, lesson, effects } = accepted(
      planSessionEdit(
        editIntent({ participants: [{ studentId: 's1' }] }),
        creditFacts({ session, students: [studentFacts(), rui], alerts: [ongoing] }),
        NOW,
      ),
    )
    expect(lesson.remove_students).toEqual(['s2'])
    expect(plan.alerts.end).toEqual(['unassigned_session:l1:s2'])
    expect(effects.map(describeEffect)).toEqual([[]])

    const other = accepted(planSessionEdit(editIntent({ participants: [{ studentId: 's2' }] }), facts, NOW))
    expect(other.lesson.remove_students).toEqual(['s1'])
    expect(other.effects.find(({ studentId }) => studentId === 's1')?.returned).toEqual([
      { packageId: 'p1', packageName: 'Pacote de 10 aulas', credits: 1, remaining: 7, expired: false },
    ])
  })

  it('an added student gets default feedback and the package that registering would choose', () => {
    const added = studentFacts({ id: 's2', name: 'Rui Alves', packages: [packageFacts({ id: 'p9' })] })
    const { plan, lesson } = accepted(
      planSessionEdit(
        editIntent({ participants: [{ studentId: 's1' }, { studentId: 's2' }] }),
        creditFacts({ session: sessionFacts(), students: [studentFacts(), added] }),
        NOW,
      ),
    )
    expect(lesson.participants).toEqual([
      {
        ...seat({ student_id: 's2', package_id: 'p9' }),
        feedback: { rating: 5, notes: null, tags: [], club_id: 'c1' },
      },
    ])
    expect(plan.based_on).toEqual([{ student_id: 's2', version: 7 }])
  })

  it('an added student without credits is without package, with an alert', () => {
    const { plan, lesson } = accepted(
      planSessionEdit(editIntent({ participants: [{ studentId: 's1' }, { studentId: 's2' }] }), facts, NOW),
    )
    expect(lesson.participants).toMatchObject([seat({ student_id: 's2', package_id: null })])
    expect(plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(['unassigned_session:l1:s2'])
  })

  it("'sem pacote' may be chosen for an added student who has credits", () => {
    const added = studentFacts({ id: 's2', name: 'Rui Alves' })
    const { lesson } = accepted(
      planSessionEdit(
        editIntent({ participants: [{ studentId: 's1' }, { studentId: 's2', charge: { kind: 'owed' } }] }),
        creditFacts({ session: sessionFacts(), students: [studentFacts(), added] }),
        NOW,
      ),
    )
    expect(lesson.participants).toMatchObject([seat({ student_id: 's2', package_id: null })])
  })

  it('a kept student whose package changed gets one credit back and takes another', () => {
    const student = studentFacts({
      packages: [
        packageFacts({ remaining_classes: 0 }),
        packageFacts({ id: 'p2', name: 'Pacote de 4 aulas', remaining_classes: 4 }),
      ],
    })
    const { lesson, effects } = accepted(
      planSessionEdit(
        editIntent({ participants: [{ studentId: 's1', charge: byHand('p2') }] }),
        creditFacts({ session: sessionFacts(), students: [student] }),
        NOW,
      ),
    )
    expect(lesson.participants).toEqual([seat({ package_id: 'p2', manually_assigned: true })])
    expect(effects.flatMap(describeEffect)).toEqual([
      '1 crédito volta para o Pacote de 10 aulas',
      '1 crédito sai do Pacote de 4 aulas',
    ])
    expect(effects[0]).toMatchObject({ returned: [{ remaining: 1 }], taken: [{ remaining: 3 }] })
  })

  it('a kept student whose package is taken away gets the credit back and an alert', () => {
    const { plan, lesson, effects } = accepted(
      planSessionEdit(
        editIntent({ participants: [{ studentId: 's1', charge: { kind: 'owed' } }] }),
        facts,
        NOW,
      ),
    )
    expect(lesson.participants).toEqual([seat({ package_id: null })])
    expect(plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(['unassigned_session:l1:s1'])
    expect(effects.flatMap(describeEffect)).toEqual([
      '1 crédito volta para o Pacote de 10 aulas',
      'Sem pacote',
    ])
  })

  it('a package chosen for a student without one ends the alert', () => {
    const session = sessionFacts({
      participants: [participantFacts({ package_id: null })],
    })
    const { plan } = accepted(
      planSessionEdit(
        editIntent({ participants: [{ studentId: 's1', charge: byHand('p1') }] }),
        creditFacts({ session, alerts: [ongoingAlert()] }),
        NOW,
      ),
    )
    expect(plan.alerts.end).toEqual(['unassigned_session:l1:s1'])
  })

  it('does not choose by itself for a kept student without a package, and raises no second alert', () => {
    const session = sessionFacts({
      participants: [participantFacts({ package_id: null })],
    })
    const { plan, lesson } = accepted(
      planSessionEdit(editIntent(), creditFacts({ session, alerts: [ongoingAlert()] }), NOW),
    )
    expect(lesson.participants).toEqual([])
    expect(plan.alerts).toEqual({ raise: [], end: [] })
  })

  it('an alert that the coach closed stays closed', () => {
    const session = sessionFacts({
      participants: [participantFacts({ package_id: null })],
    })
    const { plan } = accepted(
      planSessionEdit(
        editIntent({ lessonDay: '2026-11-19', date: new Date(2026, 10, 19, 18).toISOString() }),
        creditFacts({ session, alerts: [ongoingAlert({ resolved: true })] }),
        NOW,
      ),
    )
    expect(plan.alerts).toEqual({ raise: [], end: [] })
  })

  it('a corrected date is in the alert too', () => {
    const session = sessionFacts({
      participants: [participantFacts({ package_id: null })],
    })
    const date = new Date(2026, 10, 19, 18).toISOString()
    const { plan, lesson } = accepted(
      planSessionEdit(
        editIntent({ lessonDay: '2026-11-19', date }),
        creditFacts({ session, alerts: [ongoingAlert()] }),
        NOW,
      ),
    )
    expect(lesson.session).toEqual({ id: 'l1', date, day: '2026-11-19' })
    expect(plan.alerts.raise.map(({ message }) => message)).toEqual(['Aula de 19/11/2026 está sem pacote'])
  })

  it('writes teacher, notes and feedback only where they changed', () => {
    const { lesson } = accepted(
      planSessionEdit(
        editIntent({
          teacher: 'Bia',
          notes: '',
          participants: [participant('s1', { rating: 4, notes: 'Bom saque', tags: ['Saque'] })],
        }),
        facts,
        NOW,
      ),
    )
    expect(lesson.session).toEqual({ id: 'l1', teacher: 'Bia', notes: null })
    expect(lesson.participants).toEqual([])

    const changed = accepted(
      planSessionEdit(
        editIntent({
          participants: [participant('s1', { rating: 2, notes: 'Bom saque', tags: ['Saque'] })],
        }),
        facts,
        NOW,
      ),
    )
    expect(changed.lesson.participants).toEqual([
      { student_id: 's1', feedback: { rating: 2, notes: 'Bom saque', tags: ['Saque'], club_id: 'c1' } },
    ])
  })

  describe('moved to another day', () => {
    const student = studentFacts({
      packages: [packageFacts(), packageFacts({ id: 'p0', purchase_date: '2026-01-01' })],
    })
    const movedTo = (lessonDay: string, pkg: object = {}) => {
      const packages = [{ ...packageFacts(), ...pkg }, ...student.packages.slice(1)]
      return accepted(
        planSessionEdit(
          editIntent({ lessonDay, date: new Date(`${lessonDay}T08:00`).toISOString() }),
          creditFacts({ session: sessionFacts(), students: [{ ...student, packages }] }),
          NOW,
        ),
      )
    }

    it.each([
      ['before the package starts', '2026-10-31', {}],
      ['after it expired', '2026-11-21', { expiry_date: '2026-11-20' }],
      [
        'after it expired, without credits left',
        '2026-11-21',
        { expiry_date: '2026-11-20', remaining_classes: 0 },
      ],
    ])('keeps the package, and says that it is outside its validity: %s', (_, day, pkg) => {
      const { plan, lesson, effects } = movedTo(day, pkg)
      expect(lesson.participants).toEqual([])
      expect(plan.based_on).toEqual([])
      expect(effects.flatMap(describeEffect)).toEqual([
        'Continua no Pacote de 10 aulas, fora da validade nesta data',
      ])
    })

    it('says nothing while the package is valid', () => {
      expect(movedTo('2026-11-01').effects).toEqual([])
    })

    it('says nothing of a package that was outside its validity before, when the session stays where it is', () => {
      const packages = [packageFacts({ expiry_date: '2026-11-19' })]
      const expired = creditFacts({ session: sessionFacts(), students: [studentFacts({ packages })] })
      expect(accepted(planSessionEdit(editIntent({ notes: 'Chuva' }), expired, NOW)).effects).toEqual([])
    })
  })

  it('names the version that the coach saw, not the newest one', () => {
    const newer = creditFacts({ session: sessionFacts({ version: 9 }) })
    expect(accepted(planSessionEdit(editIntent(), newer, NOW)).lesson.expected_version).toBe(3)
  })

  it.each([
    ['a lesson that is gone', {}, null, 'session-not-found', 'Sessão não encontrada'],
    [
      'nobody',
      { participants: [] },
      sessionFacts(),
      'invalid',
      'Selecione pelo menos um aluno para a sessão.',
    ],
    [
      'a student twice',
      { participants: [{ studentId: 's1' }, { studentId: 's1' }] },
      sessionFacts(),
      'invalid',
      'O mesmo aluno foi selecionado duas vezes',
    ],
    [
      'a student who is gone',
      { participants: [{ studentId: 's9' }] },
      sessionFacts(),
      'student-not-found',
      'Aluno não encontrado',
    ],
    [
      'a date in the future',
      { date: tomorrow },
      sessionFacts(),
      'session-in-future',
      'A data da aula não pode ser no futuro',
    ],
    [
      'a package that is not the student’s',
      { participants: [{ studentId: 's1', charge: byHand('p9') }] },
      sessionFacts(),
      'package-not-found',
      'Pacote não encontrado',
    ],
  ])('refuses %s', (_, overrides, session, code, message) => {
    expect(
      planSessionEdit(editIntent(overrides), creditFacts({ session, students: [studentFacts(), rui] }), NOW),
    ).toMatchObject({ success: false, code, message })
  })
})

describe('assigning a package by hand', () => {
  const session = sessionFacts({
    participants: [participantFacts({ package_id: null })],
  })

  it('takes 1 credit, is marked as manual and ends the alert', () => {
    const { plan, lesson, effects } = accepted(
      planAssignment(assignmentIntent(), creditFacts({ session, alerts: [ongoingAlert()] }), NOW),
    )
    expect(lesson.participants).toEqual([seat({ manually_assigned: true })])
    expect(plan.alerts.end).toEqual(['unassigned_session:l1:s1'])
    expect(lesson.expected_version).toBe(3)
    expect(effects.flatMap(describeEffect)).toEqual(['1 crédito sai do Pacote de 10 aulas'])
  })

  it('returns 1 credit to the package assigned before', () => {
    const student = studentFacts({
      packages: [packageFacts(), packageFacts({ id: 'p2', name: 'Pacote de 4 aulas' })],
    })
    const { effects } = accepted(
      planAssignment(
        assignmentIntent({ packageId: 'p2' }),
        creditFacts({ session: sessionFacts(), students: [student] }),
        NOW,
      ),
    )
    expect(effects.flatMap(describeEffect)).toEqual([
      '1 crédito volta para o Pacote de 10 aulas',
      '1 crédito sai do Pacote de 4 aulas',
    ])
  })

  it('an expired package with credits may be assigned, with a warning', () => {
    const student = studentFacts({ packages: [packageFacts({ expiry_date: '2026-11-19' })] })
    const { effects } = accepted(
      planAssignment(assignmentIntent(), creditFacts({ session, students: [student] }), NOW),
    )
    expect(effects[0]?.taken[0]?.expired).toBe(true)
    expect(effects.flatMap(describeEffect)).toEqual(['1 crédito sai do Pacote de 10 aulas, que está vencido'])
  })

  it("no warning when it was valid on the lesson's day", () => {
    const student = studentFacts({ packages: [packageFacts({ expiry_date: '2026-11-20' })] })
    const { effects } = accepted(
      planAssignment(assignmentIntent(), creditFacts({ session, students: [student] }), NOW),
    )
    expect(effects[0]?.taken[0]?.expired).toBe(false)
  })

  it('the package that it has already costs nothing, even with its last credit', () => {
    const student = studentFacts({ packages: [packageFacts({ remaining_classes: 0 })] })
    const { lesson, effects } = accepted(
      planAssignment(assignmentIntent(), creditFacts({ session: sessionFacts(), students: [student] }), NOW),
    )
    expect(lesson.participants).toEqual([seat({ manually_assigned: true })])
    expect(effects).toMatchObject([{ taken: [], returned: [] }])
  })

  it.each([
    ['a package that does not exist', { packageId: 'p9' }, {}, 'package-not-found', 'Pacote não encontrado'],
    [
      'a package without credits',
      {},
      { remaining_classes: 0 },
      'package-empty',
      'Pacote sem créditos disponíveis',
    ],
    [
      'a student who is not in the lesson',
      { studentId: 's2', packageId: 'p2' },
      {},
      'assignment-not-found',
      'Atribuição não encontrada',
    ],
  ])('refuses %s', (_, intent, pkg, code, message) => {
    const students = [
      studentFacts({ packages: [packageFacts(pkg)] }),
      studentFacts({ id: 's2', packages: [packageFacts({ id: 'p2' })] }),
    ]
    expect(planAssignment(assignmentIntent(intent), creditFacts({ session, students }), NOW)).toMatchObject({
      success: false,
      code,
      message,
    })
  })

  it('refuses a lesson that is gone', () => {
    expect(planAssignment(assignmentIntent(), creditFacts(), NOW)).toMatchObject({
      code: 'session-not-found',
    })
  })
})

describe('editing feedback', () => {
  const intent = {
    opId: 'op4',
    sessionId: 'l1',
    studentId: 's1',
    feedback: { rating: 2, notes: 'Melhorou', tags: ['Voleio'] },
  }

  it('changes rating, notes and tags and keeps the club; no credit and no alert moves', () => {
    const { plan, effects } = accepted(
      planFeedbackEdit(intent, creditFacts({ session: sessionFacts() }), NOW),
    )
    const feedback = { rating: 2, notes: 'Melhorou', tags: ['Voleio'], club_id: 'c1' }
    expect(plan).toEqual(untouched('op4', { participants: [{ student_id: 's1', feedback }] }))
    expect(effects).toEqual([])
  })

  it('leaves the validity that began with the lesson, and its alert', () => {
    const begun = packageFacts({ validity_days: 3, expiry_date: '2026-11-23' })
    const students = [studentFacts({ packages: [begun] })]
    const { plan, effects } = accepted(
      planFeedbackEdit(intent, creditFacts({ session: sessionFacts(), students }), NOW),
    )
    expect(plan).toMatchObject({ based_on: [], alerts: { raise: [], end: [] } })
    expect(effects).toEqual([])
  })

  it('is refused for a student who is not in the lesson, and for a lesson that is gone', () => {
    const other = { ...intent, studentId: 's2' }
    expect(planFeedbackEdit(other, creditFacts({ session: sessionFacts() }), NOW)).toMatchObject({
      code: 'student-not-found',
    })
    expect(planFeedbackEdit(intent, creditFacts(), NOW)).toMatchObject({ code: 'session-not-found' })
  })
})

describe('deleting a lesson', () => {
  const intent = { opId: 'op5', sessionId: 'l1' }

  it('returns 1 credit to each package it used and says so', () => {
    const session = sessionFacts({
      participants: [participantFacts(), participantFacts({ student_id: 's2', package_id: null })],
    })
    const { lesson, effects } = accepted(
      planDeletion(intent, creditFacts({ session, students: [studentFacts(), rui] }), NOW),
    )
    expect(lesson).toMatchObject({
      op: 'delete',
      expected_version: 3,
      remove_students: [],
      participants: [],
    })
    expect(effects.map(describeEffect)).toEqual([
      ['1 crédito volta para o Pacote de 10 aulas', 'O feedback é apagado'],
      [],
    ])
  })

  it('tells that the package has expired', () => {
    const student = studentFacts({ packages: [packageFacts({ expiry_date: '2026-11-20' })] })
    const { effects } = accepted(
      planDeletion(intent, creditFacts({ session: sessionFacts(), students: [student] }), NOW),
    )
    expect(effects.flatMap(describeEffect)).toEqual([
      '1 crédito volta para o Pacote de 10 aulas, que está vencido',
      'O feedback é apagado',
    ])
  })

  it('ends low_credits when the credit that returns is enough', () => {
    const student = studentFacts({ packages: [packageFacts({ remaining_classes: 2 })] })
    const ongoing = ongoingAlert({ type: 'low_credits', dedupe_key: 'low_credits:s1', session_id: null })
    const { plan } = accepted(
      planDeletion(
        intent,
        creditFacts({ session: sessionFacts(), students: [student], alerts: [ongoing] }),
        NOW,
      ),
    )
    expect(plan.alerts).toEqual({ raise: [], end: ['low_credits:s1'] })
  })

  it('its unassigned_session alerts go with it: the plan need not name them', () => {
    const session = sessionFacts({
      participants: [participantFacts({ package_id: null })],
    })
    const { plan } = accepted(planDeletion(intent, creditFacts({ session, alerts: [ongoingAlert()] }), NOW))
    expect(plan.alerts).toEqual({ raise: [], end: [] })
  })

  it('of a lesson that is gone already is a plan that changes nothing', () => {
    const { plan, lesson, effects } = accepted(planDeletion(intent, creditFacts({ students: [] }), NOW))
    expect(plan).toMatchObject({ based_on: [], alerts: { raise: [], end: [] } })
    expect(lesson.op).toBe('delete')
    expect(lesson).not.toHaveProperty('expected_version')
    expect(effects).toEqual([])
  })
})

it('a lesson of this minute is not in the future, though the clocks differ a little', () => {
  expect(isFutureLesson(NOW.toISOString(), NOW)).toBe(false)
  expect(isFutureLesson(new Date(NOW.getTime() + 4 * 60_000).toISOString(), NOW)).toBe(false)
  expect(isFutureLesson(new Date(NOW.getTime() + 6 * 60_000).toISOString(), NOW)).toBe(true)
})
