import { describe, expect, it, test } from 'vitest'
import { alertAction, alertTarget, byStudent, creditRemedy, newestFirst } from '@/alerts/list'
import { planAlerts, shownMessage } from '@/alerts/rules'
import type { Alert, AlertType } from '@/core/model'
import type { OngoingAlert, PackageFacts, StudentFacts } from '@/credits/plan-types'
import { TODAY, creditFacts, ongoingAlert, packageFacts, studentFacts } from '../../support/world/facts'

/** The plan for one student with one package. */
function planFor(
  pkg: Partial<PackageFacts>,
  student: Partial<StudentFacts> = {},
  alerts: OngoingAlert[] = [],
) {
  return planAlerts(
    creditFacts({ students: [studentFacts({ packages: [packageFacts(pkg)], ...student })], alerts }),
    TODAY,
  )
}

const lowHeld = (overrides: Partial<OngoingAlert> = {}) =>
  ongoingAlert({
    dedupe_key: 'low_credits:s1',
    type: 'low_credits',
    session_id: null,
    priority: 'medium',
    message: 'Tem 2 créditos',
    facts: { usable: 2, expired: 0, upcoming: 0, starts_on: null },
    ...overrides,
  })

const EXPIRED = { expiry_date: '2026-10-12', purchase_date: '2026-09-01' }
const LATER = { purchase_date: '2026-12-01', expiry_date: '2026-12-30' }
const INACTIVE = { status: 'inactive' as const }
const NOTHING = { raise: [], end: [] }
const ENDED = { raise: [], end: ['low_credits:s1'] }

const messageOf = (pkg: Partial<PackageFacts>) => planFor(pkg).raise[0]?.message

describe('low_credits', () => {
  it.each([
    [0, 'high', 'Está sem créditos'],
    [1, 'medium', 'Tem 1 crédito'],
    [2, 'medium', 'Tem 2 créditos'],
  ])('is raised at %i usable credits, with priority %s', (remaining_classes, priority, message) => {
    expect(planFor({ remaining_classes }).raise).toEqual([
      {
        type: 'low_credits',
        priority,
        student_id: 's1',
        session_id: null,
        package_id: null,
        student_name: 'Marina Costa',
        message,
        facts: { usable: remaining_classes, expired: 0, upcoming: 0, starts_on: null },
        dedupe_key: 'low_credits:s1',
      },
    ])
  })

  it('is of low priority while nothing is missing but the day on which the credits begin', () => {
    expect(planFor({ remaining_classes: 8, ...LATER }).raise).toMatchObject([{ priority: 'low' }])
  })

  it.each<[string, Partial<PackageFacts>, Partial<StudentFacts>, string[]]>([
    ['at 3', { remaining_classes: 3 }, {}, []],
    ['counting no package that expired', { ...EXPIRED, remaining_classes: 9 }, {}, ['low_credits']],
    ['counting no package that has not started', { ...LATER, remaining_classes: 9 }, {}, ['low_credits']],
    ['for one who never had a package', {}, { ever_had_package: false, packages: [] }, []],
    ['for one whose packages are all used up', {}, { packages: [] }, ['low_credits']],
  ])('%s', (_, pkg, student, types) => {
    expect(planFor(pkg, student)).toMatchObject({ raise: types.map((type) => ({ type })), end: [] })
  })

  it('says how many credits are expired, or when others begin', () => {
    expect(messageOf({ ...EXPIRED, remaining_classes: 3 })).toBe('Está sem créditos (há 3 créditos vencidos)')
    expect(messageOf({ ...LATER, remaining_classes: 8 })).toBe(
      'Começa em 01/12/2026 (há 8 créditos a iniciar)',
    )
  })

  it.each<[string, Partial<PackageFacts>, Partial<StudentFacts>, Partial<OngoingAlert>, object]>([
    ['ends when the student becomes inactive', { remaining_classes: 1 }, INACTIVE, {}, ENDED],
    ['ends at more than 2', { remaining_classes: 3 }, {}, {}, ENDED],
    ['is one per student: unchanged, nothing happens', { remaining_classes: 2 }, {}, {}, NOTHING],
    [
      'follows the facts: another count refreshes priority and message',
      { remaining_classes: 0 },
      {},
      {},
      { raise: [{ priority: 'high', message: 'Está sem créditos' }], end: [] },
    ],
    ['closed, stays closed while its cause lasts', { remaining_classes: 0 }, {}, { resolved: true }, NOTHING],
    ['closed, ends with its cause', { remaining_classes: 5 }, {}, { resolved: true }, ENDED],
  ])('that is open %s', (_, pkg, student, held, plan) => {
    expect(planFor(pkg, student, [lowHeld(held)])).toMatchObject(plan)
  })
})

