import { describe, expect, it, test } from 'vitest'
import { daysGained } from '@/credits/extensions'
import type { Extension, Participant, RegistrationIntent, SessionEditIntent } from '@/credits/intents'
import { planRestore } from '@/credits/plan-restore'
import { planDayCancellation } from '@/credits/plan-session'
import type {
  CreditFacts,
  ExtensionFacts,
  PackageFacts,
  ParticipantFacts,
  SessionFacts,
} from '@/credits/plan-types'
import { undoOf } from '@/credits/undo-of'
import {
  FEEDBACK,
  NOW,
  TODAY,
  byHand,
  creditFacts,
  ongoingAlert,
  packageFacts,
  participantFacts,
  seat,
  sessionFacts,
  studentFacts,
} from '../../support/world/facts'
import { accepted, edit, register, remove, restore } from '../../support/world/plans'

const YESTERDAY = '2026-11-20'
const EXCUSED = { attendance: 'excused', package_id: null } as const
const CANCELLED = { attendance: 'cancelled', package_id: null } as const
const RAIN = { cancelled_reason: 'rain' as const, participants: [participantFacts(CANCELLED)] }

/** A package whose validity of 30 days begins with its first lesson. */
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

const moved = (day: string) => ({ lessonDay: day, date: new Date(`${day}T08:00`).toISOString() })
const withPackages = (...packages: PackageFacts[]) => ({ students: [studentFacts({ packages })] })
const expiring = (expiry_date: string | null) => withPackages(packageFacts({ expiry_date }))
const friends = (...ids: string[]) => [studentFacts(), ...ids.map((id) => studentFacts({ id, packages: [] }))]
const more = (extension?: Extension) => (extension ? { extension } : {})
const deleted = (facts: Partial<CreditFacts>, extension?: Extension) => remove(more(extension), facts)
const cancelled = (facts: Partial<CreditFacts>, extension?: Extension) =>
  edit({ cancelledReason: 'rain', ...more(extension) }, facts)
const rule = (cancel_extension_days: number) => ({
  rules: { package_order: 'oldest' as const, cancel_extension_days },
})

type Seat = Partial<ParticipantFacts>
type Becomes = Omit<Participant, 'studentId'>
interface More {
  packages?: PackageFacts[]
  /** Changes of the edit. */
  change?: Partial<SessionEditIntent>
}

/** An excused participant is spared from using the package that the lesson would have taken. */
const spared = (place: Seat) => place.attendance === 'excused' && { spared_package_id: 'p1' }

