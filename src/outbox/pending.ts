import { occurrenceKey, type AgendaLesson, type Occurrence } from '@/agenda/rules'
import { dayOf } from '@/agenda/zone'
import { attendanceByOutcome } from '@/agreement/outcomes'
import type { LocalDate, Student, StudentWithCredits, Uuid } from '@/core/model'
import { isCharged, choosePackage } from '@/credits/charge'
import type { FeedbackEditIntent, RegistrationIntent } from '@/credits/intents'
import type { CoachRules } from '@/credits/plan-types'
import { expiryAfter } from '@/packages/rules'
import { newStudentRow } from '@/students/student-row'
import { blockers, inOrder, isOpen, type OutboxIntent, type OutboxEntry } from './rules'

/** How lists show pending entries beside the server's data. */

type Of<Kind extends OutboxIntent['kind']> = OutboxEntry & { intent: Extract<OutboxIntent, { kind: Kind }> }
export type PendingSession = Of<'session'>

const isStudent = (entry: OutboxEntry): entry is Of<'student'> => entry.intent.kind === 'student'
const isFeedback = (entry: OutboxEntry): entry is Of<'feedback'> => entry.intent.kind === 'feedback'
const isSession = (entry: OutboxEntry): entry is PendingSession => entry.intent.kind === 'session'
const isOpenSession = (entry: OutboxEntry): entry is PendingSession => isSession(entry) && isOpen(entry)

/** True if the entry was not delivered before the screen's data was read (`readAt`): that data lacks it. */
export const isNewer = ({ sentAt }: OutboxEntry, readAt: number): boolean =>
  sentAt === null || Date.parse(sentAt) > readAt

/**
 * The new students that are not delivered yet, in the form that lists and picker use: active, without packages.
 *
 * @param stored the list as read at `readAt`. It lacks a student who was delivered since.
 */
export function pendingStudents(
  entries: readonly OutboxEntry[],
  stored: readonly Pick<Student, 'id'>[],
  readAt: number,
): StudentWithCredits[] {
  const known = new Set(stored.map(({ id }) => id))
  return inOrder(entries)
    .filter(isStudent)
    .filter((entry) => !known.has(entry.id) && isNewer(entry, readAt))
    .map(({ id, owner, queuedAt, intent }) => ({
      ...newStudentRow(intent.student),
      id,
      user_id: owner,
      total_credits: 0,
      credits_version: 0,
      anonymized_at: null,
      link: null,
      created_at: queuedAt,
      updated_at: queuedAt,
      packages: [],
      open: [],
    }))
}

/** The lessons that are not delivered yet, newest first, without those in `stored`. */
export function pendingSessions(
  entries: readonly OutboxEntry[],
  stored: readonly { id: Uuid }[] = [],
): PendingSession[] {
  const known = new Set(stored.map(({ id }) => id))
  return entries
    .filter(isOpenSession)
    .filter(({ intent }) => !known.has(intent.session.sessionId))
    .toSorted((a, b) => Date.parse(b.intent.session.date) - Date.parse(a.intent.session.date))
}

/**
 * Students with the credits that will be left once the pending lessons are sent, as far as this device knows. Each
 * lesson takes its package by the rule of registering; a lesson that waits for the answer to 'É a mesma?' takes none.
 * For display only: sending plans anew.
 *
 * @param occurrences the agenda's, with the students' replies.
 */
export function withPendingSessions<S extends Pick<StudentWithCredits, 'id' | 'total_credits' | 'packages'>>(
  students: readonly S[],
  entries: readonly OutboxEntry[],
  order: CoachRules['package_order'],
  occurrences: readonly Occurrence[] = [],
): S[] {
  const lessons = inOrder(entries)
    .filter(isOpenSession)
    .filter(({ beside }) => beside === null)
  return students.map((student) => {
    let after = student
    for (const { intent } of lessons) {
      if (!isChargedIn(intent.session, student.id, occurrences)) continue
      const taken = choosePackage(after.packages, intent.session.lessonDay, order)
      if (taken === null) continue
      after = {
        ...after,
        total_credits: after.total_credits - 1,
        packages: after.packages.map((pkg) =>
          pkg.id === taken.id ? usedOn(pkg, intent.session.lessonDay) : pkg,
        ),
      }
    }
    return after
  })
}

