import { randomUUID } from 'node:crypto'
import { toLocalDate } from '@/core/dates'
import { wholePlan } from '../support/flat-plan'
import type { TestDatabase } from '../support/postgres-database'
import { assignmentRow, feedbackRow, planOf } from '../support/world/values'
import type { Call } from './calls'
import { measure, median } from './measure'

/** Milliseconds on the server with cached plans (`kept`), and with each statement planned again (`anew`). */
export interface PlanCacheTimes {
  name: string
  kept: number
  anew: number
}

const ROUNDS = 7

/** The calls that read the facts of a lesson of `count` students, and register it. */
async function callsOfLesson(db: TestDatabase, coach: string, count: number): Promise<Call[]> {
  const students = await db.asOwner((query) =>
    query<{ id: string; version: number; package: string | null }>(
      `select s.id, s.credits_version as version,
              (select p.id from public.packages p
                where p.user_id = s.user_id and p.student_id = s.id and p.remaining_classes > 0 limit 1) as package
         from public.students s where s.user_id = $1 order by s.id limit $2`,
      [coach, count],
    ),
  )
  const plan = wholePlan(
    planOf({
      session: { id: randomUUID(), day: toLocalDate(new Date()), teacher: 'Ana Ribeiro' },
      based_on: students.map(({ id, version }) => ({ student_id: id, version })),
      assignments: students.map((student) => assignmentRow(student.id, student.package)),
      feedbacks: students.map(({ id }) => feedbackRow(id)),
    }),
  )
  const ids = students.map(({ id }) => id).join(',')
  const of = `${count} student${count === 1 ? '' : 's'}`
  return [
    {
      screen: 'New session',
      name: `facts of ${of}`,
      sql: `select public.get_credit_facts('{${ids}}'::uuid[], null)`,
    },
    {
      screen: 'New session',
      name: `register ${of}`,
      sql: `select public.apply_session_plan('${JSON.stringify(plan)}')`,
      writes: true,
    },
  ]
}

/** Measures both in turn on the same connections, so that other load of the machine affects both. */
export async function measurePlanCache(db: TestDatabase, coach: string): Promise<PlanCacheTimes[]> {
  const measured: PlanCacheTimes[] = []
  for (const count of [1, 10, 30]) {
    for (const call of await callsOfLesson(db, coach, count)) {
      const [kept, anew]: number[][] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        kept?.push((await measure(db, coach, call)).ms)
        anew?.push((await measure(db, coach, call, 'planned anew')).ms)
      }
      measured.push({ name: call.name, kept: median(kept), anew: median(anew) })
    }
  }
  return measured
}
