import type { OccurrenceKey, SkipReason } from '@/agenda/rules'
import { SKIP_REASON_TEXTS } from '@/agenda/texts'
import { EXTENSION } from '@/core/constants'
import { daysBetween } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { packageAfter, type DecidedLesson, type Decision, type ParticipantChange } from './build-plan'
import { isCharged, packageOf } from './charge'
import { choosePackage } from './choose-package'
import type { Extension } from './intents'
import type { CreditFacts, NewExtension, PackageFacts } from './plan-types'
import { extendedDays, extensionsAfter } from './validity'

/** More time for the packages that a lesson does not use after all (docs/product.md, 'More time'). */

/** What a form offers beside a plan. */
export interface ExtensionOffer {
  days: number
  /** Without it a credit would soon be of no use. */
  ticked: boolean
  packages: {
    packageId: Uuid
    packageName: string
    studentId: Uuid
    expiry: LocalDate | null
    /** Days since it expired, which it gets besides; 0 while it is valid. */
    passed: number
  }[]
}

/** The days that one package of an offer gets. */
export const extensionDays = ({ days }: Pick<Extension, 'days'>, { passed }: { passed: number }): number =>
  Math.min(EXTENSION.max, days + passed)

/** An occurrence of the agenda that a plan skips, which is no lesson. */
export interface SkippedLesson {
  occurrence: OccurrenceKey
  reason: SkipReason
  lessonDay: LocalDate
  participants: readonly ParticipantChange[]
}

/** A lesson or an occurrence that does not use a package after all. */
interface Cause {
  row: Pick<NewExtension, 'session_id' | 'slot_id' | 'slot_date' | 'day'>
  reason: string
  student: ParticipantChange['student']
  isCancelled: boolean
  isDeleted: boolean
  package: PackageFacts
}

/**
 * What the plan may give: `asked` packages, whose days the coach chooses, and `given` ones, which have days for that day
 * already; there the plan becomes one more cause of the same days, so that they stay if the first one happened after all.
 * A deleted lesson does not: what it gives stays for good, which the coach alone may choose.
 */
interface Causes {
  asked: Cause[]
  given: { cause: Cause; days: number }[]
}

/** null: no credit comes back or stays where a lesson would have taken it. */
export function extensionOffer(
  facts: CreditFacts,
  decision: Decision,
  skipped: readonly SkippedLesson[],
  today: LocalDate,
): ExtensionOffer | null {
  const { asked } = causesOf(facts, decision, skipped)
  if (asked.length === 0) return null
  const { cancel_extension_days: byRule } = facts.rules
  const once = asked.filter(
    (cause, at) => asked.findIndex((other) => other.package.id === cause.package.id) === at,
  )
  const packages = once.map(({ student, package: pkg }) => {
    const { expiry_date } = packageAfter(pkg, decision, facts)
    return {
      packageId: pkg.id,
      packageName: pkg.name,
      studentId: student.id,
      expiry: expiry_date,
      passed: passedDays(expiry_date, today),
    }
  })
  const isSoon = packages.some(({ expiry }) => expiry !== null && daysBetween(today, expiry) < EXTENSION.soon)
  return {
    days: byRule || EXTENSION.default,
    ticked: isSoon || (byRule > 0 && asked.some(({ isCancelled }) => isCancelled)),
    packages,
  }
}

const passedDays = (expiry: LocalDate | null, today: LocalDate): number =>
  expiry === null ? 0 : Math.max(0, daysBetween(expiry, today))

/** The extensions that the plan gives: those that the coach wants, and one more cause of those that are given. */
export function extensionsOf(
  facts: CreditFacts,
  decision: Decision,
  skipped: readonly SkippedLesson[],
  extension: Extension | undefined,
  today: LocalDate,
): NewExtension[] {
  const { asked, given } = causesOf(facts, decision, skipped)
  const rowOf = ({ row, reason, student, package: pkg }: Cause, days: number): NewExtension => ({
    student_id: student.id,
    package_id: pkg.id,
    days,
    reason: extension?.reason?.trim() || reason,
    batch_id: null,
    ...row,
  })
  const wanted =
    extension === undefined
      ? []
      : asked.map((cause) => {
          const { expiry_date } = packageAfter(cause.package, decision, facts)
          return rowOf(cause, extensionDays(extension, { passed: passedDays(expiry_date, today) }))
        })
  return [...wanted, ...given.map(({ cause, days }) => rowOf(cause, days))]
}

function causesOf(facts: CreditFacts, decision: Decision, skipped: readonly SkippedLesson[]): Causes {
  const causes = [
    ...(decision.lessons ?? []).flatMap((lesson) => causesOfLesson(facts, lesson)),
    ...skipped.flatMap((skip) => causesOfSkip(facts, skip)),
    // Nothing is written about an anonymised student.
  ].filter(({ student }) => !student.anonymized)
  const counting = extensionsAfter(facts, decision)
  const daysGiven = ({ package: pkg, row }: Cause) =>
    extendedDays(
      pkg,
      counting.filter(({ day }) => day === row.day),
    )
  return {
    asked: causes.filter((cause) => daysGiven(cause) === 0),
    given: causes.flatMap((cause) => {
      const days = daysGiven(cause)
      return days === 0 || cause.isDeleted ? [] : [{ cause, days }]
    }),
  }
}

function causesOfLesson(facts: CreditFacts, lesson: DecidedLesson): Cause[] {
  const { session, lessonDay } = lesson
  return lesson.participants.flatMap((change) => {
    const pkg = unusedPackage(facts, lessonDay, change)
    return pkg === null
      ? []
      : [
          {
            row: { session_id: session.id, slot_id: null, slot_date: null, day: lessonDay },
            reason: reasonOf(lesson, change),
            student: change.student,
            isCancelled: change.after?.attendance === 'cancelled',
            isDeleted: lesson.op === 'delete',
            package: pkg,
          },
        ]
  })
}

function causesOfSkip(
  facts: CreditFacts,
  { occurrence, reason, lessonDay, participants }: SkippedLesson,
): Cause[] {
  return participants.flatMap((change) => {
    const pkg = unusedPackage(facts, lessonDay, change)
    return pkg === null
      ? []
      : [
          {
            row: { session_id: null, ...occurrence, day: lessonDay },
            reason: SKIP_REASON_TEXTS[reason],
            student: change.student,
            isCancelled: true,
            isDeleted: false,
            package: pkg,
          },
        ]
  })
}

/** The package that gets its credit back or, for a student who was not charged, the one that would have paid. */
function unusedPackage(
  facts: CreditFacts,
  lessonDay: LocalDate,
  { student, before, after }: ParticipantChange,
): PackageFacts | null {
  // Days of a lesson stand only while its student is not charged: another package, or 'sem pacote', gives none.
  if (after !== null && isCharged(after.attendance)) return null
  const used = packageOf(before?.charge)
  if (used !== null) {
    return student.packages.find(({ id }) => id === used) ?? null
  }
  if (after === null) return null
  if (before !== null && !isCharged(before.attendance)) return null
  return choosePackage(student.packages, lessonDay, facts.rules.package_order)
}

function reasonOf({ op, session }: DecidedLesson, { after }: ParticipantChange): string {
  const { extensionReasons } = SESSION_MESSAGES
  if (op === 'delete') return extensionReasons.deleted
  if (session.cancelled_reason) return SKIP_REASON_TEXTS[session.cancelled_reason]
  return after?.attendance === 'excused' ? extensionReasons.excused : extensionReasons.returned
}
