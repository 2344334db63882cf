import { describe, expect, it, test } from 'vitest'
import { guestsWithoutPlace, takenOut, toldNotToCome } from '@/credits/answered-occurrence'
import type { ChosenCharge } from '@/credits/charge'
import type { RegistrationIntent } from '@/credits/intents'
import {
  isFutureLesson,
  planAssignment,
  planAttendance,
  planFeedbackEdit,
  planLink,
  refusingChangedSlots,
  planRegistration,
  planSessionEdit,
} from '@/credits/plan-session'
import type { CreditPlan, OccurrenceFacts, PackageFacts } from '@/credits/plan-types'
import {
  NOW,
  TODAY,
  assignmentIntent,
  byHand,
  creditFacts,
  editIntent,
  ongoingAlert,
  packageFacts,
  participant,
  participantFacts,
  registrationIntent,
  seat,
  sessionFacts,
  studentFacts,
} from '../../support/world/facts'
import { RATING, accepted, assign, edit, rate, register, remove, untouched } from '../../support/world/plans'

const tomorrow = new Date(NOW.getTime() + 86_400_000).toISOString()
const rui = studentFacts({
  id: 's2',
  name: 'Rui Alves',
  credits_version: 2,
  packages: [],
  ever_had_package: false,
})
const session = sessionFacts()
const students = [studentFacts(), rui]
/** Facts of a lesson for which Marina owes. */
const owed = { session: sessionFacts({ participants: [participantFacts({ package_id: null })] }) }
const withPackage = (...packages: Partial<PackageFacts>[]) => ({
  students: [studentFacts({ packages: packages.map(packageFacts) })],
})
const both = { participants: [{ studentId: 's1' }, { studentId: 's2' }] }
const FOUR = { id: 'p2', name: 'Pacote de 4 aulas' }
const BACK = '1 crédito volta para o Pacote de 10 aulas'
const TAKEN = '1 crédito sai do Pacote de 10 aulas'