describe('who came decides who pays', () => {
  const BACK = '1 crédito volta para o Pacote de 10 aulas'
  const TAKEN = '1 crédito sai do Pacote de 10 aulas'
  const ERASED = 'O feedback é apagado'
  const CHOICE = 'A escolha manual do pacote se perde'
  const ANEW = 'Validade do Pacote de 10 aulas: começa na 1ª aula'
  const PRESENT: Becomes = { attendance: 'present' }
  const ABSENT: Becomes = { attendance: 'absent' }
  const NOT_CHARGED: Becomes = { attendance: 'excused' }
  const owed = { package_id: null }
  const hand = { manually_assigned: true }
  const expired = { packages: [packageFacts({ expiry_date: YESTERDAY })] }
  const single = { packages: [packageFacts({ total_classes: 1, remaining_classes: 0, expiry_date: TODAY })] }
  const begun = { packages: [fromFirstLesson({ expiry_date: '2026-12-20' })] }
  const next = { packages: [fromFirstLesson({ expiry_date: '2026-12-20', first_day_elsewhere: TODAY })] }
  const waiting = { packages: [fromFirstLesson()] }
  const unpaid = ['Sem pacote']
  const none = { packages: [] }
  const early = { change: moved('2026-10-31') }
  const outside = 'Continua no Pacote de 10 aulas, fora da validade nesta data'

  // `place` is the participant afterwards; null if nothing is written.
  it.each<[string, Seat, Becomes, Seat | null, string[], More?]>([
    ['present, then absent: pays as before, unrated', {}, ABSENT, { attendance: 'absent' }, [ERASED]],
    ['present, then excused: pays nothing', {}, NOT_CHARGED, EXCUSED, [BACK, ERASED]],
    ['a package chosen by hand is forgotten, and told', hand, NOT_CHARGED, EXCUSED, [BACK, CHOICE, ERASED]],
    ['owed, then excused: nothing is owed', owed, NOT_CHARGED, EXCUSED, [ERASED]],
    ['excused, then present: the rule chooses', EXCUSED, PRESENT, {}, [TAKEN]],
    ['excused, then absent: the rule chooses', EXCUSED, ABSENT, { attendance: 'absent' }, [TAKEN]],
    ['back on a day on which an expired package was valid', EXCUSED, PRESENT, {}, [TAKEN], expired],
    ['back without a package: the one that it had is deleted', EXCUSED, PRESENT, owed, unpaid, none],
    ['back with a package chosen by hand', EXCUSED, { ...PRESENT, charge: byHand('p1') }, hand, [TAKEN]],
    ['back on a day before the package starts', EXCUSED, PRESENT, owed, unpaid, early],
    [
      'a package for who does not pay is no choice',
      {},
      { ...NOT_CHARGED, charge: byHand('p9') },
      EXCUSED,
      [BACK, ERASED],
    ],
    ['absent, then present: the credit stays', { attendance: 'absent' }, PRESENT, {}, []],
    ['excused and moved: nothing is chosen', EXCUSED, {}, null, [], { change: moved('2026-11-19') }],
    [
      'a single package that ends today gets its class back',
      {},
      NOT_CHARGED,
      EXCUSED,
      [BACK, ERASED],
      single,
    ],
    [
      'the only lesson of a package that begins with it: the validity begins anew',
      {},
      NOT_CHARGED,
      EXCUSED,
      [BACK, ANEW, ERASED],
      begun,
    ],
    [
      'the first lesson of such a package: the next one begins it',
      {},
      NOT_CHARGED,
      EXCUSED,
      [BACK, 'Validade: 20/12 → 21/12', ERASED],
      next,
    ],
    [
      'back in such a package: the validity begins',
      EXCUSED,
      PRESENT,
      {},
      [TAKEN, 'Validade do Pacote de 10 aulas: até 20/12/2026'],
      waiting,
    ],
    [
      'moved to an earlier day: the validity begins there',
      {},
      {},
      null,
      ['Validade: 20/12 → 10/12'],
      { ...begun, change: moved('2026-11-10') },
    ],
    [
      'moved to before its start: it is outside the validity, which it does not begin',
      {},
      {},
      null,
      [outside, ANEW],
      { ...begun, ...early },
    ],
  ])('%s', (_, was, becomes, place, lines, { packages = [packageFacts()], change = {} } = {}) => {
    const friend = participantFacts({ student_id: 's2', package_id: null })
    const session = sessionFacts({ participants: [friend, participantFacts(was)] })
    const participants = [{ studentId: 's2' }, { studentId: 's1', ...becomes }]
    const students = [...friends('s2').slice(1), ...withPackages(...packages).students]
    const planned = edit({ ...change, participants }, { session, students })
    const unrated = lines.includes(ERASED) && { feedback: null }
    expect(planned.lesson.participants).toEqual(
      place === null ? [] : [{ ...seat(place), ...unrated, ...spared(place) }],
    )
    expect(planned.lines).toEqual(lines)
  })
})

