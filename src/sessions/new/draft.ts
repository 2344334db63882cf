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
  type ParticipantForm,
} from '../session.schema'

/** What the form keeps of the planned or pending lesson that it opened with. */
export type Origin = Pick<RegistrationIntent, 'date' | 'lessonDay' | 'slot' | 'knownReplies' | 'knownGuests'>

/** The origin of a planned lesson, with the replies and guests that the coach sees. */
export const originOf = (occurrence: Occurrence): Origin => ({
  date: occurrence.starts_at.instant,
  lessonDay: occurrence.day,
  slot: answeredSlot(occurrence),
  ...seenOf(occurrence),
})

/** Replies and guests that the coach sees, so that registering does not report them as news. */
const seenOf = (occurrence: Pick<Occurrence, 'students'>) => ({
  // Nobody knows yet which attendance a waiting note leads to, so the note does not count as seen.
  knownReplies: notComing(occurrence).flatMap(({ id, outcome }) => (outcome === undefined ? [] : id)),
  knownGuests: occurrence.students.filter(({ guest }) => guest).map(({ id }) => id),
})

/**
 * The origin without the replies and guests that the form does not show, because it was filled in by hand or restored
 * from before they were made. The toast names them.
 */
export const knownTo = (
  shown: readonly Pick<ParticipantForm, 'studentId' | 'attendance'>[],
  { knownReplies, knownGuests, ...origin }: Origin,
): Origin => ({
  ...origin,
  ...(knownReplies && {
    knownReplies: knownReplies.filter((id) =>
      shown.some(({ studentId, attendance }) => studentId === id && attendance !== null),
    ),
  }),
  ...(knownGuests && {
    knownGuests: knownGuests.filter((id) => shown.some(({ studentId }) => studentId === id)),
  }),
})

/** The attendance of students who told not to come, by the agreement. */
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
 * A waiting 'Aconteceu' as its form shows it: from then on the coach's choice counts, and no reply.
 *
 * @param occurrence undefined if this device does not know it.
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

/** What fills in a new lesson: a planned lesson, or the students of an earlier one. */
export interface Start {
  /** Part of the draft's name. */
  name: string
  students: readonly Uuid[]
  /** From `toldAttendance`. */
  told?: ReadonlyMap<Uuid, ChosenAttendance>
  /** The club of the feedback; absent or null: the default club. */
  clubId?: Uuid | null
  /** The planned lesson that registering answers; absent for a new lesson now. */
  origin?: Origin
  /** Shown above the form. */
  notice: string
}

/** The form of a start: those of its students who are among the active `students`, in the order of `students`. */
export const startedForm = (
  start: Start,
  students: readonly Pick<Student, 'id'>[],
  defaultClubId: Uuid | null,
): LessonForm => ({
  ...emptySession(start.origin === undefined ? new Date() : new Date(start.origin.date)),
  participants: students
    .filter(({ id }) => start.students.includes(id))
    .map(({ id }) => ({
      ...newParticipant(id, newFeedback(defaultClubId)),
      attendance: start.told?.get(id) ?? null,
    })),
})

/** True while the form still has the date of its origin. With another date the lesson's day is that of the device. */
const keepsDate = (dateTime: string, origin: Origin | undefined): origin is Origin =>
  origin !== undefined && dateTime === toDateTimeInput(new Date(origin.date))

/** The lesson's day: its origin's while the date is unchanged, else the typed one; today if it is none, or ahead. */
export function lessonDayOf(dateTime: string, origin: Origin | undefined, today: LocalDate): LocalDate {
  if (keepsDate(dateTime, origin)) return origin.lessonDay
  const typed = dateTime.slice(0, 10)
  return isLocalDate(typed) && typed <= today ? typed : today
}

/** What the intent takes besides the form's values. */
export interface Registered {
  teacherName: string
  /** Undefined if they could not be read; then the intent names no club, and the default one is used. */
  clubs: readonly Pick<Club, 'id'>[] | undefined
  offer: ExtensionOffer | undefined
  /** The planned or pending lesson that the form opened with. */
  origin: Origin | undefined
  /** Lessons that the coach called different from this one. */
  beside: readonly Uuid[]
}

/**
 * The intent to register the typed lesson.
 *
 * @param id the draft's id. Lesson and operation get it, so that an intent sent twice registers one lesson.
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
  // A coach who was offered more time and declined is not asked again.
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
      // Only a present student without feedback is 'Sem feedback'; else nothing was chosen.
      withFeedback:
        feedback === null && (attendance ?? 'present') === 'present' && cancelledReason === '' ? false : null,
    })),
    removed: [],
  }
}
