import { addDays } from '@/core/dates'
import type { Instant, LocalDate, SessionDetails, Uuid } from '@/core/model'
import { canAnswer, canSkip, endOf, isOver, occurrenceKey, stateOf, type Occurrence } from './rules'
import { epochOf } from './zone'

/** What 'Hoje' shows of the agenda and of the newest lessons (docs/product.md, 'Today'). */

export interface Today {
  /** The lesson that is asked about first; null if nothing is ahead and nothing ended just now. */
  card: Occurrence | null
  /** The other lessons of today in which somebody is expected, earliest first. */
  rest: Occurrence[]
  /** Unanswered lessons of earlier days: newest day first, within a day the earliest lesson first. */
  unanswered: { day: LocalDate; occurrences: Occurrence[] }[]
}

/** When an occurrence was answered on this screen, and whether it was the card then. */
export type AnsweredAt = { now: Date; today: LocalDate; wasCard: boolean }

const MINUTE = 60_000
/** For so many minutes after its end a lesson comes before one that has begun: it is answered during the warm-up. */
const JUST_OVER = 15
/** From this many minutes before its start a lesson takes the card from one that is over. */
const SOON = 30
/** For this many minutes an answered lesson keeps the card, whatever begins: its stars are where the thumb is. */
const KEPT = 10

const minutesSinceEnd = (occurrence: Occurrence, now: Date): number =>
  (now.getTime() - epochOf(endOf(occurrence))) / MINUTE

/** Minutes until the lesson begins, rounded up; negative once it has begun. */
export const minutesUntil = ({ starts_at }: Pick<Occurrence, 'starts_at'>, now: Date): number =>
  Math.ceil((epochOf(starts_at) - now.getTime()) / MINUTE)

/**
 * The lesson for the card: one that runs or is just over, else one that begins soon, else the last unanswered one of
 * today, else the next one.
 */
function lessonOfNow(ofToday: readonly Occurrence[], now: Date): Occurrence | undefined {
  const open = ofToday.filter((each) => canAnswer(each, now))
  const next = ofToday.find((each) => stateOf(each, now) === 'upcoming')
  const isSoon = next !== undefined && minutesUntil(next, now) <= SOON
  return (
    open.find((each) => minutesSinceEnd(each, now) <= JUST_OVER) ?? (isSoon ? next : (open.at(-1) ?? next))
  )
}

/** Today's lessons, and earlier unanswered ones. One answered on this screen stays in its place; the card goes on. */
export function todayOf(
  occurrences: readonly Occurrence[],
  now: Date,
  today: LocalDate,
  answeredAt: (occurrence: Occurrence) => AnsweredAt | undefined = () => undefined,
): Today {
  // Also a lesson of yesterday, while it is the lesson of now.
  const isOfToday = (each: Occurrence): boolean => {
    const answered = answeredAt(each)
    const seen = answered ?? { now, today }
    if (each.day >= seen.today) return each.day === seen.today
    return (answered !== undefined || canAnswer(each, now)) && minutesSinceEnd(each, seen.now) <= JUST_OVER
  }
  const ofToday = occurrences.filter((each) => stateOf(each, now) !== 'free' && isOfToday(each))
  const next = lessonOfNow(ofToday, now)
  const isUrgent = next !== undefined && minutesUntil(next, now) <= SOON
  const [last] = ofToday
    .flatMap((each) => {
      const answered = answeredAt(each)
      return answered?.wasCard && !canAnswer(each, now) ? [{ each, on: answered.now.getTime() }] : []
    })
    .toSorted((a, b) => b.on - a.on)
  const keepsCard =
    last && (now.getTime() - last.on < KEPT * MINUTE || (!isUrgent && stateOf(last.each, now) === 'held'))
  const card = (keepsCard ? last.each : next) ?? null
  const earlier = occurrences.filter((each) => {
    const answered = answeredAt(each)
    // An occurrence that can be answered has begun; an answered one may have moved to a later day since.
    const isAsked = answered ? each.day < answered.today : canAnswer(each, now)
    return isAsked && !isOfToday(each)
  })
  const days = [...new Set(earlier.map(({ day }) => day))].toSorted().toReversed()
  return {
    card,
    rest: ofToday.filter((each) => each !== card),
    unanswered: days.map((day) => ({ day, occurrences: earlier.filter((each) => each.day === day) })),
  }
}

