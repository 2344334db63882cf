import { RATING } from '@/core/constants'
import type { ChosenAttendance, SessionParticipant, StudentWithCredits, Uuid } from '@/core/model'
import { changedFields } from '@/core/records'
import type { ExtensionOffer } from '@/credits/extensions'
import type { Extension, FeedbackEntry, RegistrationIntent } from '@/credits/intents'
import { planRegistration } from '@/credits/plan-session'
import type { PlanResult, CoachRules, CreditFacts } from '@/credits/plan-types'
import { isSameFeedback } from './rules'
import { feedbackForm, newFeedback, type LessonForm, type ParticipantForm } from './session.schema'

/** What the values of a lesson's form mean, also while the coach still types. */

/** The id of a previewed operation and its lesson. A preview is planned and never sent. */
export const PREVIEW = '00000000-0000-0000-0000-000000000000'

/** A participant about whom nothing has been typed. */
export const newParticipant = (studentId: Uuid, feedback: ParticipantForm['feedback']): ParticipantForm => ({
  studentId,
  attendance: null,
  withFeedback: null,
  charge: null,
  feedback,
})

export function participantForm({ student_id, attendance, feedback }: SessionParticipant): ParticipantForm {
  // A student who was not present starts with the rating of a new lesson.
  const rating = attendance === 'present' ? RATING.addedInEdit : RATING.newSession
  return newParticipant(
    student_id,
    feedback
      ? feedbackForm({ ...feedback, privateNotes: feedback.private_notes, clubId: feedback.club_id })
      : newFeedback(null, rating),
  )
}

/**
 * The same form with exactly these students, in this order. What was typed about a removed student is kept and comes
 * back with the student; `added` is the feedback of a student who was never in the form.
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

/** The attendance that was chosen, else the stored one; 'present' after 'cancelled', and for an added student. */
export function attendanceOf(
  { attendance }: Pick<ParticipantForm, 'attendance'>,
  stored?: Pick<SessionParticipant, 'attendance'>,
): ChosenAttendance {
  if (attendance !== null) return attendance
  return stored === undefined || stored.attendance === 'cancelled' ? 'present' : stored.attendance
}

/**
 * Whether a participant has feedback; only a present one can. Until the coach chooses, a student stored as present
 * without feedback has none unless something is typed, so that no rating is invented; everybody else has one.
 */
export function wantsFeedback(participant: ParticipantForm, stored?: SessionParticipant): boolean {
  if (attendanceOf(participant, stored) !== 'present') return false
  if (participant.withFeedback !== null) return participant.withFeedback
  if (stored?.attendance !== 'present') return true
  return stored.feedback !== null || hasOtherFeedback(participant, participantForm(stored))
}

/** True while the coach has not touched the stars, so the default rating counts. */
export const isUntouched = (
  { withFeedback, feedback }: ParticipantForm,
  untouched: number = RATING.newSession,
): boolean => withFeedback === null && feedback.rating === untouched

/** True if something was entered about a participant of a new lesson: stars, tags or notes. */
const isEntered = (participant: ParticipantForm): boolean => {
  const { notes, privateNotes, tags } = participant.feedback
  return !isUntouched(participant) || tags.length > 0 || `${notes}${privateNotes}`.trim() !== ''
}

/** 'Notas depois' in a new lesson: without feedback whoever has nothing entered. `isLater` false gives it back. */
export const withFeedbackLater = (
  participants: readonly ParticipantForm[],
  isLater: boolean,
): ParticipantForm[] =>
  participants.map((participant) => {
    if (!isLater)
      return participant.withFeedback === false ? { ...participant, withFeedback: null } : participant
    return isEntered(participant) ? participant : { ...participant, withFeedback: false }
  })

/** Whether 'Notas depois' is on: somebody present has no feedback, and nobody would get the default rating. */
export function isFeedbackLater(participants: readonly ParticipantForm[]): boolean {
  const present = participants.filter((participant) => attendanceOf(participant) === 'present')
  return (
    present.some(({ withFeedback }) => withFeedback === false) &&
    present.every((participant) => participant.withFeedback === false || isEntered(participant))
  )
}

/** The club of all participants' feedback, '' for no club; null if the clubs differ. */
export function lessonClub(participants: readonly ParticipantForm[]): string | null {
  const [first, ...others] = participants.map(({ feedback }) => feedback.clubId)
  return first !== undefined && others.every((clubId) => clubId === first) ? first : null
}

/** True if the participant's feedback differs from that of `other`; without `other`, from that of an added student. */
export function hasOtherFeedback({ feedback }: ParticipantForm, other: ParticipantForm | undefined): boolean {
  const { clubId } = feedback
  const there = other?.feedback ?? newFeedback(clubId, RATING.addedInEdit)
  return !isSameFeedback(feedback, there) || clubId !== there.clubId
}

/** The fields of a feedback that differ from another one's; null if none does. */
export function changedFeedback(feedback: ParticipantForm['feedback'], there: ParticipantForm['feedback']) {
  const isSameTags = feedback.tags.toSorted().join() === there.tags.toSorted().join()
  return changedFields(isSameTags ? { ...feedback, tags: there.tags } : feedback, there)
}

/** The extension that the form asks for. Until the coach chooses, the offer's own default counts. */
export function chosenExtension(
  { wanted, days }: LessonForm['extension'],
  offer: ExtensionOffer | undefined,
): Extension | undefined {
  if (offer === undefined || !(wanted ?? offer.ticked)) return undefined
  return { days: Number(days) || offer.days }
}

/** The intent of typed feedback. Without `clubs`, unread, each feedback keeps its club, or gets the default one. */
export const feedbackEntry = (
  { rating, notes, privateNotes, tags, clubId }: ParticipantForm['feedback'],
  clubs: readonly { id: Uuid }[] | undefined,
): FeedbackEntry => ({
  rating,
  notes: notes || null,
  privateNotes: privateNotes || null,
  tags,
  // A draft may name a club that was deleted since.
  ...(clubs && { clubId: clubs.some(({ id }) => id === clubId) ? clubId : null }),
})

/** Plans a registration for its preview, with the extension if the coach chose one. */
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
    // A wrong date is reported beside its field, so the preview plans for now.
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

/** The facts that the list of students holds, so that a form can preview without a network. */
export const knownFacts = (students: readonly StudentWithCredits[], rules: CoachRules): CreditFacts => ({
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
})
