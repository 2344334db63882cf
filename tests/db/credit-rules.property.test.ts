import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OccurrenceKey } from '@/agenda/rules'
import { asPlannedPlan } from '@/agenda/slots'
import { planAlerts } from '@/alerts/rules'
import { addDays, parseLocalDate, toLocalDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import type { Failure } from '@/core/result'
import { type Effects, asEmptied, namesInFacts, toldOf } from '@/credits/applied'
import type { ChosenCharge } from '@/credits/charge'
import type { PackageEffect, StudentEffect } from '@/credits/effects'
import type { Participant } from '@/credits/intents'
import {
  planAdjust,
  planEdit,
  packageRow,
  planExtend,
  planSale,
  planUndoAdjust,
  planTakeBack,
  planUndoSale,
  undoOfExtension,
  undoOfSale,
  type SalePlan,
} from '@/credits/plan-package'
import { planRestore } from '@/credits/plan-restore'
import {
  refusingChangedSlots,
  planAssignment,
  planDayCancellation,
  planDeletion,
  planFeedbackEdit,
  planRegistration,
  planSessionEdit,
  planSkip,
} from '@/credits/plan-session'
import type { Planned, PlanResult, CreditFacts, CreditPlan, PackagePlan } from '@/credits/plan-types'
import { skipsEndedBy, undoOf } from '@/credits/undo-of'
import type { Query } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { linesTold, writeTold } from '../support/told'
import { callJson, factsOf, insert, makeCoach, PACKAGE, STUDENT, type PlanAnswer } from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'

/**
 * Properties of any sequence of actions of one coach on two devices (one plans on older reads), with lost answers (each
 * plan is sent twice) and passing days: every credit, lesson and alert stays right. Runs the rules of `src/credits`
 * against the real migrations. CREDIT_RUNS=200 is a long run of each property.
 */
const RUNS = Number(process.env['CREDIT_RUNS'] ?? 8)

const database = await ownDatabase()

/** An index into whatever exists when the action runs. */
const pick = fc.nat(11)
const daysAgo = fc.nat(20)
/** More often present than not. */
const attendance = fc.constantFrom(
  undefined,
  undefined,
  'present' as const,
  'absent' as const,
  'excused' as const,
)
const extension = fc.option(fc.record({ days: fc.integer({ min: 1, max: 20 }) }), { nil: undefined })
/** Occurrences of two slots on the same day, so that a day can be skipped in part. */
const occurrence = { slot: fc.nat(1), weeksAgo: fc.nat(1) }

const sold = { student: pick, total: fc.integer({ min: 1, max: 4 }), start: fc.integer({ min: -40, max: 5 }) }

/** An action of this type, drawn as often as its weight says. */
const drawn = <const Type extends string, Fields extends object>(
  type: Type,
  weight: number,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({ weight, arbitrary: fc.record(fields).map((values) => ({ type, ...values })) })

const action = fc.oneof(
  drawn('addStudent', 2, {}),
  drawn('toggleStudent', 1, { student: pick }),
  drawn('deleteStudent', 1, { student: pick }),
  drawn('sell', 4, { ...sold, validity: fc.nat(45) }),
  drawn('sellAndSettle', 4, {
    ...sold,
    validity: fc.integer({ min: 1, max: 45 }),
    firstLesson: fc.boolean(),
    settle: fc.nat(3),
  }),
  drawn('adjust', 3, {
    package: pick,
    delta: fc.integer({ min: -3, max: 3 }).filter((delta) => delta !== 0),
  }),
  drawn('extend', 3, { package: pick, days: fc.integer({ min: 1, max: 20 }) }),
  drawn('undo', 3, { step: pick }),
  drawn('editPackage', 2, {
    package: pick,
    total: fc.integer({ min: 1, max: 6 }),
    validity: fc.integer({ min: 1, max: 45 }),
    firstLesson: fc.boolean(),
    price: fc.constantFrom(60, 100, 150),
    /** Days by which the edit moves the start and the payment date. */
    shift: fc.integer({ min: -5, max: 5 }),
  }),
  drawn('deletePackage', 2, { package: pick }),
  drawn('register', 6, {
    students: fc.array(fc.record({ student: pick, attendance }), { minLength: 1, maxLength: 4 }),
    daysAgo,
    cancelled: fc.constantFrom(undefined, undefined, undefined, 'rain' as const),
    extension,
  }),
  drawn('edit', 5, {
    session: pick,
    students: fc.array(
      fc.record({ student: pick, choice: fc.option(pick, { nil: null }), auto: fc.boolean(), attendance }),
      { minLength: 1, maxLength: 4 },
    ),
    daysAgo: fc.option(daysAgo, { nil: null }),
    cancelled: fc.constantFrom(undefined, undefined, null, 'coach' as const),
    extension,
  }),
  drawn('assign', 4, { session: pick, student: pick, package: pick }),
  drawn('feedback', 1, { session: pick, student: pick }),
  drawn('delete', 3, { session: pick, extension }),
  drawn('cancel', 3, { sessions: fc.array(pick, { minLength: 1, maxLength: 3 }), extension }),
  drawn('skip', 4, { ...occurrence, students: fc.array(pick, { minLength: 1, maxLength: 2 }), extension }),
  drawn('hold', 3, { ...occurrence, student: pick, takesReplies: fc.boolean() }),
  drawn('tell', 4, {
    ...occurrence,
    student: pick,
    /** Hours before the start at which the student told; null takes the note back. */
    hoursBefore: fc.constantFrom(40, 40, 1, null),
  }),
  drawn('takeDown', 1, {}),
  drawn('putBack', 2, { ...occurrence }),
  drawn('closeAlert', 2, { alert: pick }),
  drawn('pass', 2, { days: fc.integer({ min: 1, max: 12 }) }),
  drawn('toggleClub', 1, {}),
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never
type SessionAction = Extract<
  Action,
  { type: 'register' | 'edit' | 'assign' | 'feedback' | 'delete' | 'cancel' | 'skip' | 'hold' }
>

type PackageAction = Extract<
  Action,
  { type: 'sellAndSettle' | 'adjust' | 'extend' | 'undo' | 'editPackage' | 'deletePackage' }
>

const isSession = (step: Action): step is SessionAction =>
  ['register', 'edit', 'assign', 'feedback', 'delete', 'cancel', 'skip', 'hold'].includes(step.type)
const isPackage = (step: Action): step is PackageAction =>
  ['sellAndSettle', 'adjust', 'extend', 'undo', 'editPackage', 'deletePackage'].includes(step.type)

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

/** The coach's rows from which actions choose and which properties check, oldest first. */
interface Rows {
  students: { id: Uuid; status: string; total_credits: number; had_package: boolean }[]
  packages: {
    id: Uuid
    student_id: Uuid
    name: string
    total_classes: number
    used_classes: number
    used_outside: number
    remaining_classes: number
    purchase_date: LocalDate
    expiry_date: LocalDate | null
    validity_days: number | null
    extended_days: number
    open_amount: number
    payment_date: LocalDate
    updated_at: string
    price: number
    paid_total: number
  }[]
  sessions: {
    id: Uuid
    day: LocalDate
    version: number
    cancelled_reason: string | null
    seats: { student_id: Uuid; package_id: Uuid | null; attendance: string; charged: boolean }[]
    feedbacks: Uuid[]
    slot_id: Uuid | null
    slot_date: LocalDate | null
  }[]
  slots: { id: Uuid; starts_on: LocalDate; start_time: string }[]
  skips: { slot_id: Uuid; slot_date: LocalDate; reason: string | null }[]
  alerts: { id: Uuid; dedupe_key: string; priority: string; resolved: boolean }[]
  clubs: Uuid[]
}

/** Reads the rows without row-level security and without the functions under test. */
const ROWS = `
  select jsonb_build_object(
    'students', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'status', s.status,
        'total_credits', s.total_credits, 'had_package', exists (
          select from public.credit_ledger l where l.user_id = $1 and l.student_id = s.id and l.kind = 'purchase'))
        order by s.created_at, s.id), '[]') from public.students s where s.user_id = $1),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at, p.id), '[]')
        from public.packages p where p.user_id = $1),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'version', s.version,
        'cancelled_reason', s.cancelled_reason, 'slot_id', s.slot_id, 'slot_date', s.slot_date,
        'day', (s.date at time zone 'UTC')::date,
        'seats', (select coalesce(jsonb_agg(to_jsonb(a) order by a.student_id), '[]')
            from public.session_package_assignments a where a.user_id = $1 and a.session_id = s.id),
        'feedbacks', (select coalesce(jsonb_agg(f.student_id), '[]')
            from public.session_feedbacks f where f.user_id = $1 and f.session_id = s.id))
        order by s.created_at, s.id), '[]') from public.sessions s where s.user_id = $1),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) order by a.created_at, a.dedupe_key), '[]')
        from public.alerts a where a.user_id = $1 and not a.ended),
    'slots', (select coalesce(jsonb_agg(to_jsonb(l) order by l.start_time), '[]')
        from public.lesson_slots l where l.user_id = $1),
    'skips', (select coalesce(jsonb_agg(to_jsonb(e) order by e.slot_id, e.slot_date), '[]')
        from public.slot_exceptions e where e.user_id = $1),
    'clubs', (select coalesce(jsonb_agg(c.id order by c.id), '[]') from public.clubs c where c.user_id = $1)
  ) as rows`

/** The error codes of docs/data-model.md that mean that another device was first, and that the device plans again. */
const OVERTAKEN = ['PT409', 'PT404', '23503', '23505', '23514']
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** The properties take seconds, and longer on a busy machine. */
const SLOW = { timeout: 180_000 }

let made = 0
/** Reproducible ids in no particular order, so that nothing can depend on the order of creation. */
function nextId(): Uuid {
  made += 1
  const scrambled = Math.imul(made, 2_654_435_761) >>> 0
  return `${scrambled.toString(16).padStart(8, '0')}-0000-4000-8000-${made.toString(16).padStart(12, '0')}`
}

type Plan = CreditPlan | SalePlan
type PlannedPackage = (Omit<Planned, 'plan'> & { plan: Plan }) | Failure

interface Sale {
  total: number
  /** Days from today to the package's start. */
  start: number
  validity: number
}

const edited = (opId: Uuid, edit: Extract<PackagePlan, { op: 'edit' | 'delete' }>): PlannedPackage => ({
  success: true,
  plan: planEdit(opId, edit),
  effects: [],
})

/** What the effects of an edit or deletion tell about a package. */
const saidOf = (effects: Effects | null, today: LocalDate) =>
  (effects ? toldOf(asEmptied(effects), namesInFacts({ students: [] }), today) : []).flatMap(
    ({ adjusted, validity, money, received }) => [
      ...adjusted.map(({ from, to }) => ['credits', from, to]),
      ...validity.map(({ from, expiry }) => ['last day', from, expiry]),
      ...money.map(({ from, to }) => ['open', from, to]),
      ...received.map(({ from, to }) => ['received', from, to]),
    ],
  )

const changesOf = (before: Rows['packages'], after: Rows['packages']) =>
  before.flatMap((was) => {
    const is = after.find(({ id }) => id === was.id) ?? {
      ...was,
      remaining_classes: 0,
      open_amount: 0,
      paid_total: 0,
    }
    return [
      ['credits', was.remaining_classes, is.remaining_classes],
      ['last day', was.expiry_date, is.expiry_date],
      ['open', was.open_amount, is.open_amount],
      ['received', was.paid_total, is.paid_total],
    ].filter(([, from, to]) => from !== to)
  })

/** The plan that 'Editar Pacote' sends. */
function editOf(
  seen: Rows['packages'][number],
  { total, validity, firstLesson, price, shift }: Extract<Action, { type: 'editPackage' }>,
): Extract<PackagePlan, { op: 'edit' }> {
  const values = {
    totalClasses: total,
    price,
    startDate: addDays(seen.purchase_date, shift),
    paymentDate: addDays(seen.payment_date, shift),
    validityDays: validity,
    firstLessonValidity: firstLesson,
    renewsMonthly: false,
  }
  const { updated_at } = seen
  return { op: 'edit', id: seen.id, expected: { updated_at }, values: packageRow(values, seen.extended_days) }
}

class Coach {
  rows: Rows = { students: [], packages: [], sessions: [], slots: [], skips: [], alerts: [], clubs: [] }
  /** Far enough in the past that no lesson of the sequence lies in the future. */
  today: LocalDate = addDays(toLocalDate(new Date()), -600)
  accepted = 0
  /** Functions that undo the plans applied until now. */
  undos: ((opId: Uuid) => Promise<PlannedPackage>)[] = []

  private constructor(readonly id: Uuid) {}

  /** Creates a coach with one student for each of these packages. */
  static async open(sales: readonly Sale[]): Promise<Coach> {
    const coach = new Coach(await makeCoach(database))
    await database.asOwner(async (query) => {
      await query(`update public.profiles set time_zone = 'UTC' where id = $1`, [coach.id])
      await insert(query, 'agreements', {
        user_id: coach.id,
        version: 1,
        starts_on: addDays(coach.today, -100),
        notice_hours: 24,
        makeup_days: 60,
        created_at: addDays(coach.today, -100),
      })
    })
    await coach.act(async (query) => {
      for (const sale of sales) await coach.sell(query, await coach.addStudent(query), sale)
      for (const start_time of ['08:00', '09:00']) await coach.addSlot(query, start_time)
      await coach.refreshAlerts(query)
    })
    return coach
  }

  private addStudent(query: Query): Promise<Uuid> {
    return insert(query, 'students', { ...STUDENT, id: nextId(), user_id: this.id })
  }

  private addSlot(query: Query, start_time: string): Promise<Uuid> {
    const starts_on = addDays(this.today, -28)
    const weekday = parseLocalDate(starts_on).getDay()
    const row = { id: nextId(), user_id: this.id, weekday, start_time, minutes: 60, starts_on }
    return insert(query, 'lesson_slots', row)
  }

  private occurrence({ slot, weeksAgo }: { slot: number; weeksAgo: number }) {
    const { id, starts_on } = this.rows.slots[slot] ?? { id: '', starts_on: this.today }
    return { slotId: id, slotDate: addDays(starts_on, 28 - 7 * weeksAgo) }
  }

  private beginningOf({ slotId, slotDate }: { slotId: Uuid; slotDate: LocalDate }) {
    return `${slotDate}T${this.rows.slots.find(({ id }) => id === slotId)?.start_time}Z`
  }

  /** The occurrence; null if it already has a lesson. */
  private unanswered(step: { slot: number; weeksAgo: number }) {
    const { slotId: id, slotDate } = this.occurrence(step)
    const isHeld = this.rows.sessions.some(
      ({ slot_id, slot_date }) => slot_id === id && slot_date === slotDate,
    )
    return isHeld ? null : { slotId: id, slotDate }
  }

  private isSkipped(step: { slot: number; weeksAgo: number }): boolean {
    const there = this.unanswered(step)
    return this.rows.skips.some(
      ({ slot_id, slot_date, reason }) =>
        slot_id === there?.slotId && slot_date === there.slotDate && reason !== null,
    )
  }

  private async sell(query: Query, studentId: Uuid, { total, start, validity }: Sale): Promise<void> {
    const from = addDays(this.today, start)
    await insert(query, 'packages', {
      ...PACKAGE,
      id: nextId(),
      user_id: this.id,
      student_id: studentId,
      total_classes: total,
      purchase_date: from,
      payment_date: from,
      expiry_date: addDays(from, validity),
    })
  }

  get now(): Date {
    return parseLocalDate(this.today)
  }

  packagesOf(studentId: Uuid): Rows['packages'] {
    return this.rows.packages.filter(({ student_id }) => student_id === studentId)
  }

  /** Runs `work` as the coach, and reads the rows afterwards in the same transaction. */
  private async act<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return database.asUser(this.id, async (query) => {
      const answer = await work(query)
      await query('reset role')
      const [found] = await query<{ rows: Rows }>(ROWS, [this.id])
      if (!found) throw new Error('no rows')
      this.rows = found.rows
      return answer
    })
  }

  /** Runs the alert rules, as services do after a change outside of lessons, and the dashboard on a new day. */
  private async refreshAlerts(query: Query): Promise<void> {
    const plan = planAlerts(await factsOf(query, null, null), this.today)
    if (plan.raise.length + plan.end.length > 0) await callJson(query, 'apply_alert_plan', plan)
  }

  /** The facts that the last plan was decided from. */
  private facts: CreditFacts | null = null

  private async read(
    students: readonly Uuid[],
    session: Uuid | null,
    others: readonly Uuid[] = [],
    occurrences: readonly OccurrenceKey[] = [],
  ): Promise<CreditFacts> {
    const facts = await database.asUser(this.id, async (query) => {
      const [row] = await query<{ facts: CreditFacts }>(
        'select public.get_credit_facts($1::text::uuid[], $2::text::uuid, $3::text::uuid[], $4::text::jsonb) as facts',
        [`{${students.join(',')}}`, session, `{${others.join(',')}}`, JSON.stringify(occurrences)],
      )
      if (!row) throw new Error('no facts')
      return row.facts
    })
    this.facts = facts
    return facts
  }

  /** Keeps how to undo a plan that was applied. */
  private remember(plan: CreditPlan, done: Effects | null): void {
    const undo = this.facts && undoOf(plan, this.facts, this.rows.sessions, skipsEndedBy(done))
    if (!undo) return
    const ids = undo.lessons.map(({ sessionId }) => sessionId)
    const befores = undo.lessons.flatMap(({ before }) => before ?? [])
    const students = befores.flatMap(({ participants }) => participants.map(({ student_id }) => student_id))
    const occurrences = [
      ...(undo.skips ?? []),
      ...befores.flatMap(({ slot_id, slot_date }) => (slot_id && slot_date ? [{ slot_id, slot_date }] : [])),
    ]
    this.undos.push(async (opId) =>
      planRestore({ opId, ...undo }, await this.read(students, null, ids, occurrences), this.now),
    )
  }

  async plan(step: SessionAction): Promise<PlanResult | null> {
    const { now, today, rows } = this
    const facts = (students: Uuid[], session: Uuid | null, others?: Uuid[]) =>
      this.read(students, session, others)
    const student = (index: number) => at(rows.students, index)?.id
    const opId = nextId()
    // As if the coach had answered that this is another lesson.
    const beside = rows.sessions.map(({ id }) => id)
    const lesson = () => ({ opId, sessionId: nextId(), teacher: 'Ana', notes: null, beside })
    if (step.type === 'skip') {
      const there = this.unanswered(step)
      const studentIds = [...new Set(step.students.flatMap((index) => student(index) ?? []))]
      if (there === null || studentIds.length === 0) return null
      const startsAt = { zone: 'UTC', instant: parseLocalDate(there.slotDate).toISOString() }
      const skipped = { ...there, day: there.slotDate, startsAt, movedTo: null, studentIds }
      const { extension: more } = step
      return planSkip(
        { opId, occurrences: [skipped], reason: 'rain', ...(more && { extension: more }) },
        await facts(studentIds, null),
        now,
      )
    }
    if (step.type === 'hold') {
      const slot = this.unanswered(step)
      const studentId = student(step.student)
      if (slot === null || studentId === undefined) return null
      const date = this.beginningOf(slot)
      const { takesReplies } = step
      const feedback = takesReplies ? null : { rating: 3, notes: null, tags: [] }
      const participants = [{ studentId, feedback }]
      return planRegistration(
        {
          ...lesson(),
          date,
          lessonDay: slot.slotDate,
          slot: { ...slot, movedTo: null },
          ...(takesReplies && { takesReplies }),
          participants,
        },
        await this.read([studentId], null, [], [{ slot_id: slot.slotId, slot_date: slot.slotDate }]),
        now,
      )
    }
    if (step.type === 'register') {
      const participants = new Map(
        step.students.flatMap(({ student: index, attendance: who }) => {
          const studentId = student(index)
          const feedback = { rating: 3, notes: null, tags: [] }
          return studentId === undefined
            ? []
            : [[studentId, { studentId, feedback, ...(who && { attendance: who }) }] as const]
        }),
      )
      const lessonDay = addDays(today, -step.daysAgo)
      return planRegistration(
        {
          ...lesson(),
          date: parseLocalDate(lessonDay).toISOString(),
          lessonDay,
          ...(step.cancelled && { cancelledReason: step.cancelled }),
          ...(step.extension && { extension: step.extension }),
          participants: [...participants.values()],
        },
        await facts([...participants.keys()], null),
        now,
      )
    }
    if (step.type === 'cancel') {
      const chosen = [...new Set(step.sessions.flatMap((index) => at(rows.sessions, index) ?? []))]
      const [first, ...others] = chosen.map(({ id }) => id)
      if (first === undefined) return null
      return planDayCancellation(
        {
          opId,
          sessions: chosen.map(({ id, version }) => ({ sessionId: id, expectedVersion: version })),
          reason: 'venue',
          ...(step.extension && { extension: step.extension }),
        },
        await facts([], first, others),
        now,
      )
    }
    const session = at(rows.sessions, step.session)
    if (session === undefined) return null
    if (step.type === 'edit') {
      const lessonDay = step.daysAgo === null ? session.day : addDays(today, -step.daysAgo)
      const chosen = new Map<Uuid, Participant>()
      for (const { student: index, choice, auto, attendance: who } of step.students) {
        const studentId = student(index)
        if (studentId === undefined || chosen.has(studentId)) continue
        const packageId = choice === null ? undefined : at(this.packagesOf(studentId), choice)?.id
        const charge: ChosenCharge =
          packageId === undefined ? { kind: 'owed' } : { kind: 'package', packageId, by: 'hand' }
        chosen.set(studentId, { studentId, ...(auto ? {} : { charge }), ...(who && { attendance: who }) })
      }
      return planSessionEdit(
        {
          opId,
          sessionId: session.id,
          expectedVersion: session.version,
          lessonDay,
          ...(step.daysAgo === null ? {} : { date: parseLocalDate(lessonDay).toISOString() }),
          ...(step.cancelled !== undefined && { cancelledReason: step.cancelled }),
          ...(step.extension && { extension: step.extension }),
          participants: [...chosen.values()],
        },
        await facts([...chosen.keys()], session.id),
        now,
      )
    }
    const known = await facts([], session.id)
    if (step.type === 'delete') {
      const { extension: more } = step
      return planDeletion({ opId, sessionId: session.id, ...(more && { extension: more }) }, known, now)
    }
    const attending = at(session.seats, step.student)?.student_id
    if (attending === undefined) return null
    if (step.type === 'feedback') {
      const feedback = { rating: 5, notes: 'Boa', tags: ['Saque'] }
      return planFeedbackEdit({ opId, sessionId: session.id, studentId: attending, feedback }, known, now)
    }
    const packageId = at(this.packagesOf(attending), step.package)?.id ?? nextId()
    return planAssignment(
      { opId, sessionId: session.id, lessonDay: session.day, studentId: attending, packageId },
      known,
      now,
    )
  }

  /** Plans a sale, an adjustment, an extension, or the undo of one. */
  async planPackage(step: PackageAction): Promise<PlannedPackage | null> {
    const { now, today, rows } = this
    const read = (studentId: Uuid, lessons: readonly Uuid[]) => this.read([studentId], null, lessons)
    const opId = nextId()
    if (step.type === 'undo') return (await at(this.undos, step.step)?.(opId)) ?? null
    if (step.type === 'sellAndSettle') {
      const studentId = at(rows.students, step.student)?.id
      if (studentId === undefined) return null
      const packageId = nextId()
      const owed = rows.sessions
        .filter(({ seats }) =>
          seats.some((seat) => seat.student_id === studentId && seat.charged && seat.package_id === null),
        )
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
        .slice(0, Math.min(step.settle, step.total))
      const settled = owed.map(({ id }) => id)
      const startDate = addDays(today, step.start)
      const sale = {
        opId,
        packageId,
        studentId,
        values: {
          startDate,
          paymentDate: startDate,
          totalClasses: step.total,
          price: 100,
          validityDays: step.validity,
          firstLessonValidity: step.firstLesson,
          renewsMonthly: false,
        },
        payment: null,
        settle: owed.map(({ id, version }) => ({ sessionId: id, expectedVersion: version })),
      }
      this.undos.push(async (undoId) =>
        planUndoSale({ ...undoOfSale(sale), opId: undoId }, await read(studentId, settled), this.now),
      )
      return planSale(sale, await read(studentId, settled), now)
    }
    const seen = at(rows.packages, step.package)
    if (seen === undefined) return null
    if (step.type === 'deletePackage') return edited(opId, { op: 'delete', id: seen.id, expected: seen })
    if (step.type === 'editPackage') return edited(opId, editOf(seen, step))
    const about = { opId, packageId: seen.id, studentId: seen.student_id, seen, reason: 'Acordo' }
    const facts = () => read(seen.student_id, [])
    if (step.type === 'adjust') {
      const intent = { ...about, delta: step.delta }
      this.undos.push(async (undoId) => planUndoAdjust({ ...intent, opId: undoId }, await facts(), this.now))
      return planAdjust(intent, await facts(), now)
    }
    const intent = { ...about, extensionId: nextId(), days: step.days }
    this.undos.push(async (undoId) =>
      planTakeBack({ ...undoOfExtension(intent), opId: undoId }, await facts(), this.now),
    )
    return planExtend(intent, await facts(), now)
  }

  /** Sends the plan as a device does. A refusal by the database changes nothing. */
  async sendPackage(planned: PlannedPackage | null): Promise<boolean> {
    if (planned === null || !planned.success) return false
    try {
      await this.apply(planned.plan)
      this.accepted += 1
      return true
    } catch (error) {
      if (!OVERTAKEN.includes(codeOf(error))) throw error
      return false
    }
  }

  async perform(step: Action): Promise<void> {
    if (isSession(step)) {
      const planned = await this.plan(step)
      if (planned?.success && step.type === 'skip' && this.isSkipped(step)) {
        // A device with an older agenda: the occurrence is already skipped, and stays as it is.
        await expect(this.apply(refusingChangedSlots(planned.plan))).rejects.toMatchObject({ code: 'PT409' })
      } else await this.send(planned)
    } else if (isPackage(step)) await this.sendPackage(await this.planPackage(step))
    else if (step.type === 'putBack') await this.putBack(step)
    else if (step.type === 'tell') await this.tell(step)
    else if (step.type === 'takeDown')
      await database.owner('update public.agreements set ends_on = starts_on - 1 where user_id = $1', [
        this.id,
      ])
    else await this.do(step)
  }

  /** Sends a plan twice, as after a lost answer, and compares the effects that it promised with the rows. */
  async send(result: PlanResult | null): Promise<void> {
    if (result === null || !result.success) return
    const { plan, effects } = result
    const before = this.balances()
    const names = this.facts ? namesInFacts(this.facts) : { students: new Map(), packages: new Map() }
    const answer = await this.apply(plan)
    this.accepted += 1
    this.remember(plan, answer.effects)
    // The toast afterwards must tell what the form showed before.
    const told = answer.effects ? toldOf(answer.effects, names, this.today) : []
    expect(comparable(told)).toEqual(comparable(effects))
    for (const { studentId, taken, returned, validity } of effects) {
      for (const { packageId, expiry } of validity) {
        expect(this.rows.packages.find(({ id }) => id === packageId)?.expiry_date).toBe(expiry)
      }
      const after = this.balances()
      const moved = (list: readonly PackageEffect[], id: Uuid) =>
        credits(list.filter(({ packageId }) => packageId === id))
      for (const { packageId: id } of [...taken, ...returned]) {
        expect(after.get(id)).toBe((before.get(id) ?? 0) + moved(returned, id) - moved(taken, id))
      }
      expect(after.get(studentId)).toBe((before.get(studentId) ?? 0) + credits(returned) - credits(taken))
    }
  }

  /** The credits of each student and of each package, by id. */
  balances(): Map<Uuid, number> {
    return new Map([
      ...this.rows.students.map(({ id, total_credits }) => [id, total_credits] as const),
      ...this.rows.packages.map(({ id, remaining_classes }) => [id, remaining_classes] as const),
    ])
  }

  /**
   * Sends a plan twice. The effects that it tells must be what happened; the second time changes nothing and tells the
   * same.
   */
  async apply(plan: Plan): Promise<PlanAnswer> {
    const before = this.rows.packages
    const answer = await this.sendTwice('package' in plan ? 'sell_package' : 'apply_session_plan', plan)
    if (plan.packages.some(({ op }) => op === 'edit' || op === 'delete')) {
      expect(saidOf(answer.effects, this.today)).toEqual(changesOf(before, this.rows.packages))
      // An edit of a package carries no alerts; the next refresh raises and ends them, as in the app.
      await this.do({ type: 'pass', days: 0 })
    }
    return answer
  }

  private async sendTwice(call: string, plan: object): Promise<PlanAnswer> {
    return this.act(async (query) => {
      const send = () => writeTold(query, this.id, () => callJson<PlanAnswer>(query, call, plan))
      const first = await send()
      const again = await send()
      expect(again.replayed).toBe(true)
      expect(linesTold(again.effects)).toEqual(linesTold(first.effects))
      return first
    })
  }

  private async putBack(step: { slot: number; weeksAgo: number }): Promise<void> {
    const there = this.unanswered(step)
    if (there === null) return
    const key = { slot_id: there.slotId, slot_date: there.slotDate }
    await this.sendTwice('apply_slot_plan', asPlannedPlan(nextId(), key))
    // Days that end with the skip may raise alerts, at the next refresh as in the app.
    await this.do({ type: 'pass', days: 0 })
  }

  /** The coach notes or withdraws an absence; its effects must be what happened. */
  private async tell(step: Extract<Action, { type: 'tell' }>): Promise<void> {
    const student = at(this.rows.students, step.student)
    if (!student) return
    const { slotId: slot_id, slotDate: slot_date } = this.occurrence(step)
    const before = this.rows.packages
    const begins = Date.parse(this.beginningOf({ slotId: slot_id, slotDate: slot_date }))
    const answer = await this.act(async (query) => {
      await query(
        'insert into public.lesson_slot_students (slot_id, student_id) values ($1, $2) on conflict do nothing',
        [slot_id, student.id],
      )
      const { hoursBefore } = step
      return callJson<PlanAnswer>(query, 'record_reply', {
        op_id: nextId(),
        slot_id,
        slot_date,
        student_id: student.id,
        reply: hoursBefore === null ? null : 'not_coming',
        told_at: new Date(begins - (hoursBefore ?? 0) * 3_600_000).toISOString(),
      })
    })
    expect(saidOf(answer.effects, this.today)).toEqual(changesOf(before, this.rows.packages))
    await this.do({ type: 'pass', days: 0 })
  }

  async do(step: Exclude<Action, SessionAction | PackageAction>): Promise<void> {
    if (step.type === 'pass') this.today = addDays(this.today, step.days)
    await this.act(async (query) => {
      await this.change(query, step)
      await this.refreshAlerts(query)
    })
  }

  private async change(query: Query, step: Exclude<Action, SessionAction | PackageAction>): Promise<void> {
    const { rows, id: user_id } = this
    const student = 'student' in step ? at(rows.students, step.student) : undefined
    switch (step.type) {
      case 'addStudent':
        await this.addStudent(query)
        break
      case 'toggleStudent':
        if (!student) break
        await query('update public.students set status = $2 where id = $1', [
          student.id,
          student.status === 'active' ? 'inactive' : 'active',
        ])
        break
      case 'deleteStudent':
        if (student) await query('select public.delete_student($1)', [student.id])
        break
      case 'sell':
        if (student) await this.sell(query, student.id, step)
        break
      case 'closeAlert': {
        const alert = at(rows.alerts, step.alert)
        if (alert) await query('update public.alerts set resolved = true where id = $1', [alert.id])
        break
      }
      case 'toggleClub':
        if (rows.clubs.length > 0)
          await query('delete from public.clubs where id = $1', [rows.clubs[0] ?? ''])
        else await insert(query, 'clubs', { user_id, name: 'Clube', is_default: true })
        break
      case 'putBack':
      case 'tell':
      case 'takeDown':
      case 'pass':
        break
    }
  }

  /** The alerts that the rows call for, as priority by cause, computed without the rules under test. */
  private expectedAlerts(): Map<string, string> {
    const { rows, today } = this
    const causes = new Map<string, string>()
    if (rows.clubs.length === 0) causes.set('no_club_registered', 'low')
    for (const { id, status, had_package } of rows.students) {
      for (const { id: pkg, open_amount, payment_date: due } of this.packagesOf(id)) {
        if (open_amount > 0 && due < today) {
          causes.set(`payment_overdue:${pkg}:${due}`, addDays(due, 8) <= today ? 'high' : 'medium')
        }
      }
      let usable = 0
      let upcoming = 0
      for (const pkg of this.packagesOf(id).filter(({ remaining_classes }) => remaining_classes > 0)) {
        const { expiry_date: expiry } = pkg
        if (pkg.purchase_date <= today && (expiry === null || today <= expiry)) {
          usable += pkg.remaining_classes
        }
        if (pkg.purchase_date > today) upcoming += pkg.remaining_classes
        if (expiry === null) continue
        if (pkg.purchase_date <= today && today <= expiry && expiry <= addDays(today, 7)) {
          causes.set(`expiring_package:${pkg.id}:${expiry}`, 'medium')
        }
        if (expiry < today && addDays(expiry, 30) >= today) {
          causes.set(`expired_package:${pkg.id}:${expiry}`, 'high')
        }
      }
      if (status === 'active' && had_package && usable <= 2) {
        const whenOut = upcoming > 0 ? 'low' : 'high'
        causes.set(`low_credits:${id}`, usable === 0 ? whenOut : 'medium')
      }
    }
    for (const session of rows.sessions) {
      for (const { student_id, package_id, charged } of session.seats) {
        if (charged && package_id === null)
          causes.set(`unassigned_session:${session.id}:${student_id}`, 'high')
      }
    }
    return causes
  }

  /** The state that an undo must bring back. Of alerts only causes count, because their rows may be new ones. */
  state() {
    const { packages, sessions, students } = this.rows
    return {
      packages: packages.map(
        ({ id, total_classes, used_classes, used_outside, expiry_date, extended_days, name }) => ({
          id,
          total_classes,
          used_classes,
          used_outside,
          expiry_date,
          extended_days,
          name,
        }),
      ),
      seats: sessions.map(({ id, day, cancelled_reason, seats, feedbacks }) => [
        [id, day, cancelled_reason, feedbacks.toSorted()],
        seats.map(({ student_id, package_id, attendance: who }) => [student_id, package_id, who]),
      ]),
      credits: students.map(({ id, total_credits }) => [id, total_credits]),
      skips: this.rows.skips
        .filter(({ reason }) => reason !== null)
        .map(({ slot_id, slot_date, reason }) => [slot_id, slot_date, reason]),
    }
  }

  checkPromises(): void {
    const { rows } = this
    for (const { remaining_classes: remaining, total_classes: total } of rows.packages) {
      expect(remaining).toBeGreaterThanOrEqual(0)
      expect(remaining).toBeLessThanOrEqual(total)
    }
    for (const { seats, feedbacks, cancelled_reason } of rows.sessions) {
      expect(seats.length).toBeGreaterThan(0)
      for (const { student_id, package_id } of seats) {
        expect(rows.students.some(({ id }) => id === student_id)).toBe(true)
        if (package_id === null) continue
        expect(rows.packages.find(({ id }) => id === package_id)?.student_id).toBe(student_id)
      }
      const present = seats
        .filter((seat) => seat.attendance === 'present')
        .map(({ student_id }) => student_id)
      for (const id of feedbacks) expect(present).toContain(id)
      for (const seat of seats) expect(seat.attendance === 'cancelled').toBe(cancelled_reason !== null)
    }
    const wanted = this.expectedAlerts()
    expect(rows.alerts.map(({ dedupe_key }) => dedupe_key).toSorted()).toEqual([...wanted.keys()].toSorted())
    for (const alert of rows.alerts.filter(({ resolved }) => !resolved)) {
      expect(alert.priority).toBe(wanted.get(alert.dedupe_key))
    }
  }
}

const asPresent = (student: number) => ({ student, attendance: undefined })
const LESSON: SessionAction = {
  type: 'register',
  students: [asPresent(0)],
  daysAgo: 9,
  cancelled: undefined,
  extension: undefined,
}

/**
 * The extension outlived its deleted lesson. Taking its days back moved the expiry but no alert, because the facts did
 * not include the student.
 */
const UNDONE_AFTER_DELETION: Action[] = [
  { type: 'register', students: [asPresent(0)], daysAgo: 0, cancelled: 'rain', extension: { days: 1 } },
  { type: 'editPackage', package: 0, total: 1, validity: 1, firstLesson: false, price: 100, shift: 0 },
  { type: 'delete', session: 0, extension: undefined },
  { type: 'undo', step: 0 },
]

/** Undoing the lesson that was registered over a skip brings back the skip and its days. */
const SKIPPED: SessionAction = { type: 'skip', slot: 0, weeksAgo: 0, students: [0], extension: { days: 7 } }
const HELD: SessionAction = { type: 'hold', slot: 0, weeksAgo: 0, student: 0, takesReplies: false }
/** The preview did not name the student whose days ended with the skip, because the lesson had another student. */
const HELD_BY_ANOTHER: Action[] = [SKIPPED, { type: 'addStudent' }, { ...HELD, student: 1 }]

const FIRST = { slot: 0, weeksAgo: 0, student: 0 }
/** The preview promised no floor once the agreement was taken down, though the participant keeps what was told. */
const TAKEN_DOWN: Action[] = [
  { type: 'tell', ...FIRST, hoursBefore: 40 },
  { type: 'takeDown' },
  { type: 'hold', ...FIRST, takesReplies: true },
]
/** No absence was spared on that day, yet the preview promised a floor for the day to which the lesson moves. */
const SPARED_NOTHING: Action[] = [
  { type: 'tell', ...FIRST, weeksAgo: 1, hoursBefore: 40 },
  { type: 'hold', ...FIRST, weeksAgo: 1, takesReplies: true },
  {
    type: 'edit',
    session: 0,
    students: [{ student: 0, choice: null, auto: true, attendance: undefined }],
    daysAgo: 0,
    cancelled: undefined,
    extension: undefined,
  },
]

const FOUND = [UNDONE_AFTER_DELETION, HELD_BY_ANOTHER, TAKEN_DOWN, SPARED_NOTHING]

it('any sequence of actions keeps every credit, every lesson and every alert right', SLOW, async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 14, size: 'max' }), async (steps) => {
      const coach = await Coach.open([{ total: 3, start: -5, validity: 30 }])
      for (const step of steps) {
        await coach.perform(step)
        coach.checkPromises()
      }
      accepted += coach.accepted
    }),
    { numRuns: RUNS + FOUND.length, examples: FOUND.map((steps) => [steps]) },
  )
  // Without this the properties might hold because every plan was refused.
  expect(accepted).toBeGreaterThan(10)
  await expectNoBrokenRules(database)
})