/** A phone shows at least this many rows of the day, and every row that waits for an answer. */
const ROWS = 3

/** The keys of the other lessons that a phone shows first: unanswered or answered here, then to come, then the rest. */
export function shownOf(
  rest: readonly Occurrence[],
  now: Date,
  isKept: (occurrence: Occurrence) => boolean,
): ReadonlySet<string> {
  const rank = (each: Occurrence): number => {
    if (isKept(each) || canAnswer(each, now)) return 0
    return stateOf(each, now) === 'upcoming' ? 1 : 2
  }
  const ranked = rest.toSorted((a, b) => rank(a) - rank(b))
  const needed = ranked.filter((each) => rank(each) === 0).length
  return new Set(ranked.slice(0, Math.max(ROWS, needed)).map(occurrenceKey))
}

/** Whether rain can cancel a planned lesson of this day. The card may show yesterday's, which runs past midnight. */
export const canRainOn = (day: LocalDate, lessons: readonly Occurrence[], now: Date): boolean =>
  lessons.some((each) => each.day === day && canSkip(each) && !isOver(each, now))

/** How many lessons are over and unanswered, today's included. */
export const countUnanswered = (occurrences: readonly Occurrence[], now: Date): number =>
  occurrences.filter((each) => canAnswer(each, now) && isOver(each, now)).length

export function tomorrowOf(occurrences: readonly Occurrence[], now: Date, today: LocalDate): Occurrence[] {
  const tomorrow = addDays(today, 1)
  return occurrences.filter((each) => each.day === tomorrow && stateOf(each, now) === 'upcoming')
}

/** How many of the newest lessons are read. */
export const RECENT_LESSONS = 50

/** How many days after a lesson its feedback is still asked for. */
const DUE_DAYS = 7

export type RecentGroup = { sessionId: Uuid; date: Instant; students: { id: Uuid; name: string }[] }

/**
 * 'Feedback por dar': lessons of the last 7 days, each with the students who were present and have no feedback.
 *
 * @param needsNone it waits in the outbox, or the student was anonymised and can have none.
 */
export const feedbackDue = (
  lessons: readonly SessionDetails[],
  today: LocalDate,
  needsNone: (sessionId: Uuid, studentId: Uuid) => boolean,
): RecentGroup[] =>
  lessons
    .filter(({ day }) => day >= addDays(today, -DUE_DAYS))
    .map((lesson) => ({
      ...lesson,
      participants: lesson.participants.filter(
        ({ attendance, feedback, student_id: id }) =>
          attendance === 'present' && feedback === null && !needsNone(lesson.id, id),
      ),
    }))
    .filter(({ participants }) => participants.length > 0)
    .map(groupOf)

/** 'Repetir última turma': the groups of the last lessons that happened, each once, newest first. */
export function recentGroups(lessons: readonly SessionDetails[], limit: number): RecentGroup[] {
  const groups = lessons.filter(({ cancelled_reason }) => cancelled_reason === null).map(groupOf)
  const isNewest = (group: RecentGroup, at: number) =>
    groups.findIndex((newer) => idsOf(newer) === idsOf(group)) === at
  return groups.filter(isNewest).slice(0, limit)
}

/** The same for the same students, in whatever order. */
export const idsOf = ({ students }: { students: readonly { id: Uuid }[] }): string =>
  students
    .map(({ id }) => id)
    .toSorted()
    .join()

const groupOf = ({ id, date, participants }: SessionDetails): RecentGroup => ({
  sessionId: id,
  date,
  students: participants.map(({ student_id, student_name }) => ({
    id: student_id,
    name: student_name ?? '',
  })),
})
