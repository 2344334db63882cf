import { occurrenceKey, type AgendaLesson, type Occurrence } from '@/agenda/rules'
import type { Student, StudentWithCredits, Uuid } from '@/core/model'
import { isCharged, choosePackage } from '@/credits/charge'
import type { FeedbackEditIntent, RegistrationIntent } from '@/credits/intents'
import type { CoachRules } from '@/credits/plan-types'
import { newStudentRow } from '@/students/student-row'
import { blockers, hasStudent, inOrder, isOpen, type OutboxIntent, type OutboxEntry } from './rules'

/** How pending entries look in the lists, beside what the server has. */

type PendingStudent = OutboxEntry & { intent: Extract<OutboxIntent, { kind: 'student' }> }
type PendingFeedback = OutboxEntry & { intent: Extract<OutboxIntent, { kind: 'feedback' }> }
export type PendingSession = OutboxEntry & { intent: Extract<OutboxIntent, { kind: 'session' }> }

function isPendingStudent(entry: OutboxEntry): entry is PendingStudent {
  return entry.intent.kind === 'student'
}

function isPendingSession(entry: OutboxEntry): entry is PendingSession {
  return entry.intent.kind === 'session' && isOpen(entry)
}

/**
 * The new students that are not delivered yet, as the lists and the picker know students: active, without a package.
 *
 * @param there the list as it was read at `readAt`: one who was delivered since is not in it yet.
 */