describe('a lesson that did not happen', () => {
  it('takes nothing and keeps its notes, whatever was typed of its students', () => {
    const { lesson, raised, lines } = register({ cancelledReason: 'rain', notes: 'Quadra alagada' })
    expect(lesson.session).toMatchObject({ cancelled_reason: 'rain', notes: 'Quadra alagada' })
    expect(lesson.participants).toEqual([seat(CANCELLED)])
    expect(raised).toEqual([])
    expect(lines).toEqual(['Nenhum crédito sai'])
  })

  it('that happened after all asks for everybody again, and its days go', () => {
    const stored = [participantFacts(CANCELLED), participantFacts({ student_id: 's2', ...CANCELLED })]
    const pkg = packageFacts({ expiry_date: '2027-01-07', extended_days: 7 })
    const { lesson, lines } = edit(
      {
        cancelledReason: null,
        participants: [{ studentId: 's1' }, { studentId: 's2', attendance: 'excused' }],
      },
      {
        session: sessionFacts({ cancelled_reason: 'rain', participants: stored }),
        students: [studentFacts({ packages: [pkg] }), studentFacts({ id: 's2', packages: [] })],
        extensions: [extensionRow(), extensionRow({ id: 'x2', session_id: 'l2', day: '2026-11-13' })],
      },
    )
    expect(lesson.session).toEqual({ id: 'l1', cancelled_reason: null })
    expect(lesson.participants).toEqual([seat(), seat({ student_id: 's2', ...EXCUSED })])
    expect(lines).toEqual([
      '1 crédito sai do Pacote de 10 aulas',
      'Validade do Pacote de 10 aulas: −7 dias, até 31/12/2026',
    ])
  })

  it('edited otherwise stays cancelled, for who comes in too', () => {
    const participants = [{ studentId: 's1' }, { studentId: 's2' }]
    const { lesson } = edit({ participants }, { session: sessionFacts(RAIN), students: friends('s2') })
    expect(lesson.participants).toEqual([seat({ student_id: 's2', ...CANCELLED })])
  })
})

