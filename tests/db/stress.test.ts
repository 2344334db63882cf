import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanResult } from '@/domain/credits/plan-result'
import {
  planAssignment,
  planDeletion,
  planFeedbackEdit,
  planRegistration,
  planSessionEdit,
} from '@/domain/credits/plan-session'
import type { CreditFacts } from '@/domain/credits/plan-types'
import { toLocalDate } from '@/domain/shared/dates'
import {
  connect,
  type FragileConnection,
  type PostgresDatabase,
  type PostgresServer,
  startPostgres,
} from '../support/postgres'
import { becoming, type Query } from '../support/postgres-database'
import {
  applyPlan,
  basedOn,
  callJson,
  factsOf,
  insert,
  makeCoach,
  makePackage,
  makeStudent,
  PACKAGE,
  type PlanAnswer,
  STUDENT,
  lessonPlan,
} from '../support/world/sql'
import { planOf, assignmentRow } from '../support/world/values'
import { expectNoBrokenRules } from './broken-rules'

/** Many devices of one coach at once, on a network that loses answers, repeats requests and breaks connections. */
const WORKERS = 16
const DURATION = 12_000
const ATTEMPTS = 60
const TODAY = toLocalDate(new Date())
/** Always valid today. */
const SALE = { ...PACKAGE, purchase_date: TODAY, payment_date: TODAY, expiry_date: TODAY }

let server: PostgresServer
let database: PostgresDatabase
beforeAll(async () => {
  server = await startPostgres()
  database = await server.createDatabase()
})
afterAll(() => server.stop())

describe('two connections at once', () => {
  it('the same plan sent twice at the same moment happens once', async () => {
    const coach = await makeCoach(database)
    const student = await makeStudent(database, coach)
    const pack = await makePackage(database, coach, student)
    const plan = await lessonPlan(database, coach, [{ student, package: pack }])
    const answers = await Promise.all(Array.from({ length: 5 }, () => applyPlan(database, coach, plan)))
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1)
    expect(answers.map((answer) => answer.students[0]?.total_credits)).toEqual([3, 3, 3, 3, 3])
    await expectNoBrokenRules(database)
  })

  it('two devices take the last class: one has it, the other is told to look again', async () => {
    const coach = await makeCoach(database)
    const student = await makeStudent(database, coach)
    const pack = await makePackage(database, coach, student, { total_classes: 1 })
    const based_on = await basedOn(database, coach, [student])
    const assignments = [assignmentRow(student, pack)]
    const outcomes = await Promise.allSettled([
      applyPlan(database, coach, planOf({ based_on, assignments })),
      applyPlan(database, coach, planOf({ based_on, assignments })),
    ])
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({ code: 'PT409' })
    await expectNoBrokenRules(database)
  })

  it('two devices choose a default club: there is one, whoever was last', async () => {
    const coach = await makeCoach(database)
    const names = Array.from({ length: 10 }, (_, i) => `Clube ${i}`)
    await Promise.all(
      names.map((name) =>
        database.asUser(coach, (query) => insert(query, 'clubs', { user_id: coach, name, is_default: true })),
      ),
    )
    const rows = await database.asUser(coach, (query) => query('select is_default from public.clubs'))
    expect(rows.filter((row) => row['is_default'])).toHaveLength(1)
    expect(rows).toHaveLength(10)
  })

  it('the same student sent twice at the same moment is one student, and no error but the duplicate', async () => {
    const coach = await makeCoach(database)
    const id = randomUUID()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => makeStudent(database, coach, { id })),
    )
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [codeOf(outcome.reason)] : [],
    )
    expect(refused).toEqual(['23505', '23505', '23505'])
  })
})

