import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { planAlerts } from '@/domain/alerts/alerts'
import { addDays, parseLocalDate } from '@/domain/shared/dates'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import {
  planAssignment,
  planDeletion,
  planFeedbackEdit,
  planRegistration,
  planSessionEdit,
} from '@/domain/credits/plan-session'
import type { Charge } from '@/domain/credits/charge'
import type { PlanResult } from '@/domain/credits/plan-result'
import { MemoryDatabase, Refused } from './memory-database'

/**
 * Any sequence of a coach's actions, on two devices (one plans on what it read earlier), with lost answers (the same
 * plan sent twice) and days passing, keeps the promises of database.md and product.md.
 */

/** Picks one of whatever exists when the action runs. */
const pick = fc.nat(11)
const daysAgo = fc.nat(20)

const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('addStudent' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('toggleStudent' as const), student: pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('deleteStudent' as const), student: pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('sell' as const),
      student: pick,
      total: fc.integer({ min: 1, max: 4 }),
      start: fc.integer({ min: -40, max: 5 }),
      validity: fc.nat(45),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('editPackage' as const),
      package: pick,
      total: fc.integer({ min: 1, max: 6 }),
      validity: fc.nat(45),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('deletePackage' as const), package: pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('register' as const),
      students: fc.array(pick, { minLength: 1, maxLength: 4 }),
      daysAgo,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('edit' as const),
      session: pick,
      students: fc.array(
        fc.record({ student: pick, choice: fc.option(pick, { nil: null }), auto: fc.boolean() }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      daysAgo: fc.option(daysAgo, { nil: null }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('assign' as const),
      session: pick,
      student: pick,
      package: pick,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('feedback' as const), session: pick, student: pick }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('delete' as const), session: pick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('closeAlert' as const), alert: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('toggleClub' as const) }) },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never
type LessonAction = Extract<Action, { type: 'register' | 'edit' | 'assign' | 'feedback' | 'delete' }>

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

class Coach {
  readonly db = new MemoryDatabase()
  today: LocalDate = '2026-11-21'
  #ids = 0
  accepted = 0
  refused = 0

  id(kind: string): Uuid {
    this.#ids += 1
    // Ids in no order, so that nothing depends on the order in which rows were made.
    return `${kind}-${((this.#ids * 7919) % 100_003).toString().padStart(6, '0')}`
  }

  get now(): Date {
    return parseLocalDate(this.today)
  }

  /** What services do after a change outside lessons, and what the dashboard does on a new day. */
  refreshAlerts(): void {
    this.db.applyAlerts(planAlerts(this.db.facts(null, null), this.today))
  }

  plan(step: LessonAction): PlanResult | null {
    const { db, now, today } = this
    const session = 'session' in step ? at([...db.sessions.values()], step.session) : undefined
    const student = (index: number) => at([...db.students.keys()], index)
    const opId = this.id('op')
    if (step.type === 'register') {
      const studentIds = [...new Set(step.students.flatMap((index) => student(index) ?? []))]
      const lessonDay = addDays(today, -step.daysAgo)
      return planRegistration(
        {
          opId,
          sessionId: this.id('session'),
          date: parseLocalDate(lessonDay).toISOString(),
          lessonDay,
          teacher: 'Ana',
          notes: null,
          participants: studentIds.map((studentId) => ({
            studentId,
            feedback: { rating: 3, notes: null, tags: [] },
          })),
        },
        db.facts(studentIds, null),
        now,
      )
    }
    if (session === undefined) return null
    const lessonDay = session.date.slice(0, 10)
    if (step.type === 'edit') {
      const day = step.daysAgo === null ? lessonDay : addDays(today, -step.daysAgo)
      const students = step.students.flatMap(({ student: index, choice, auto }) => {
        const studentId = student(index)
        if (studentId === undefined) return []
        if (auto) return [{ studentId }]
        const packageId = choice === null ? undefined : at(db.packagesOf(studentId), choice)?.id
        const charge: Charge =
          packageId === undefined ? { kind: 'owed' } : { kind: 'package', packageId, by: 'hand' }
        return [{ studentId, charge }]
      })
      return planSessionEdit(
        {
          opId,
          sessionId: session.id,
          expectedVersion: session.version,
          lessonDay: day,
          ...(step.daysAgo === null ? {} : { date: parseLocalDate(day).toISOString() }),
          participants: students.filter(
            ({ studentId }, index) => students.findIndex((other) => other.studentId === studentId) === index,
          ),
        },
        db.facts(
          students.map(({ studentId }) => studentId),
          session.id,
        ),
        now,
      )
    }
    if (step.type === 'delete') {
      return planDeletion({ opId, sessionId: session.id }, db.facts(null, session.id), now)
    }
    const attending = at([...session.assignments.keys()], step.student)
    if (attending === undefined) return null
    if (step.type === 'feedback') {
      const feedback = { rating: 5, notes: 'Boa', tags: ['Saque'] }
      return planFeedbackEdit(
        { opId, sessionId: session.id, studentId: attending, feedback },
        db.facts(null, session.id),
      )
    }
    const pkg = at(db.packagesOf(attending), step.package)
    return planAssignment(
      { opId, sessionId: session.id, lessonDay, studentId: attending, packageId: pkg?.id ?? 'none' },
      db.facts(null, session.id),
      now,
    )
  }

