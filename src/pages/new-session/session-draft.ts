import type { Club, Student, Uuid } from '@/domain/shared/model'
import { fromDateTimeInput, toDateTimeInput } from '@/domain/shared/dates'
import {
  newFeedback,
  type NewSessionForm,
  type NewSessionValues,
  type SessionFeedbackForm,
} from '@/domain/sessions/session.schema'
import type { RegistrationIntent } from '@/domain/credits/intents'

/**
 * The choice of students together with their feedback: the feedback of `studentIds[i]` is `feedbacks[i]`. What was
 * written about somebody who is no longer chosen stays behind those, and comes back with a new choice.
 */
export function withStudents(
  form: Pick<NewSessionForm, 'feedbacks'>,
  studentIds: readonly Uuid[],
  defaultClubId: Uuid | null,
): Pick<NewSessionForm, 'studentIds' | 'feedbacks'> {
  const written = new Map(form.feedbacks.map((feedback) => [feedback.studentId, feedback]))
  const chosen = studentIds.map((id) => written.get(id) ?? newFeedback(id, defaultClubId))
  const others = form.feedbacks.filter(({ studentId }) => !studentIds.includes(studentId))
  return { studentIds: [...studentIds], feedbacks: [...chosen, ...others.filter(isWritten)] }
}

function isWritten({ studentId, clubId, ...feedback }: SessionFeedbackForm): boolean {
  const untouched = newFeedback(studentId, clubId)
  return feedback.notes.trim() !== '' || feedback.tags.length > 0 || feedback.rating !== untouched.rating
}

/** The feedback of those who are in the lesson. */
export function chosenFeedbacks<Feedback>({
  studentIds,
  feedbacks,
}: {
  studentIds: readonly Uuid[]
  feedbacks: readonly Feedback[]
}): Feedback[] {
  return feedbacks.slice(0, studentIds.length)
}

/**
 * What registering the typed lesson means.
 *
 * @param id of the draft: it names the lesson and the operation, so that sending it twice registers one lesson.
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
    studentIds: values.studentIds,
    feedbacks: chosenFeedbacks(values).map(({ studentId, rating, notes, tags, clubId }) => ({
      studentId,
      rating,
      notes: notes || null,
      tags,
      // A club that a draft remembers and that is gone by now is no club.
      ...(clubs && { clubId: clubs.some((club) => club.id === clubId) ? clubId : null }),
    })),
  }
}

/** The form as it would have to be filled in to mean this lesson: for changing one that waits to be sent. */
export function toForm(lesson: RegistrationIntent, defaultClubId: Uuid | null): NewSessionForm {
  const { studentIds, feedbacks, date, teacher, notes } = lesson
  const written = new Map(feedbacks.map((feedback) => [feedback.studentId, feedback]))
  return {
    studentIds: [...studentIds],
    dateTime: toDateTimeInput(new Date(date)),
    teacher,
    notes: notes ?? '',
    feedbacks: studentIds.map((studentId) => {
      const untouched = newFeedback(studentId, defaultClubId)
      const feedback = written.get(studentId)
      if (feedback === undefined) return untouched
      const { rating, tags, clubId } = feedback
      return {
        studentId,
        rating,
        notes: feedback.notes ?? '',
        tags: [...tags],
        clubId: clubId === undefined ? untouched.clubId : (clubId ?? ''),
      }
    }),
  }
}

/** For showing a lesson that waits: without network nobody could be asked who these are. */
export function namesOf(
  studentIds: readonly Uuid[],
  students: readonly Pick<Student, 'id' | 'name'>[],
): Record<Uuid, string> {
  const present = students.filter(({ id }) => studentIds.includes(id))
  return Object.fromEntries(present.map(({ id, name }) => [id, name]))
}
