import { randomUUID } from 'node:crypto'
import { toLocalDate } from '@/core/dates'
import type { Instant, LocalDate, Uuid } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'

/** A lesson that both apps can register. */
export interface Lesson {
  id: Uuid
  date: Instant
  day: LocalDate
  teacher: string
  notes: string
  students: { studentId: Uuid; rating: number; notes: string; tags: string[] }[]
}

/** A lesson now, with feedback for everybody. */
export function lessonOf(studentIds: readonly Uuid[]): Lesson {
  const now = new Date()
  return {
    id: randomUUID(),
    date: now.toISOString(),
    day: toLocalDate(now),
    teacher: 'Ana Ribeiro',
    notes: 'Saque e voleio',
    students: studentIds.map((studentId, n) => ({
      studentId,
      rating: 1 + (n % 5),
      notes: 'Mais perna no saque',
      tags: ['Saque', 'Voleio'],
    })),
  }
}

/** The lesson as an intent for our service. */
export const intentOf = (lesson: Lesson): RegistrationIntent => ({
  opId: randomUUID(),
  sessionId: lesson.id,
  date: lesson.date,
  lessonDay: lesson.day,
  teacher: lesson.teacher,
  notes: lesson.notes,
  participants: lesson.students.map(({ studentId, rating, notes, tags }) => ({
    studentId,
    feedback: { rating, notes, tags },
  })),
})