/** With a credit less. A lesson on `day` begins a validity that begins with the first one. */
function usedOn<P extends StudentWithCredits['packages'][number]>(pkg: P, day: LocalDate): P {
  const { validity_days: days, extended_days } = pkg
  const expiry_date = expiryAfter(pkg.expiry_date, day, days === null ? null : days + extended_days)
  return { ...pkg, remaining_classes: pkg.remaining_classes - 1, expiry_date }
}

/** The entry that registers the lesson with this id, delivered or not. */
export const registrationOf = (entries: readonly OutboxEntry[], sessionId: Uuid) =>
  entries.filter(isSession).find(({ intent }) => intent.session.sessionId === sessionId)

type AboutFeedback = Pick<FeedbackEditIntent, 'sessionId' | 'studentId'>

const feedbacksOf = (entries: readonly OutboxEntry[], { sessionId, studentId }: AboutFeedback) =>
  entries
    .filter(isFeedback)
    .filter(
      ({ intent: { feedback } }) => feedback.sessionId === sessionId && feedback.studentId === studentId,
    )

/** The last feedback of a student in a lesson that waits, unless it was refused. `entries`: in the order of sending. */
export const pendingFeedback = (entries: readonly OutboxEntry[], about: AboutFeedback) =>
  feedbacksOf(entries, about).findLast(({ state }) => state === 'pending' || state === 'sending')

/** The entries with feedback about a student in a lesson that are not delivered, refused ones included. */
export const openFeedbacks = (entries: readonly OutboxEntry[], about: AboutFeedback) =>
  feedbacksOf(entries, about).filter(isOpen)

type Taps = NonNullable<FeedbackEditIntent['tapped']>

/**
 * What this device has delivered of a student's feedback in a lesson: the taps of the last entry, those of the last two
 * entries as one, and so on.
 */
export const sentTaps = (entries: readonly OutboxEntry[], about: AboutFeedback): Taps[] =>
  feedbacksOf(entries, about)
    .filter(({ state }) => state === 'sent')
    .toSorted((a, b) => (b.sentAt ?? '').localeCompare(a.sentAt ?? ''))
    .reduce<Taps[]>((sums, { intent }) => [...sums, { ...intent.feedback.tapped, ...sums.at(-1) }], [])

/**
 * The agenda's occurrences with this device's answers that the agenda does not show yet, so that no screen asks twice.
 *
 * @param readAt when the agenda was read. It lacks answers that were delivered since.
 */
export function withPendingAnswers(
  occurrences: readonly Occurrence[],
  entries: readonly OutboxEntry[],
  readAt: number,
): Occurrence[] {
  const answers = new Map<string, Partial<Occurrence>>()
  for (const entry of inOrder(entries)) {
    if (entry.outcome?.answered || !isNewer(entry, readAt)) continue
    const { slots, answer } = answerOf(entry.intent)
    const pending = entry.sentAt === null && {
      pending: true as const,
      ...(entry.state === 'refused' && { isRefused: true as const }),
    }
    for (const { slotId: slot_id, slotDate: slot_date } of slots) {
      answers.set(occurrenceKey({ slot_id, slot_date }), { ...answer, ...pending })
    }
  }
  const withReplies = occurrences.map((occurrence) => withPendingReplies(occurrence, entries, readAt))
  return withReplies.map((occurrence) =>
    // An answer by another device counts instead.
    occurrence.session_id === null
      ? { ...occurrence, ...answers.get(occurrenceKey(occurrence)) }
      : occurrence,
  )
}

/** An occurrence with the replies noted on this device. Their `outcome` is absent until the server judges them. */
function withPendingReplies(
  occurrence: Occurrence,
  entries: readonly OutboxEntry[],
  readAt: number,
): Occurrence {
  const notes = inOrder(entries).flatMap((entry) => {
    const { intent, state } = entry
    if (intent.kind !== 'reply' || state === 'refused' || !isNewer(entry, readAt)) return []
    const { slotId: slot_id, slotDate: slot_date } = intent.reply.slot
    return occurrenceKey({ slot_id, slot_date }) === occurrenceKey(occurrence)
      ? { ...intent.reply, id: entry.id }
      : []
  })
  const students = occurrence.students.map((student) => {
    const note = notes.findLast(({ studentId }) => studentId === student.id)
    if (note === undefined) return student
    const { id, reply, toldAt } = note
    const { outcome: _, ...others } = student
    return reply === null
      ? { ...others, reply: null, replied_at: null, told_by: null }
      : { ...others, reply, replied_at: toldAt, told_by: 'coach' as const, noted: id }
  })
  return { ...occurrence, students }
}

