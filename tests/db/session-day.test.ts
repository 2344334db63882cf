import { expect, it } from 'vitest'
import { refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { applyPlan, makeCoach, readFacts, rowOf } from '../support/world/sql'
import { planOf } from '../support/world/values'

/** 21:30 in São Paulo; half past midnight of the next day in UTC, and morning in Tokyo. */
const EVENING = '2026-02-03T00:30:00Z'

const db = await sharedDatabase()

const dayOf = async (id: string) => String((await rowOf(db, 'sessions', id))?.['day'])
const register = async (coach: string, session: { date?: string; day?: string }) => {
  const plan = planOf({})
  await applyPlan(db, coach, { ...plan, session: { ...plan.session, ...session } })
  return plan.session.id
}
const edit = async (coach: string, id: string, session: object) => {
  const { session: seen } = await readFacts(db, coach, null, id)
  const plan = planOf({ op: 'update', expected_version: seen?.version ?? -1 })
  await applyPlan(db, coach, { ...plan, session: { id, ...session } })
}

it('the day of a lesson is the one the device says, and an edit keeps it unless it says another', async () => {
  const coach = await makeCoach(db)
  const id = await register(coach, { date: EVENING, day: '2026-02-03' })
  await edit(coach, id, { notes: 'Saque' })
  expect(await dayOf(id)).toBe('2026-02-03')
  // The lesson moves by an hour, edited on a device in Tokyo, where it is the same day.
  await edit(coach, id, { date: '2026-02-03T01:30:00Z', day: '2026-02-03' })
  expect(await dayOf(id)).toBe('2026-02-03')
})

it('a day is at most one away from the instant in UTC', async () => {
  const coach = await makeCoach(db)
  for (const day of ['2026-02-02', '2026-02-04']) await register(coach, { date: EVENING, day })
  for (const day of ['2026-02-01', '2026-02-05', 'infinity'])
    expect((await refusal(register(coach, { date: EVENING, day }))).code).toBe('23514')
  expect((await refusal(register(coach, { date: EVENING, day: 'hoje' }))).code).toBe('22007')
})