describe('many devices at once', () => {
  it(
    'whatever is lost, doubled or killed: the books are in order, and every success is there once',
    { timeout: DURATION + 60_000 },
    async () => {
      const world = new World(await makeCoach(database))
      for (let i = 0; i < 4; i++) {
        const student = await makeStudent(database, world.coach, { name: `Aluno ${i}` })
        world.students.push(student)
        await makePackage(database, world.coach, student, { ...SALE, total_classes: 5 })
      }
      const admin = connect(database.url, 4)
      const deadline = Date.now() + DURATION
      await Promise.all(
        Array.from({ length: WORKERS }, async (_, i) => {
          const device = new Device(world, admin, randomFrom(i + 1))
          try {
            if (i === 0) {
              while (Date.now() < deadline - DURATION / 2) await device.act()
              await device.anonymize()
            }
            while (Date.now() < deadline) await device.act()
          } finally {
            await device.leave()
          }
        }),
      )
      await admin.end()

      await expectNoBrokenRules(database)
      const count = world.counts
      const existing = async (table: string) =>
        new Set(
          (await database.asOwner((query) => query<{ id: string }>(`select id from public.${table}`))).map(
            (row) => row.id,
          ),
        )

      const lessons = await existing('sessions')
      const known = new Set([...world.saved, ...world.unknown])
      const lost = [...world.saved].filter(
        (id) => !lessons.has(id) && !world.deleted.has(id) && !world.lessonsOfGuests.has(id),
      )
      expect(lost, 'lessons answered as saved that are not there').toEqual([])
      expect(
        [...world.deleted].filter((id) => lessons.has(id)),
        'deleted lessons that came back',
      ).toEqual([])
      expect(
        [...world.refused].filter((id) => lessons.has(id)),
        'refused lessons that are there',
      ).toEqual([])
      expect(
        [...lessons].filter((id) => !known.has(id) && world.tried.has(id)),
        'unanswered lessons',
      ).toEqual([])

      const purchases = await database.asOwner((query) =>
        query<{ id: string; n: number }>(
          `select package_id as id, count(*) as n from public.credit_ledger where kind = 'purchase' group by 1`,
        ),
      )
      const bought = new Map(purchases.map((row) => [row.id, row.n]))
      expect(
        [...world.sold].filter((id) => bought.get(id) !== 1),
        'packages sold that were not bought once',
      ).toEqual([])
      const students = await existing('students')
      expect(
        [...world.guests].filter((id) => !students.has(id)),
        'students that are not there',
      ).toEqual([])
      expect(
        [...world.goneGuests].filter((id) => students.has(id)),
        'deleted students that came back',
      ).toEqual([])

      // Whatever ran while a student was anonymised: nothing may say anything about the student.
      const anonymized = [...world.anonymized]
      expect(anonymized).toHaveLength(1)
      const said = await database.asOwner((query) =>
        query(
          `select 'student' as what from public.students where id = $1 and anonymized_at is null
           union all
           select 'lesson' from public.sessions s join public.session_package_assignments a on a.session_id = s.id
            where a.student_id = $1 and s.notes is not null
           union all
           select 'feedback' from public.session_feedbacks where student_id = $1 and (notes is not null or tags <> '{}')
           union all
           select 'package' from public.packages where student_id = $1 and name <> 'Pacote'
           union all
           select 'alert' from public.alerts where student_id = $1`,
          anonymized,
        ),
      )
      expect(said, 'what is still said of an anonymised student').toEqual([])

      // The run did reach the trouble that it is for.
      expect(count['register'] ?? 0).toBeGreaterThan(20)
      for (const trouble of ['killed', 'doubled', 'replayed', 'late', 'PT409'])
        expect(count[trouble] ?? 0, trouble).toBeGreaterThan(0)
      expect(count['gave up'] ?? 0).toBeLessThan((count['register'] ?? 0) / 10)
      // Postgres refuses one of two that meet, and it is sent again. Usually 0 or 1; 5 were seen once on a busy machine.
      expect(count['40P01'] ?? 0, 'deadlocks').toBeLessThan(10)
    },
  )
})

/** What the coach is told in the end. */
type Answer = 'saved' | 'refused' | 'unknown'

/** What the devices were told, for comparison with the database. */
class World {
  /** Never deleted; one of them is anonymised halfway. */
  readonly students: string[] = []
  /** Created and deleted. */
  readonly guests = new Set<string>()
  readonly goneGuests = new Set<string>()
  readonly anonymized = new Set<string>()
  readonly tried = new Set<string>()
  /** Answered 'saved'. */
  readonly saved = new Set<string>()
  readonly refused = new Set<string>()
  /** Refused after a lost answer: the coach is told that the outcome is unknown. */
  readonly unknown = new Set<string>()
  readonly deleted = new Set<string>()
  /** May be deleted with their student. */
  readonly lessonsOfGuests = new Set<string>()
  readonly sold = new Set<string>()
  /** Registrations that were answered 'saved'. */
  readonly sent: { studentIds: string[]; plan: (facts: CreditFacts) => PlanResult }[] = []
  readonly counts: Record<string, number> = {}

  constructor(readonly coach: string) {}

  note(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }
}

/** One device of the coach: chooses an action, reads, plans with the product's rules, sends, retries. */
class Device {
  constructor(
    private readonly world: World,
    private readonly admin: Sql<{ bigint: number }>,
    private readonly random: () => number,
  ) {}

  /** Two connections, so that a request can be sent twice at once. */
  private readonly lines: (FragileConnection | undefined)[] = []

  async leave(): Promise<void> {
    await Promise.all(this.lines.flatMap((line) => (line?.isOpen() ? [line.end()] : [])))
  }

