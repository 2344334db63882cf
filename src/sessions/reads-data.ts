import {
  participantIn,
  type Session,
  type SessionDetails,
  type SessionFeedback,
  type Uuid,
} from '@/core/model'
import type { Result } from '@/core/result'
import { mapped, read, readOne } from '@/data/calls'
import type { SessionRow } from '@/data/functions'
import { SESSION_MESSAGES } from './texts'

/** Reads lessons with their participants, page by page or one by id. */

/** One page of a list. `total` counts all rows that pass the filters. */
export type Page<T> = { items: T[]; total: number }

/** `page` counts from 1. A page past the end has no items and the true total. */
export type PageRequest = { page: number; pageSize: number }

export interface StudentFeedback extends SessionFeedback {
  session: Pick<Session, 'id' | 'date' | 'day' | 'teacher' | 'notes' | 'version'>
}

const failed = SESSION_MESSAGES.service.list

const DETAILS = `*, session_package_assignments(
  session_id, student_id, attendance, package_id, assigned_at, manually_assigned,
  told_at, told_for, told_by, told_outcome, agreement_version,
  student:students(name),
  package:packages(id, name, total_classes, remaining_classes, purchase_date, expiry_date),
  feedback:session_feedbacks(session_id, student_id, rating, notes, private_notes, tags, club_id, created_at)
)`

const toDetails = ({ session_package_assignments: rows, ...session }: SessionRow): SessionDetails => ({
  ...session,
  participants: rows
    .map(({ student, ...participant }) => ({ ...participant, student_name: student?.name ?? null }))
    .toSorted((a, b) => (a.student_name ?? '').localeCompare(b.student_name ?? '', 'pt-BR')),
})

/** A page of lessons, the participants of each sorted by name. */
export const toPage = ({ items, total }: Page<SessionRow>): Page<SessionDetails> => ({
  items: items.map(toDetails),
  total,
})

/** One page of a student's lessons, newest first; `withFeedback`: only lessons with feedback about the student. */
export const readStudentPage = (studentId: Uuid, { page, pageSize }: PageRequest, withFeedback: boolean) =>
  mapped(
    read(failed, (client) =>
      client.rpc('get_student_sessions_page', {
        student_uuid: studentId,
        page,
        page_size: pageSize,
        with_feedback: withFeedback,
      }),
    ),
    toPage,
  )

/** One lesson; null if no lesson has this id, also a malformed one. `only`: another login is 'unauthenticated'. */
export const readDetails = (id: Uuid, only?: Uuid): Promise<Result<SessionDetails | null>> =>
  mapped(
    readOne(
      failed,
      (client, owner) =>
        client.from('sessions').select(DETAILS).eq('user_id', owner).eq('id', id).maybeSingle(),
      only,
    ),
    (row) => row && toDetails(row),
  )

/** The student's feedback in this lesson. Throws if the lesson has none. */
export function toStudentFeedback(lesson: SessionDetails, studentId: Uuid): StudentFeedback {
  const feedback = participantIn(lesson, studentId)?.feedback
  // The database selects only lessons with feedback about the student.
  if (!feedback) throw new Error(`Lesson ${lesson.id} came without the feedback it was chosen by`)
  const { id, date, day, teacher, notes, version } = lesson
  return { ...feedback, session: { id, date, day, teacher, notes, version } }
}
