import { fromDateTimeInput, toDateTimeInput } from '@/core/dates'
import type { Club, LocalDate, Student, Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import type { FeedbackEntry, RegistrationIntent } from '@/credits/intents'
import { chosenExtension, feedbackEntry, newParticipant } from '../participants'
import { attendanceOf, wantsFeedback } from '../session-edit'
import {
  emptySession,
  NO_EXTENSION,
  newFeedback,
  type NewSessionForm,
  type NewSessionValues,
  type ParticipantForm,
} from '../session.schema'

/** When the lesson is that is being typed: a planned one, or one that waits in the outbox. */
type Origin = Pick<RegistrationIntent, 'date' | 'lessonDay' | 'slot'>

/** What a new session opens filled in with: a planned lesson, or students of an earlier one. */
export interface Start {
  /** Names its draft. */
  name: string
  students: readonly Uuid[]
  /** Of the feedback; absent or null: the default one. */
  clubId?: Uuid | null
  /** The planned lesson that registering answers; absent: a new one, now. */
  origin?: Origin
  /** Said above the form. */
  notice: string
}

/** The form of a start: those of its students who are active, in the order of `students`. */
export function startedForm(
  start: Start,
  students: readonly Pick<Student, 'id'>[],
  defaultClubId: Uuid | null,
): NewSessionForm {
  return {
    ...emptySession(start.origin === undefined ? new Date() : new Date(start.origin.date)),
    participants: students
      .filter(({ id }) => start.students.includes(id))
      .map(({ id }) => newParticipant(id, newFeedback(defaultClubId))),
  }
}

/** The lesson keeps its date until the coach types another one; then its day is that of the device. */
const keepsDate = (dateTime: string, origin: Origin | undefined): origin is Origin =>
  origin !== undefined && dateTime === toDateTimeInput(new Date(origin.date))

/** The day of a planned lesson is that of the agenda's time zone; null: the day is the typed one. */
export const keptDay = (dateTime: string, origin: Origin | undefined): LocalDate | null =>
  keepsDate(dateTime, origin) ? origin.lessonDay : null

/**
 * The intent to register the typed session.
 *
 * @param id of the draft. Session and operation get it, so that sending twice registers one session.
 * @param clubs undefined if they could not be read. The intent then names no club, and the default one is used.
 * @param offer the extension that the form offers.
 * @param origin the planned or pending lesson that the form opened with.
 * @param beside lessons of which the coach said that they are others.
 * @throws RangeError if the date is invalid, which the form's schema rules out.
 */
export function toIntent(
  id: Uuid,
  values: NewSessionValues,
  teacherName: string,
  clubs: readonly Pick<Club, 'id'>[] | undefined,
  offer: ExtensionOffer | undefined,
  origin: Origin | undefined,
  beside: readonly Uuid[] = [],
): RegistrationIntent {
  const date = keepsDate(values.dateTime, origin) ? origin.date : fromDateTimeInput(values.dateTime)
  if (date === null) throw new RangeError(`Not a date and time: '${values.dateTime}'`)
  const extension = chosenExtension(values.extension, offer)
  const isHeld = values.cancelledReason === ''
  return {
    opId: id,
    sessionId: id,
    date,
    lessonDay: keptDay(values.dateTime, origin) ?? values.dateTime.slice(0, 10),
    teacher: values.teacher || teacherName,
    notes: values.notes || null,
    ...(values.cancelledReason !== '' && { cancelledReason: values.cancelledReason }),
    ...(extension && { extension }),
    ...(origin?.slot && { slot: origin.slot }),
    ...(beside.length > 0 && { beside }),
    participants: values.participants.map((participant) => {
      const attendance = attendanceOf(participant, null)
      return {
        studentId: participant.studentId,
        ...(isHeld && attendance !== 'present' && { attendance }),
        feedback:
          isHeld && wantsFeedback(participant, null) ? feedbackEntry(participant.feedback, clubs) : null,
      }
    }),
  }
}

/** The reverse of `toIntent`: the form in which a pending session is edited. */
export function toForm(intent: RegistrationIntent, defaultClubId: Uuid | null): NewSessionForm {
  const { participants, date, teacher, notes, cancelledReason = '', extension } = intent
  // Who was asked about more time and did not want it is not asked again.
  const wasOffered = cancelledReason !== '' || participants.some(({ attendance }) => attendance === 'excused')
  return {
    dateTime: toDateTimeInput(new Date(date)),
    teacher,
    notes: notes ?? '',
    cancelledReason,
    extension: extension
      ? { wanted: true, days: String(extension.days) }
      : { ...NO_EXTENSION, wanted: wasOffered ? false : null },
    participants: participants.map(({ studentId, attendance = null, feedback }) => ({
      ...newParticipant(studentId, typedFeedback(feedback, defaultClubId)),
      attendance,
      // Of who was not present nothing was chosen.
      withFeedback: feedback === null && attendance === null && cancelledReason === '' ? false : null,
    })),
    removed: [],
  }
}

function typedFeedback(
  feedback: FeedbackEntry | null | undefined,
  defaultClubId: Uuid | null,
): ParticipantForm['feedback'] {
  const untouched = newFeedback(defaultClubId)
  if (!feedback) return untouched
  const { rating, notes, privateNotes, tags, clubId } = feedback
  return {
    rating,
    notes: notes ?? '',
    privateNotes: privateNotes ?? '',
    tags: [...tags],
    clubId: clubId === undefined ? untouched.clubId : (clubId ?? ''),
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