  async act(): Promise<void> {
    const dice = this.random()
    if (dice < 0.34) return this.register()
    if (dice < 0.38) return this.sendLate()
    if (dice < 0.5) return this.edit()
    if (dice < 0.6) return this.assign()
    if (dice < 0.66) return this.feedback()
    if (dice < 0.78) return this.deleteLesson()
    if (dice < 0.86) return this.sell()
    if (dice < 0.9) return this.changePackage()
    if (dice < 0.93) return this.deletePackage()
    if (dice < 0.97) return this.addGuest()
    return this.deleteGuest()
  }

  private async register(): Promise<void> {
    const { world } = this
    const sessionId = randomUUID()
    const studentIds = this.some([...world.students, ...world.guests], 3)
    if (studentIds.some((id) => !world.students.includes(id))) world.lessonsOfGuests.add(sessionId)
    world.tried.add(sessionId)
    const intent = {
      opId: randomUUID(),
      sessionId,
      date: new Date().toISOString(),
      lessonDay: TODAY,
      teacher: 'Ana',
      notes: null,
      participants: studentIds.map((studentId) => ({
        studentId,
        feedback: { rating: 3, notes: null, tags: [] },
      })),
    }
    const plan = (facts: CreditFacts) => planRegistration(intent, facts, new Date())
    const answer = await this.carryOut('register', studentIds, null, plan)
    world[answer].add(sessionId)
    if (answer === 'saved') world.sent.push({ studentIds, plan })
  }

  /** An old request arrives again, re-planned: what it saved exists or was deleted since, and stays so. */
  private async sendLate(): Promise<void> {
    const late = pick(this.world.sent, this.random())
    if (late) await this.carryOut('late', late.studentIds, null, late.plan)
  }

  private async edit(): Promise<void> {
    const sessionId = this.lesson()
    if (!sessionId) return
    const studentIds = this.some([...this.world.students, ...this.world.guests], 3)
    if (studentIds.some((id) => !this.world.students.includes(id))) this.world.lessonsOfGuests.add(sessionId)
    const opId = randomUUID()
    await this.carryOut('edit', studentIds, sessionId, (facts) =>
      planSessionEdit(
        {
          opId,
          sessionId,
          expectedVersion: facts.session?.version ?? 0,
          lessonDay: TODAY,
          notes: 'editada',
          participants: studentIds.map((studentId) => ({ studentId })),
        },
        facts,
        new Date(),
      ),
    )
  }

  private async assign(): Promise<void> {
    const sessionId = this.lesson()
    if (!sessionId) return
    const opId = randomUUID()
    const dice = this.random()
    await this.carryOut('assign', [], sessionId, (facts) => {
      const student = pick(facts.students, dice)
      const pack = student && pick(student.packages, dice)
      if (!student || !pack) return null
      const intent = { opId, sessionId, lessonDay: TODAY, studentId: student.id, packageId: pack.id }
      return planAssignment(intent, facts, new Date())
    })
  }

  private async feedback(): Promise<void> {
    const sessionId = this.lesson()
    if (!sessionId) return
    const opId = randomUUID()
    const rating = 1 + Math.floor(this.random() * 5)
    await this.carryOut('feedback', [], sessionId, (facts) => {
      const studentId = facts.session?.assignments[0]?.student_id
      if (!studentId) return null
      return planFeedbackEdit(
        { opId, sessionId, studentId, feedback: { rating, notes: 'x', tags: ['Saque'] } },
        facts,
        new Date(),
      )
    })
  }

  private async deleteLesson(): Promise<void> {
    const sessionId = this.lesson()
    if (!sessionId) return
    const opId = randomUUID()
    const answer = await this.carryOut('delete', [], sessionId, (facts) =>
      planDeletion({ opId, sessionId }, facts, new Date()),
    )
    if (answer === 'saved') this.world.deleted.add(sessionId)
  }

  private async sell(): Promise<void> {
    const { world } = this
    const student = pick(world.students, this.random()) ?? ''
    const row = {
      ...SALE,
      id: randomUUID(),
      user_id: world.coach,
      student_id: student,
      total_classes: 1 + Math.floor(this.random() * 6),
    }
    if ((await this.persist('sell', (query) => insert(query, 'packages', row))) === 'saved')
      world.sold.add(row.id)
  }

  private async changePackage(): Promise<void> {
    const id = pick([...this.world.sold], this.random())
    const total = 1 + Math.floor(this.random() * 8)
    if (id)
      await this.persist('change package', (query) =>
        query('update public.packages set total_classes = $2 where id = $1', [id, total]),
      )
  }

  private async deletePackage(): Promise<void> {
    const id = pick([...this.world.sold], this.random())
    if (id)
      await this.persist('delete package', (query) =>
        query('delete from public.packages where id = $1', [id]),
      )
  }

