import { addDays } from '@/core/dates'
import type { Instant, LocalDate, SessionDetails, Uuid } from '@/core/model'
import { canAnswer, endOf, isOver, occurrenceKey, stateOf, type Occurrence } from './rules'
import { epochOf } from './zone'

/** What 'Hoje' shows (docs/product.md, 'Today'): of the agenda, and of the newest lessons. */

export interface Today {
  /** The lesson that is asked about first; null: nothing is ahead, and nothing ended just now. */
  card: Occurrence | null
  /** The others of today in which somebody is expected, the earliest first. */
  rest: Occurrence[]
  /** Of earlier days those that nobody answered: the newest day first; in each the earliest first. */
  unanswered: { day: LocalDate; occurrences: Occurrence[] }[]
}

/** When an occurrence was answered on this screen, and whether it was the card then. */
export interface AnsweredAt {
  now: Date
  today: LocalDate
  wasCard: boolean
}

const MINUTE = 60_000
/**
 * So long after its end a lesson still comes before the one that has begun: it is answered while the next one warms up.
 */
const JUST_OVER = 15
/** So long before its start a lesson takes the card from one that is over. */
const SOON = 30
/** So long an answered lesson keeps the card, whatever begins: its stars are where the thumb is. */
const KEPT = 10

const minutesSinceEnd = (occurrence: Occurrence, now: Date): number =>
  (now.getTime() - epochOf(endOf(occurrence))) / MINUTE

/** Minutes until it begins, rounded up; negative: it has begun. */
export const minutesUntil = ({ starts_at }: Pick<Occurrence, 'starts_at'>, now: Date): number =>
  Math.ceil((epochOf(starts_at) - now.getTime()) / MINUTE)

/**
 * The lesson of now: it runs or is just over, or begins soon; else the last one that nobody answered, else the next
 * one.
 */
function lessonOfNow(ofToday: readonly Occurrence[], now: Date): Occurrence | undefined {
  const open = ofToday.filter((each) => canAnswer(each, now))
  const next = ofToday.find((each) => stateOf(each, now) === 'upcoming')
  const isSoon = next !== undefined && minutesUntil(next, now) <= SOON
  return (
    open.find((each) => minutesSinceEnd(each, now) <= JUST_OVER) ?? (isSoon ? next : (open.at(-1) ?? next))
  )
}

/**
 * The lessons of today, and those of earlier days that nobody answered.
 *
 * @param answeredAt of an occurrence that was answered on this screen: it stays where it was, whatever time passes, but
 * for the card, which the next lesson takes.
 */
export function todayOf(
  occurrences: readonly Occurrence[],
  now: Date,
  today: LocalDate,
  answeredAt: (occurrence: Occurrence) => AnsweredAt | undefined = () => undefined,
): Today {
  // Also one of yesterday, while it is the lesson of now.
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
    // What can be answered has begun; what was answered may have moved to a later day since.
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

/** So many rows of the day show on a phone; all that wait for an answer do. */
const ROWS = 3

/**
 * Which of the day's other lessons show at once on a phone: those that nobody answered or that were answered on this
 * screen, then those to come, then what is done.
 */
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

/** How many lessons wait for an answer, today's that are over among them. */
export const countUnanswered = (occurrences: readonly Occurrence[], now: Date): number =>
  occurrences.filter((each) => canAnswer(each, now) && isOver(each, now)).length

export function tomorrowOf(occurrences: readonly Occurrence[], now: Date, today: LocalDate): Occurrence[] {
  const tomorrow = addDays(today, 1)
  return occurrences.filter((each) => each.day === tomorrow && stateOf(each, now) === 'upcoming')
}

/** So many of the newest lessons are looked at. */
export const RECENT_LESSONS = 50

/** Feedback is asked for this long. */
const DUE_DAYS = 7

export interface RecentGroup {
  sessionId: Uuid
  date: Instant
  students: { id: Uuid; name: string }[]
}

/**
 * 'Feedback por dar': lessons of the last 7 days with those who were there and have no feedback yet, also none that
 * waits in the outbox.
 */
export function feedbackDue(
  lessons: readonly SessionDetails[],
  today: LocalDate,
  isPending: (sessionId: Uuid, studentId: Uuid) => boolean,
): RecentGroup[] {
  return lessons
    .filter(({ day }) => day >= addDays(today, -DUE_DAYS))
    .map((lesson) => ({
      ...lesson,
      participants: lesson.participants.filter(
        ({ attendance, feedback, student_id: id }) =>
          attendance === 'present' && feedback === null && !isPending(lesson.id, id),
      ),
    }))
    .filter(({ participants }) => participants.length > 0)
    .map(groupOf)
}

/** 'Repetir última turma': the last distinct groups, newest first. */
export function recentGroups(lessons: readonly SessionDetails[], limit: number): RecentGroup[] {
  const held = lessons.filter(({ cancelled_reason }) => cancelled_reason === null)
  return held
    .filter((lesson, at) => held.findIndex((newer) => groupKey(newer) === groupKey(lesson)) === at)
    .slice(0, limit)
    .map(groupOf)
}

const groupKey = ({ participants }: SessionDetails) =>
  participants
    .map(({ student_id }) => student_id)
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
