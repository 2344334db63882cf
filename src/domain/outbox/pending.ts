import type { Student, StudentWithCredits, Uuid } from '@/domain/shared/model'
import { hasStudent, inOrder, isOpen, type Intention, type OutboxEntry } from './outbox'
import { choosePackage } from '@/domain/credits/choose-package'
import { newStudentRow } from '@/domain/students/student-row'

/** How what waits in the outbox looks in the lists, beside what the server has. */

type WaitingStudent = OutboxEntry & { intention: Extract<Intention, { kind: 'student' }> }
export type WaitingLesson = OutboxEntry & { intention: Extract<Intention, { kind: 'lesson' }> }

function isStudent(entry: OutboxEntry): entry is WaitingStudent {
  return entry.intention.kind === 'student'
}

function isWaitingLesson(entry: OutboxEntry): entry is WaitingLesson {
  return entry.intention.kind === 'lesson' && isOpen(entry)
}

/**
 * The new students that are not home yet, as the lists and the picker know students: active, without a package.
 *
 * @param there the list as it was read at `readAt`: one who came home since is not in it yet.
 */
export function waitingStudents(
  entries: readonly OutboxEntry[],
  there: readonly Pick<Student, 'id'>[],
  readAt: number,
): StudentWithCredits[] {
  const known = new Set(there.map(({ id }) => id))
  return inOrder(entries)
    .filter(isStudent)
    .filter(({ id, sentAt }) => !known.has(id) && (sentAt === null || Date.parse(sentAt) > readAt))
    .map(({ id, owner, keptAt, intention }) => ({
      ...newStudentRow(intention.student),
      id,
      user_id: owner,
      total_credits: 0,
      credits_version: 0,
      anonymized_at: null,
      created_at: keptAt,
      updated_at: keptAt,
      packages: [],
    }))
}

/** The lessons that are not home yet, newest first, without those that a list shows already. */
export function waitingLessons(
  entries: readonly OutboxEntry[],
  there: readonly { id: Uuid }[] = [],
): WaitingLesson[] {
  const known = new Set(there.map(({ id }) => id))
  return entries
    .filter(isWaitingLesson)
    .filter(({ intention }) => !known.has(intention.lesson.sessionId))
    .toSorted((a, b) => Date.parse(b.intention.lesson.date) - Date.parse(a.intention.lesson.date))
}

/**
 * Students with the credits that will be left once the waiting lessons are sent, as far as this device knows: each takes
 * its package by the rule that registering follows. For showing it; what is sent is planned anew.
 */
export function withWaitingLessons<S extends Pick<StudentWithCredits, 'id' | 'total_credits' | 'packages'>>(
  students: readonly S[],
  entries: readonly OutboxEntry[],
): S[] {
  const lessons = inOrder(entries).filter(isWaitingLesson)
  if (lessons.length === 0) return [...students]
  return students.map((student) => {
    let after = student
    for (const { intention } of lessons) {
      if (!hasStudent(intention.lesson, student.id)) continue
      const taken = choosePackage(after.packages, intention.lesson.lessonDay)
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

/**
 * A lesson that must not overtake those that wait already: the older one takes the older credit. One for a new student
 * who is not home yet waits with that student.
 */
export function mustQueue(intention: Intention, entries: readonly OutboxEntry[]): boolean {
  if (intention.kind !== 'lesson') return false
  const { lesson } = intention
  return entries.some(
    (entry) =>
      (isStudent(entry) && isOpen(entry) && hasStudent(lesson, entry.id)) ||
      (isWaitingLesson(entry) && entry.state !== 'refused'),
  )
}
