import { canSkip, type Occurrence, type OccurrenceKey } from '@/domain/agenda/agenda'
import { isExpired } from '@/domain/packages/packages'
import { addDays, daysBetween } from '@/domain/shared/dates'
import type { LocalDate, Package, Uuid } from '@/domain/shared/model'
import { PACKAGE_FORMS } from '@/texts/packages/package-forms'
import { buildPlan } from './build-plan'
import type { PlanResult } from './plan-result'
import type { CreditFacts, ExtensionFacts, NewExtension } from './plan-types'
import { withoutSkips } from './undo-of'

/** A recess: days without lessons, which packages get back, and which the agenda skips (docs/product.md, 'Recess'). */

const { recess } = PACKAGE_FORMS

export interface Recess {
  from: LocalDate
  /** The last day. */
  until: LocalDate
}

export interface RecessIntent extends Recess {
  /** Of the operation, and of what it gives. */
  id: Uuid
}

interface Holder {
  id: Uuid
  name: string
  anonymized: boolean
  packages: readonly Pick<Package, 'id' | 'name' | 'remaining_classes' | 'purchase_date' | 'expiry_date'>[]
}

/** What a recess does to one package. */
export interface RecessEffect {
  studentId: Uuid
  studentName: string
  packageId: Uuid
  packageName: string
  days: number
  before: LocalDate
  after: LocalDate
}

/**
 * Each package with credits whose validity meets the recess gets its days from the first on which both are there. What has
 * expired, is used up, has no expiry, or is an anonymised student's stays.
 */
export function recessEffects(
  students: readonly Holder[],
  { from, until }: Recess,
  today: LocalDate,
): RecessEffect[] {
  return students.flatMap((student) =>
    student.packages.flatMap((pkg): RecessEffect[] => {
      const { expiry_date: before, purchase_date: start } = pkg
      if (student.anonymized || pkg.remaining_classes <= 0 || before === null) return []
      if (isExpired(pkg, today) || start > until || before < from) return []
      const days = daysBetween(start > from ? start : from, until) + 1
      return [
        {
          studentId: student.id,
          studentName: student.name,
          packageId: pkg.id,
          packageName: pkg.name,
          days,
          before,
          after: addDays(before, days),
        },
      ]
    }),
  )
}

/** The planned lessons and free hours that a recess skips: those without a lesson that are not skipped already. */
export const skippedByRecess = (occurrences: readonly Occurrence[]): Occurrence[] =>
  occurrences.filter(canSkip)

export function planRecess(
  intent: RecessIntent,
  facts: CreditFacts,
  now: Date,
  today: LocalDate,
  planned: readonly Occurrence[] = [],
): PlanResult {
  const add = recessEffects(facts.students, intent, today).map(
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
  const skipped = skippedByRecess(planned).map(({ slot_id, slot_date, moved_to }) => ({
    slot_id,
    slot_date,
    reason: 'recess' as const,
    moved_to: moved_to?.instant ?? null,
  }))
  // What had moved is written anew, because the undo finds what was written with the recess.
  const skips = { add: skipped, remove: skipped.filter(({ moved_to }) => moved_to !== null) }
  return buildPlan(facts, intent.id, now, { extended: add, skips })
}

/** What of a recess can be undone: not what an anonymised student has, which must stay. */
export function undoable<Given extends Pick<ExtensionFacts, 'student_id'>>(
  given: readonly Given[],
  { students }: CreditFacts,
): Given[] {
  return given.filter(({ student_id }) =>
    students.some(({ id, anonymized }) => id === student_id && !anonymized),
  )
}

export function planUndoRecess(
  opId: Uuid,
  given: readonly Pick<ExtensionFacts, 'id' | 'student_id'>[],
  facts: CreditFacts,
  now: Date,
  skipped: readonly OccurrenceKey[] = [],
): PlanResult {
  return buildPlan(facts, opId, now, {
    takenBack: undoable(given, facts).map(({ id }) => id),
    skips: withoutSkips(skipped),
  })
}
