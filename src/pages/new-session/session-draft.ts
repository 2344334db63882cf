import type { RegistrationIntent } from '@/domain/credits/intents'
import { feedbackEntry } from '@/domain/sessions/participants'
import { newFeedback, type NewSessionForm, type NewSessionValues } from '@/domain/sessions/session.schema'
import { fromDateTimeInput, toDateTimeInput } from '@/domain/shared/dates'
import type { Club, Student, Uuid } from '@/domain/shared/model'

/**
 * The intent to register the typed session.
 *
 * @param id of the draft. Session and operation get it, so that sending twice registers one session.
 * @param clubs undefined if they could not be read. The intent then names no club, and the default one is used.
 * @throws RangeError if the date is invalid, which the form's schema rules out.
 */
export function toIntent(
  id: Uuid,
  values: NewSessionValues,
  teacherName: string,
  clubs: readonly Pick<Club, 'id'>[] | undefined,
): RegistrationIntent {
  const date = fromDateTimeInput(values.dateTime)
  if (date === null) throw new RangeError(`Not a date and time: '${values.dateTime}'`)
  return {
    opId: id,
    sessionId: id,
    date,
    lessonDay: values.dateTime.slice(0, 10),
    teacher: values.teacher || teacherName,
    notes: values.notes || null,
    participants: values.participants.map(({ studentId, feedback }) => ({
      studentId,
      feedback: feedbackEntry(feedback, clubs),
    })),
  }
}

/** The reverse of `toIntent`: the form in which a pending session is edited. */
export function toForm(
  { participants, date, teacher, notes }: RegistrationIntent,
  defaultClubId: Uuid | null,
): NewSessionForm {
  return {
    dateTime: toDateTimeInput(new Date(date)),
    teacher,
    notes: notes ?? '',
    participants: participants.map(({ studentId, feedback }) => {
      const untouched = newFeedback(defaultClubId)
      if (!feedback) return { studentId, feedback: untouched }
      const { rating, tags, clubId } = feedback
      return {
        studentId,
        feedback: {
          rating,
          notes: feedback.notes ?? '',
          tags: [...tags],
          clubId: clubId === undefined ? untouched.clubId : (clubId ?? ''),
        },
      }
    }),
    removed: [],
  }
}

/** The participants' names by id, stored with a pending session: offline they could not be looked up. */
export function namesOf(
  { participants }: RegistrationIntent,
  students: readonly Pick<Student, 'id' | 'name'>[],
): Record<Uuid, string> {
  const present = students.filter(({ id }) => participants.some(({ studentId }) => studentId === id))
  return Object.fromEntries(present.map(({ id, name }) => [id, name]))
}