it('whatever is undone at once leaves everything as it was', SLOW, async () => {
  let undone = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 2, maxLength: 8 }),
      action.filter(
        (step): step is SessionAction | PackageAction =>
          isSession(step) || (isPackage(step) && step.type !== 'undo'),
      ),
      async (steps, mine) => {
        const coach = await Coach.open([{ total: 3, start: -5, validity: 30 }])
        await coach.perform(LESSON)
        for (const step of steps) await coach.perform(step)
        const before = coach.state()
        coach.undos = []
        if (isSession(mine)) await coach.perform(mine)
        else if (!(await coach.sendPackage(await coach.planPackage(mine)))) return
        if (coach.undos.length === 0) return
        expect(await coach.sendPackage(await coach.planPackage({ type: 'undo', step: 0 }))).toBe(true)
        undone += 1
        expect(coach.state()).toEqual(before)
        coach.checkPromises()
      },
    ),
    { numRuns: RUNS, examples: [[[SKIPPED], HELD]] },
  )
  expect(undone).toBeGreaterThan(0)
  await expectNoBrokenRules(database)
})

it(
  'a plan made before another device acted is refused or still right, and a new plan then works',
  SLOW,
  async () => {
    let overtaken = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 3 }),
        action.filter((step): step is SessionAction | PackageAction => isSession(step) || isPackage(step)),
        action,
        async (steps, mine, theirs) => {
          const sale = { total: 2, start: -20, validity: 40 }
          const coach = await Coach.open([sale, sale])
          await coach.send(await coach.plan({ ...LESSON, students: [0, 1].map(asPresent), daysAgo: 1 }))
          for (const step of steps) if (step.type !== 'pass') await coach.perform(step)

          const stale = isSession(mine) ? await coach.plan(mine) : await coach.planPackage(mine)
          if (theirs.type !== 'pass') await coach.perform(theirs)
          if (stale?.success !== true) return
          try {
            await coach.apply(stale.plan)
          } catch (error) {
            if (!OVERTAKEN.includes(codeOf(error))) throw error
            overtaken += 1
            await coach.perform(mine)
          }
          // Toggling a student changes no credit version, so the alerts are corrected only by the next run of the
          // rules.
          if (theirs.type === 'toggleStudent') await coach.do({ type: 'pass', days: 0 })
          coach.checkPromises()
        },
      ),
      // Eight runs by chance may all be planned from what is still there.
      { numRuns: RUNS, examples: [[[], LESSON, { ...LESSON, daysAgo: 8 }]] },
    )
    expect(overtaken).toBeGreaterThan(0)
    await expectNoBrokenRules(database)
  },
)

const credits = (effects: readonly PackageEffect[]): number =>
  effects.reduce((sum, effect) => sum + effect.credits, 0)

/** What is told about credits and validity, in a fixed order. */
const comparable = (effects: readonly StudentEffect[]) =>
  effects
    .filter(({ taken, returned, validity }) => taken.length + returned.length + validity.length > 0)
    .map(({ studentId, taken, returned, validity }) => ({
      studentId,
      ...Object.fromEntries(
        Object.entries({ taken, returned, validity }).map(([kind, list]) => [
          kind,
          list.toSorted((a, b) => (a.packageId < b.packageId ? -1 : 1)),
        ]),
      ),
    }))
    .toSorted((a, b) => (a.studentId < b.studentId ? -1 : 1))
