import type { Club, Student, Uuid } from '@/domain/shared/model'
import { fromDateTimeInput, toDateTimeInput } from '@/domain/shared/dates'
import { feedbackEntry } from '@/domain/sessions/participants'
import { newFeedback, type NewSessionForm, type NewSessionValues } from '@/domain/sessions/session.schema'
import type { RegistrationIntent } from '@/domain/credits/intents'

/**
 * What registering the typed session means.
 *
 * @param id of the draft: it names the session and the operation, so that sending it twice registers one session.
 * @param clubs undefined when they could not be read: then the default club is taken, whichever it is.
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

/** The form as it would have to be filled in to mean this session: for changing a pending one. */
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
      if (feedback === undefined) return { studentId, feedback: untouched }
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

/** For showing a pending session: without network nobody could be asked who these are. */
export function namesOf(
  { participants }: RegistrationIntent,
  students: readonly Pick<Student, 'id' | 'name'>[],
): Record<Uuid, string> {
  const present = students.filter(({ id }) => participants.some(({ studentId }) => studentId === id))
  return Object.fromEntries(present.map(({ id, name }) => [id, name]))
}