const expiring = (pkg: Partial<PackageFacts>) =>
  planFor(pkg).raise.filter(({ type }) => type === 'expiring_package')

describe('expiring_package', () => {
  it.each([
    ['today', TODAY, 1],
    ['in 7 days', '2026-11-28', 1],
    ['in 8 days', '2026-11-29', 0],
    ['yesterday', '2026-11-20', 0],
    ['at no day, before its first lesson', null, 0],
  ])('a package with credits that expires %s', (_, expiry_date, count) => {
    expect(expiring({ expiry_date })).toHaveLength(count)
  })

  it('none for a package that begins tomorrow, though it ends then', () => {
    expect(expiring({ purchase_date: '2026-11-22', expiry_date: '2026-11-22' })).toEqual([])
  })

  it('names student, package, day and credits, with priority medium', () => {
    expect(expiring({ expiry_date: '2026-11-24', remaining_classes: 1, total_classes: 10 })).toEqual([
      {
        type: 'expiring_package',
        priority: 'medium',
        student_id: 's1',
        session_id: null,
        package_id: 'p1',
        student_name: 'Marina Costa',
        message: 'Pacote de 10 aulas vence em 24/11/2026 com 1 crédito',
        facts: { package_name: 'Pacote de 10 aulas', expiry_date: '2026-11-24', remaining_classes: 1 },
        dedupe_key: 'expiring_package:p1:2026-11-24',
      },
    ])
  })

  const ongoing = ongoingAlert({
    dedupe_key: 'expiring_package:p1:2026-11-24',
    type: 'expiring_package',
    session_id: null,
    package_id: 'p1',
    priority: 'medium',
  })

  it.each<[string, Partial<PackageFacts>, Partial<StudentFacts>]>([
    ['extended', { expiry_date: '2026-12-24' }, {}],
    ['waiting for its first lesson again', { expiry_date: null }, {}],
    ['used up', { expiry_date: '2026-11-24', remaining_classes: 0 }, {}],
    ['no longer among those with credits', {}, { packages: [] }],
  ])('ends when the package is %s', (_, pkg, student) => {
    expect(planFor(pkg, student, [ongoing]).end).toEqual([ongoing.dedupe_key])
  })
})

const expiredWith = (remaining_classes: number) =>
  planFor({ expiry_date: '2026-11-10', remaining_classes }).raise.find(
    ({ type }) => type === 'expired_package',
  )

describe('expired_package', () => {
  it.each([
    ['1 day ago', '2026-11-20', 1],
    ['30 days ago', '2026-10-22', 1],
    ['31 days ago', '2026-10-21', 0],
    ['never, before its first lesson', null, 0],
  ])('a package that expired %s with credits left', (_, expiry_date, count) => {
    const raised = planFor({ expiry_date }).raise.filter(({ type }) => type === 'expired_package')
    expect(raised).toHaveLength(count)
    for (const alert of raised) expect(alert.priority).toBe('high')
  })

  it('says when, and how many credits were left; without any it is not raised', () => {
    expect(expiredWith(3)?.message).toBe('Pacote de 10 aulas venceu em 10/11/2026 com 3 créditos')
    expect(expiredWith(0)).toBeUndefined()
  })
})

const clubPlan = (has_club: boolean, alerts: OngoingAlert[]) =>
  planAlerts(creditFacts({ students: [], has_club, alerts }), TODAY)

describe('no_club_registered', () => {
  const ongoing = ongoingAlert({
    dedupe_key: 'no_club_registered',
    type: 'no_club_registered',
    student_id: null,
    session_id: null,
    priority: 'low',
    student_name: null,
    facts: {},
  })
  it('is raised once, with priority low, while the coach has no club, and ends with the first one', () => {
    expect(clubPlan(false, []).raise).toMatchObject([
      { type: 'no_club_registered', priority: 'low', student_id: null },
    ])
    expect(clubPlan(false, [ongoing]).raise).toEqual([])
    expect(clubPlan(true, [ongoing])).toEqual({ raise: [], end: ['no_club_registered'] })
  })
})

it.each([
  ['unassigned_session, which belongs to plans of lessons', ongoingAlert()],
  ['those of students missing from the facts', lowHeld({ dedupe_key: 'low_credits:s9', student_id: 's9' })],
])('these rules leave alone %s', (_, alert) => {
  expect(planAlerts(creditFacts({ alerts: [alert] }), TODAY)).toEqual(NOTHING)
})

