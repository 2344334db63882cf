import type { LocalDate } from '@/core/model'
import { firstName, shortName } from '@/core/names'
import type { PublicSession, PublicStudentData } from './data'

/** The coach's newest feedback notes; null if there are none. `sessions` must be newest first. */
export function lastNote(
  sessions: readonly PublicSession[],
): { notes: string; teacher: string; day: LocalDate; tags: readonly string[] } | null {
  for (const { feedback, teacher, day } of sessions) {
    const notes = feedback?.notes?.trim()
    if (feedback && notes) return { notes, teacher: firstName(teacher), day, tags: feedback.tags }
  }
  return null
}

export const quoted = (notes: string): string => `“${notes}”`

/** The header's line about the coach. */
export const coachLine = (teacher: PublicStudentData['teacher']): string => `Aluno de ${teacher.name}`

/** What the visitor can read before the page's script runs, by its place in the skeleton (`data-told`). */
export type FirstWords = Record<'coach' | 'name' | 'note', string | null>

export function firstWords({ student, teacher, sessions }: PublicStudentData): FirstWords {
  const note = lastNote(sessions)
  return { coach: coachLine(teacher), name: shortName(student.name), note: note && quoted(note.notes) }
}