describe('more time', () => {
  it.each<[string, Partial<CreditFacts>, { days: number; ticked: boolean; passed?: number[] } | undefined]>([
    ['a package with time left', {}, { days: 7, ticked: false }],
    ['one with 7 days left', expiring('2026-11-28'), { days: 7, ticked: false }],
    ['one with 6 days left', expiring('2026-11-27'), { days: 7, ticked: true }],
    ['one that ends today', expiring(TODAY), { days: 7, ticked: true }],
    ['one that expired yesterday', expiring(YESTERDAY), { days: 7, ticked: true, passed: [1] }],
    [
      'one that expired yesterday, days by hand included',
      {
        ...withPackages(packageFacts({ expiry_date: YESTERDAY, extended_days: 7 })),
        extensions: [extensionRow({ session_id: null, day: null })],
      },
      { days: 7, ticked: true, passed: [1] },
    ],
    ['one whose validity has not begun', withPackages(fromFirstLesson()), { days: 7, ticked: false }],
    ['the rule says how many days', rule(14), { days: 14, ticked: false }],
    ['no package', withPackages(), undefined],
    ['an anonymised student', { students: [studentFacts({ anonymized: true })] }, undefined],
    [
      'a day that another lesson has extended',
      { extensions: [extensionRow({ session_id: 'l2' })] },
      undefined,
    ],
    [
      'a day beside one that is extended',
      { extensions: [extensionRow({ day: TODAY })] },
      { days: 7, ticked: false },
    ],
    [
      'the one that it took',
      withPackages(packageFacts({ id: 'p0' }), packageFacts()),
      { days: 7, ticked: false },
    ],
    ['nobody who pays', { session: sessionFacts({ participants: [participantFacts(EXCUSED)] }) }, undefined],
    [
      'who owes it',
      { session: sessionFacts({ participants: [participantFacts({ package_id: null })] }) },
      undefined,
    ],
  ])('is offered when a lesson is deleted: %s', (_, overrides, offer) => {
    const facts = { session: sessionFacts(), ...overrides }
    const planned = deleted(facts)
    const { days = 0, ticked, packages } = planned.offer ?? {}
    const passed = packages?.map((each) => each.passed)
    expect(planned.offer && { days, ticked, passed }).toEqual(offer && { passed: [0], ...offer })
    expect(packages?.map(({ packageId }) => packageId)).toEqual(offer && ['p1'])
    // An expired package also gets as many days as have passed since its expiry.
    const given = deleted(facts, { days }).plan.extensions.add.filter(({ session_id }) => session_id === 'l1')
    const all = passed?.map((each) => days + each)
    expect(offer && given.map((each) => each.days)).toEqual(all)
    expect(packages?.map((each) => daysGained({ days }, each))).toEqual(all)
  })

  it('is not ticked for an absence that the agreement gives days already', () => {
    const soon = packageFacts({ expiry_date: '2026-11-22' })
    const tickedFor = (makeup_days: number, facts: Partial<CreditFacts> = {}) => {
      const participants = [participantFacts({ told_outcome: 'kept', makeup_days })]
      const session = sessionFacts({ participants })
      return edit(
        { participants: [{ studentId: 's1', attendance: 'excused' }] },
        { session, ...withPackages(soon), ...facts },
      ).offer?.ticked
    }
    expect([0, 5].map((days) => tickedFor(days))).toEqual([true, false])
    const floor = extensionRow({ days: null, until_day: '2026-11-25', session_id: 'l2' })
    expect(tickedFor(0, { extensions: [{ ...floor, day: '2026-11-19' }] })).toBe(true)
    expect(tickedFor(0, { extensions: [{ ...floor, package_id: 'p2' }] })).toBe(true)
  })

  it('says what a floor leaves of it, and gives what has passed since the package would have ended', () => {
    const floor = extensionRow({
      days: null,
      until_day: '2026-11-30',
      day: '2026-11-01',
      kept: true,
      session_id: 'l2',
    })
    const offered = (expiry_date: string) => {
      const longer = packageFacts({ expiry_date, extended_days: 12 })
      const facts = { session: sessionFacts(), ...withPackages(longer), extensions: [floor] }
      const [pkg] = deleted(facts).offer?.packages ?? []
      const [given] = deleted(facts, { days: 7 }).plan.extensions.add
      const gained = pkg && [7, 14].map((days) => daysGained({ days }, pkg))
      return { passed: pkg?.passed, with7: pkg?.lastDay(7), given: given?.days, gained }
    }
    expect(offered('2026-11-30')).toEqual({ passed: 0, with7: '2026-11-30', given: 7, gained: [0, 2] })
    floor.until_day = '2026-11-16'
    // The package alone ended on the 4th; seven days from today is the 28th.
    expect(offered('2026-11-16')).toMatchObject({ passed: 17, given: 24, gained: [12, 19] })
  })

  it('of an absence that is charged after all does not decide which package pays', () => {
    const ends = packageFacts({ expiry_date: '2026-12-10', extended_days: 7 })
    const { lesson } = edit(
      { participants: [{ studentId: 's1', attendance: 'present' }] },
      {
        session: sessionFacts({ participants: [participantFacts(EXCUSED)] }),
        ...withPackages(ends, packageFacts({ id: 'p0', expiry_date: '2026-12-05' })),
        extensions: [extensionRow({ days: 7 })],
        rules: { package_order: 'expires_first', cancel_extension_days: 0 },
      },
    )
    expect(lesson.participants).toMatchObject([{ student_id: 's1', package_id: 'p1' }])
  })

  it('of an excused absence stays with the package that it spared, also where another one would pay now', () => {
    const place = { ...EXCUSED, spared_package_id: 'p1', told_outcome: 'kept' as const, makeup_days: 30 }
    const own = packageFacts({ expiry_date: '2026-12-20', extended_days: 19 })
    const { lines } = edit(moved('2026-11-19'), {
      session: sessionFacts({ participants: [participantFacts(place)] }),
      ...withPackages(packageFacts({ id: 'p0', purchase_date: '2026-10-01' }), own),
      extensions: [extensionRow({ days: null, until_day: '2026-12-20' })],
    })
    expect(lines).toEqual(['Validade do Pacote de 10 aulas: −1 dia, até 19/12/2026'])
  })

  it('is one offer for all, ticked if one of them needs it', () => {
    const students = ['s1', 's2', 's3'].map((id, at) =>
      studentFacts({
        id,
        packages: [packageFacts({ id: `p${at + 1}`, ...(at === 1 && { expiry_date: TODAY }) })],
      }),
    )
    const participants = students.map(({ id, packages: [pkg] }) =>
      participantFacts({
        student_id: id,
        package_id: pkg?.id ?? null,
        ...(id === 's2' && { told_outcome: 'kept', makeup_days: 5 }),
      }),
    )
    const facts = { session: sessionFacts({ participants }), students }
    expect(deleted(facts).offer).toMatchObject({ ticked: true, packages: [{}, {}, {}] })
    // The rule gives days because the lesson is cancelled, and a student is removed as well.
    const left = {
      participants: [{ studentId: 's1' }, { studentId: 's2' }],
      cancelledReason: 'rain' as const,
    }
    const later = students.map((each) => ({
      ...each,
      packages: [packageFacts({ id: `p${each.id.slice(1)}` })],
    }))
    expect(edit(left, { ...facts, students: later, ...rule(3) }).offer).toMatchObject({ ticked: true })
    expect(
      edit({ ...left, extension: { days: 3 } }, facts).plan.extensions.add.map(({ reason }) => reason),
    ).toEqual(['Chuva', 'Chuva', 'Chuva'])
    const attendance = 'excused' as const
    const two = students.slice(0, 2).map(({ id }) => ({ studentId: id, attendance }))
    const taken = edit({ participants: two, extension: { days: 3 } }, facts)
    // Not ticked: the agreement already makes the packages that end soon valid for longer.
    expect(taken.offer?.ticked).toBe(false)
    expect(taken.plan.extensions.add.map(({ reason }) => reason).toSorted()).toEqual([
      'Crédito devolvido',
      'Falta justificada',
      'Falta justificada',
    ])
  })

  it.each<[string, Seat, Partial<SessionEditIntent>, boolean]>([
    ['pays with another package', {}, { participants: [{ studentId: 's1', charge: byHand('p2') }] }, false],
    ['was excused before it was cancelled', EXCUSED, { cancelledReason: 'rain' }, false],
    ['owed it', { package_id: null }, { participants: [{ studentId: 's1', attendance: 'excused' }] }, true],
  ])('is offered to who %s', (_, was, change, is) => {
    const facts = withPackages(packageFacts(), packageFacts({ id: 'p2' }))
    const session = sessionFacts({ participants: [participantFacts(was)] })
    expect(edit(change, { session, ...facts }).offer !== undefined).toBe(is)
  })

  it('is ticked by itself by the rule when a lesson is cancelled, and only then', () => {
    const facts = { session: sessionFacts(), ...rule(3) }
    expect(cancelled(facts).offer).toMatchObject({ days: 3, ticked: true })
    expect(deleted(facts).offer).toMatchObject({ days: 3, ticked: false })
  })

  it.each<[string, string, Partial<RegistrationIntent>]>([
    ['cancelled', 'Chuva', { cancelledReason: 'rain' }],
    ['excused', 'Falta justificada', { participants: [{ studentId: 's1', attendance: 'excused' }] }],
  ])('is for the package that a lesson would have used: registered as %s', (_, reason, overrides) => {
    const old = packageFacts({ id: 'old', purchase_date: '2026-10-01' })
    const { plan } = register({ ...overrides, extension: { days: 5 } }, withPackages(packageFacts(), old))
    expect(plan.extensions.add).toMatchObject([
      { student_id: 's1', package_id: 'old', days: 5, session_id: 'l1', day: TODAY, reason },
    ])
    expect(plan.based_on).toEqual([{ student_id: 's1', version: 7 }])
  })

  it('is a row of its own, with why, and the alerts know the new expiry', () => {
    const dedupe_key = 'expiring_package:p1:2026-11-22'
    const alerts = [
      ongoingAlert({ type: 'expiring_package', dedupe_key, session_id: null, package_id: 'p1' }),
    ]
    const facts = { session: sessionFacts(), ...expiring('2026-11-22'), alerts }
    const { plan, lines, raised } = cancelled(facts, { days: 3 })
    const { id: _, stands: __, kept: ___, ...given } = extensionRow({ days: 3 })
    expect(plan.extensions.add).toEqual([given])
    expect(plan.alerts.end).toEqual([dedupe_key])
    expect(raised).toEqual(['expiring_package:p1:2026-11-25'])
    expect(lines).toContain('Validade do Pacote de 10 aulas: +3 dias, até 25/11/2026')
    const reasonOf = (extension: Extension) => deleted(facts, extension).plan.extensions.add[0]?.reason
    expect(reasonOf({ days: 3 })).toBe('Aula apagada')
    expect(reasonOf({ days: 3, reason: ' Viagem ' })).toBe('Viagem')
  })
})

