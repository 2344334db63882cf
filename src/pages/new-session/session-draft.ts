import type { ExtensionOffer } from '@/domain/credits/extensions'
import type { RegistrationIntent } from '@/domain/credits/intents'
import { chosenExtension, feedbackEntry, newParticipant } from '@/domain/sessions/participants'
import { attendanceOf, wantsFeedback } from '@/domain/sessions/session-edit'
import { newFeedback, type NewSessionForm, type NewSessionValues } from '@/domain/sessions/session.schema'
import { fromDateTimeInput, toDateTimeInput } from '@/domain/shared/dates'
import type { Club, Student, Uuid } from '@/domain/shared/model'

/**
 * The intent to register the typed session.
 *
 * @param id of the draft. Session and operation get it, so that sending twice registers one session.
 * @param clubs undefined if they could not be read. The intent then names no club, and the default one is used.
 * @param offer the extension that the form offers.
 * @throws RangeError if the date is invalid, which the form's schema rules out.
 */
export function toIntent(
  id: Uuid,
  values: NewSessionValues,
  teacherName: string,
  clubs: readonly Pick<Club, 'id'>[] | undefined,
  offer: ExtensionOffer | undefined,
): RegistrationIntent {
  const date = fromDateTimeInput(values.dateTime)
  if (date === null) throw new RangeError(`Not a date and time: '${values.dateTime}'`)
  const { cancelledReason } = values
  const extension = chosenExtension(values.extension, offer)
  return {
    opId: id,
    sessionId: id,
    date,
    lessonDay: values.dateTime.slice(0, 10),
    teacher: values.teacher || teacherName,
    notes: values.notes || null,
    ...(cancelledReason !== '' && { cancelledReason }),
    ...(extension && { extension }),
    participants: values.participants.map((participant) => {
      const { studentId, feedback } = participant
      if (cancelledReason !== '') return { studentId }
      const attendance = attendanceOf(participant, null)
      if (attendance !== 'present') return { studentId, attendance }
      return { studentId, feedback: wantsFeedback(participant, null) ? feedbackEntry(feedback, clubs) : null }
    }),
  }
}

/** The reverse of `toIntent`: the form in which a pending session is edited. */
export function toForm(
  { participants, date, teacher, notes, cancelledReason, extension }: RegistrationIntent,
  defaultClubId: Uuid | null,
): NewSessionForm {
  // Where nothing could be extended, nothing was declined.
  const wasAsked =
    cancelledReason !== undefined || participants.some(({ attendance }) => attendance === 'excused')
  return {
    dateTime: toDateTimeInput(new Date(date)),
    teacher,
    notes: notes ?? '',
    cancelledReason: cancelledReason ?? '',
    extension: extension
      ? { wanted: true, days: String(extension.days) }
      : { wanted: wasAsked ? false : null, days: '' },
    participants: participants.map(({ studentId, attendance = null, feedback }) => {
      const untouched = newFeedback(defaultClubId)
      const participant = { ...newParticipant(studentId, untouched), attendance }
      if (!feedback) return { ...participant, withFeedback: feedback === null ? false : null }
      const { rating, tags, clubId } = feedback
      return {
        ...participant,
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
