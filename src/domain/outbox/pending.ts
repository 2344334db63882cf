import { isCharged } from '@/domain/credits/charge'
import { choosePackage } from '@/domain/credits/choose-package'
import type { RegistrationIntent } from '@/domain/credits/intents'
import type { CoachRules } from '@/domain/credits/plan-types'
import type { Student, StudentWithCredits, Uuid } from '@/domain/shared/model'
import { newStudentRow } from '@/domain/students/student-row'
import { hasStudent, inOrder, isOpen, type OutboxIntent, type OutboxEntry } from './outbox'

/** How pending entries look in the lists, beside what the server has. */

type PendingStudent = OutboxEntry & { intent: Extract<OutboxIntent, { kind: 'student' }> }
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
      created_at: queuedAt,
      updated_at: queuedAt,
      packages: [],
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

/** The student is in the session, and it takes a credit. */
function isChargedIn({ cancelledReason, participants }: RegistrationIntent, id: Uuid): boolean {
  return (
    cancelledReason === undefined &&
    participants.some(({ studentId, attendance = 'present' }) => studentId === id && isCharged(attendance))
  )
}

/**
 * A session must not overtake pending ones: the older one takes the older credit. One with a new student who is not
 * delivered yet waits for that student.
 */
export function mustQueue(intent: OutboxIntent, entries: readonly OutboxEntry[]): boolean {
  if (intent.kind !== 'session') return false
  const { session } = intent
  return entries.some(
    (entry) =>
      (isPendingStudent(entry) && isOpen(entry) && hasStudent(session, entry.id)) ||
      (isPendingSession(entry) && entry.state !== 'refused'),
  )
}