describe('cancelling a day', () => {
  const sessions = [sessionFacts(), sessionFacts({ id: 'l2', version: 9 })]
  const pkg = packageFacts({ remaining_classes: 0, expiry_date: '2026-11-22' })
  const facts = creditFacts({ sessions, ...withPackages(pkg) })
  const intent = {
    opId: 'op6',
    // As the coach saw them.
    sessions: sessions.map(({ id, version }) => ({ sessionId: id, expectedVersion: version - 1 })),
    reason: 'rain' as const,
    extension: { days: 7 },
  }

  it('is one plan: a student of two lessons gets both credits back, and the package more time once', () => {
    const { plan, lines, offer } = accepted(planDayCancellation(intent, facts, NOW))
    expect(plan.lessons).toMatchObject([
      { session: { id: 'l1', cancelled_reason: 'rain' }, expected_version: 2 },
      { session: { id: 'l2', cancelled_reason: 'rain' }, expected_version: 8 },
    ])
    expect(plan.based_on).toEqual([{ student_id: 's1', version: 7 }])
    expect(plan.extensions.add.map(({ session_id }) => session_id)).toEqual(['l1', 'l2'])
    expect(lines).toEqual([
      '2 créditos voltam para o Pacote de 10 aulas',
      'Validade do Pacote de 10 aulas: +7 dias, até 29/11/2026',
      '2 feedbacks são apagados',
    ])
    expect(plan.alerts.raise).toMatchObject([{ dedupe_key: 'low_credits:s1', facts: { usable: 2 } }])
    expect(offer).toMatchObject({ ticked: true })
  })

  it('of the lessons with which a validity began lets it begin anew', () => {
    const begun = withPackages(fromFirstLesson({ expiry_date: '2026-12-20' }))
    const { lines } = accepted(planDayCancellation(intent, { ...facts, ...begun }, NOW))
    expect(lines).toContain('Validade do Pacote de 10 aulas: +7 dias, começa na 1ª aula')
  })

  it('is refused as a whole when one of its lessons is gone', () => {
    const refused = planDayCancellation(intent, { ...facts, sessions: [sessionFacts()] }, NOW)
    expect(refused).toMatchObject({ code: 'session-not-found' })
  })
})

