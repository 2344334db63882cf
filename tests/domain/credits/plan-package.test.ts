import { describe, expect, it } from 'vitest'
import { addDays } from '@/core/dates'
import type { Failure } from '@/core/result'
import { characters } from '@/core/text.schema'
import type { AdjustIntent, ExtendIntent, SaleIntent } from '@/credits/intents'
import {
  adjusted,
  packageRow,
  planAdjust,
  planEdit,
  planExtend,
  planSale,
  planUndoAdjust,
  planTakeBack,
  planUndoSale,
  undoOfExtension,
  undoOfSale,
  undoOfTakingBack,
} from '@/credits/plan-package'
import type { Planned, CreditFacts, PackageFacts } from '@/credits/plan-types'
import {
  NOW,
  TODAY,
  creditFacts,
  ongoingAlert,
  packageFacts,
  participantFacts,
  sessionFacts,
  studentFacts,
} from '../../support/world/facts'

const owedBy = (id: string, day = '2026-11-20') =>
  sessionFacts({ id, day, participants: [participantFacts({ package_id: null, feedback: null })] })

const buildSale = (
  { settle = [], ...overrides }: Partial<Omit<SaleIntent, 'settle'>> & { settle?: string[] } = {},
  values: Partial<SaleIntent['values']> = {},
): SaleIntent => ({
  opId: 'op1',
  packageId: 'new',
  studentId: 's1',
  values: {
    startDate: TODAY,
    paymentDate: TODAY,
    totalClasses: 4,
    price: 400,
    validityDays: 30,
    firstLessonValidity: false,
    renewsMonthly: false,
    ...values,
  },
  payment: { id: 'pay', amount: 400, method: 'pix', paidOn: TODAY },
  settle: settle.map((sessionId) => ({ sessionId, expectedVersion: 3 })),
  ...overrides,
})

function planOf<P extends Planned>(result: P | Failure): P['plan'] {
  if (!result.success) throw new Error(result.message)
  return result.plan
}

const noPackage = studentFacts({ packages: [], ever_had_package: false })
const unassigned = (session: string) =>
  ongoingAlert({ dedupe_key: `unassigned_session:${session}:s1`, session_id: session })