it.each<[string, object[], Partial<StudentFacts>, Partial<OngoingAlert>]>([
  [
    'also the name of its student',
    [{ student_name: 'Marina Alves', message: 'Tem 2 créditos' }],
    { name: 'Marina Alves' },
    {},
  ],
  [
    'whatever their order in the database',
    [],
    {},
    { facts: { expired: 0, starts_on: null, upcoming: 0, usable: 2 } },
  ],
  ['not its sentence: another release may word it differently', [], {}, { message: 'Restam 2 créditos' }],
])('an open alert follows its facts, %s', (_, raise, student, held) => {
  const plan = planFor({ remaining_classes: 2 }, student, [lowHeld(held)])
  expect(plan.raise).toMatchObject(raise)
  expect(plan.raise).toHaveLength(raise.length)
})

const shown = (facts: unknown, type: AlertType = 'low_credits') =>
  shownMessage({ type, facts, message: 'Como foi escrito' })

describe('what is shown', () => {
  it('is made from the facts', () => {
    expect(shown({ upcoming: 8, expired: 1, usable: 0, starts_on: '2026-12-01' })).toBe(
      'Começa em 01/12/2026 (há 1 crédito vencido e 8 créditos a iniciar)',
    )
    expect(shown({}, 'no_club_registered')).toMatch(/^Cadastre um clube/)
  })

  it.each<[string, unknown, AlertType?]>([
    ['no day', { day: '2026-02-31' }, 'unassigned_session'],
    ['none', {}],
    ['some missing', { usable: 2, expired: 0, upcoming: 0 }],
    ['of another kind', { usable: '<b>2</b>', expired: [], upcoming: { valueOf: 1 }, starts_on: 'hoje' }],
    ['not an object', 'Tem 2 créditos'],
    ['null', null],
    ['inherited', Object.create({ usable: 1, expired: 0, upcoming: 0, starts_on: null })],
  ])('is the stored sentence when the facts are %s', (_, facts, type) => {
    expect(shown(facts, type)).toBe('Como foi escrito')
  })

  it('is the stored sentence of a type that only a newer version knows', () => {
    const newer: Pick<Alert, 'type' | 'facts' | 'message'> = JSON.parse(
      '{"type":"payment_overdue","facts":{"due":"2026-11-20"},"message":"Como foi escrito"}',
    )
    expect(shownMessage(newer)).toBe('Como foi escrito')
  })
})

it.each([
  ['unassigned_session', 's1', '/app/sessions'],
  ['no_club_registered', null, '/app/profile'],
  ['low_credits', 's1', '/app/students/s1'],
  ['expiring_package', 's1', '/app/students/s1'],
  ['expired_package', 's1', '/app/students/s1'],
  ['payment_overdue', 's1', '/app/students/s1'],
] as const)('a click on %s leads to its cause', (type, student_id, path) => {
  expect(alertTarget({ type, student_id })).toBe(path)
})

const at = (
  priority: Alert['priority'],
  type: AlertType,
  facts: object = {},
  name: string | null = 'Bia',
) => ({
  created_at: '2026-11-24T10:00:00+00:00',
  priority,
  type,
  facts,
  student_name: name,
})
const endsOn = (expiry_date: string) => ({ package_name: 'Pacote', expiry_date, remaining_classes: 2 })

test('the newest come first, of those raised at once the gravest, then by type, day and student', () => {
  const inOrder = [
    at('high', 'payment_overdue', { package_name: 'Pacote', due: '2026-11-09', open: 100 }),
    at('high', 'payment_overdue', { package_name: 'Pacote', due: '2026-11-10', open: 100 }, 'Ana'),
    at('high', 'low_credits', { usable: 0, expired: 2, upcoming: 0, starts_on: null }, 'Ána'),
    at('high', 'low_credits', { usable: 0, expired: 2, upcoming: 0, starts_on: null }),
    at('high', 'expired_package', endsOn('2026-11-20')),
    at('high', 'expired_package', endsOn('2026-11-10'), 'Ana'),
    at('high', 'unassigned_session', { day: '2026-11-18' }),
    at('high', 'unassigned_session', { day: '2026-11-19' }, 'Ana'),
    at('medium', 'expiring_package', endsOn('2026-11-26')),
    at('medium', 'expiring_package', endsOn('2026-11-27'), 'Ana'),
    at('low', 'no_club_registered', {}, null),
    { ...at('high', 'payment_overdue'), created_at: '2026-11-23T10:00:00+00:00' },
  ]
  expect(newestFirst(inOrder.toReversed())).toEqual(inOrder)
  expect(newestFirst([...inOrder.slice(5), ...inOrder.slice(0, 5)])).toEqual(inOrder)
})