describe('registering a lesson', () => {
  it('takes one credit of the package chosen for each student, and names the versions it was planned from', () => {
    const { plan, effects } = register()
    expect(plan).toEqual({
      op_id: 'op1',
      based_on: [{ student_id: 's1', version: 7 }],
      lessons: [
        {
          op: 'create',
          session: {
            id: 'l1',
            date: registrationIntent().date,
            day: TODAY,
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
    const taken = { packageId: 'p1', packageName: 'Pacote de 10 aulas', credits: 1, expired: false }
    expect(effects).toMatchObject([
      { studentId: 's1', studentName: 'Marina Costa', taken: [taken], returned: [] },
    ])
  })

  it('without a valid package the lesson has none and an alert of high priority is raised', () => {
    const participants = ['s1', 's2'].map((id) => participant(id))
    const { plan, lesson, effects } = register({ participants }, { students })
    expect(lesson.participants).toMatchObject([seat(), seat({ student_id: 's2', package_id: null })])
    const { resolved: _, ...alert } = ongoingAlert({
      student_id: 's2',
      student_name: 'Rui Alves',
      message: 'Aula de 21/11/2026 está sem pacote',
      facts: { day: TODAY },
      dedupe_key: 'unassigned_session:l1:s2',
    })
    expect(plan.alerts.raise).toEqual([alert])
    expect(effects.map(({ withoutPackage }) => withoutPackage)).toEqual([false, true])
  })

  it('plans the alerts of the balance that it leaves', () => {
    expect(register({}, withPackage({ remaining_classes: 3 })).plan.alerts.raise).toMatchObject([
      { type: 'low_credits', priority: 'medium', message: 'Tem 2 créditos' },
    ])
  })

  it('keeps the club that was chosen, none included, and blank notes become none', () => {
    const participants = [
      participant('s1', { rating: 5, notes: ' Ótimo ', tags: ['Saque', 'Saque'], clubId: 'c9' }),
      participant('s2', { rating: 1, notes: '', clubId: null }),
    ]
    const { lesson } = register({ notes: '  ', participants }, { students })
    expect(lesson.session.notes).toBeNull()
    expect(lesson.participants.map(({ feedback }) => feedback)).toEqual([
      { rating: 5, notes: 'Ótimo', tags: ['Saque'], club_id: 'c9' },
      { rating: 1, notes: null, tags: [], club_id: null },
    ])
  })
})

const TWICE = { participants: [{ studentId: 's1' }, { studentId: 's1' }] }
const NOBODY_KNOWN = { participants: [{ studentId: 's9' }] }
const REFUSED = [
  ['a student twice', TWICE, 'invalid', 'O mesmo aluno foi selecionado duas vezes'],
  ['a student who is gone', NOBODY_KNOWN, 'student-not-found', 'Aluno não encontrado'],
  ['a future lesson', { date: tomorrow }, 'session-in-future', 'A data da aula não pode ser no futuro'],
] as const

it.each([['nobody', { participants: [] }, 'invalid', 'Selecione pelo menos um aluno'] as const, ...REFUSED])(
  'a registration with %s is refused',
  (_, overrides, code, message) => {
    const refused = planRegistration(registrationIntent(overrides), creditFacts(), NOW)
    expect(refused).toMatchObject({ success: false, code, message })
  },
)

/** Moves the lesson of Marina and a friend to another day, and adds a student. */
const movedTo = (lessonDay: string, pkg: Partial<PackageFacts> = {}, charge?: ChosenCharge) => {
  const friend = participantFacts({ student_id: 's2', package_id: null })
  const { students: packed } = withPackage(pkg, { id: 'p0', purchase_date: '2026-01-01' })
  return edit(
    {
      lessonDay,
      date: new Date(`${lessonDay}T08:00`).toISOString(),
      participants: [
        { studentId: 's2' },
        { studentId: 's1', ...(charge && { charge }) },
        { studentId: 's3' },
      ],
    },
    {
      session: sessionFacts({ participants: [friend, participantFacts()] }),
      students: [rui, ...packed, { ...rui, id: 's3' }],
    },
  )
}

describe('a lesson of an occurrence', () => {
  const slot = { slotId: 'slot', slotDate: TODAY, movedTo: null }
  const { date } = registrationIntent()
  const told = (more: Partial<OccurrenceFacts> = {}) => ({
    occurrences: [
      {
        slot_id: 'slot',
        slot_date: TODAY,
        starts_at: date,
        replies: [
          { student_id: 's2', reply: 'not_coming' as const, outcome: 'late' as const },
          { student_id: 's1', reply: 'not_coming' as const, outcome: 'kept' as const },
        ],
        guests: [{ student_id: 'gil', name: 'Gil' }],
        ...more,
      },
    ],
  })
  const reply = (answer: Partial<OccurrenceFacts['replies'][number]>) =>
    told({ replies: [{ student_id: 's1', reply: 'not_coming', outcome: 'kept', ...answer }] })
  const alone = { participants: [{ studentId: 's1' }] }
  const answer = { ...alone, slot, takesReplies: true as const }
  const excusing = { ...answer, excused: ['s1'] }

  it.each<[string, string, Partial<RegistrationIntent>, ReturnType<typeof told>]>([
    ['excused', 'told in time', answer, told()],
    ['absent', 'told late', answer, reply({ outcome: 'late' })],
    ['excused', 'told late, and the coach excuses that', excusing, reply({ outcome: 'late' })],
    ['present', 'comes after all, whom the coach had excused', excusing, reply({ reply: 'coming' })],
    ['present', 'told nothing, whom the coach had excused', excusing, told({ replies: [] })],
    [
      'absent',
      'told late, and the coach excuses somebody else',
      { ...answer, excused: ['s2'] },
      reply({ outcome: 'late' }),
    ],
    ['present', 'told what nobody judges', answer, reply({ outcome: null })],
    ['present', 'comes', answer, reply({ reply: 'coming' })],
    ['present', 'told nothing', answer, told({ replies: [] })],
    ['present', 'has stars', { ...answer, participants: [participant('s1')] }, told()],
    ['absent', 'was', { ...answer, participants: [{ studentId: 's1', attendance: 'absent' }] }, told()],
    ['present', 'is registered by hand', { ...alone, slot }, told()],
    ['present', 'told of another hour', answer, told({ starts_at: tomorrow })],
    ['present', 'told of another day', answer, told({ slot_date: '2026-11-28' })],
    ['present', 'told of another slot', answer, told({ slot_id: 'other' })],
    ['present', 'is in no occurrence', { ...alone, takesReplies: true }, told()],
  ])('is registered with who is %s because the student %s', (attendance, _, intent, facts) => {
    expect(register(intent, facts).lesson.participants[0]?.attendance).toBe(attendance)
    expect(toldNotToCome({ slot, date: '2026-12-24T12:00:00Z' }, facts)).toEqual([])
  })

  it.each<[string[], Partial<RegistrationIntent>]>([
    [['gil'], { slot }],
    [[], { slot, knownGuests: ['gil'] }],
    [['gil'], { slot, knownGuests: ['other'] }],
    [[], { slot, participants: [participant('s1'), participant('gil')] }],
    [[], {}],
  ])('leaves out %j of its guests with %j', (left, intent) => {
    const names = guestsWithoutPlace(registrationIntent(intent), told())
    expect(names.map(({ student_id }) => student_id)).toEqual(left)
  })

  it.each<[string[], Partial<RegistrationIntent>, ReturnType<typeof told>]>([
    [['Rui Alves', 'Gil Melo'], answer, told({ expected: ['s1'] })],
    [[], answer, told({ expected: ['s1', 's2', 'gil'] })],
    [[], { slot }, told({ expected: ['s1'] })],
    [[], answer, told()],
    [[], { takesReplies: true }, told({ expected: ['s1'] })],
  ])('tells that %j were taken out of it with %j', (names, intent, { occurrences }) => {
    const participants = ['s1', 's2', 'gil'].map((studentId) => ({ studentId }))
    const gil = studentFacts({ id: 'gil', name: 'Gil Melo' })
    const facts = creditFacts({ students: [...students, gil], occurrences })
    const out = takenOut(registrationIntent({ ...intent, participants }), facts)
    expect(out.map(({ name }) => name)).toEqual(names)
  })

  it('whose slot another device has changed is not written', () => {
    const skips: NonNullable<CreditPlan['skips']> = {
      add: [{ slot_id: 'slot', slot_date: TODAY, reason: 'rain', moved_to: null }],
    }
    const lessons = [
      register({ slot }).lesson,
      register().lesson,
      { ...register({ slot }).lesson, op: 'update' as const },
    ]
    const marks = refusingChangedSlots({ lessons, skips })
    expect(marks.lessons.map((each) => each.session.slot_changed)).toEqual(['refuse', undefined, undefined])
    expect(marks.skips.slot_changed).toBe('refuse')
    expect(refusingChangedSlots({ lessons })).not.toHaveProperty('skips')
  })

  it('that may be another one names those that it is beside', () => {
    expect(register({ slot, beside: ['l9'] }).lesson.session.beside).toEqual(['l9'])
  })

  it('may have been registered without it: a link moves nothing else', () => {
    const link = { opId: 'op', sessionId: 'l1', expectedVersion: 3, slot, begins: date }
    const { plan, effects } = accepted(planLink(link, creditFacts({ session }), NOW))
    const linked = { id: 'l1', slot_id: 'slot', slot_date: TODAY, slot_moved_to: null }
    expect(plan).toMatchObject(untouched('op', { session: linked }))
    expect(effects).toEqual([])
    expect(planLink(link, creditFacts(), NOW)).toMatchObject({ code: 'session-not-found' })
  })
})

describe('the attendance of one student', () => {
  const said = (studentId: string, of: Partial<typeof session> | null = {}) =>
    planAttendance(
      { opId: 'op', sessionId: 'l1', studentId, attendance: 'absent' },
      creditFacts({
        students,
        session: of && { ...session, participants: [participantFacts(), second], ...of },
      }),
      NOW,
    )
  const second = participantFacts({ student_id: 's2', package_id: null })

  it('is said after the lesson was registered, and everybody else stays', () => {
    const { plan, lesson } = accepted(said('s1'))
    expect(plan.op_id).toBe('op')
    expect(lesson).toMatchObject({ session: { id: 'l1' }, expected_version: 3, remove_students: [] })
    expect(lesson.participants).toMatchObject([{ student_id: 's1', attendance: 'absent' }])
  })

  it('is refused of nobody, of a lesson that is gone or did not happen', () => {
    // The student exists: another device has taken them out.
    expect(said('s3')).toMatchObject({
      code: 'student-not-found',
      message: 'Esta aula mudou em outro aparelho. Veja o que mudou e tente novamente.',
    })
    expect(said('s1', null)).toMatchObject({ code: 'session-not-found' })
    const participants = [participantFacts({ attendance: 'cancelled', package_id: null })]
    expect(said('s1', { participants })).toMatchObject({ code: 'student-not-found' })
  })
})

describe('editing a lesson', () => {
  const facts = { session, students }

  it('kept as it is, nothing moves', () => {
    const { plan, effects } = edit({}, facts)
    expect(plan).toEqual(untouched('op2'))
    expect(effects).toEqual([])
    const charge = { participants: [{ studentId: 's1', charge: byHand('p1') }] }
    expect(edit(charge, { session, ...withPackage({ remaining_classes: 0 }) }).plan).toEqual(untouched('op2'))
  })

  it('a removed student gets the credit back, and their alert of this lesson ends', () => {
    const two = sessionFacts({
      participants: [participantFacts(), participantFacts({ student_id: 's2', package_id: null })],
    })
    const alerts = [ongoingAlert({ dedupe_key: 'unassigned_session:l1:s2', student_id: 's2' })]
    const { plan, lesson, lines } = edit({}, { session: two, students, alerts })
    expect(lesson.remove_students).toEqual(['s2'])
    expect(plan.alerts.end).toEqual(['unassigned_session:l1:s2'])
    expect(lines).toEqual([])

    const other = edit({ participants: [{ studentId: 's2' }] }, facts)
    expect(other.lesson.remove_students).toEqual(['s1'])
    expect(other.effects).toMatchObject([
      { studentId: 's1', returned: [{ credits: 1 }] },
      { studentId: 's2' },
    ])
  })

  it('an added student gets default feedback and the package that registering would choose', () => {
    const added = studentFacts({ id: 's2', packages: [packageFacts({ id: 'p9' })] })
    const { plan, lesson } = edit(both, { session, students: [studentFacts(), added] })
    const feedback = { rating: 5, notes: null, tags: [], club_id: 'c1' }
    expect(lesson.participants).toEqual([{ ...seat({ student_id: 's2', package_id: 'p9' }), feedback }])
    expect(plan.based_on).toEqual([{ student_id: 's2', version: 7 }])
  })

  it('a kept student whose package changed gets one credit back and takes another', () => {
    const participants = [{ studentId: 's1', charge: byHand('p2') }]
    const packages = withPackage({ remaining_classes: 0 }, { ...FOUR, remaining_classes: 4 })
    const { lesson, effects, lines } = edit({ participants }, { session, ...packages })
    expect(lesson.participants).toEqual([seat({ package_id: 'p2', manually_assigned: true })])
    expect(lines).toEqual([BACK, '1 crédito sai do Pacote de 4 aulas'])
    expect(effects).toMatchObject([{ returned: [{ packageId: 'p1' }], taken: [{ packageId: 'p2' }] }])
  })

  it('a kept student whose package is taken away gets the credit back and an alert', () => {
    const { raised, lesson, lines } = edit(
      { participants: [{ studentId: 's1', charge: { kind: 'owed' } }] },
      facts,
    )
    expect(lesson.participants).toEqual([seat({ package_id: null })])
    expect(raised).toEqual(['unassigned_session:l1:s1'])
    expect(lines).toEqual([BACK, 'Sem pacote'])
  })

  it('does not choose by itself for a kept student without a package, and raises no second alert', () => {
    const { plan, lesson } = edit({}, { ...owed, alerts: [ongoingAlert()] })
    expect(lesson.participants).toEqual([])
    expect(plan.alerts).toEqual({ raise: [], end: [] })
  })

  it('a corrected date is in the alert too, which stays closed if the coach closed it', () => {
    const moved = { lessonDay: '2026-11-19', date: new Date(2026, 10, 19, 18).toISOString() }
    const { plan, lesson } = edit(moved, { ...owed, alerts: [ongoingAlert()] })
    expect(lesson.session).toEqual({ id: 'l1', date: moved.date, day: '2026-11-19' })
    expect(plan.alerts.raise).toMatchObject([{ message: 'Aula de 19/11/2026 está sem pacote' }])
    const closed = edit(moved, { ...owed, alerts: [ongoingAlert({ resolved: true })] })
    expect(closed.plan.alerts).toEqual({ raise: [], end: [] })
  })

  it('writes teacher, notes and feedback only where they changed', () => {
    const same = { rating: 4, notes: 'Bom saque', tags: ['Saque'] }
    const { lesson } = edit({ teacher: 'Bia', notes: '', participants: [participant('s1', same)] }, facts)
    expect(lesson.session).toEqual({ id: 'l1', teacher: 'Bia', notes: null })
    expect(lesson.participants).toEqual([])
    const changed = edit({ participants: [participant('s1', { ...same, rating: 2 })] }, facts)
    const feedback = { ...same, rating: 2, club_id: 'c1' }
    expect(changed.lesson.participants).toEqual([{ student_id: 's1', feedback }])
  })

  describe('moved to another day', () => {
    it.each([
      ['before the package starts', '2026-10-31', {}],
      ['after it expired', TODAY, { expiry_date: '2026-11-20' }],
      ['after it expired, without credits left', TODAY, { expiry_date: '2026-11-20', remaining_classes: 0 }],
    ])('keeps the package, and says that it is outside its validity: %s', (_, day, pkg) => {
      const { plan, lesson, lines } = movedTo(day, pkg)
      expect(lesson.participants).toMatchObject([{ student_id: 's3' }])
      expect(plan.based_on).toMatchObject([{ student_id: 's3' }])
      expect(lines).toEqual(['Sem pacote', 'Continua no Pacote de 10 aulas, fora da validade nesta data'])
    })

    it('says nothing while the package is valid, nor when the lesson stays where it is', () => {
      expect(movedTo('2026-11-01').lines).toEqual(['Sem pacote'])
      expect(movedTo('2025-12-31', {}, byHand('p0')).lines).toEqual([BACK, TAKEN, 'Sem pacote'])
      const expired = withPackage({ expiry_date: '2026-11-19' })
      expect(edit({ notes: 'Chuva' }, { session, ...expired }).effects).toEqual([])
    })
  })

  it('names the version that the coach saw, not the newest one', () => {
    expect(edit({}, { session: sessionFacts({ version: 9 }) }).lesson.expected_version).toBe(3)
  })

  const FOREIGN = { participants: [{ studentId: 's1', charge: byHand('p9') }] }
  it.each([
    ...REFUSED,
    ['nobody', { participants: [] }, 'invalid', 'Selecione pelo menos um aluno para a sessão.'] as const,
    ['a package that is not the student’s', FOREIGN, 'package-not-found', 'Pacote não encontrado'] as const,
  ])('with %s is refused', (_, overrides, code, message) => {
    const refused = planSessionEdit(editIntent(overrides), creditFacts(facts), NOW)
    expect(refused).toMatchObject({ success: false, code, message })
  })
})

it('a lesson that is gone cannot be edited, assigned or rated', () => {
  const gone = { code: 'session-not-found', message: 'Aula não encontrada' }
  expect(planSessionEdit(editIntent(), creditFacts(), NOW)).toMatchObject(gone)
  expect(planAssignment(assignmentIntent(), creditFacts(), NOW)).toMatchObject(gone)
  expect(planFeedbackEdit(RATING, creditFacts(), NOW)).toMatchObject(gone)
})

test('nor can it of a student who is gone', () => {
  const facts = creditFacts({ session, students: [] })
  expect(planAssignment(assignmentIntent(), facts, NOW)).toMatchObject({ code: 'assignment-not-found' })
  expect(planFeedbackEdit(RATING, facts, NOW)).toMatchObject({ code: 'student-not-found' })
})

const expiring = (expiry_date: string) => assign({}, { ...owed, ...withPackage({ expiry_date }) }).lines

describe('assigning a package by hand', () => {
  it('takes 1 credit, is marked as manual and ends the alert', () => {
    const { plan, lesson, lines } = assign({}, { ...owed, alerts: [ongoingAlert()] })
    expect(lesson).toMatchObject({ expected_version: 3, participants: [seat({ manually_assigned: true })] })
    expect(plan.alerts.end).toEqual(['unassigned_session:l1:s1'])
    expect(lines).toEqual([TAKEN])
  })

  it("an expired package may be assigned, with a warning unless it was valid on the lesson's day", () => {
    expect(expiring('2026-11-19')).toEqual([`${TAKEN}, que está vencido`])
    expect(expiring('2026-11-20')).toEqual([TAKEN])
  })

  it('the package that it has already costs nothing, even with its last credit', () => {
    const group = sessionFacts({ participants: [participantFacts({ student_id: 's2' }), participantFacts()] })
    const packed = [
      { ...rui, packages: [packageFacts({ id: 'p2' })] },
      ...withPackage({ remaining_classes: 0 }).students,
    ]
    const { lesson, lines } = assign({}, { session: group, students: packed })
    expect(lesson.participants).toEqual([seat({ manually_assigned: true })])
    expect(lines).toEqual([])
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
    const friend = studentFacts({ id: 's2', packages: [packageFacts({ id: 'p2' })] })
    const facts = creditFacts({ ...owed, students: [...withPackage(pkg).students, friend] })
    const refused = planAssignment(assignmentIntent(intent), facts, NOW)
    expect(refused).toMatchObject({ success: false, code, message })
  })
})

describe('editing feedback', () => {
  it('changes rating, notes and tags and keeps the club; no credit, validity or alert moves', () => {
    const feedback = { rating: 2, notes: 'Melhorou', tags: ['Voleio'], club_id: 'c1' }
    for (const packages of [{}, withPackage({ validity_days: 3, expiry_date: '2026-11-23' })]) {
      const { plan, effects } = rate({ session, default_club_id: 'c2', ...packages })
      expect(plan).toEqual(untouched('op4', { participants: [{ student_id: 's1', feedback }] }))
      expect(effects).toEqual([])
    }
  })

  it('is refused for a student who is not in the lesson, or was not present', () => {
    const absent = sessionFacts({ participants: [participantFacts({ attendance: 'absent' })] })
    for (const [studentId, lesson] of [['s2', session] as const, ['s1', absent] as const]) {
      const refused = planFeedbackEdit(
        { ...RATING, studentId },
        creditFacts({ session: lesson, students }),
        NOW,
      )
      expect(refused).toMatchObject({ code: 'student-not-found' })
    }
  })

  it.each([
    ['as they were', participantFacts(), 'Bom saque'],
    ['none, of who had no feedback', participantFacts({ feedback: null }), null],
  ])('without notes leaves them: %s', (_, place, notes) => {
    const facts = creditFacts({ session: sessionFacts({ participants: [place] }) })
    const stars = planFeedbackEdit({ ...RATING, feedback: { rating: 2, tags: [] } }, facts, NOW)
    expect(accepted(stars).lesson.participants).toMatchObject([{ feedback: { rating: 2, notes } }])
  })

  it('of what was tapped changes that alone; who has none gets all that the row shows', () => {
    const tap = {
      ...RATING,
      feedback: { rating: 2, tags: ['Voleio'], clubId: 'c9' },
      tapped: { tags: ['Voleio'] },
    }
    const tapped = (feedback?: null) => {
      const participants = [participantFacts(feedback === null ? { feedback } : {})]
      const plan = planFeedbackEdit(tap, creditFacts({ session: sessionFacts({ participants }) }), NOW)
      return accepted(plan).lesson.participants
    }
    expect(tapped()).toMatchObject([{ feedback: { rating: 4, tags: ['Voleio'], club_id: 'c1' } }])
    expect(tapped(null)).toMatchObject([{ feedback: { rating: 2, tags: ['Voleio'], club_id: 'c9' } }])
  })
})

describe('deleting a lesson', () => {
  it('returns 1 credit to each package it used and says so', () => {
    const two = sessionFacts({
      participants: [participantFacts(), participantFacts({ student_id: 's2', package_id: null })],
    })
    const { lesson, lines } = remove({}, { session: two, students })
    expect(lesson).toMatchObject({ op: 'delete', expected_version: 3, remove_students: [], participants: [] })
    expect(lines).toEqual([BACK, 'O feedback é apagado'])
  })

  it('tells that the package has expired', () => {
    const { lines } = remove({}, { session, ...withPackage({ expiry_date: '2026-11-20' }) })
    expect(lines).toEqual([`${BACK}, que está vencido`, 'O feedback é apagado'])
  })

  it('its unassigned_session alerts go with it: the plan need not name them', () => {
    const { plan } = remove({}, { ...owed, alerts: [ongoingAlert()] })
    expect(plan.alerts).toEqual({ raise: [], end: [] })
  })

  it('of a lesson that is gone already is a plan that changes nothing', () => {
    const { plan, lesson, effects } = remove({}, { students: [] })
    expect(plan).toMatchObject({ based_on: [], alerts: { raise: [], end: [] } })
    expect(lesson.op).toBe('delete')
    expect(lesson).not.toHaveProperty('expected_version')
    expect(effects).toEqual([])
  })
})

const inMinutes = (minutes: number) =>
  isFutureLesson(new Date(NOW.getTime() + minutes * 60_000).toISOString(), NOW)

it('a lesson of this minute is not in the future, though the clocks differ a little', () => {
  expect([0, 5, 6].map(inMinutes)).toEqual([false, false, true])
})
