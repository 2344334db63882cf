import { stateOf, type ExpectedStudent, type Occurrence } from '@/agenda/rules'
import { epochOf } from '@/agenda/zone'
import type { Instant } from '@/core/model'

/** What students told of lessons to come, for 'Hoje' and the dot of the bars (docs/product.md, 'Replies'). */

export interface ReplyNews {
  occurrence: Occurrence
  student: ExpectedStudent
  /** When it was told, or taken. */
  at: Instant
  /** A place that was offered was taken. */
  isTaker: boolean
  /** The coach has not seen it. */
  isNew: boolean
}

const DAY_MS = 86_400_000

/**
 * Who does not come, and who took a place: what this account has not seen yet, and of the next 24 hours all who do not come.
 *
 * @param seenAt up to when 'Hoje' has shown them; null: never.
 */
export function replyNews(
  occurrences: readonly Occurrence[],
  seenAt: Instant | null,
  now: Date,
): ReplyNews[] {
  const isUnseen = (at: Instant) => seenAt === null || Date.parse(at) > Date.parse(seenAt)
  return occurrences
    .filter((each) => !each.pending && stateOf(each, now) === 'upcoming')
    .flatMap((occurrence) =>
      occurrence.students.flatMap((student): ReplyNews[] => {
        const { reply, replied_at: told, taken_at: taken, told_by } = student
        const of = { occurrence, student }
        if (reply === 'not_coming' && told) {
          const isNew = told_by === 'student' && isUnseen(told)
          const isSoon = epochOf(occurrence.starts_at) - now.getTime() <= DAY_MS
          return isNew || isSoon ? [{ ...of, at: told, isTaker: false, isNew }] : []
        }
        return taken && isUnseen(taken) ? [{ ...of, at: taken, isTaker: true, isNew: true }] : []
      }),
    )
}
