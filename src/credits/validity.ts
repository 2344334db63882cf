import { occurrenceKey, type ExceptionPlan } from '@/agenda/rules'
import type { LocalDate, Uuid } from '@/core/model'
import { isCharged, type Place } from './charge'
import type { ExtensionFacts, NewExtension, PackageFacts } from './plan-types'

/**
 * Which extensions of packages count (docs/product.md, 'More time'). An extension names its cause and counts while the cause
 * stands; `private.recount_validity` computes the same in the database, and what it stores is what holds. Here the forms
 * tell it beforehand.
 */

/** What a plan does to the causes of extensions. */
interface CauseChanges {
  lessons?: readonly {
    op: 'create' | 'update' | 'delete'
    session: { id: Uuid; slot_id?: Uuid | null; slot_date?: LocalDate | null }
    lessonDay: LocalDate
    participants: readonly { student: { id: Uuid }; after: Place | null }[]
  }[]
  skips?: ExceptionPlan
  extended?: readonly NewExtension[]
  takenBack?: readonly Uuid[]
  restores?: boolean
}

/** The extensions that count once the plan is applied, those that it gives included. */
export function extensionsAfter(
  { extensions }: { extensions: readonly ExtensionFacts[] },
  changes: CauseChanges,
): NewExtension[] {
  const { extended = [], takenBack = [], restores = false } = changes
  const counting = extensions.flatMap((row) => {
    const stands = standsAfter(row, changes) && !takenBack.includes(row.id)
    // A cause that begins again gives what is chosen now, unless an undo brings back what was.
    return stands && (row.stands || restores) ? [{ ...row, day: dayAfter(row, changes) }] : []
  })
  return [...counting, ...extended]
}

/** Whether the cause of an extension stands once the plan is applied. */
function standsAfter(row: ExtensionFacts, { lessons = [], skips, restores = false }: CauseChanges): boolean {
  const lesson = lessons.find(({ session }) => session.id === row.session_id)
  // Only a lesson that returns takes up the days that were kept when it was deleted.
  if (row.kept && lesson?.op !== 'create') return true
  if (row.session_id !== null) {
    // What counts when a lesson is deleted stays, unless the undo of its registration deletes it.
    if (lesson === undefined || lesson.op === 'delete') return row.stands && !(lesson && restores)
    if (restores && row.by_last_change) return false
    const place = lesson.participants.find(({ student }) => student.id === row.student_id)?.after ?? null
    return place === null || !isCharged(place.attendance)
  }
  if (row.slot_id === null || row.slot_date === null) return row.stands
  const key = occurrenceKey({ slot_id: row.slot_id, slot_date: row.slot_date })
  const written = skips?.add.find((each) => occurrenceKey(each) === key)
  if (written) return written.reason !== null
  if (skips?.remove.some((each) => occurrenceKey(each) === key)) return false
  const isAnswered = lessons.some(
    ({ op, session }) =>
      op === 'create' && session.slot_id === row.slot_id && session.slot_date === row.slot_date,
  )
  return row.stands && !isAnswered
}

/** The day that an extension gives back follows its lesson. */
function dayAfter(
  { session_id, kept, day }: ExtensionFacts,
  { lessons = [] }: CauseChanges,
): LocalDate | null {
  if (session_id === null || kept) return day
  return lessons.find(({ op, session }) => op === 'update' && session.id === session_id)?.lessonDay ?? day
}

/** The days of these extensions for a package: all of those by hand and of recesses, and for each day the most. */
export function extendedDays({ id }: Pick<PackageFacts, 'id'>, counting: readonly NewExtension[]): number {
  let days = 0
  const ofDay = new Map<LocalDate, number>()
  for (const row of counting) {
    if (row.package_id !== id) continue
    if (row.day === null) days += row.days
    else ofDay.set(row.day, Math.max(ofDay.get(row.day) ?? 0, row.days))
  }
  return [...ofDay.values()].reduce((sum, each) => sum + each, days)
}
