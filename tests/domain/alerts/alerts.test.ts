import { describe, expect, it } from 'vitest'
import { alertRenewal, alertTarget, planAlerts, reconcile, shownMessage } from '@/alerts/rules'
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
    facts: { usable: 2, expired: 0, upcoming: 0 },
    ...overrides,
  })

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
        facts: { usable: remaining_classes, expired: 0, upcoming: 0 },
        dedupe_key: 'low_credits:s1',
      },
    ])
  })

  it('is not raised at 3', () => {
    expect(planFor({ remaining_classes: 3 })).toEqual({ raise: [], end: [] })
  })

  it.each([
    ['expired 40 days ago', { expiry_date: '2026-10-12', purchase_date: '2026-09-01' }],
    ['not started', { purchase_date: '2026-12-01', expiry_date: '2026-12-30' }],
  ])('does not count a package that is %s', (_, dates) => {
    expect(planFor({ remaining_classes: 9, ...dates }).raise.map(({ type }) => type)).toEqual(['low_credits'])
  })

  it('says how many credits are expired', () => {
    const [alert] = planFor({ remaining_classes: 3, expiry_date: '2026-10-12' }).raise
    expect(alert?.message).toBe('Está sem créditos (há 3 créditos vencidos)')
  })

  it('says how many credits are still to begin', () => {
    const [alert] = planFor({
      remaining_classes: 8,
      purchase_date: '2026-12-01',
      expiry_date: '2026-12-30',
    }).raise
    expect(alert?.message).toBe('Tem 8 créditos a iniciar')
    if (!alert) throw new Error('Expected an alert')
    // Who has bought for a later day need not buy again.
    expect(alertRenewal(alert)).toBeNull()
  })

  it('is not raised for a student who never had a package', () => {
    expect(planFor({}, { ever_had_package: false, packages: [] })).toEqual({ raise: [], end: [] })
  })

  it('is raised for a student whose packages are all used up', () => {
    expect(planFor({}, { packages: [] }).raise.map(({ dedupe_key }) => dedupe_key)).toEqual([
      'low_credits:s1',
    ])
  })

  it('is not raised for an inactive student, and ends when one becomes inactive', () => {
    expect(planFor({ remaining_classes: 1 }, { status: 'inactive' }, [lowHeld()])).toEqual({
      raise: [],
      end: ['low_credits:s1'],
    })
  })

  it('ends at more than 2', () => {
    expect(planFor({ remaining_classes: 3 }, {}, [lowHeld()]).end).toEqual(['low_credits:s1'])
  })

  it('is one per student: unchanged, nothing happens', () => {
    expect(planFor({ remaining_classes: 2 }, {}, [lowHeld()])).toEqual({ raise: [], end: [] })
  })

  it('follows the facts: another count refreshes priority and message', () => {
    expect(planFor({ remaining_classes: 0 }, {}, [lowHeld()])).toMatchObject({
      raise: [{ priority: 'high', message: 'Está sem créditos' }],
      end: [],
    })
  })

  it('closed by the coach stays closed while its cause lasts, and ends with it', () => {
    const closed = lowHeld({ resolved: true })
    expect(planFor({ remaining_classes: 0 }, {}, [closed])).toEqual({ raise: [], end: [] })
    expect(planFor({ remaining_classes: 5 }, {}, [closed]).end).toEqual(['low_credits:s1'])
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

  it.each([
    ['extended', { expiry_date: '2026-12-24' }],
    ['waiting for its first lesson again', { expiry_date: null }],
    ['used up', { expiry_date: '2026-11-24', remaining_classes: 0 }],
  ])('ends when the package is %s', (_, pkg) => {
    expect(planFor(pkg, {}, [ongoing]).end).toEqual([ongoing.dedupe_key])
  })

  it('ends when the package is no longer among those with credits', () => {
    expect(planFor({}, { packages: [] }, [ongoing]).end).toEqual([ongoing.dedupe_key])
  })

  it('becomes expired_package the day after', () => {
    const plan = planFor({ expiry_date: '2026-11-20' }, {}, [
      { ...ongoing, dedupe_key: 'expiring_package:p1:2026-11-20' },
    ])
    expect(plan.end).toEqual(['expiring_package:p1:2026-11-20'])
    expect(plan.raise.map(({ dedupe_key }) => dedupe_key)).toContain('expired_package:p1:2026-11-20')
  })

  it('extended within the week it is another cause: the old one ends and a new one begins', () => {
    const plan = planFor({ expiry_date: '2026-11-27' }, {}, [{ ...ongoing, resolved: true }])
    expect(plan.end).toEqual(['expiring_package:p1:2026-11-24'])
    expect(plan.raise.map(({ dedupe_key }) => dedupe_key)).toEqual(['expiring_package:p1:2026-11-27'])
  })
})

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

  it('says when, and how many credits were left', () => {
    const raised = planFor({ expiry_date: '2026-11-10', remaining_classes: 3 }).raise
    expect(raised.find(({ type }) => type === 'expired_package')?.message).toBe(
      'Pacote de 10 aulas venceu em 10/11/2026 com 3 créditos',
    )
  })

  it('is not raised without credits left', () => {
    const raised = planFor({ expiry_date: '2026-11-10', remaining_classes: 0 }).raise
    expect(raised.map(({ type }) => type)).toEqual(['low_credits'])
  })

  it('ends when 30 days passed', () => {
    const ongoing = ongoingAlert({
      dedupe_key: 'expired_package:p1:2026-10-21',
      type: 'expired_package',
      session_id: null,
      package_id: 'p1',
    })
    expect(planFor({ expiry_date: '2026-10-21' }, {}, [ongoing]).end).toEqual([ongoing.dedupe_key])
  })
})

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

  it('is raised with priority low while the coach has no club', () => {
    const plan = planAlerts(creditFacts({ students: [], has_club: false }), TODAY)
    expect(plan.raise).toMatchObject([{ type: 'no_club_registered', priority: 'low', student_id: null }])
    expect(
      planAlerts(creditFacts({ students: [], has_club: false, alerts: [ongoing] }), TODAY).raise,
    ).toEqual([])
  })

  it('ends when a club exists', () => {
    expect(planAlerts(creditFacts({ students: [], alerts: [ongoing] }), TODAY)).toEqual({
      raise: [],
      end: ['no_club_registered'],
    })
  })
})