  /** Sends a plan twice, as after a lost answer, and checks that what it said is what happened. */
  send(result: PlanResult | null): void {
    if (result === null || !result.ok) {
      this.refused += 1
      return
    }
    const before = new Map(result.effects.map(({ studentId }) => [studentId, this.db.credits(studentId)]))
    this.db.apply(result.plan)
    this.accepted += 1
    expect(this.db.apply(result.plan)).toBe('replayed')
    for (const { studentId, taken, returned } of result.effects) {
      const change = Number(returned !== null) - Number(taken !== null)
      expect(this.db.credits(studentId)).toBe((before.get(studentId) ?? 0) + change)
      for (const effect of [taken, returned].filter((value) => value !== null)) {
        const pkg = this.db.packages.get(effect.packageId)
        expect(pkg && this.db.remaining(pkg)).toBe(effect.remaining)
      }
    }
  }

  do(step: Exclude<Action, LessonAction>): void {
    const { db } = this
    switch (step.type) {
      case 'addStudent': {
        const id = this.id('student')
        db.students.set(id, { id, name: `Aluno ${id}`, status: 'active', version: 0, hadPackage: false })
        break
      }
      case 'toggleStudent': {
        const student = at([...db.students.values()], step.student)
        if (student) student.status = student.status === 'active' ? 'inactive' : 'active'
        break
      }
      case 'deleteStudent': {
        const id = at([...db.students.keys()], step.student)
        if (id !== undefined) db.deleteStudent(id)
        break
      }
      case 'sell': {
        const student = at([...db.students.values()], step.student)
        if (!student) break
        const id = this.id('package')
        const start = addDays(this.today, step.start)
        db.packages.set(id, {
          id,
          studentId: student.id,
          total: step.total,
          start,
          expiry: addDays(start, step.validity),
        })
        student.hadPackage = true
        db.touch(student.id)
        break
      }
      case 'editPackage': {
        const pkg = at([...db.packages.values()], step.package)
        // The database refuses a total below what is used.
        if (!pkg || step.total < db.used(pkg.id)) break
        Object.assign(pkg, { total: step.total, expiry: addDays(pkg.start, step.validity) })
        db.touch(pkg.studentId)
        break
      }
      case 'deletePackage': {
        const pkg = at([...db.packages.values()], step.package)
        if (!pkg) break
        if (db.used(pkg.id) > 0) expect(() => db.deletePackage(pkg.id)).toThrow(Refused)
        else db.deletePackage(pkg.id)
        break
      }
      case 'closeAlert': {
        const alert = at(db.held(), step.alert)
        if (alert) alert.resolved = true
        break
      }
      case 'pass':
        this.today = addDays(this.today, step.days)
        break
      case 'toggleClub':
        db.hasClub = !db.hasClub
        break
    }
    this.refreshAlerts()
  }
}

