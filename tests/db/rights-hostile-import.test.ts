import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ExportedData } from '@/rights/export.schema'
import { refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { insert, makeCoach, makeStudent, STUDENT } from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'
import { exportOf, importInto, makeRightsWorld } from './rights-world'

/** A document that is not right is not imported at all. */

const database = await ownDatabase()

type Damage = (data: ExportedData) => unknown
const first = <Row>(rows: Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('The world has no such row')
  return row
}
const inTheFuture = new Date(Date.now() + 3_600_000).toISOString()
const DAMAGES: Record<string, [code: string, message: string, damage: Damage]> = {
  'of another format': ['PT400', 'bad_document', (data) => ({ ...data, format: 'voleio-student' })],
  'of another version': ['PT400', 'bad_document', (data) => ({ ...data, version: 2 })],
  'of a version that is a text': ['PT400', 'bad_document', (data) => ({ ...data, version: '1' })],
  'without a version': ['PT400', 'bad_document', (data) => ({ ...data, version: undefined })],
  'of a time zone that there is not': [
    'PT400',
    'bad_document',
    (data) => (data.profile.time_zone = 'America/Nowhere'),
  ],
  'without slots': ['PT400', 'bad_document', (data) => ({ ...data, slots: undefined })],
  'without payments': ['PT400', 'bad_document', (data) => ({ ...data, payments: undefined })],
  'without extensions': ['PT400', 'bad_document', (data) => ({ ...data, extensions: null })],
  'a payment of less than nothing': ['PT400', 'bad_document', (data) => (first(data.payments).amount = -5)],
  'a payment for a package of somebody who is not there': [
    'PT400',
    'bad_document',
    (data) => (first(data.payments).package_id = randomUUID()),
  ],
  'more given back than received': [
    'PT400',
    'bad_document',
    (data) => data.payments.push({ ...first(data.payments), id: randomUUID(), kind: 'refund', amount: 9999 }),
  ],
  'more money than its rows come to': ['PT422', 'balances_differ', (data) => void data.payments.pop()],
  'a payment of another amount': [
    'PT422',
    'balances_differ',
    (data) => (first(data.payments).amount += 0.01),
  ],
  'a package that follows one of somebody who is not there': [
    'PT400',
    'bad_document',
    (data) => (first(data.packages).renews = randomUUID()),
  ],
  'a package that follows one of another student': [
    'PT400',
    'bad_document',
    (data) => {
      const row = first(data.packages)
      row.renews = data.packages.find(({ student_id }) => student_id !== row.student_id)?.id ?? null
    },
  ],
  'a package with two followers': [
    'PT400',
    'bad_document',
    (data) => {
      const { id, student_id } = first(data.packages)
      for (const row of data.packages) if (row.student_id === student_id) row.renews = id
    },
  ],
  'a message to somebody who is not there': [
    'PT400',
    'bad_document',
    (data) => (first(data.notices).student_id = randomUUID()),
  ],
  'a message about an endless cause': [
    'PT400',
    'bad_document',
    (data) => (first(data.notices).cause = 'x'.repeat(201)),
  ],
  'messages that are an object': ['PT400', 'bad_document', (data) => ({ ...data, notices: {} })],
  'a blank text': ['PT400', 'bad_document', (data) => (first(data.message_templates).body = ' ')],
  'an extension twice on one day': [
    'PT400',
    'bad_document',
    (data) => {
      const row = { ...first(data.extensions), day: '2026-03-01' }
      data.extensions = [row, { ...row, id: randomUUID() }]
    },
  ],
  'an occurrence that was answered twice': [
    'PT400',
    'bad_document',
    (data) => {
      const [one, two] = data.sessions
      Object.assign(two ?? {}, { slot_id: one?.slot_id, slot_date: one?.slot_date })
    },
  ],
  'somebody expected who is not there': [
    'PT400',
    'bad_document',
    (data) => (first(data.slot_students).student_id = randomUUID()),
  ],
  'a lesson of a slot that is not there': [
    'PT400',
    'bad_document',
    (data) => (first(data.sessions).slot_id = randomUUID()),
  ],
  'slots that are an object': ['PT400', 'bad_document', (data) => ({ ...data, slots: {} })],
  'a longer extension': ['PT422', 'balances_differ', (data) => (first(data.extensions).days = 99)],
  'an extension that is missing': ['PT422', 'balances_differ', (data) => void data.extensions.pop()],
  'a package that lasts longer than a year': [
    'PT400',
    'bad_document',
    (data) => (first(data.packages).expiry_date = '2027-09-09'),
  ],
  'a lesson cancelled for some': [
    'PT400',
    'bad_document',
    (data) => (first(data.sessions).cancelled_reason = 'rain'),
  ],
  'a credit of somebody who was excused': [
    'PT400',
    'bad_document',
    (data) => (first(data.assignments.filter((row) => row.package_id !== null)).attendance = 'excused'),
  ],
  'feedback of somebody who was absent': [
    'PT400',
    'bad_document',
    (data) => (first(data.assignments).attendance = 'absent'),
  ],
  'a ledger line with another balance': [
    'PT422',
    'balances_differ',
    (data) => (first(data.credit_ledger).balance_after = 77),
  ],
  'a ledger in another order': [
    'PT422',
    'balances_differ',
    (data) => {
      const of = data.credit_ledger.filter((line) => line.student_id === first(data.credit_ledger).student_id)
      const ids = of.map(({ id }) => id).toReversed()
      for (const [i, line] of of.entries()) line.id = ids[i] ?? 0
    },
  ],
  'a lesson that took no credit, made up by an adjustment': [
    'PT422',
    'balances_differ',
    (data) => {
      const line = first(data.credit_ledger.filter(({ kind }) => kind === 'consume'))
      Object.assign(line, { kind: 'adjust', session_id: null })
    },
  ],
  'without a table': ['PT400', 'bad_document', (data) => ({ ...data, feedbacks: undefined })],
  'a table that is an object': ['PT400', 'bad_document', (data) => ({ ...data, sessions: {} })],
  'a row that is a number': ['PT400', 'bad_document', (data) => ({ ...data, clubs: [1] })],
  'no object at all': ['PT400', 'bad_document', () => [1, 2]],
  'a student twice': ['PT400', 'bad_document', (data) => data.students.push(first(data.students))],
  'a student without a name': ['PT400', 'bad_document', (data) => (first(data.students).name = ' ')],
  'a rating of 9': ['PT400', 'bad_document', (data) => (first(data.feedbacks).rating = 9)],
  'an id that is none': ['PT400', 'bad_document', (data) => (first(data.students).id = 'x')],
  'a lesson of tomorrow': ['PT400', 'bad_document', (data) => (first(data.sessions).date = inTheFuture)],
  'more lessons than its package has': [
    'PT400',
    'bad_document',
    (data) => (first(data.packages).total_classes = 1),
  ],
  'a package of somebody who is not there': [
    'PT400',
    'bad_document',
    (data) => (first(data.packages).student_id = randomUUID()),
  ],
  'a lesson paid by somebody else’s package': [
    'PT400',
    'bad_document',
    (data) => {
      const row = first(data.assignments)
      row.package_id = data.packages.find(({ student_id }) => student_id !== row.student_id)?.id ?? null
    },
  ],
  'credits that its rows do not come to': [
    'PT422',
    'balances_differ',
    (data) => first(data.balances).credits++,
  ],
  'one student more in the balances': [
    'PT422',
    'balances_differ',
    (data) => data.balances.push({ ...first(data.balances), student_id: randomUUID() }),
  ],
  'a student without a balance': ['PT422', 'balances_differ', (data) => void data.balances.pop()],
  'a lesson that is missing': [
    'PT422',
    'balances_differ',
    (data) => {
      const { session_id } = first(data.assignments)
      data.sessions = data.sessions.filter(({ id }) => id !== session_id)
      data.assignments = data.assignments.filter((row) => row.session_id !== session_id)
      data.feedbacks = data.feedbacks.filter((row) => row.session_id !== session_id)
    },
  ],
  'a class that was used and is not': [
    'PT422',
    'balances_differ',
    (data) => {
      first(data.packages).total_classes++
      first(data.packages).remaining_classes++
    },
  ],
  'revenue that was not': ['PT422', 'balances_differ', (data) => (data.totals.revenue += 0.01)],
  'a cheaper package': ['PT422', 'balances_differ', (data) => (first(data.packages).price -= 1)],
  'a total of the student': ['PT422', 'balances_differ', (data) => first(data.students).total_credits++],
  'ledger lines of nothing': [
    'PT422',
    'balances_differ',
    (data) =>
      data.credit_ledger.push({
        ...first(data.credit_ledger),
        package_id: randomUUID(),
        kind: 'purchase',
        delta: 9,
      }),
  ],
  'more students than anybody has': [
    'PT413',
    'document_too_large',
    (data) => ({ ...data, students: Array.from({ length: 10_001 }, () => ({})) }),
  ],
}

it('is refused whole, whatever is wrong with it', async () => {
  const { coach } = await makeRightsWorld(database)
  const eva = await makeCoach(database, { name: 'Eva' })
  const empty = { ...(await exportOf(database, eva)), exported_at: null }
  for (const [name, [code, message, damage]] of Object.entries(DAMAGES)) {
    const data = await exportOf(database, coach)
    const damaged = damage(data)
    const document = typeof damaged === 'object' && damaged !== null ? damaged : data
    expect(await refusal(importInto(database, eva, document)), name).toEqual({ code, message })
    expect({ ...(await exportOf(database, eva)), exported_at: null }, name).toEqual(empty)
  }
  await expectNoBrokenRules(database)
  // After all of these a valid document still imports.
  expect(await importInto(database, eva, await exportOf(database, coach))).toMatchObject({ students: 2 })
})

it('cannot write for another coach, nor take the ids of one', async () => {
  const { coach } = await makeRightsWorld(database)
  const eva = await makeCoach(database)
  const theirs = await exportOf(database, coach)
  const forged = JSON.parse(JSON.stringify(theirs), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'created_at' in value
      ? { ...value, user_id: coach }
      : value,
  )
  await importInto(database, eva, forged)
  expect({ ...(await exportOf(database, coach)), exported_at: null }).toEqual({
    ...theirs,
    exported_at: null,
  })
  const ids = new Set(theirs.students.map(({ id }) => id))
  expect((await exportOf(database, eva)).students.filter(({ id }) => ids.has(id))).toEqual([])
  await expectNoBrokenRules(database)
})

it('finds no room in an account with a student, a lesson or a club; an alert is no obstacle', async () => {
  const { coach } = await makeRightsWorld(database)
  const data = await exportOf(database, coach)
  const starts: ((of: string) => Promise<unknown>)[] = [
    (of) => makeStudent(database, of),
    (of) => database.asUser(of, (query) => insert(query, 'clubs', { user_id: of, name: 'Clube' })),
    (of) => database.asUser(of, (query) => insert(query, 'sessions', { user_id: of, teacher: 'Ana' })),
  ]
  for (const start of starts) {
    const eva = await makeCoach(database)
    await start(eva)
    const before = { ...(await exportOf(database, eva)), exported_at: null }
    expect(await refusal(importInto(database, eva, data))).toEqual({
      code: 'PT409',
      message: 'account_not_empty',
    })
    expect({ ...(await exportOf(database, eva)), exported_at: null }).toEqual(before)
  }
  const lia = await makeCoach(database)
  await database.asUser(lia, (query) =>
    insert(query, 'alerts', {
      user_id: lia,
      type: 'no_club_registered',
      priority: 'low',
      message: 'Cadastre um clube',
      dedupe_key: 'no_club_registered',
    }),
  )
  await importInto(database, lia, data)
  expect((await exportOf(database, lia)).alerts.map(({ type }) => type)).toEqual(['expiring_package'])
})

it('an operation that was used for something else is no import', async () => {
  const { coach } = await makeRightsWorld(database)
  const eva = await makeCoach(database)
  const id = randomUUID()
  await database.asUser(eva, (query) => insert(query, 'students', { ...STUDENT, id, user_id: eva }))
  const answer = await importInto(database, eva, await exportOf(database, coach), id)
  expect(answer).toMatchObject({ replayed: true, students: 1, sessions: 0 })
})
