import { packageName } from '@/domain/packages/packages'
import { addDays, toLocalDate } from '@/domain/shared/dates'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import type { Coach } from './backend'

/** Packages and sessions written through the API as their coach. Throws on a refusal by the database. */

export interface PackageOverrides {
  name?: string
  total?: number
  bought?: LocalDate
  expiry?: LocalDate
}

/** Sells a package; by default 4 classes, bought 10 days ago and valid for 20 more. */
export async function sellPackage(
  coach: Coach,
  studentId: Uuid,
  {
    total = 4,
    name = packageName(total),
    bought = daysFromToday(-10),
    expiry = daysFromToday(20),
  }: PackageOverrides = {},
): Promise<Uuid> {
  const id = crypto.randomUUID()
  const { error } = await coach.client.from('packages').insert({
    id,
    user_id: coach.id,
    student_id: studentId,
    name,
    total_classes: total,
    price: 100,
    purchase_date: bought,
    payment_date: bought,
    expiry_date: expiry,
  })
  if (error) throw error
  return id
}

export interface Seat {
  student: Uuid
  /** The package whose credit is used; unassigned ('sem pacote') without one. */
  package?: Uuid
  feedback?: { rating: number; notes?: string; tags?: string[] }
}

/** A session at an instant with these participants. */
export async function giveLesson(
  coach: Coach,
  lesson: { date: Date; teacher?: string; notes?: string },
  seats: readonly Seat[],
): Promise<Uuid> {
  const id = crypto.randomUUID()
  const { client, id: user_id } = coach
  const { error } = await client.from('sessions').insert({
    id,
    user_id,
    date: lesson.date.toISOString(),
    teacher: lesson.teacher ?? 'Ana Ribeiro',
    notes: lesson.notes ?? null,
  })
  if (error) throw error
  const seated = await client.from('session_package_assignments').insert(
    seats.map((seat) => ({
      user_id,
      session_id: id,
      student_id: seat.student,
      package_id: seat.package ?? null,
    })),
  )
  if (seated.error) throw seated.error
  const feedbacks = seats.flatMap(({ student, feedback }) =>
    feedback
      ? [
          {
            user_id,
            session_id: id,
            student_id: student,
            rating: feedback.rating,
            notes: feedback.notes ?? null,
            tags: feedback.tags ?? [],
          },
        ]
      : [],
  )
  if (feedbacks.length === 0) return id
  const noted = await client.from('session_feedbacks').insert(feedbacks)
  if (noted.error) throw noted.error
  return id
}

/** The local day `days` from today. */
export function daysFromToday(days: number): LocalDate {
  return addDays(toLocalDate(new Date()), days)
}

/** Local noon of that day, or if that is in the future the start of the current minute. */
export function noonOf(days: number): Date {
  const noon = new Date(`${daysFromToday(days)}T12:00:00`)
  return noon.getTime() <= Date.now() ? noon : new Date(Math.floor(Date.now() / 60_000) * 60_000)
}
