import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ExportedData } from '@/rights/export.schema'
import { refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { insert, makeCoach, makeStudent, STUDENT } from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'
import { everythingOf, exportOf, importInto, makeRightsWorld } from './rights-world'

/** A damaged document is not imported at all. */

const database = await ownDatabase()

type Damage = (data: ExportedData) => unknown
const first = <Row>(rows: Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('The world has no such row')
  return row
}
const inTheFuture = new Date(Date.now() + 3_600_000).toISOString()
const crowded: Damage = (data) => ({ ...data, students: Array.from({ length: 10_001 }, () => ({})) })
/** Documents that no export can be. */
const NOT_A_DOCUMENT: Record<string, Damage> = {
  'of another format': (data) => ({ ...data, format: 'voleio-student' }),
  'of another version': (data) => ({ ...data, version: 2 }),
  'of a version that is a text': (data) => ({ ...data, version: '1' }),
  'without a version': (data) => ({ ...data, version: undefined }),
  'of a time zone that there is not': (data) => (data.profile.time_zone = 'America/Nowhere'),
  // The account could never write a version again.
  'more versions of the agreement than there are numbers for': (data) =>
    (data.profile.agreements_written = 2_147_483_647),
  'a version of the agreement with the last number': (data) =>
    data.agreements.push({
      version: 2_147_483_647,
      starts_on: '2026-01-01',
      ends_on: null,
      notice_hours: 24,
      makeup_days: 0,
      note: null,
      created_at: '2026-01-01T12:00:00Z',
    }),
  'without slots': (data) => ({ ...data, slots: undefined }),
  'without payments': (data) => ({ ...data, payments: undefined }),
  'without extensions': (data) => ({ ...data, extensions: null }),
  'a payment of less than nothing': (data) => (first(data.payments).amount = -5),
  'a payment for a package of somebody who is not there': (data) =>
    (first(data.payments).package_id = randomUUID()),
  'more given back than received': (data) =>
    data.payments.push({ ...first(data.payments), id: randomUUID(), kind: 'refund', amount: 9999 }),
  'a package that follows one of somebody who is not there': (data) =>
    (first(data.packages).renews = randomUUID()),
  'a package that follows one of another student': (data) => {
    const row = first(data.packages)
    row.renews = data.packages.find(({ student_id }) => student_id !== row.student_id)?.id ?? null
  },
  'a package with two followers': (data) => {
    const { id, student_id } = first(data.packages)
    for (const row of data.packages) if (row.student_id === student_id) row.renews = id
  },
  'a message to somebody who is not there': (data) => (first(data.notices).student_id = randomUUID()),
  'a message about an endless cause': (data) => (first(data.notices).cause = 'x'.repeat(201)),
  'messages that are an object': (data) => ({ ...data, notices: {} }),
  'a blank text': (data) => (first(data.message_templates).body = ' '),
  'an extension twice on one day': (data) => {
    const row = { ...first(data.extensions), day: '2026-03-01' }
    data.extensions = [row, { ...row, id: randomUUID() }]
  },
  'an occurrence that was answered twice': (data) => {
    const [one, two] = data.sessions
    Object.assign(two ?? {}, { slot_id: one?.slot_id, slot_date: one?.slot_date })
  },
  'somebody expected who is not there': (data) => (first(data.slot_students).student_id = randomUUID()),
  'a lesson of a slot that is not there': (data) => (first(data.sessions).slot_id = randomUUID()),
  'slots that are an object': (data) => ({ ...data, slots: {} }),
  'a package that lasts longer than a year': (data) => (first(data.packages).expiry_date = '2027-09-09'),
  'a lesson cancelled for some': (data) => (first(data.sessions).cancelled_reason = 'rain'),
  'a credit of somebody who was excused': (data) =>
    (first(data.assignments.filter((row) => row.package_id !== null)).attendance = 'excused'),
  'feedback of somebody who was absent': (data) => (first(data.assignments).attendance = 'absent'),
  'without a table': (data) => ({ ...data, feedbacks: undefined }),
  'a table that is an object': (data) => ({ ...data, sessions: {} }),
  'a row that is a number': (data) => ({ ...data, clubs: [1] }),
  'no object at all': () => [1, 2],
  'a student twice': (data) => data.students.push(first(data.students)),
  'a student without a name': (data) => (first(data.students).name = ' '),
  'a rating of 9': (data) => (first(data.feedbacks).rating = 9),
  'an id that is none': (data) => (first(data.students).id = 'x'),
  'a lesson of tomorrow': (data) => (first(data.sessions).date = inTheFuture),
  'more lessons than its package has': (data) => (first(data.packages).total_classes = 1),
  'a package of somebody who is not there': (data) => (first(data.packages).student_id = randomUUID()),
  'a lesson paid by somebody else’s package': (data) => {
    const row = first(data.assignments)
    row.package_id = data.packages.find(({ student_id }) => student_id !== row.student_id)?.id ?? null
  },
}
/** Documents whose sums are not those of their rows. */
const ADDING_UP_TO_OTHERS: Record<string, Damage> = {
  'more money than its rows come to': (data) => void data.payments.pop(),
  'a payment of another amount': (data) => (first(data.payments).amount += 0.01),
  'a longer extension': (data) => (first(data.extensions).days = 99),
  'an extension that is missing': (data) => void data.extensions.pop(),
  'a ledger line with another balance': (data) => (first(data.credit_ledger).balance_after = 77),
  'a ledger in another order': (data) => {
    const of = data.credit_ledger.filter((line) => line.student_id === first(data.credit_ledger).student_id)
    const ids = of.map(({ id }) => id).toReversed()
    for (const [i, line] of of.entries()) line.id = ids[i] ?? 0
  },
  'a lesson that took no credit, made up by an adjustment': (data) => {
    const line = first(data.credit_ledger.filter(({ kind }) => kind === 'consume'))
    Object.assign(line, { kind: 'adjust', session_id: null })
  },
  'credits that its rows do not come to': (data) => first(data.balances).credits++,
  'one student more in the balances': (data) =>
    data.balances.push({ ...first(data.balances), student_id: randomUUID() }),
  'a student without a balance': (data) => void data.balances.pop(),
  'a lesson that is missing': (data) => {
    const { session_id } = first(data.assignments)
    data.sessions = data.sessions.filter(({ id }) => id !== session_id)
    data.assignments = data.assignments.filter((row) => row.session_id !== session_id)
    data.feedbacks = data.feedbacks.filter((row) => row.session_id !== session_id)
  },
  'a class that was used and is not': (data) => {
    first(data.packages).total_classes++
    first(data.packages).remaining_classes++
  },
  'revenue that was not': (data) => (data.totals.revenue += 0.01),
  'a cheaper package': (data) => (first(data.packages).price -= 1),
  'a total of the student': (data) => first(data.students).total_credits++,
  'ledger lines of nothing': (data) =>
    data.credit_ledger.push({
      ...first(data.credit_ledger),
      package_id: randomUUID(),
      kind: 'purchase',
      delta: 9,
    }),
}

const DAMAGES = [
  ...Object.entries(NOT_A_DOCUMENT).map((each) => [...each, 'PT400', 'bad_document'] as const),
  ...Object.entries(ADDING_UP_TO_OTHERS).map((each) => [...each, 'PT422', 'balances_differ'] as const),
  ['more students than anybody has', crowded, 'PT413', 'document_too_large'] as const,
]

it('is refused whole, whatever is wrong with it', async () => {
  const { coach } = await makeRightsWorld(database)
  const eva = await makeCoach(database, { name: 'Eva' })
  const empty = await everythingOf(database, eva)
  const whole = await exportOf(database, coach)
  for (const [name, damage, code, message] of DAMAGES) {
    const data = structuredClone(whole)
    const damaged = damage(data)
    const document = typeof damaged === 'object' && damaged !== null ? damaged : data
    // If a document before this one had left a row, the account would not be empty and the message would differ.
    expect(await refusal(importInto(database, eva, document)), name).toEqual({ code, message })
  }
  expect(await everythingOf(database, eva)).toEqual(empty)
  await expectNoBrokenRules(database)
  // After all these refusals a valid document can still be imported.
  expect(await importInto(database, eva, whole)).toMatchObject({ students: 2 })
})

it('cannot write for another coach, nor take the ids of one', async () => {
  const { coach } = await makeRightsWorld(database)
  const eva = await makeCoach(database)
  const theirs = await everythingOf(database, coach)
  const forged = JSON.parse(JSON.stringify(theirs), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'created_at' in value
      ? { ...value, user_id: coach }
      : value,
  )
  await importInto(database, eva, forged)
  expect(await everythingOf(database, coach)).toEqual(theirs)
  const ids = new Set(theirs.students.map(({ id }) => id))
  expect((await exportOf(database, eva)).students.filter(({ id }) => ids.has(id))).toEqual([])
  await expectNoBrokenRules(database)
})

it('finds no room in an account with a student, a lesson or a club; an alert is no obstacle', async () => {
  const { coach } = await makeRightsWorld(database)
  const data = await exportOf(database, coach)
  const starts: ((of: string) => Promise<unknown>)[] = [
    (of) => makeStudent(database, of),
    (of) => insert(database.as(of), 'clubs', { user_id: of, name: 'Clube' }),
    (of) => insert(database.as(of), 'sessions', { user_id: of, teacher: 'Ana' }),
  ]
  for (const start of starts) {
    const eva = await makeCoach(database)
    await start(eva)
    const before = await everythingOf(database, eva)
    expect(await refusal(importInto(database, eva, data))).toEqual({
      code: 'PT409',
      message: 'account_not_empty',
    })
    expect(await everythingOf(database, eva)).toEqual(before)
  }
  const lia = await makeCoach(database)
  await insert(database.as(lia), 'alerts', {
    user_id: lia,
    type: 'no_club_registered',
    priority: 'low',
    message: 'Cadastre um clube',
    dedupe_key: 'no_club_registered',
  })
  await importInto(database, lia, data)
  expect((await exportOf(database, lia)).alerts.map(({ type }) => type)).toEqual(['expiring_package'])
})

it('an operation that was used for something else is no import', async () => {
  const { coach } = await makeRightsWorld(database)
  const eva = await makeCoach(database)
  const id = randomUUID()
  await insert(database.as(eva), 'students', { ...STUDENT, id, user_id: eva })
  const answer = await importInto(database, eva, await exportOf(database, coach), id)
  expect(answer).toMatchObject({ replayed: true, students: 1, sessions: 0 })
})
