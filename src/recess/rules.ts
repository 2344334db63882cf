import { canSkip, type Occurrence } from '@/agenda/rules'
import { daysBetween, formatDate } from '@/core/dates'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { buildPlan, lastDayWith, type Counting } from '@/credits/build-plan'
import type { PlanResult, CreditFacts, NewExtension } from '@/credits/plan-types'
import { firstLessonDay, isExpired } from '@/packages/rules'
import { compareByName } from '@/students/rules'
import { RECESS as recess } from './texts'

/** A recess: days without lessons, which extend packages and which the agenda skips (docs/product.md, 'Recess'). */

export interface Recess {
  from: LocalDate
  /** The last day. */
  until: LocalDate
}

export interface RecessIntent extends Recess {
  /** The id of the operation, and of the recess. */
  id: Uuid
}

interface Holder {
  id: Uuid
  name: string
  anonymized: boolean
  packages: StudentWithCredits['packages']
}

export const holdersOf = (students: readonly StudentWithCredits[]): Holder[] =>
  students.map((student) => ({ ...student, anonymized: student.anonymized_at !== null }))

/** What a recess does to one package. */
export interface RecessEffect {
  studentId: Uuid
  studentName: string
  packageId: Uuid
  packageName: string
  days: number
  before: LocalDate
  /** The same as `before` if a floor reaches further. */
  after: LocalDate
}

/**
 * The days that a recess gives to each package with credits that it meets: from the first day that both share to the
 * last of the recess. Expired packages, those without expiry and those of anonymised students get none. Those
 * that expire first come first, then by name: the server's order depends on its locale.
 *
 * @param counting the extensions of these packages that count, for `after`.
 */
export const recessEffects = (
  students: readonly Holder[],
  { from, until }: Recess,
  today: LocalDate,
  counting: readonly Counting[] = [],
): RecessEffect[] =>
  students
    .flatMap(({ id: studentId, name: studentName, anonymized, packages }) =>
      packages.flatMap((pkg): RecessEffect[] => {
        const { id: packageId, name: packageName, expiry_date: before, purchase_date } = pkg
        if (anonymized || pkg.remaining_classes <= 0 || before === null) return []
        // Before its first lesson it lost no validity.
        const start = firstLessonDay(pkg, purchase_date) ?? purchase_date
        if (isExpired(pkg, today) || start > until || before < from) return []
        const days = daysBetween(start > from ? start : from, until) + 1
        const after = lastDayWith(pkg, counting, days) ?? before
        return [{ studentId, studentName, packageId, packageName, days, before, after }]
      }),
    )
    .toSorted(
      (a, b) =>
        a.before.localeCompare(b.before) ||
        compareByName({ name: a.studentName }, { name: b.studentName }) ||
        a.packageId.localeCompare(b.packageId),
    )

/** The planned lessons and free hours that a recess skips: those without a lesson that are not skipped already. */
export const skippedByRecess = (occurrences: readonly Occurrence[]): Occurrence[] =>
  occurrences.filter(canSkip)

export function planRecess(
  intent: RecessIntent,
  facts: CreditFacts,
  now: Date,
  today: LocalDate,
  planned: readonly Occurrence[],
): PlanResult {
  const extended = recessEffects(facts.students, intent, today).map(
    ({ studentId, packageId, days }): NewExtension => ({
      student_id: studentId,
      package_id: packageId,
      days,
      reason: recess.reason(intent),
      batch_id: intent.id,
      session_id: null,
      slot_id: null,
      slot_date: null,
      day: null,
    }),
  )
  const skips = skippedByRecess(planned).map(({ slot_id, slot_date, moved_to }) => ({
    slot_id,
    slot_date,
    reason: 'recess' as const,
    moved_to: moved_to?.instant ?? null,
    recess_id: intent.id,
  }))
  return buildPlan(facts, intent.id, now, {
    extended,
    skips,
    recess: { op: 'give', id: intent.id, first_day: intent.from, last_day: intent.until },
  })
}

/** Takes the days of a recess back, except from an anonymised student. The database ends the skips. */
export function planUndoRecess(opId: Uuid, id: Uuid, facts: CreditFacts, now: Date): PlanResult {
  const isKept = (studentId: Uuid) => facts.students.some((each) => each.anonymized && each.id === studentId)
  const takenBack = facts.extensions
    .filter(({ batch_id, student_id }) => batch_id === id && !isKept(student_id))
    .map((extension) => extension.id)
  return buildPlan(facts, opId, now, { takenBack, recess: { op: 'undo', id } })
}

/** A recess that shares a day with these days. */
export const overlappingRecess = (given: readonly Recess[], { from, until }: Recess): Recess | undefined =>
  given.find((each) => each.from <= until && each.until >= from)

/** 'Já há recesso de 20 a 26/12', 'de 28/12 a 03/01'; with the year unless the recess has a day in this year. */
export function overlapText({ from, until }: Recess, today: LocalDate): string {
  const year = today.slice(0, 4)
  const isThisYear = from.slice(0, 4) <= year && until.slice(0, 4) >= year
  const shown = (day: LocalDate) => formatDate(day).slice(0, isThisYear ? 5 : 10)
  if (from === until) return recess.overlapsDay(shown(from))
  const isSameMonth = from.slice(0, 7) === until.slice(0, 7)
  return recess.overlaps(isSameMonth ? from.slice(8) : shown(from), shown(until))
}
