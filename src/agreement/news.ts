import { stateOf, type ExpectedStudent, type Occurrence, keptSince } from '@/agenda/rules'
import { epochOf } from '@/agenda/zone'
import { parseLocalDate } from '@/core/dates'
import type { Instant, LocalDate } from '@/core/model'

/** News of students about lessons to come, for 'Hoje' and the dot of the bars (docs/product.md, 'Replies'). */

export interface ReplyNews {
  occurrence: Occurrence
  student: ExpectedStudent
  /** When the student replied, or took the place. */
  at: Instant
  /** Since when 'Hoje' could show it: a place may be taken in a later lesson than the device keeps. */
  since: Instant
  /** The student does not come ('sign'), comes after all, or took a place that was offered. */
  kind: 'sign' | 'back' | 'took'
  /** The coach has not seen it. */
  isNew: boolean
}

const DAY_MS = 86_400_000

/** When it happened, or, if later, the midnight of this device from which on it keeps that day. */
function shownSince(at: Instant, day: LocalDate): Instant {
  const kept = parseLocalDate(keptSince(day))
  return kept.getTime() > Date.parse(at) ? kept.toISOString() : at
}

/**
 * Students who do not come, come after all, or took a place: all that this account has not seen, and for the next 24
 * hours everybody who does not come.
 *
 * @param seenAt the latest `since` that 'Hoje' has shown; null: none; undefined: not read yet, so nothing is new.
 */
export function replyNews(
  occurrences: readonly Occurrence[],
  seenAt: Instant | null | undefined,
  now: Date,
): ReplyNews[] {
  const isUnseen = (since: Instant) =>
    seenAt !== undefined && (seenAt === null || Date.parse(since) > Date.parse(seenAt))
  return occurrences
    .filter((each) => !each.pending && stateOf(each, now) === 'upcoming')
    .flatMap((occurrence) =>
      occurrence.students.flatMap((student): ReplyNews[] => {
        const { reply, replied_at: told, taken_at: taken, told_by, came_back } = student
        const of = (at: Instant) => ({ occurrence, student, at, since: shownSince(at, occurrence.day) })
        if (reply === 'not_coming' && told) {
          const news = of(told)
          const isNew = told_by === 'student' && isUnseen(news.since)
          const isSoon = epochOf(occurrence.starts_at) - now.getTime() <= DAY_MS
          return isNew || isSoon ? [{ ...news, kind: 'sign', isNew }] : []
        }
        const place = taken && of(taken)
        if (place && isUnseen(place.since)) return [{ ...place, kind: 'took', isNew: true }]
        const back = came_back && told && of(told)
        return back && isUnseen(back.since) ? [{ ...back, kind: 'back', isNew: true }] : []
      }),
    )
}
