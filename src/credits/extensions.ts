import { SKIP_REASON_TEXTS } from '@/agenda/texts'
import { EXTENSION } from '@/core/constants'
import { daysBetween } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { passedDays } from '@/packages/rules'
import { SESSION_MESSAGES } from '@/sessions/texts'
import {
  extendedDays,
  extensionsAfter,
  packageAfter,
  type Counting,
  type DecidedLesson,
  type Decision,
  type ParticipantChange,
} from './build-plan'
import { choosePackage, isCharged, packageOf } from './charge'
import type { Extension } from './intents'
import type { CreditFacts, NewExtension, PackageFacts } from './plan-types'

/** Extensions for packages that a lesson does not use after all (docs/product.md, 'More time'). */

export interface ExtensionOffer {
  days: number
  /** Ticked at first: without the days a credit soon expires, or the coach's rule gives days for a cancelled lesson. */
  ticked: boolean
  packages: {
    packageId: Uuid
    packageName: string
    studentId: Uuid
    expiry: LocalDate | null
    /** Further days for an expired package, so that the offered days count from today; 0 while it is valid. */
    passed: number
    /** The package's last valid day if it gets this many days. */
    lastDay: (days: number) => LocalDate | null
  }[]
}

/** The days that one package of an offer gets, `passed` included. */
export const extensionDays = ({ days }: Pick<Extension, 'days'>, { passed }: { passed: number }): number =>
  Math.min(EXTENSION.max, days + passed)

/** By how many days the extension moves the last day, of which a floor may give some already. */
export function daysGained(extension: Extension, offered: ExtensionOffer['packages'][number]): number {
  const days = extensionDays(extension, offered)
  const last = offered.lastDay(days)
  return offered.expiry && last ? daysBetween(offered.expiry, last) : days
}

/** A lesson or a skipped occurrence that may not use its packages after all. */
export interface UnusedLesson {
  row: Pick<NewExtension, 'session_id' | 'slot_id' | 'slot_date'>
  lessonDay: LocalDate
  reason: string
  isDeleted: boolean
  participants: readonly ParticipantChange[]
}

/** One package of one student that is not used after all. */
interface Cause extends Pick<UnusedLesson, 'isDeleted'> {
  row: Omit<NewExtension, 'id' | 'days'>
  isCancelled: boolean
  /** The absence was told in time, so the agreement already gives the package a floor. */
  hasFloor: boolean
  package: PackageFacts
  /** Days that the package already gets for this lesson's day. */
  given: number
}

type LessonDecision = Pick<Decision, 'skips'> & { lessons: readonly DecidedLesson[] }

/**
 * What the form offers and what the plan gives.
 *
 * `offer`: null if no package gets or keeps a credit, or each has days for that day.
 *
 * `extended`: the extensions that the coach chose and, for a package that already has days for that day, one more cause
 * of the same days, so that they stay if the first cause turns out to have happened. A deleted lesson is no such
 * further cause: its days would stay for good, which only the coach may choose.
 */
export function extensionsOf(
  facts: CreditFacts,
  decision: LessonDecision,
  skipped: readonly UnusedLesson[],
  extension: Extension | undefined,
  today: LocalDate,
): { offer: ExtensionOffer | null; extended: NewExtension[] } {
  const counting = extensionsAfter(facts, decision)
  const causes = causesOf(facts, decision, skipped, counting)
  const asked = causes
    .filter(({ given }) => given === 0)
    .map((cause) => {
      const after = packageAfter(cause.package, decision, facts)
      return { ...cause, after, passed: passedDays(after, extendedDays(after, counting), today) }
    })
  const rowOf = ({ row }: Pick<Cause, 'row'>, days: number): NewExtension => ({
    ...row,
    days,
    reason: extension?.reason?.trim() || row.reason,
  })
  const wanted = extension ? asked.map((cause) => rowOf(cause, extensionDays(extension, cause))) : []
  const given = causes.filter((cause) => cause.given > 0 && !cause.isDeleted)
  const extended = [...wanted, ...given.map((cause) => rowOf(cause, cause.given))]
  if (asked.length === 0) return { offer: null, extended }
  const { cancel_extension_days: byRule } = facts.rules
  const isSoon = (expiry: LocalDate | null) => expiry !== null && daysBetween(today, expiry) < EXTENSION.soon
  const offer = {
    days: byRule || EXTENSION.default,
    ticked: asked.some(
      ({ hasFloor, isCancelled, after }) =>
        !hasFloor && (isSoon(after.expiry_date) || (byRule > 0 && isCancelled)),
    ),
    packages: asked
      .filter((cause, at) => asked.findIndex((each) => each.package.id === cause.package.id) === at)
      .map(({ row, package: pkg, after, passed }) => ({
        packageId: pkg.id,
        packageName: pkg.name,
        studentId: row.student_id,
        expiry: after.expiry_date,
        passed,
        lastDay: (days: number) =>
          packageAfter(pkg, { ...decision, extended: [{ ...row, days }] }, facts).expiry_date,
      })),
  }
  return { offer, extended }
}

function causesOf(
  facts: CreditFacts,
  decision: LessonDecision,
  skipped: readonly UnusedLesson[],
  counting: readonly Counting[],
): Cause[] {
  const lessons = decision.lessons.map(unusedLesson)
  return [...lessons, ...skipped].flatMap(({ row, lessonDay: day, reason, isDeleted, participants }) =>
    participants.flatMap((change): Cause[] => {
      const { student, after } = change
      const pkg = unusedPackage(facts, day, change)
      // The database accepts nothing new about an anonymised student.
      if (pkg === null || student.anonymized) return []
      const { excused, returned } = SESSION_MESSAGES.extensionReasons
      const own = after?.attendance === 'excused' ? excused : returned
      return [
        {
          row: {
            ...row,
            student_id: student.id,
            package_id: pkg.id,
            batch_id: null,
            day,
            reason: reason || own,
          },
          isCancelled: after?.attendance === 'cancelled',
          hasFloor: counting.some(
            ({ package_id, day: of, until_day }) => package_id === pkg.id && of === day && Boolean(until_day),
          ),
          isDeleted,
          package: pkg,
          given: extendedDays(
            pkg,
            counting.filter((each) => each.day === day),
          ),
        },
      ]
    }),
  )
}

/** `reason` '': each student's attendance decides the reason. */
function unusedLesson({ op, session, lessonDay, participants }: DecidedLesson): UnusedLesson {
  const cancelled = session.cancelled_reason ? SKIP_REASON_TEXTS[session.cancelled_reason] : ''
  const isDeleted = op === 'delete'
  return {
    row: { session_id: session.id, slot_id: null, slot_date: null },
    lessonDay,
    reason: isDeleted ? SESSION_MESSAGES.extensionReasons.deleted : cancelled,
    isDeleted,
    participants,
  }
}

/** The package that gets its credit back or, for a student who was not charged, the one that would have paid. */
function unusedPackage(
  facts: CreditFacts,
  lessonDay: LocalDate,
  { student, before, after }: ParticipantChange,
): PackageFacts | null {
  // An extension stands only while its student is not charged: another package, or 'sem pacote', gives none.
  if (after !== null && isCharged(after.attendance)) return null
  const used = packageOf(before?.charge)
  if (used !== null) return student.packages.find(({ id }) => id === used) ?? null
  if (after === null || (before !== null && !isCharged(before.attendance))) return null
  return choosePackage(student.packages, lessonDay, facts.rules.package_order)
}
