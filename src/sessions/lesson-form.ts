import { RATING } from '@/core/constants'
import type { ChosenAttendance, SessionParticipant, StudentWithCredits, Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import type { Extension, FeedbackEntry, RegistrationIntent } from '@/credits/intents'
import { planRegistration } from '@/credits/plan-session'
import type { PlanResult, CoachRules, CreditFacts } from '@/credits/plan-types'
import { isSameFeedback } from './rules'
import { feedbackForm, newFeedback, type LessonForm, type ParticipantForm } from './session.schema'

/** What a form of a lesson means while it is typed. */

/** No operation: what is planned for a preview is never sent. */
export const PREVIEW = '00000000-0000-0000-0000-000000000000'

/** A participant of whom nothing is typed yet. */
export const newParticipant = (studentId: Uuid, feedback: ParticipantForm['feedback']): ParticipantForm => ({
  studentId,
  attendance: null,
  withFeedback: null,
  charge: null,
  feedback,
})

/** A participant as stored. */
export function participantForm({ student_id, attendance, feedback }: SessionParticipant): ParticipantForm {
  // Who was not present is asked as in a new lesson.
  const rating = attendance === 'present' ? RATING.addedInEdit : RATING.newSession
  return newParticipant(
    student_id,
    feedback
      ? feedbackForm({ ...feedback, privateNotes: feedback.private_notes, clubId: feedback.club_id })
      : newFeedback(null, rating),
  )
}

/**
 * The same form with exactly these students, in this order. What was typed about somebody who is taken out is kept, and
 * comes back with the student; `added` is the feedback of who was never chosen.
 */
export function withStudents(
  { participants, removed }: Pick<LessonForm, 'participants' | 'removed'>,
  studentIds: readonly Uuid[],
  added: ParticipantForm['feedback'],
): Pick<LessonForm, 'participants' | 'removed'> {
  const typed = [...participants, ...removed]
  return {
    participants: studentIds.map(
      (id) => typed.find(({ studentId }) => studentId === id) ?? newParticipant(id, added),
    ),
    removed: typed.filter(({ studentId }) => !studentIds.includes(studentId)),
  }
}

/**
 * The attendance of a participant as typed, else as stored; in a lesson that did not happen, as if it had happened.
 *
 * @param stored the student's place in the lesson; absent for who comes in.
 */
export function attendanceOf(
  { attendance }: Pick<ParticipantForm, 'attendance'>,
  stored?: Pick<SessionParticipant, 'attendance'>,
): ChosenAttendance {
  if (attendance !== null) return attendance
  return stored === undefined || stored.attendance === 'cancelled' ? 'present' : stored.attendance
}

/**
 * Whether a participant has feedback, as typed. Until the coach chooses: who was present without one has none, so that
 * nothing invents a rating; anybody else who is present has one.
 */
export function wantsFeedback(participant: ParticipantForm, stored?: SessionParticipant): boolean {
  if (attendanceOf(participant, stored) !== 'present') return false
  if (participant.withFeedback !== null) return participant.withFeedback
  if (stored?.attendance !== 'present') return true
  return stored.feedback !== null || hasOtherFeedback(participant, participantForm(stored))
}

/** Nobody touched the stars: the default of a new feedback counts. */
export function isUntouched(
  { withFeedback, feedback }: ParticipantForm,
  untouched: number = RATING.newSession,
): boolean {
  return withFeedback === null && feedback.rating === untouched
}

/** True if something was entered about a participant of a new lesson: stars, focus or notes. */
const isEntered = (participant: ParticipantForm): boolean => {
  const { notes, privateNotes, tags } = participant.feedback
  return !isUntouched(participant) || tags.length > 0 || `${notes}${privateNotes}`.trim() !== ''
}

/**
 * 'Notas depois' of a new lesson: nobody has feedback but those about whom something was entered already; false takes
 * it back.
 */
export const withFeedbackLater = (
  participants: readonly ParticipantForm[],
  isLater: boolean,
): ParticipantForm[] =>
  participants.map((participant) => {
    if (!isLater)
      return participant.withFeedback === false ? { ...participant, withFeedback: null } : participant
    return isEntered(participant) ? participant : { ...participant, withFeedback: false }
  })

/** Whether 'Notas depois' is on: nobody who came would get the default. */
export function isFeedbackLater(participants: readonly ParticipantForm[]): boolean {
  const present = participants.filter((participant) => attendanceOf(participant) === 'present')
  return (
    present.some(({ withFeedback }) => withFeedback === false) &&
    present.every((participant) => participant.withFeedback === false || isEntered(participant))
  )
}

/** The club of the lesson: that of all its feedback, '' for none; null: they have several. */
export function lessonClub(participants: readonly ParticipantForm[]): string | null {
  const [first, ...others] = participants.map(({ feedback }) => feedback.clubId)
  return first !== undefined && others.every((clubId) => clubId === first) ? first : null
}

/**
 * True if the participant's feedback differs from the other version; without one there, from what an added student
 * gets.
 */
export function hasOtherFeedback({ feedback }: ParticipantForm, other: ParticipantForm | undefined): boolean {
  const { clubId } = feedback
  const there = other?.feedback ?? newFeedback(clubId, RATING.addedInEdit)
  return !isSameFeedback(feedback, there) || clubId !== there.clubId
}

/** What the choice of more time in a form means; until the coach chooses, what is offered counts. */
export function chosenExtension(
  { wanted, days }: LessonForm['extension'],
  offer: ExtensionOffer | undefined,
): Extension | undefined {
  if (offer === undefined || !(wanted ?? offer.ticked)) return undefined
  return { days: Number(days) || offer.days }
}

/**
 * What typed feedback means.
 *
 * @param clubs undefined when they could not be read: then each feedback keeps its club, or gets the default one.
 */
export function feedbackEntry(
  { rating, notes, privateNotes, tags, clubId }: ParticipantForm['feedback'],
  clubs: readonly { id: Uuid }[] | undefined,
): FeedbackEntry {
  return {
    rating,
    notes: notes || null,
    privateNotes: privateNotes || null,
    tags,
    // A club that a draft remembers and that is gone by now is no club.
    ...(clubs && { clubId: clubs.some(({ id }) => id === clubId) ? clubId : null }),
  }
}

/** What registering this lesson will do, with the more time that the coach chose of what is offered. */
export function previewRegistration(
  {
    cancelledReason,
    participants,
    extension,
  }: Pick<LessonForm, 'cancelledReason' | 'extension'> & {
    participants: readonly Pick<ParticipantForm, 'studentId' | 'attendance'>[]
  },
  lesson: Pick<RegistrationIntent, 'lessonDay' | 'slot'>,
  facts: CreditFacts,
  now: Date,
): PlanResult {
  const intent = {
    ...lesson,
    opId: PREVIEW,
    sessionId: PREVIEW,
    // A date that is wrong is said beside its field.
    date: now.toISOString(),
    teacher: '',
    notes: null,
    ...(cancelledReason && { cancelledReason }),
    participants: participants.map((participant) => ({
      studentId: participant.studentId,
      attendance: attendanceOf(participant),
    })),
  }
  const planned = planRegistration(intent, facts, now)
  const chosen = planned.success ? chosenExtension(extension, planned.offer) : undefined
  return chosen ? planRegistration({ ...intent, extension: chosen }, facts, now) : planned
}

/** What the list of students tells of the facts: so a form plans without network. */
export function knownFacts(students: readonly StudentWithCredits[], rules: CoachRules): CreditFacts {
  return {
    session: null,
    sessions: [],
    students: students.map(({ id, name, status, credits_version, packages }) => ({
      id,
      name,
      status,
      anonymized: false,
      credits_version,
      ever_had_package: packages.length > 0,
      open: [],
      packages: packages.map((pkg) => ({
        ...pkg,
        total_classes: pkg.remaining_classes,
        used_classes: 0,
        used_outside: 0,
        validity_days: null,
        extended_days: 0,
        first_day_elsewhere: null,
      })),
    })),
    extensions: [],
    occurrences: [],
    alerts: [],
    rules,
    has_club: true,
    default_club_id: null,
  }
}
