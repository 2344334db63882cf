import {
  participantIn,
  type Session,
  type SessionDetails,
  type SessionFeedback,
  type Uuid,
} from '@/core/model'
import type { Result } from '@/core/result'
import { read } from '@/data/calls'
import { success, toFailure } from '@/data/errors'
import type { AttendanceRow, SessionRow } from '@/data/functions'
import type { Client } from '@/data/supabase'
import { SESSION_MESSAGES } from './texts'

/** How sessions are read: with all participants, one page at a time. */

/** One page of a list. `total` counts all rows that pass the filters. */
export interface Page<T> {
  items: T[]
  total: number
}

/** `page` counts from 1. A page past the end has no items and the true total. */
export interface PageRequest {
  page: number
  pageSize: number
}

/** One student's feedback with its session. */
export interface StudentFeedback extends SessionFeedback {
  session: Pick<Session, 'id' | 'date' | 'teacher' | 'notes' | 'version'>
}

const texts = SESSION_MESSAGES.service

const ASSIGNMENTS = `session_package_assignments(
  session_id, student_id, attendance, package_id, assigned_at, manually_assigned,
  student:students(name),
  package:packages(id, name, total_classes, remaining_classes, purchase_date, expiry_date),
  feedback:session_feedbacks(session_id, student_id, rating, notes, private_notes, tags, club_id, created_at)
)`
const DETAILS = `*, ${ASSIGNMENTS}`

function toDetails(row: SessionRow): SessionDetails {
  const { session_package_assignments: rows, ...session } = row
  const sorted = rows.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'pt-BR'))
  return {
    ...session,
    participants: sorted.map(({ student, ...participant }) => ({
      ...participant,
      student_name: student?.name ?? null,
    })),
  }
}

const nameOf = (row: AttendanceRow): string => row.student?.name ?? ''

/** A page with the participants of each session by name. */
export const toPage = ({ items, total }: Page<SessionRow>): Page<SessionDetails> => ({
  items: items.map(toDetails),
  total,
})

/** One page of a student's sessions, newest first; `withFeedback`: only those with feedback for the student. */
export const readStudentPage = (
  studentId: Uuid,
  { page, pageSize }: PageRequest,
  withFeedback: boolean,
): Promise<Result<Page<SessionRow>>> =>
  read(texts.list, (client) =>
    client.rpc('get_student_sessions_page', {
      student_uuid: studentId,
      page,
      page_size: pageSize,
      with_feedback: withFeedback,
    }),
  )

/** One session; null if there is none, also for an invalid id. */
export async function readDetails(
  client: Client,
  owner: Uuid,
  id: Uuid,
): Promise<Result<SessionDetails | null>> {
  const response = await client
    .from('sessions')
    .select(DETAILS)
    .eq('user_id', owner)
    .eq('id', id)
    .maybeSingle()
    .overrideTypes<SessionRow, { merge: false }>()
  if (response.error?.code === '22P02') return success(null)
  if (response.error) return toFailure(response, texts.list)
  return success(response.data ? toDetails(response.data) : null)
}

/** A student's feedback in a session that has one. */
export function toStudentFeedback(session: SessionDetails, studentId: Uuid): StudentFeedback {
  const feedback = participantIn(session, studentId)?.feedback
  // The database selects only sessions that have one.
  if (!feedback) throw new Error(`Lesson ${session.id} came without the feedback it was chosen by`)
  const { id, date, teacher, notes, version } = session
  return { ...feedback, session: { id, date, teacher, notes, version } }
}