/** The occurrences that an intent answers, and how. */
function answerOf(intent: OutboxIntent): {
  slots: readonly { slotId: Uuid; slotDate: LocalDate }[]
  answer: Partial<Occurrence>
} {
  switch (intent.kind) {
    case 'session': {
      const { slot, sessionId, cancelledReason = null } = intent.session
      return {
        slots: slot ? [slot] : [],
        answer: { session_id: sessionId, cancelled_reason: cancelledReason },
      }
    }
    case 'skip':
      return { slots: intent.skip.occurrences, answer: { reason: intent.skip.reason } }
    case 'link':
      return {
        slots: [intent.link.slot],
        answer: { session_id: intent.link.sessionId, cancelled_reason: null },
      }
    default:
      return { slots: [], answer: {} }
  }
}

/**
 * The lessons without a slot, including this device's lessons that the agenda does not show yet, and without those that
 * an entry links to an occurrence.
 *
 * @param readAt when the agenda was read.
 * @param zone the agenda's time zone.
 */
export function withPendingLessons(
  lessons: readonly AgendaLesson[],
  entries: readonly OutboxEntry[],
  readAt: number,
  zone: string,
): AgendaLesson[] {
  const linked = new Set(
    entries.flatMap((entry) =>
      entry.intent.kind === 'link' && !entry.outcome?.answered && isNewer(entry, readAt)
        ? [entry.intent.link.sessionId]
        : [],
    ),
  )
  const own = entries.flatMap((entry): AgendaLesson[] => {
    const { intent, names, state } = entry
    if (intent.kind !== 'session' || intent.session.slot || state === 'refused' || !isNewer(entry, readAt))
      return []
    const { sessionId, date, cancelledReason = null, participants } = intent.session
    return [
      {
        id: sessionId,
        starts_at: { instant: date, zone },
        day: dayOf({ instant: date, zone }),
        cancelled_reason: cancelledReason,
        students: participants.map(({ studentId }) => ({ id: studentId, name: names[studentId] ?? '' })),
        pending: true,
      },
    ]
  })
  const known = new Set(lessons.map(({ id }) => id))
  return [...lessons, ...own.filter(({ id }) => !known.has(id))].filter(({ id }) => !linked.has(id))
}

/** True if the student is in the lesson and is charged for it. */
function isChargedIn(
  { date, cancelledReason, participants, slot, takesReplies, excused }: RegistrationIntent,
  id: Uuid,
  occurrences: readonly Occurrence[],
): boolean {
  const seat = participants.find(({ studentId }) => studentId === id)
  if (!seat || cancelledReason !== undefined) return false
  if (!takesReplies || seat.feedback) return isCharged(seat.attendance ?? 'present')
  // Only a 'Não vou' has an outcome. Once the occurrence has moved, the reply was about another hour.
  const told = occurrences
    .filter(({ starts_at: { instant } }) => Date.parse(instant) === Date.parse(date))
    .find(({ slot_id, slot_date }) => slot_id === slot?.slotId && slot_date === slot.slotDate)
    ?.students.find((student) => student.id === id)
  return isCharged(seat.attendance ?? attendanceByOutcome(told?.outcome ?? null, excused?.includes(id)))
}

/**
 * True if the intent must wait in the outbox. A lesson must not overtake pending lessons, because the older lesson
 * takes the older credit, and waits for its new students. A feedback waits for its lesson and for an older feedback
 * about the same student, a link for its lesson.
 */
export function mustQueue(intent: OutboxIntent, entries: readonly OutboxEntry[]): boolean {
  if (blockers({ intent }, entries).length > 0) return true
  switch (intent.kind) {
    case 'feedback':
      return pendingFeedback(entries, intent.feedback) !== undefined
    case 'reply':
      // Replies are sent one after the other, because the newer one counts.
      return entries.some(
        (entry) =>
          entry.intent.kind === 'reply' &&
          isOpen(entry) &&
          entry.state !== 'refused' &&
          entry.intent.reply.studentId === intent.reply.studentId,
      )
    case 'session':
      return entries.some((entry) => isOpenSession(entry) && entry.state !== 'refused')
    default:
      return false
  }
}