/** The alerts that the facts call for, read off the table of product.md: cause and priority. */
function expectedAlerts({ db, today }: Coach): Map<string, string> {
  const causes = new Map<string, string>()
  if (!db.hasClub) causes.set('no_club_registered', 'low')
  for (const { id, status, hadPackage } of db.students.values()) {
    const withCredits = db.packagesOf(id).filter((pkg) => db.remaining(pkg) > 0)
    let usable = 0
    for (const pkg of withCredits) {
      if (pkg.start <= today && today <= pkg.expiry) usable += db.remaining(pkg)
      if (today <= pkg.expiry && pkg.expiry <= addDays(today, 7)) {
        causes.set(`expiring_package:${pkg.id}:${pkg.expiry}`, 'medium')
      }
      if (pkg.expiry < today && addDays(pkg.expiry, 30) >= today) {
        causes.set(`expired_package:${pkg.id}:${pkg.expiry}`, 'high')
      }
    }
    if (status === 'active' && hadPackage && usable <= 2) {
      causes.set(`low_credits:${id}`, usable === 0 ? 'high' : 'medium')
    }
  }
  for (const session of db.sessions.values()) {
    for (const [studentId, { packageId }] of session.assignments) {
      if (packageId === null) causes.set(`unassigned_session:${session.id}:${studentId}`, 'high')
    }
  }
  return causes
}

function checkInvariants(coach: Coach): void {
  const { db } = coach
  for (const pkg of db.packages.values()) {
    const remaining = db.remaining(pkg)
    expect(remaining).toBeGreaterThanOrEqual(0)
    expect(remaining).toBeLessThanOrEqual(pkg.total)
  }
  for (const session of db.sessions.values()) {
    expect(session.assignments.size).toBeGreaterThan(0)
    for (const [studentId, { packageId }] of session.assignments) {
      expect(db.students.has(studentId)).toBe(true)
      if (packageId !== null) expect(db.packages.get(packageId)?.studentId).toBe(studentId)
    }
    for (const studentId of session.feedbacks.keys()) expect(session.assignments.has(studentId)).toBe(true)
  }
  const held = db.held()
  const wanted = expectedAlerts(coach)
  expect(held.map(({ dedupe_key }) => dedupe_key).toSorted()).toEqual([...wanted.keys()].toSorted())
  for (const alert of held.filter(({ resolved }) => !resolved)) {
    expect(alert.priority).toBe(wanted.get(alert.dedupe_key))
  }
}

const isLesson = (step: Action): step is LessonAction =>
  ['register', 'edit', 'assign', 'feedback', 'delete'].includes(step.type)

it('any sequence of actions keeps every credit, every lesson and every alert right', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.array(action, { minLength: 10, maxLength: 40 }), (steps) => {
      const coach = new Coach()
      coach.do({ type: 'addStudent' })
      coach.do({ type: 'sell', student: 0, total: 3, start: -5, validity: 30 })
      for (const step of steps) {
        if (isLesson(step)) coach.send(coach.plan(step))
        else coach.do(step)
        checkInvariants(coach)
      }
      accepted += coach.accepted
    }),
    { numRuns: 400 },
  )
  // The sequences do reach the rules: otherwise all of the above would hold of doing nothing.
  expect(accepted).toBeGreaterThan(1000)
})

it('a plan made before another device acted is refused or still right, and a new plan then works', () => {
  let overtaken = 0
  fc.assert(
    fc.property(
      fc.array(action, { maxLength: 25 }),
      action.filter(isLesson),
      action,
      (steps, mine, theirs) => {
        const coach = new Coach()
        coach.do({ type: 'addStudent' })
        coach.do({ type: 'addStudent' })
        for (const student of [0, 1]) coach.do({ type: 'sell', student, total: 2, start: -20, validity: 40 })
        coach.send(coach.plan({ type: 'register', students: [0, 1], daysAgo: 1 }))
        for (const step of steps) {
          if (isLesson(step)) coach.send(coach.plan(step))
          else if (step.type !== 'pass') coach.do(step)
        }

        const stale = coach.plan(mine)
        if (isLesson(theirs)) coach.send(coach.plan(theirs))
        else if (theirs.type !== 'pass') coach.do(theirs)
        if (stale?.ok !== true) return
        try {
          coach.db.apply(stale.plan)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
          overtaken += 1
          coach.send(coach.plan(mine))
        }
        // A status is no part of the credit versions: its alert is right again when the rules run next.
        if (theirs.type === 'toggleStudent') coach.refreshAlerts()
        checkInvariants(coach)
      },
    ),
    { numRuns: 600 },
  )
  expect(overtaken).toBeGreaterThan(20)
})
