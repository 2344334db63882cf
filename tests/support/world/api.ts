import { toLocalDate } from '@/core/dates'
import type { CancelledReason, ChosenAttendance, Uuid } from '@/core/model'
import type { StudentRow } from '@/students/student-row'
import type { Coach } from '../backend'
import { clubRow, packageRow, studentRow, type ClubRow, type PackageRow } from './values'

/** Rows written through the API as their coach. A refusal by the database throws. */

async function add(coach: Coach, table: string, row: object): Promise<Uuid> {
  const id = crypto.randomUUID()
  await coach.client
    .from(table)
    .insert({ id, user_id: coach.id, ...row })
    .throwOnError()
  return id
}

export const addStudent = (coach: Coach, overrides?: Partial<StudentRow>): Promise<Uuid> =>
  add(coach, 'students', studentRow(overrides))

export const addClub = (coach: Coach, overrides?: Partial<ClubRow>): Promise<Uuid> =>
  add(coach, 'clubs', clubRow(overrides))

export const sellPackage = (coach: Coach, student_id: Uuid, overrides?: Partial<PackageRow>): Promise<Uuid> =>
  add(coach, 'packages', { student_id, ...packageRow(overrides) })

/** Changes the coach's profile, as another device does. */
export const setProfile = ({ client, id }: Coach, values: object) =>
  client.from('profiles').update(values).eq('id', id).throwOnError()

export interface Seat {
  student: Uuid
  /** The package that pays; without one the participant is 'sem pacote'. */
  package?: Uuid
  attendance?: ChosenAttendance
  feedback?: { rating: number; notes?: string; private_notes?: string; tags?: string[] }
}

/** Inserts a lesson at an instant with these participants; returns its id. */
export async function giveLesson(
  coach: Coach,
  { date, teacher = 'Ana Ribeiro', notes }: { date: Date; teacher?: string; notes?: string },
  seats: readonly Seat[],
): Promise<Uuid> {
  const { client, id: user_id } = coach
  // The local day of this machine, sent as a device does: without it the database would take São Paulo's day.
  const at = { date: date.toISOString(), day: toLocalDate(date) }
  const session_id = await add(coach, 'sessions', { ...at, teacher, notes })
  const places = seats.map(({ student: student_id, package: package_id = null, attendance = 'present' }) => ({
    user_id,
    session_id,
    student_id,
    package_id,
    attendance,
  }))
  await client.from('session_package_assignments').insert(places).throwOnError()
  const feedbacks = seats.flatMap(({ student: student_id, feedback }) =>
    feedback ? [{ user_id, session_id, student_id, notes: null, tags: [], ...feedback }] : [],
  )
  if (feedbacks.length > 0) await client.from('session_feedbacks').insert(feedbacks).throwOnError()
  return session_id
}

/**
 * A cancelled lesson of these students, written in one call, because a lesson is cancelled for everybody or for nobody.
 */
export async function giveCancelled(
  { client }: Coach,
  { date, reason = 'rain', notes = null }: { date: Date; reason?: CancelledReason; notes?: string | null },
  students: readonly Uuid[],
): Promise<Uuid> {
  const id = crypto.randomUUID()
  const { data } = await client
    .from('students')
    .select('id, credits_version')
    .in('id', [...students])
    .overrideTypes<{ id: Uuid; credits_version: number }[], { merge: false }>()
    .throwOnError()
  await client
    .rpc('apply_session_plan', {
      plan: {
        op_id: crypto.randomUUID(),
        based_on: data.map((student) => ({ student_id: student.id, version: student.credits_version })),
        lessons: [
          {
            op: 'create',
            session: {
              id,
              date: date.toISOString(),
              day: toLocalDate(date),
              teacher: 'Ana Ribeiro',
              notes,
              cancelled_reason: reason,
            },
            remove_students: [],
            participants: students.map((student_id) => ({
              student_id,
              package_id: null,
              manually_assigned: false,
              attendance: 'cancelled' as const,
            })),
          },
        ],
        packages: [],
        extensions: { add: [], take_back: [] },
        alerts: { raise: [], end: [] },
      },
    })
    .throwOnError()
  return id
}
