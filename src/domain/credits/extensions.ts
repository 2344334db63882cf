import type { SkipReason } from '@/domain/agenda/agenda'
import { EXTENSION } from '@/domain/shared/constants'
import { daysBetween } from '@/domain/shared/dates'
import { derivedId } from '@/domain/shared/derived-id'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import { SKIP_REASON_TEXTS } from '@/texts/agenda/skip-reasons'
import { MESSAGES } from '@/texts/shared/messages'
import { packageAfter, type DecidedLesson, type ParticipantChange } from './build-plan'
import { isCharged, packageOf } from './charge'
import { choosePackage } from './choose-package'
import type { Extension } from './intents'
import type { CreditFacts, ExtensionRow, PackageFacts } from './plan-types'

/** More time for the packages that a lesson does not use after all (docs/product.md, 'More time'). */

/** What a form offers beside a plan. */
export interface ExtensionOffer {
  days: number
  /** Without it a credit would soon be of no use. */
  ticked: boolean
  packages: { packageId: Uuid; packageName: string; studentId: Uuid; expiry: LocalDate | null }[]
}

/** A lesson that the plan changes, or an occurrence of the agenda that it skips, which is no lesson. */
export type Concerning = Pick<DecidedLesson, 'op' | 'lessonDay' | 'participants'> & {
  session: { id: Uuid | null; slot_id?: Uuid | null; cancelled_reason?: SkipReason | null }
}

interface Concerned {
  lesson: Concerning
  change: ParticipantChange
  package: PackageFacts
}

/** null: no credit comes back or stays where a lesson would have taken it. */
export function extensionOffer(
  facts: CreditFacts,
  lessons: readonly DecidedLesson[],
  today: LocalDate,
  skipped: readonly Concerning[] = [],
): ExtensionOffer | null {
  const concerned = concernedPackages(facts, [...lessons, ...skipped])
  if (concerned.length === 0) return null
  const { cancel_extension_days: byRule } = facts.rules
  const isCancelled = concerned.some(({ change }) => change.after?.attendance === 'cancelled')
  const packages = concerned.map(({ package: pkg }) => packageAfter(pkg, { lessons }, facts.sessions))
  const daysLeft = packages.flatMap(({ expiry_date }) =>
    expiry_date === null ? [] : [daysBetween(today, expiry_date)],
  )
  // A package that has expired gets as many days more as have passed since.
  const passed = Math.max(0, ...daysLeft.map((days) => -days))
  return {
    days: Math.min(EXTENSION.max, (byRule || EXTENSION.default) + passed),
    ticked: daysLeft.some((days) => days < EXTENSION.soon) || (byRule > 0 && isCancelled),
    packages: concerned.map(({ change, package: pkg }, at) => ({
      packageId: pkg.id,
      packageName: pkg.name,
      studentId: change.student.id,
      expiry: packages[at]?.expiry_date ?? null,
    })),
  }
}

/**
 * The extensions that these lessons give, if the coach wants them, and those that they take back: of who is asked again
 * about a lesson, or charged for it again.
 */
export function extensionsOf(
  facts: CreditFacts,
  opId: Uuid,
  lessons: readonly Concerning[],
  extension: Extension | undefined,
): { add: ExtensionRow[]; remove: ExtensionRow[] } {
  return {
    add:
      extension === undefined
        ? []
        : concernedPackages(facts, lessons).map(({ lesson, change, package: pkg }) => ({
            id: derivedId(opId, pkg.id),
            student_id: change.student.id,
            package_id: pkg.id,
            days: extension.days,
            reason: extension.reason?.trim() || reasonOf(lesson, change),
            session_id: lesson.session.id,
            day: lesson.lessonDay,
            batch_id: null,
          })),
    remove: lessons.flatMap(({ session, lessonDay, participants }) => {
      const returning = participants.filter(comesBack).map(({ student }) => student.id)
      // An occurrence that was skipped happened after all.
      const charged = participants
        .filter(
          ({ before, after }) => session.slot_id && before === null && after && isCharged(after.attendance),
        )
        .map(({ student }) => student.id)
      return facts.extensions.filter(
        ({ session_id, batch_id, day, student_id }) =>
          (session_id !== null && session_id === session.id && returning.includes(student_id)) ||
          (session_id === null && batch_id === null && day === lessonDay && charged.includes(student_id)),
      )
    }),
  }
}

function comesBack({ before, after }: ParticipantChange): boolean {
  if (before === null || after === null || after.attendance === 'cancelled') return false
  return before.attendance === 'cancelled' || (!isCharged(before.attendance) && isCharged(after.attendance))
}

/** Each package once, and only if no other lesson of that day has extended it. */
function concernedPackages(facts: CreditFacts, lessons: readonly Concerning[]): Concerned[] {
  const concerned = lessons.flatMap((lesson) =>
    lesson.participants.flatMap((change): Concerned[] => {
      const pkg = concernedPackage(facts, lesson, change)
      // Nothing is written about an anonymised student.
      return pkg === null || change.student.anonymized ? [] : [{ lesson, change, package: pkg }]
    }),
  )
  return concerned.filter(
    ({ package: pkg, lesson }, at) =>
      concerned.findIndex((other) => other.package.id === pkg.id) === at &&
      !facts.extensions.some(({ package_id, day }) => package_id === pkg.id && day === lesson.lessonDay),
  )
}

/** The package that a credit comes back to; of who is not charged, the one that the lesson would have used. */
function concernedPackage(
  facts: CreditFacts,
  { lessonDay }: Concerning,
  { student, before, after }: ParticipantChange,
): PackageFacts | null {
  const used = packageOf(before?.charge)
  if (used !== null) {
    if (used === packageOf(after?.charge)) return null
    return student.packages.find(({ id }) => id === used) ?? null
  }
  if (after === null || isCharged(after.attendance)) return null
  if (before !== null && !isCharged(before.attendance)) return null
  return choosePackage(student.packages, lessonDay, facts.rules.package_order)
}

function reasonOf({ op, session }: Concerning, { after }: ParticipantChange): string {
  const { extensionReasons } = MESSAGES.sessions
  if (op === 'delete') return extensionReasons.deleted
  if (session.cancelled_reason) return SKIP_REASON_TEXTS[session.cancelled_reason]
  return after?.attendance === 'excused' ? extensionReasons.excused : extensionReasons.returned
}