it('unassigned_session belongs to session plans: these rules leave it alone', () => {
  expect(planAlerts(creditFacts({ alerts: [ongoingAlert()] }), TODAY)).toEqual({ raise: [], end: [] })
})

describe('an open alert follows its facts', () => {
  const wanted = planFor({ remaining_classes: 2 }).raise

  it('also the name of its student', () => {
    const [refreshed, ...others] = planFor({ remaining_classes: 2 }, { name: 'Marina Alves' }, [
      lowHeld(),
    ]).raise
    expect(refreshed).toMatchObject({ student_name: 'Marina Alves', message: 'Tem 2 créditos' })
    expect(others).toEqual([])
  })

  it('whatever the order in which the database gives them back', () => {
    expect(reconcile(wanted, [lowHeld({ facts: { expired: 0, upcoming: 0, usable: 2 } })]).raise).toEqual([])
  })

  it('not its sentence: another release may word it differently', () => {
    expect(reconcile(wanted, [lowHeld({ message: 'Restam 2 créditos' })]).raise).toEqual([])
  })
})

const shown = (facts: unknown, type: AlertType = 'low_credits') =>
  shownMessage({ type, facts, message: 'Como foi escrito' })

describe('what is shown', () => {
  it('is made from the facts', () => {
    expect(shown({ upcoming: 8, expired: 1, usable: 0 })).toBe('Tem 8 créditos a iniciar e 1 crédito vencido')
    expect(shown({}, 'no_club_registered')).toMatch(/^Cadastre um clube/)
  })

  it.each([
    ['none', {}],
    ['some missing', { usable: 2, expired: 0 }],
    ['of another kind', { usable: '<b>2</b>', expired: [], upcoming: { valueOf: 1 } }],
    ['not an object', 'Tem 2 créditos'],
    ['null', null],
    ['inherited', Object.create({ usable: 1, expired: 0, upcoming: 0 })],
  ])('is the stored sentence when the facts are %s', (_, facts) => {
    expect(shown(facts)).toBe('Como foi escrito')
  })

  it('is the stored sentence when a day is none', () => {
    expect(shown({ day: '2026-02-31' }, 'unassigned_session')).toBe('Como foi escrito')
  })

  it('is the stored sentence of a type that only a newer version knows', () => {
    const newer: Pick<Alert, 'type' | 'facts' | 'message'> = JSON.parse(
      '{"type":"payment_overdue","facts":{"due":"2026-11-20"},"message":"Como foi escrito"}',
    )
    expect(shownMessage(newer)).toBe('Como foi escrito')
  })
})

it('alerts of students missing from the facts are left alone', () => {
  const other = lowHeld({ dedupe_key: 'low_credits:s9', student_id: 's9' })
  expect(planAlerts(creditFacts({ alerts: [other] }), TODAY)).toEqual({ raise: [], end: [] })
})

it.each([
  ['unassigned_session', 's1', '/app/sessions'],
  ['no_club_registered', null, '/app/profile'],
  ['low_credits', 's1', '/app/students/s1'],
  ['expiring_package', 's1', '/app/students/s1'],
  ['expired_package', 's1', '/app/students/s1'],
] as const)('a click on %s leads to its cause', (type, student_id, path) => {
  expect(alertTarget({ type, student_id })).toBe(path)
})