export function pendingStudents(
  entries: readonly OutboxEntry[],
  there: readonly Pick<Student, 'id'>[],
  readAt: number,
): StudentWithCredits[] {
  const known = new Set(there.map(({ id }) => id))
  return inOrder(entries)
    .filter(isPendingStudent)
    .filter(({ id, sentAt }) => !known.has(id) && (sentAt === null || Date.parse(sentAt) > readAt))
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

/** The sessions that are not delivered yet, newest first, without those that a list shows already. */
export function pendingSessions(
  entries: readonly OutboxEntry[],
  there: readonly { id: Uuid }[] = [],
): PendingSession[] {
  const known = new Set(there.map(({ id }) => id))
  return entries
    .filter(isPendingSession)
    .filter(({ intent }) => !known.has(intent.session.sessionId))
    .toSorted((a, b) => Date.parse(b.intent.session.date) - Date.parse(a.intent.session.date))
}

/**
 * Students with the credits that will be left once the pending sessions are sent, as far as this device knows: each takes
 * its package by the rule that registering follows. For showing it; what is sent is planned anew.
 */
export function withPendingSessions<S extends Pick<StudentWithCredits, 'id' | 'total_credits' | 'packages'>>(
  students: readonly S[],
  entries: readonly OutboxEntry[],
  order: CoachRules['package_order'],
): S[] {
  const lessons = inOrder(entries).filter(isPendingSession)
  if (lessons.length === 0) return [...students]
  return students.map((student) => {
    let after = student
    for (const { intent } of lessons) {
      if (!isChargedIn(intent.session, student.id)) continue
      const taken = choosePackage(after.packages, intent.session.lessonDay, order)
      if (taken === null) continue
      after = {
        ...after,
        total_credits: after.total_credits - 1,
        packages: after.packages.map((pkg) =>
          pkg.id === taken.id ? { ...pkg, remaining_classes: pkg.remaining_classes - 1 } : pkg,
        ),
      }
    }
    return after
  })
}

/** The pending feedback of a student in a lesson, unless it was refused. */
export function pendingFeedback(
  entries: readonly OutboxEntry[],
  { sessionId, studentId }: Pick<FeedbackEditIntent, 'sessionId' | 'studentId'>,
): PendingFeedback | undefined {
  return entries.find(
    (entry): entry is PendingFeedback =>
      entry.intent.kind === 'feedback' &&
      (entry.state === 'pending' || entry.state === 'sending') &&
      entry.intent.feedback.sessionId === sessionId &&
      entry.intent.feedback.studentId === studentId,
  )
}

/** What this device has sent last of a student's feedback in a lesson. */
export function sentFeedback(
  entries: readonly OutboxEntry[],
  { sessionId, studentId }: Pick<FeedbackEditIntent, 'sessionId' | 'studentId'>,
): PendingFeedback | undefined {
  return entries
    .filter(
      (entry): entry is PendingFeedback =>
        entry.intent.kind === 'feedback' &&
        entry.state === 'sent' &&
        entry.intent.feedback.sessionId === sessionId &&
        entry.intent.feedback.studentId === studentId,
    )
    .toSorted((a, b) => (a.sentAt ?? '').localeCompare(b.sentAt ?? ''))
    .at(-1)
}

/**
 * The occurrences of the agenda with the answers of this device that it does not show yet, so that none is asked about
 * twice.
 *
 * @param readAt when the agenda was read: what was delivered since is not in it.
 */
export function withPendingAnswers(
  occurrences: readonly Occurrence[],
  entries: readonly OutboxEntry[],
  readAt: number,
): Occurrence[] {
  const answers = new Map<string, Partial<Occurrence>>()
  for (const { intent, sentAt, outcome } of inOrder(entries)) {
    if (outcome?.answered || (sentAt !== null && Date.parse(sentAt) <= readAt)) continue
    const pending = sentAt === null && { pending: true as const }
    if (intent.kind === 'session' && intent.session.slot) {
      const { slot, sessionId, cancelledReason = null } = intent.session
      const key = occurrenceKey({ slot_id: slot.slotId, slot_date: slot.slotDate })
      answers.set(key, { session_id: sessionId, cancelled_reason: cancelledReason, ...pending })
    } else if (intent.kind === 'skip') {
      const { occurrences: skipped, reason } = intent.skip
      for (const { slotId, slotDate } of skipped) {
        const key = occurrenceKey({ slot_id: slotId, slot_date: slotDate })
        answers.set(key, { reason, ...pending })
      }
    } else if (intent.kind === 'link') {
      const { slot, sessionId } = intent.link
      const key = occurrenceKey({ slot_id: slot.slotId, slot_date: slot.slotDate })
      answers.set(key, { session_id: sessionId, cancelled_reason: null, ...pending })
    }
  }
  if (answers.size === 0) return [...occurrences]
  return occurrences.map((occurrence) =>
    // What another device answered meanwhile counts.
    occurrence.session_id === null
      ? { ...occurrence, ...answers.get(occurrenceKey(occurrence)) }
      : occurrence,
  )
}

/**
 * The lessons without a slot with those of this device that the agenda does not show yet, and without those that are
 * linked to an occurrence.
 *
 * @param readAt when the agenda was read.
 * @param zone the agenda's.
 */
export function withPendingLessons(
  lessons: readonly AgendaLesson[],
  entries: readonly OutboxEntry[],
  readAt: number,
  zone: string,
): AgendaLesson[] {
  const isNew = ({ sentAt }: OutboxEntry) => sentAt === null || Date.parse(sentAt) > readAt
  const linked = new Set(
    entries.flatMap(({ intent, outcome }) =>
      intent.kind === 'link' && !outcome?.answered ? [intent.link.sessionId] : [],
    ),
  )
  const own = entries.flatMap((entry): AgendaLesson[] => {
    const { intent, names, state } = entry
    if (intent.kind !== 'session' || intent.session.slot || state === 'refused' || !isNew(entry)) return []
    const { sessionId, date, lessonDay, cancelledReason = null, participants } = intent.session
    return [
      {
        id: sessionId,
        starts_at: { instant: date, zone },
        day: lessonDay,
        cancelled_reason: cancelledReason,
        students: participants.map(({ studentId }) => ({ id: studentId, name: names[studentId] ?? '' })),
      },
    ]
  })
  const known = new Set(lessons.map(({ id }) => id))
  return [...lessons, ...own.filter(({ id }) => !known.has(id))].filter(({ id }) => !linked.has(id))
}

/** The student is in the session, and it takes a credit. */
function isChargedIn({ cancelledReason, participants }: RegistrationIntent, id: Uuid): boolean {
  return (
    cancelledReason === undefined &&
    participants.some(({ studentId, attendance = 'present' }) => studentId === id && isCharged(attendance))
  )
}

/**
 * A session must not overtake pending ones: the older one takes the older credit. One with a new student who is not
 * delivered yet waits for that student. A feedback overtakes neither its lesson nor an older one of the same student; a link
 * waits for its lesson.
 */
export function mustQueue(intent: OutboxIntent, entries: readonly OutboxEntry[]): boolean {
  if (intent.kind === 'feedback') {
    return blockers({ intent }, entries).length > 0 || pendingFeedback(entries, intent.feedback) !== undefined
  }
  if (intent.kind === 'link') return blockers({ intent }, entries).length > 0
  if (intent.kind !== 'session') return false
  const { session } = intent
  return entries.some(
    (entry) =>
      (isPendingStudent(entry) && isOpen(entry) && hasStudent(session, entry.id)) ||
      (isPendingSession(entry) && entry.state !== 'refused'),
  )
}