const undone = (before: SessionFacts | null, version: number | null, facts: Partial<CreditFacts>) =>
  restore({ lessons: [{ sessionId: 'l1', before, version }] }, facts)

describe('undo', () => {
  const TAKEN = '1 crédito sai do Pacote de 10 aulas'

  test('of a registered lesson deletes it, with the days that it gave', () => {
    const { lesson, lines, plan } = undone(null, 2, {
      session: sessionFacts(RAIN),
      extensions: [extensionRow()],
    })
    expect(lesson).toMatchObject({ op: 'delete', session: { id: 'l1' }, expected_version: 2 })
    expect(plan.restores).toBe(true)
    expect(lines).toEqual(['Validade do Pacote de 10 aulas: −7 dias, até 24/12/2026'])
  })

  test.each<[string, PackageFacts[]]>([
    ['used since', [packageFacts({ remaining_classes: 0 })]],
    ['of a package that was deleted since', []],
  ])('a credit %s is gone: then the lesson is owed', (_, packages) => {
    const { lesson, raised, lines } = undone(sessionFacts(), null, withPackages(...packages))
    expect(lesson.participants).toEqual([{ ...seat({ package_id: null }), feedback: FEEDBACK }])
    expect(raised).toContain('unassigned_session:l1:s1')
    expect(lines).toEqual(['Sem pacote'])
  })

  const changed = { ...sessionFacts(), version: 4 }
  const earlier = { date: new Date(2026, 10, 10, 18).toISOString(), day: '2026-11-10' }
  const single = packageFacts({ total_classes: 1, remaining_classes: 1, expiry_date: TODAY })
  const begins = [TAKEN, 'Validade do Pacote de 10 aulas: até 20/12/2026']
  const begun = fromFirstLesson({ expiry_date: '2026-12-10' })
  const excused = { ...changed, participants: [participantFacts(EXCUSED)] }
  const expired = packageFacts({ expiry_date: YESTERDAY })
  test.each<[string, SessionFacts | null, PackageFacts, string[]]>([
    ['deleted: a validity begins again', null, fromFirstLesson({ remaining_classes: 10 }), begins],
    ['moved: a validity moves back', { ...changed, ...earlier }, begun, ['Validade: 10/12 → 20/12']],
    [
      'cancelled: a single package that ends today pays again',
      sessionFacts({ ...RAIN, version: 4 }),
      single,
      [TAKEN],
    ],
    ['whose absence was excused: a package that has expired since pays again', excused, expired, [TAKEN]],
  ])('of a lesson that was %s', (_, session, pkg, lines) => {
    const facts = { session, ...withPackages(pkg) }
    expect(undone(sessionFacts(), session?.version ?? null, facts).lines).toEqual(lines)
  })

  test('of a change puts back places, feedback and fields, and who came in leaves', () => {
    const before = sessionFacts()
    const participants = [participantFacts(CANCELLED), participantFacts({ student_id: 's2', ...CANCELLED })]
    const session = sessionFacts({ cancelled_reason: 'rain', teacher: 'Bia', version: 4, participants })
    expect(undone(before, 4, { session, students: friends('s2') }).lesson).toEqual({
      op: 'update',
      session: { id: 'l1', teacher: 'Ana Prado', cancelled_reason: null },
      expected_version: 4,
      remove_students: ['s2'],
      participants: before.participants,
    })
  })

  test('of a change puts back what differs, and feedback as it was', () => {
    const participants = [
      participantFacts({ feedback: { ...FEEDBACK, club_id: null } }),
      participantFacts({ student_id: 's2', package_id: null, feedback: FEEDBACK }),
      participantFacts({ student_id: 's3', package_id: null }),
    ]
    const before = sessionFacts({ notes: 'Vento', slot_id: 'slot', slot_date: '2026-11-20', participants })
    const now = participants.map((place) => ({ ...place, feedback: FEEDBACK }))
    const changes = { notes: null, ...earlier, slot_id: null, slot_date: null, version: 4, participants: now }
    const { lesson } = undone(before, 4, { session: sessionFacts(changes), students: friends('s2', 's3') })
    const { id, date, day, notes, slot_id, slot_date } = before
    expect(lesson.session).toEqual({ id, date, day, notes, slot_id, slot_date })
    expect(lesson.participants).toEqual([
      { student_id: 's1', feedback: { ...FEEDBACK, club_id: null } },
      { student_id: 's3', feedback: null },
    ])
  })

  test.each<[string, Partial<SessionFacts>]>([
    ['hour', { date: new Date(2026, 10, 20, 19).toISOString() }],
    ['day', { day: '2026-11-21' }],
  ])('of another %s puts back both', (_, change) => {
    const before = sessionFacts({ participants: [participantFacts({ feedback: null })] })
    const { id, date, day } = before
    const { lesson } = undone(before, 4, { session: { ...before, ...change, version: 4 } })
    expect(lesson).toMatchObject({ session: { id, date, day }, participants: [] })
  })

  test('of an absence owes nothing', () => {
    const before = sessionFacts({ participants: [participantFacts(EXCUSED)] })
    expect(undone(before, 4, { session: changed }).raised).toEqual([])
  })

  test('of a deletion brings back what the lesson was of', () => {
    const was = { cancelled_reason: 'rain' as const, slot_id: 'slot', slot_date: '2026-11-20' }
    const participants = [participantFacts(CANCELLED)]
    expect(undone(sessionFacts({ ...was, participants }), null, {}).lesson.session).toMatchObject(was)
  })

  test('of a lesson that is gone is refused', () => {
    const intent = { opId: 'op7', lessons: [{ sessionId: 'l1', before: sessionFacts(), version: 4 }] }
    expect(planRestore(intent, creditFacts(), NOW)).toMatchObject({ code: 'session-not-found' })
  })

  test('brings days back that were waiting for their lesson; a new decision says them anew', () => {
    const facts = { session: sessionFacts({ version: 4 }), extensions: [extensionRow({ stands: false })] }
    const restored = undone(sessionFacts(RAIN), 4, facts)
    expect(restored.effects).toMatchObject([{ validity: [{ extendedBy: 7 }] }])
    expect(cancelled(facts).effects).toMatchObject([{ validity: [] }])
    expect(cancelled(facts, { days: 3 }).effects).toMatchObject([{ validity: [{ extendedBy: 3 }] }])
  })

  test('the last credits of a package are what its own lessons give back', () => {
    const ids = ['l1', 'l2']
    const lessons = ids.map((id) => ({ sessionId: id, before: sessionFacts({ id }), version: 4 }))
    const sessions = ids.map((id) => ({ ...changed, id, teacher: 'Bia' }))
    const facts = { sessions, ...withPackages(packageFacts({ remaining_classes: 0 })) }
    expect(restore({ lessons }, facts)).toMatchObject({ lines: [], raised: [] })
  })

  test('two lessons of one plan do not take the same last credit', () => {
    const ids = ['l1', 'l2']
    const lessons = ids.map((id) => ({ sessionId: id, before: sessionFacts({ id }), version: 4 }))
    const sessions = ids.map((id) => sessionFacts({ ...RAIN, id, version: 4 }))
    const { plan } = restore(
      { lessons },
      { sessions, ...withPackages(packageFacts({ remaining_classes: 1 })) },
    )
    expect(plan.lessons.map(({ participants }) => participants[0]?.package_id)).toEqual(['p1', null])
  })

  test('students who are gone or anonymised stay away; without anybody left it is refused', () => {
    const participants = ['s1', 's2', 's3'].map((student_id) =>
      participantFacts({ student_id, package_id: null }),
    )
    const intent = { lessons: [{ sessionId: 'l1', before: sessionFacts({ participants }), version: null }] }
    const anonymised = studentFacts({ id: 's2', packages: [], anonymized: true })
    const { lesson } = restore(intent, { students: [studentFacts(), anonymised] })
    expect(lesson.participants.map(({ student_id }) => student_id)).toEqual(['s1'])
    // A student who is still in the lesson stays in it; the student who was added since leaves it.
    const there = ['s2', 's4'].map((student_id) => participantFacts({ student_id, attendance: 'absent' }))
    const session = sessionFacts({ version: 4, participants: there })
    const students = [anonymised, studentFacts({ id: 's4' })]
    const change = { lessons: intent.lessons.map((each) => ({ ...each, version: 4 })) }
    expect(restore(change, { session, students }).lesson).toMatchObject({
      remove_students: ['s4'],
      participants: [{ student_id: 's2', attendance: 'present' }],
    })
    const gone = creditFacts({ session, students: students.slice(1) })
    for (const refused of [
      planRestore({ opId: 'op7', ...intent }, creditFacts({ students: [anonymised] }), NOW),
      planRestore({ opId: 'op7', ...change }, gone, NOW),
    ]) {
      expect(refused).toMatchObject({ code: 'student-not-found' })
    }
  })

  test('brings back no feedback about an anonymised student', () => {
    const participants = [participantFacts({ feedback: { rating: 4, notes: null, tags: [], club_id: null } })]
    const intent = { lessons: [{ sessionId: 'l1', before: sessionFacts({ participants }), version: 4 }] }
    const session = sessionFacts({ ...RAIN, version: 4 })
    const { lesson } = restore(intent, { session, students: [studentFacts({ anonymized: true })] })
    expect(lesson.participants[0]).not.toHaveProperty('feedback')
  })

  test('is offered only of what is known: not after a try whose answer was lost', () => {
    const facts = creditFacts({ session: sessionFacts() })
    const { plan } = edit({ teacher: 'Bia' }, facts)
    const lessons = [{ sessionId: 'l1', before: facts.session, version: 4 }]
    expect(undoOf(plan, facts, [{ id: 'l1', version: 4 }], [])).toEqual({ lessons, skips: [] })
    // The facts were read only after the first attempt had been applied, so nothing tells what it changed.
    expect(undoOf(plan, facts, [{ id: 'l1', version: 3 }], [])).toBeNull()
  })
})
