import { answeredSlot } from '@/agenda/answers'
import type { Occurrence } from '@/agenda/rules'
import { notComing } from '@/agreement/coach-replies'
import { attendanceByOutcome } from '@/agreement/outcomes'
import { fromDateTimeInput, isLocalDate, toDateTimeInput } from '@/core/dates'
import type { ChosenAttendance, Club, LocalDate, Student, Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import type { RegistrationIntent } from '@/credits/intents'
import { attendanceOf, chosenExtension, feedbackEntry, newParticipant, wantsFeedback } from '../lesson-form'
import {
  emptySession,
  feedbackForm,
  NO_EXTENSION,
  newFeedback,
  type LessonForm,
  type LessonValues,
} from '../session.schema'

/** When the lesson is that is being typed: a planned one, or one that waits in the outbox. */
export type Origin = Pick<RegistrationIntent, 'date' | 'lessonDay' | 'slot' | 'knownReplies' | 'knownGuests'>

/** Of a planned lesson, with what its coach sees of who comes. */
export const originOf = (occurrence: Occurrence): Origin => ({
  date: occurrence.starts_at.instant,
  lessonDay: occurrence.day,
  slot: answeredSlot(occurrence),
  ...seenOf(occurrence),
})

/** What its coach sees of who comes, which is no news when it is registered. */
const seenOf = (occurrence: Pick<Occurrence, 'students'>) => ({
  // Of a note that waits nobody knows yet what it makes of the attendance.
  knownReplies: notComing(occurrence).flatMap(({ id, outcome }) => (outcome === undefined ? [] : id)),
  knownGuests: occurrence.students.filter(({ guest }) => guest).map(({ id }) => id),
})

/** Whom the agreement makes absent, because they told so. */
export const toldAttendance = (
  occurrence: Pick<Occurrence, 'students'>,
  excused: readonly Uuid[] = [],
): Map<Uuid, ChosenAttendance> =>
  new Map(
    notComing(occurrence).map(({ id, outcome = null }) => [
      id,
      attendanceByOutcome(outcome, excused.includes(id)),
    ]),
  )

/**
 * 'Aconteceu' that waits, as its form shows it: from now on the coach's choice stands, and not what is told.
 *
 * @param occurrence undefined: this device does not know it.
 */
export function asSeen(
  { takesReplies, excused, ...lesson }: RegistrationIntent,
  occurrence: Pick<Occurrence, 'students'> | undefined,
): RegistrationIntent {
  if (!takesReplies || occurrence === undefined) return lesson
  const told = toldAttendance(occurrence, excused)
  return {
    ...lesson,
    ...seenOf(occurrence),
    participants: lesson.participants.map((each) => {
      const attendance = each.attendance ?? told.get(each.studentId)
      return attendance ? { ...each, attendance } : each
    }),
  }
}

/** What a new lesson opens filled in with: a planned lesson, or students of an earlier one. */
export interface Start {
  /** Names its draft. */
  name: string
  students: readonly Uuid[]
  /** `toldAttendance` */
  told?: ReadonlyMap<Uuid, ChosenAttendance>
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
): LessonForm {
  return {
    ...emptySession(start.origin === undefined ? new Date() : new Date(start.origin.date)),
    participants: students
      .filter(({ id }) => start.students.includes(id))
      .map(({ id }) => ({
        ...newParticipant(id, newFeedback(defaultClubId)),
        attendance: start.told?.get(id) ?? null,
      })),
  }
}

/** The lesson keeps its date until the coach types another one; then its day is that of the device. */
const keepsDate = (dateTime: string, origin: Origin | undefined): origin is Origin =>
  origin !== undefined && dateTime === toDateTimeInput(new Date(origin.date))

/**
 * The lesson's day: of a planned lesson that of the agenda's time zone, else the typed one; today while the date is
 * missing or invalid.
 */
export function lessonDayOf(dateTime: string, origin: Origin | undefined, today: LocalDate): LocalDate {
  if (keepsDate(dateTime, origin)) return origin.lessonDay
  const typed = dateTime.slice(0, 10)
  return isLocalDate(typed) && typed <= today ? typed : today
}

/** Beside the form, what is registered: the coach's name, the clubs, what is offered, and what the form opened with. */
export interface Registered {
  teacherName: string
  /** Undefined if they could not be read. The intent then names no club, and the default one is used. */
  clubs: readonly Pick<Club, 'id'>[] | undefined
  /** The extension that the form offers. */
  offer: ExtensionOffer | undefined
  /** The planned or pending lesson that the form opened with. */
  origin: Origin | undefined
  /** Lessons of which the coach said that they are others. */
  beside: readonly Uuid[]
}

/**
 * The intent to register the typed lesson.
 *
 * @param id of the draft. Lesson and operation get it, so that sending twice registers one lesson.
 * @throws RangeError if the date is invalid, which the form's schema rules out.
 */
export function toIntent(
  id: Uuid,
  values: LessonValues,
  { teacherName, clubs, offer, origin, beside }: Registered,
): RegistrationIntent {
  const { dateTime, teacher, notes, cancelledReason } = values
  const planned = keepsDate(dateTime, origin) ? origin : null
  const date = planned?.date ?? fromDateTimeInput(dateTime)
  if (date === null) throw new RangeError(`Not a date and time: '${dateTime}'`)
  const extension = chosenExtension(values.extension, offer)
  const isHeld = cancelledReason === ''
  return {
    opId: id,
    sessionId: id,
    date,
    lessonDay: planned?.lessonDay ?? dateTime.slice(0, 10),
    teacher: teacher || teacherName,
    notes: notes || null,
    ...(cancelledReason !== '' && { cancelledReason }),
    ...(extension && { extension }),
    ...(origin?.slot && { slot: origin.slot }),
    ...(origin?.knownReplies && { knownReplies: origin.knownReplies }),
    ...(origin?.knownGuests && { knownGuests: origin.knownGuests }),
    ...(beside.length > 0 && { beside }),
    participants: values.participants.map((participant) => {
      const attendance = attendanceOf(participant)
      const { studentId, feedback } = participant
      return {
        studentId,
        ...(isHeld && attendance !== 'present' && { attendance }),
        feedback: isHeld && wantsFeedback(participant) ? feedbackEntry(feedback, clubs) : null,
      }
    }),
  }
}

/** The reverse of `toIntent`: the form in which a pending lesson is edited. */
export function toForm(intent: RegistrationIntent, defaultClubId: Uuid | null): LessonForm {
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
      ...newParticipant(
        studentId,
        feedback ? feedbackForm({ clubId: defaultClubId, ...feedback }) : newFeedback(defaultClubId),
      ),
      attendance,
      // Of who was not present nothing was chosen.
      withFeedback: feedback === null && attendance === null && cancelledReason === '' ? false : null,
    })),
    removed: [],
  }
}