  private async addGuest(): Promise<void> {
    const { world } = this
    const id = randomUUID()
    const row = { ...STUDENT, id, user_id: world.coach }
    if ((await this.persist('add student', (query) => insert(query, 'students', row))) === 'saved')
      world.guests.add(id)
    await this.persist('sell to guest', (query) =>
      insert(query, 'packages', { ...SALE, user_id: world.coach, student_id: id }),
    )
  }

  private async deleteGuest(): Promise<void> {
    const { world } = this
    const id = pick([...world.guests], this.random())
    if (!id || !world.guests.delete(id)) return
    if (
      (await this.persist('delete student', (query) => query('select public.delete_student($1)', [id]))) ===
      'saved'
    )
      world.goneGuests.add(id)
    else world.guests.add(id)
  }

  async anonymize(): Promise<void> {
    const id = this.world.students.pop() ?? ''
    const answer = await this.persist('anonymize', (query) =>
      query('select public.anonymize_student($1)', [id]),
    )
    if (answer === 'saved') this.world.anonymized.add(id)
  }

  private async carryOut(
    what: string,
    studentIds: string[],
    sessionId: string | null,
    plan: (facts: CreditFacts) => PlanResult | null,
  ): Promise<Answer> {
    return this.persist(what, async (query) => {
      const facts = await factsOf(query, studentIds, sessionId)
      const result = plan(facts)
      if (!result?.ok) throw new Refused()
      const answer = await callJson<PlanAnswer>(query, 'apply_session_plan', result.plan)
      if (answer.replayed) this.world.note('replayed')
    })
  }

  /** One transaction, repeated with the same ids while the outcome is unknown or another device was first. */
  private async persist(what: string, work: (query: Query) => Promise<unknown>): Promise<Answer> {
    const { world } = this
    let isLost = false
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const isDoubled = this.random() < 0.1
      const delay = this.random()
      const send = (line: number) =>
        this.transaction(line, async (query) => {
          if (delay < 0.06) await this.killSoon(query, delay)
          await work(query)
        })
      if (isDoubled) world.note('doubled')
      const outcomes = await Promise.allSettled(isDoubled ? [send(0), send(1)] : [send(0)])
      if (outcomes.some((outcome) => outcome.status === 'fulfilled')) {
        // The answer was lost: the device repeats the request with the same ids.
        if (this.random() < 0.1 && attempt < ATTEMPTS - 10) {
          isLost = true
          continue
        }
        world.note(what)
        return 'saved'
      }
      const [outcome] = outcomes
      const reason: unknown = outcome?.status === 'rejected' ? outcome.reason : undefined
      const code = codeOf(reason)
      world.note(code)
      const isAnonymized = reason instanceof Error && reason.message === 'student_anonymized'
      if (code === '23505' || (code === 'PT410' && !isAnonymized)) return 'saved'
      if (isGone(code)) {
        world.note('killed')
        isLost = true
      } else if (!['PT409', '40P01'].includes(code) && !(code === '23514' && what !== 'change package')) {
        return isLost ? 'unknown' : 'refused'
      }
    }
    world.note('gave up')
    return 'unknown'
  }

  private async transaction(line: number, work: (query: Query) => Promise<void>): Promise<void> {
    let connection = this.lines[line]
    if (!connection?.isOpen()) {
      connection = await database.openFragile()
      this.lines[line] = connection
    }
    const { query } = connection
    try {
      await query('begin')
      await query(becoming('authenticated', this.world.coach))
      await work(query)
      await query('commit')
    } catch (error) {
      if (connection.isOpen()) await query('rollback').catch(() => {})
      throw error
    }
  }

  /** Makes the server kill this connection soon: before, during or after the work. */
  private async killSoon(query: Query, delay: number): Promise<void> {
    const [row] = await query<{ pid: number }>('select pg_backend_pid() as pid')
    if (!row) return
    void this.admin.unsafe(`select pg_sleep(${delay / 8}), pg_terminate_backend(${row.pid})`).catch(() => {})
  }

  private lesson(): string | undefined {
    const { saved, deleted } = this.world
    return pick([...saved].filter((id) => !deleted.has(id)).slice(-12), this.random())
  }

  private some(ids: string[], most: number): string[] {
    const count = 1 + Math.floor(this.random() * most)
    return [...new Set(Array.from({ length: count }, () => pick(ids, this.random()) ?? ''))].filter(
      (id) => id !== '',
    )
  }
}

class Refused extends Error {
  readonly code = 'refused'
}

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : String(reason)
}

/** The connection broke, so the outcome is unknown. */
function isGone(code: string): boolean {
  return code === '57P01' || code === 'ECONNRESET' || code === 'EPIPE' || /[Cc]onnection/.test(code)
}

function pick<T>(items: readonly T[], random: number): T | undefined {
  return items[Math.floor(random * items.length)]
}

/** A seeded pseudo-random generator: each device's actions are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