describe('a sale', () => {
  it('names the package, its dates, what was received and the credits it was planned from ', () => {
    expect(
      planOf(
        planSale(buildSale({ renews: 'old', onlyMarked: true }), creditFacts({ students: [noPackage] }), NOW),
      ),
    ).toMatchObject({
      op_id: 'op1',
      renews: 'old',
      only_marked: true,
      based_on: [{ student_id: 's1', version: 7 }],
      lessons: [],
      package: {
        id: 'new',
        student_id: 's1',
        name: 'Pacote de 4 aulas',
        total_classes: 4,
        price: 400,
        purchase_date: TODAY,
        payment_date: TODAY,
        expiry_date: '2026-12-21',
        validity_days: null,
      },
      payment: { id: 'pay', amount: 400, paid_on: TODAY, method: 'pix' },
    })
  })

  it('whose validity begins with the first lesson has no expiry; nothing received is no payment', () => {
    const sale = buildSale({ payment: null }, { firstLessonValidity: true })
    const plan = planOf(planSale(sale, creditFacts({ students: [noPackage] }), NOW))
    expect(plan).toMatchObject({
      package: { expiry_date: null, validity_days: 30 },
      renews: null,
      payment: null,
    })
    expect(plan).not.toHaveProperty('only_marked')
  })

  it('settles the lessons by hand, in the version that the coach saw, and ends their alerts', () => {
    const facts = creditFacts({
      students: [noPackage],
      sessions: [owedBy('l1', '2026-11-02'), owedBy('l2')],
      alerts: [
        unassigned('l1'),
        unassigned('l2'),
        ongoingAlert({ dedupe_key: 'of a friend', student_id: 's2' }),
      ],
    })
    const planned = planSale(buildSale({ settle: ['l1', 'l2'] }, { totalClasses: 2 }), facts, NOW)
    expect(planOf(planned)).toMatchObject({
      lessons: ['l1', 'l2'].map((id) => ({
        op: 'update',
        session: { id },
        expected_version: 3,
        participants: [
          { student_id: 's1', package_id: 'new', manually_assigned: true, attendance: 'present' },
        ],
      })),
      alerts: { end: ['unassigned_session:l1:s1', 'unassigned_session:l2:s1'] },
    })
    expect(planned).toMatchObject({
      effects: [{ studentId: 's1', taken: [{ packageId: 'new', credits: 2 }] }],
    })
  })

  it('settles no lesson in which the student is not: its version makes the database refuse the sale', () => {
    const friends = sessionFacts({ id: 'l1', participants: [participantFacts({ student_id: 's2' })] })
    const facts = creditFacts({ students: [noPackage], sessions: [friends] })
    expect(planOf(planSale(buildSale({ settle: ['l1'] }), facts, NOW)).lessons).toMatchObject([
      { session: { id: 'l1' }, expected_version: -1 },
    ])
  })

  it('leaves the validity of a friend that began with a lesson that it settles', () => {
    const begun = packageFacts({ id: 'p2', validity_days: 30, expiry_date: '2026-12-20' })
    const lesson = owedBy('l1')
    const row = participantFacts({ student_id: 's2', package_id: 'p2' })
    const facts = creditFacts({
      students: [noPackage, studentFacts({ id: 's2', packages: [begun] })],
      sessions: [{ ...lesson, participants: [...lesson.participants, row] }],
    })
    const planned = planSale(buildSale({ settle: ['l1'] }), facts, NOW)
    expect(planOf(planned).based_on.map(({ student_id }) => student_id)).toEqual(['s1'])
  })

  it.each([
    ['settled before its start does not begin the validity', '2026-11-02', []],
    ['settled on its start begins it', TODAY, ['expiring_package:new:2026-11-26']],
  ])('a lesson that is %s', (_, day, keys) => {
    const facts = creditFacts({ students: [noPackage], sessions: [owedBy('l1', day)] })
    const sale = buildSale({ settle: ['l1'] }, { firstLessonValidity: true, validityDays: 5 })
    expect(planOf(planSale(sale, facts, NOW)).alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(keys)
  })

  it.each([
    [1, ['low_credits:s1']],
    [3, []],
  ])('of %i classes to somebody new raises the alerts of its balance', (totalClasses, keys) => {
    const sale = buildSale({}, { totalClasses, paymentDate: '2026-11-20' })
    const planned = planSale(sale, creditFacts({ students: [noPackage] }), NOW)
    expect(planOf(planned).alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(keys)
  })

  it('keeps an absence that is charged as it is', () => {
    const session = owedBy('l1')
    session.participants = session.participants.map((row) => ({ ...row, attendance: 'absent' }))
    const plan = planOf(planSale(buildSale({ settle: ['l1'] }), creditFacts({ sessions: [session] }), NOW))
    expect(plan.lessons[0]?.participants).toMatchObject([{ attendance: 'absent', package_id: 'new' }])
  })

  it('repeated after a lost answer is the same plan, so that the database knows it again', () => {
    const before = creditFacts({ students: [noPackage], sessions: [owedBy('l1')] })
    const after = creditFacts({
      students: [studentFacts({ packages: [packageFacts({ id: 'new' })], credits_version: 9 })],
      sessions: [],
    })
    const sale = buildSale({ settle: ['l1'] })
    const { lessons, package: pkg } = planOf(planSale(sale, before, NOW))
    expect(planOf(planSale(sale, after, NOW))).toMatchObject({ op_id: 'op1', lessons, package: pkg })
  })

  it.each([
    ['more lessons than classes', buildSale({ settle: ['l1', 'l2'] }, { totalClasses: 1 }), 'invalid'],
    ['more than the price', buildSale({}, { price: 399.99 }), 'overpaid'],
    ['to nobody', buildSale({ studentId: 's9' }), 'student-not-found'],
  ])('is refused: %s', (_, sale, code) => {
    expect(planSale(sale, creditFacts(), NOW)).toMatchObject({ success: false, code })
  })
})

const settledBy = (package_id: string | null) => ({
  ...owedBy('l1'),
  version: 4,
  participants: [participantFacts({ package_id, manually_assigned: true, feedback: null })],
})
const sold = (used_classes: number) =>
  studentFacts({
    packages: [packageFacts({ id: 'new', used_classes, remaining_classes: 10 - used_classes })],
  })

describe('undoing a sale', () => {
  const payment = { id: 'pay', amount: 300, method: 'pix', paidOn: '2026-11-22' } as const
  const undoing = () => ({ ...undoOfSale(buildSale({ settle: ['l1'], payment })), opId: 'op2' })
  const removal = () => ({ op: 'remove', id: 'new', expected: undoing().expected })

  it('names the package as the sale left it; a validity that lessons begin says no last day', () => {
    const { values } = buildSale()
    const undo = undoing()
    expect(undo).toMatchObject({ packageId: 'new', studentId: 's1', settled: ['l1'] })
    expect(undo.expected).toEqual({
      total_classes: values.totalClasses,
      used_outside: 0,
      extended_days: 0,
      price: values.price,
      paid_total: 300,
      purchase_date: values.startDate,
      payment_date: values.paymentDate,
      validity_days: null,
      expiry_date: addDays(values.startDate, values.validityDays),
      renews_monthly: values.renewsMonthly,
      payments: ['pay'],
    })
    const fromFirst = undoOfSale(
      buildSale({ payment: null, values: { ...values, firstLessonValidity: true } }),
    )
    expect(fromFirst.expected).toMatchObject({
      validity_days: values.validityDays,
      paid_total: 0,
      payments: [],
    })
    expect(fromFirst.expected).not.toHaveProperty('expiry_date')
  })

  it('frees the lessons that it settled, raises their alerts, and removes the package', () => {
    const facts = creditFacts({ students: [sold(1)], sessions: [settledBy('new')] })
    const plan = planOf(planUndoSale(undoing(), facts, NOW))
    expect(plan).toMatchObject({
      lessons: [
        {
          session: { id: 'l1' },
          expected_version: 4,
          participants: [{ student_id: 's1', package_id: null, manually_assigned: false }],
        },
      ],
      packages: [removal()],
    })
    expect(plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual([
      'unassigned_session:l1:s1',
      'low_credits:s1',
    ])
  })

  it.each([
    ['a lesson that it did not settle', 2, 'new'],
    ['another one than it settled', 1, 'other'],
    ['one, and what it settled is owed again', 1, null],
  ])('is refused once %s used it', (_, used, now) => {
    const facts = creditFacts({ students: [sold(used)], sessions: [settledBy(now)] })
    expect(planUndoSale(undoing(), facts, NOW)).toMatchObject({
      success: false,
      code: 'package-used',
      message: 'Uma aula já usou este pacote',
    })
  })

  it.each([
    ['was moved to another package', [settledBy('other')]],
    ['was deleted', []],
  ])('leaves alone a settled lesson that %s', (_, sessions) => {
    const plan = planOf(planUndoSale(undoing(), creditFacts({ students: [sold(0)], sessions }), NOW))
    expect(plan).toMatchObject({ based_on: [{ student_id: 's1' }], lessons: [], packages: [removal()] })
  })

  it('leaves the validity of another package that pays for a settled lesson by now', () => {
    const begun = packageFacts({ id: 'other', validity_days: 30, expiry_date: '2026-12-20' })
    const waiting = packageFacts({ id: 'waiting', validity_days: 30, expiry_date: null })
    const facts = creditFacts({
      students: [studentFacts({ packages: [begun, waiting, ...sold(1).packages] })],
      sessions: [settledBy('new'), { ...settledBy('other'), id: 'l2' }],
    })
    const planned = planUndoSale(undoing(), facts, NOW)
    expect(planned).toMatchObject({ effects: [{ validity: [], withoutPackage: true }] })
  })

  it('of a student who is gone is refused', () => {
    const gone = planUndoSale(undoing(), creditFacts({ students: [] }), NOW)
    expect(gone).toMatchObject({ code: 'student-not-found' })
  })
})

const adjustIntent = (delta: number, pkg: PackageFacts = packageFacts()): AdjustIntent => ({
  opId: 'op1',
  packageId: 'p1',
  studentId: 's1',
  seen: pkg,
  delta,
  reason: 'Cortesia',
})

describe('an adjustment', () => {
  it.each([
    [10, 0, -3, 10, 3],
    [10, 2, -1, 10, 3],
    [10, 3, 2, 10, 1],
    [10, 3, 3, 10, 0],
    [10, 3, 5, 12, 0],
    [10, 0, 1, 11, 0],
  ])('of %i classes with %i used outside by %i: %i and %i', (total, outside, delta, newTotal, newOutside) => {
    expect(adjusted({ name: 'Plano', total_classes: total, used_outside: outside }, delta)).toEqual({
      name: newTotal === total ? 'Plano' : `Pacote de ${newTotal} aulas`,
      total_classes: newTotal,
      used_outside: newOutside,
    })
  })

  it.each([
    [-2, { total_classes: 10, used_outside: 2, name: 'Pacote de 10 aulas' }],
    [2, { total_classes: 12, used_outside: 0, name: 'Pacote de 12 aulas' }],
  ])('by %i says what it expects and what it makes of it', (delta, change) => {
    const students = [studentFacts({ packages: [packageFacts({ id: 'p2' }), packageFacts()] })]
    const planned = planAdjust(adjustIntent(delta), creditFacts({ students }), NOW)
    expect(planned).toMatchObject({ effects: [{ adjusted: [{ packageId: 'p1', from: 6, to: 6 + delta }] }] })
    expect(planOf(planned)).toMatchObject({
      based_on: [{ student_id: 's1', version: 7 }],
      packages: [
        {
          op: 'adjust',
          id: 'p1',
          ...change,
          reason: 'Cortesia',
          expected: { total_classes: 10, used_outside: 0 },
        },
      ],
    })
  })

  it('renames the package in the alert of its late payment', () => {
    const open = { id: 'p1', name: 'Pacote de 10 aulas', payment_date: '2026-11-20', open_amount: 100 }
    const facts = creditFacts({ students: [studentFacts({ open: [open, { ...open, id: 'p2' }] })] })
    expect(planOf(planAdjust(adjustIntent(2), facts, NOW)).alerts.raise).toMatchObject([
      { package_id: 'p1', facts: { package_name: 'Pacote de 12 aulas' } },
      { package_id: 'p2', facts: { package_name: 'Pacote de 10 aulas' } },
    ])
  })

  it('gives credits to a package without any, which the facts leave out', () => {
    const low = ongoingAlert({ type: 'low_credits', dedupe_key: 'low_credits:s1', session_id: null })
    const expired = packageFacts({ id: 'p2', expiry_date: '2026-11-20' })
    const facts = creditFacts({ students: [studentFacts({ packages: [expired] })], alerts: [low] })
    const planned = planAdjust(adjustIntent(5, packageFacts({ used_outside: 2 })), facts, NOW)
    expect(planned).toMatchObject({ effects: [{ adjusted: [{ from: 0, to: 5 }] }] })
    expect(planOf(planned)).toMatchObject({ based_on: [{}], alerts: { end: ['low_credits:s1'] } })
  })

  it('beyond 100 classes is refused', () => {
    expect(planAdjust(adjustIntent(91), creditFacts(), NOW)).toMatchObject({
      success: false,
      code: 'package-full',
    })
    expect(planAdjust(adjustIntent(90), creditFacts(), NOW)).toMatchObject({ success: true })
  })

  it.each([-2, 5])('by %i, undone, puts total and outside uses back', (delta) => {
    const before = packageFacts({ name: 'Plano', used_outside: 3, remaining_classes: 3 })
    const done = planOf(planAdjust(adjustIntent(delta, before), creditFacts(), NOW)).packages[0]
    const undone = planOf(planUndoAdjust(adjustIntent(delta, before), creditFacts(), NOW)).packages[0]
    if (done?.op !== 'adjust' || undone?.op !== 'adjust') throw new Error('No adjustment')
    const { total_classes, used_outside } = done
    expect(undone).toMatchObject({
      ...done.expected,
      name: 'Plano',
      expected: { total_classes, used_outside },
      reason: 'desfeito · Cortesia',
    })
  })

  it('undone keeps its reason within the limit', () => {
    const long = { ...adjustIntent(-1), reason: '🎾'.repeat(200) }
    const [change] = planOf(planUndoAdjust(long, creditFacts(), NOW)).packages
    expect(change?.op === 'adjust' && characters(change.reason)).toBe(200)
  })
})

const extendIntent = (pkg: Partial<PackageFacts> = {}): ExtendIntent => ({
  opId: 'op1',
  extensionId: 'e1',
  packageId: 'p1',
  studentId: 's1',
  seen: packageFacts(pkg),
  days: 7,
  reason: 'Viagem',
})
const factsWith = (pkg: Partial<PackageFacts>) =>
  creditFacts({ students: [studentFacts({ packages: [packageFacts(pkg)] })] })

const row = {
  id: 'e1',
  student_id: 's1',
  package_id: 'p1',
  days: 7,
  reason: 'Viagem',
  batch_id: null,
  session_id: null,
  slot_id: null,
  slot_date: null,
  day: null,
}
const given = { ...row, stands: true, kept: false }
const another = { ...given, id: 'e2' }
/** Takes the extension of `intent` back. */
const takeBack = (intent: ExtendIntent, facts: CreditFacts, now: Date) =>
  planTakeBack({ ...undoOfExtension(intent), opId: 'op2' }, facts, now)

describe('an extension by hand', () => {
  it.each([
    ['given', planExtend, [], { add: [row], take_back: [] }],
    ['taken back', takeBack, [another, given], { add: [], take_back: ['e1'] }],
  ])('is %s', (_, plan, there, extensions) => {
    expect(planOf(plan(extendIntent(), creditFacts({ extensions: there }), NOW))).toMatchObject({
      based_on: [{ student_id: 's1', version: 7 }],
      extensions,
    })
  })

  it.each([
    ['expired', { expiry_date: '2026-11-20' }, planExtend, '2026-11-27'],
    ['extended', { expiry_date: '2026-12-05', extended_days: 7 }, takeBack, '2026-11-28'],
    [
      'begun by a lesson',
      { expiry_date: '2026-11-20', validity_days: 10, extended_days: 2, first_day_elsewhere: '2026-11-08' },
      planExtend,
      '2026-11-27',
    ],
    ['waiting for its first lesson', { expiry_date: null, validity_days: 30 }, planExtend, null],
  ] as const)('moves the expiry of a package that is %s, and its alerts', (_, pkg, plan, expiry) => {
    const facts = { ...factsWith(pkg), extensions: plan === takeBack ? [given] : [] }
    const planned = plan(extendIntent(pkg), facts, NOW)
    expect(planned).toMatchObject({ effects: [{ validity: [{ from: pkg.expiry_date, expiry }] }] })
    expect(planOf(planned).alerts.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(
      expiry === null ? [] : [`expiring_package:p1:${expiry}`],
    )
  })

  it('that another device took back already changes nothing when undone', () => {
    const pkg = { expiry_date: '2026-12-05' }
    expect(planOf(takeBack(extendIntent(pkg), factsWith(pkg), NOW))).toMatchObject({
      extensions: { add: [], take_back: [] },
      alerts: { raise: [], end: [] },
    })
  })

  const used = (overrides: Partial<PackageFacts>) => ({
    ...factsWith({ used_classes: 1, ...overrides }),
    extensions: [given],
  })
  const unused = { total_classes: 2, used_classes: 0, remaining_classes: 2 }
  const expired = extendIntent({ ...unused, expiry_date: '2026-11-20' })

  it.each([
    ['is still there', used({ total_classes: 2, expiry_date: '2026-11-27' })],
    // The facts leave out a package without credits.
    ['was used up', { ...creditFacts({ students: [studentFacts({ packages: [] })] }), extensions: [given] }],
  ])('is not undone once a lesson has used the expired package, which %s', (_, facts) => {
    const refused = { code: 'package-used', message: 'Uma aula já usou este pacote' }
    expect(takeBack(expired, facts, NOW)).toMatchObject(refused)
    // By hand the coach takes the days out all the same.
    const { used: __, ...byHand } = undoOfExtension(expired)
    expect(planOf(planTakeBack(byHand, facts, NOW)).extensions.take_back).toEqual(['e1'])
    // A repeat whose first attempt has arrived is answered by the database.
    const arrived = { ...used({ total_classes: 2, expiry_date: '2026-11-20' }), extensions: [] }
    expect(planOf(takeBack(expired, arrived, NOW)).extensions.take_back).toEqual([])
  })

  const full = { total_classes: 10, used_outside: 2, remaining_classes: 0 }
  it.each([
    [
      'after a lesson that the package pays for without those days too',
      extendIntent({ ...unused, expiry_date: TODAY }),
      used({ total_classes: 2, expiry_date: '2026-11-28' }),
    ],
    [
      'if a lesson has used another expired package alone',
      expired,
      {
        ...used({}),
        students: [
          studentFacts({
            packages: [
              packageFacts({ id: 'p2', expiry_date: '2026-11-20' }),
              packageFacts({ ...unused, expiry_date: '2026-11-27' }),
            ],
          }),
        ],
      },
    ],
    [
      'of a package whose credits were used up before',
      extendIntent({ expiry_date: '2026-11-20', ...full }),
      { ...creditFacts({ students: [studentFacts({ packages: [] })] }), extensions: [given] },
    ],
  ])('is undone %s', (_, intent, facts) => {
    expect(planOf(takeBack(intent, facts, NOW)).extensions.take_back).toEqual(['e1'])
  })

  it('that is undone, or given again after it was taken back, names what the coach saw', () => {
    const intent = extendIntent({ extended_days: 2, expiry_date: '2026-12-31' })
    expect(undoOfExtension(intent).seen).toMatchObject({ extended_days: 9, expiry_date: '2027-01-07' })
    const again = undoOfTakingBack({ ...intent, extensionId: '0123456789abcdef0123456789abcdef' }, 'op3')
    expect(again).toMatchObject({
      opId: 'op3',
      days: 7,
      seen: { extended_days: -5, expiry_date: '2026-12-24' },
    })
    expect(again.extensionId).not.toBe('0123456789abcdef0123456789abcdef')
    const waiting = extendIntent({ expiry_date: null })
    expect([
      undoOfExtension(waiting).seen.expiry_date,
      undoOfTakingBack(waiting, 'op3').seen.expiry_date,
    ]).toEqual([null, null])
  })

  it('is refused for a student who is gone', () => {
    const gone = creditFacts({ students: [] })
    for (const plan of [planExtend, takeBack])
      expect(plan(extendIntent(), gone, NOW)).toMatchObject({ code: 'student-not-found' })
  })

  it('is for a package without credits too, which the facts leave out', () => {
    const facts = creditFacts({ students: [studentFacts({ packages: [] })] })
    expect(planOf(planExtend(extendIntent(), facts, NOW))).toMatchObject({
      based_on: [{ student_id: 's1', version: 7 }],
      extensions: { add: [row] },
    })
    const undone = takeBack(extendIntent(), { ...facts, extensions: [given] }, NOW)
    expect(undone).toMatchObject({ effects: [{ validity: [{ expiry: packageFacts().expiry_date }] }] })
    const begun = { validity_days: 30, extended_days: 2, expiry_date: '2026-12-22' }
    expect(planExtend(extendIntent(begun), facts, NOW)).toMatchObject({
      effects: [{ validity: [{ from: '2026-12-22', expiry: '2026-12-29' }] }],
    })
  })
})

it('editing a package leaves it the days that it was given', () => {
  expect(packageRow(buildSale().values, 7).expiry_date).toBe('2026-12-28')
})

it('editing a package needs no facts, and changes nothing else', () => {
  const edit = { op: 'delete' as const, id: 'p1', expected: {} }
  expect(planEdit('op', edit)).toEqual({
    op_id: 'op',
    based_on: [],
    lessons: [],
    packages: [edit],
    extensions: { add: [], take_back: [] },
    alerts: { raise: [], end: [] },
  })
})