const row = (id: string, priority: Alert['priority'], student_id: string | null) => ({
  alert: { id, priority, student_id },
})

test("the alerts' page has one row per student: by gravity, then the newest", () => {
  const inOrder = [
    row('club', 'low', null),
    row('bia expires', 'medium', 'bia'),
    row('caio low', 'medium', 'caio'),
    row('bia expired', 'high', 'bia'),
    row('ana owes', 'high', 'ana'),
    row('other', 'low', null),
  ]
  expect(byStudent(inOrder).map((group) => group.map(({ alert }) => alert.id))).toEqual([
    ['bia expired', 'bia expires'],
    ['ana owes'],
    ['caio low'],
    ['club'],
    ['other'],
  ])
})

type Told = Parameters<typeof alertAction>[0][number]
const hrefs = (of: Told[]) => of.map((alert) => creditRemedy([alert], of)?.to)

describe('the one thing to do about the alerts of a student', () => {
  const about = (type: AlertType, facts: Told['facts'] = {}, package_id: string | null = null): Told => ({
    type,
    facts,
    package_id,
    student_id: 's1',
  })
  const low = (usable: number, expired = 0, upcoming = 0) =>
    about('low_credits', { usable, expired, upcoming, starts_on: upcoming > 0 ? '2026-12-01' : null })
  const expired = about(
    'expired_package',
    { package_name: 'Pacote', expiry_date: '2026-11-10', remaining_classes: 2 },
    'p1',
  )
  const late = about('payment_overdue', { package_name: 'Pacote', due: '2026-11-10', open: 100 }, 'p1')

  it.each<[string, string, Told[]]>([
    ['collect', 'what is late, before anything else', [low(0, 2), expired, late]],
    ['start', 'what begins later', [low(0, 2, 8), expired]],
    ['mend: extend', 'what expired with nothing else left', [expired, low(0, 2)]],
    ['mend: extend', 'what expired so long ago that its own alert has ended', [low(0, 2)]],
    ['mend: renew', 'what expired while other credits can be used', [expired, low(2, 2)]],
    ['mend: renew', 'what expired while plenty is left', [expired]],
    ['mend: renew', 'few credits', [low(1)]],
    ['tell', 'few credits, others begin later', [low(1, 0, 8)]],
    ['mend: club', 'the missing club', [{ ...about('no_club_registered'), student_id: null }]],
    ['tell', 'a lesson without a package', [about('unassigned_session', { day: '2026-11-20' })]],
  ])('%s: %s', (action, _, alerts) => {
    const done = alertAction(alerts, alerts)
    const remedy = done === 'mend' ? `: ${creditRemedy(alerts, alerts)?.kind}` : ''
    expect(done + remedy).toBe(action)
  })

  test('what expired is extended where the credits ended last, in whatever order the alerts come', () => {
    const facts = { package_name: 'Pacote', expiry_date: '2026-11-20', remaining_classes: 1 }
    const last = about('expired_package', facts, 'p2')
    for (const all of [
      [low(0, 3), expired, last],
      [last, expired, low(0, 3)],
    ]) {
      expect(creditRemedy(all, all)?.to).toMatch(/p2$/)
    }
  })

  test('about credits of somebody who does not come any more is a message; what is late is asked for', () => {
    const gone = { status: 'inactive', upcoming: 0, balance: 'none' } as const
    expect(alertAction([expired], [expired], gone)).toBe('tell')
    expect(alertAction([expired, late], [expired, late], gone)).toBe('collect')
    expect(creditRemedy([expired], [expired], gone)).toBeNull()
    expect(creditRemedy([expired], [expired], { ...gone, status: 'active' })).not.toBeNull()
  })

  test('about credits is the same for each alert by itself, and nothing for who has bought for a later day', () => {
    const extend = expect.stringMatching(/s1.*p1$/)
    expect(hrefs([expired, low(0, 2), late])).toEqual([extend, extend, undefined])
    expect(hrefs([expired, low(0, 2, 8)])).toEqual([undefined, undefined])
    expect(alertAction([expired], [expired, low(0, 2, 8)])).toBe('start')
    const ends = [about('expiring_package')]
    const known = { status: 'active', upcoming: 8 } as const
    expect(alertAction(ends, ends, { ...known, balance: 'expiring' })).toBe('tell')
    // Regression: once the coach had closed the alert about few credits, only a message was left.
    expect(alertAction([expired], [expired], { ...known, balance: 'starts' })).toBe('start')
    expect(alertAction([low(0)], [low(0)], { ...known, balance: 'ok' })).toBe('tell')
  })
})
