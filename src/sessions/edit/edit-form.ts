import { RATING } from '@/core/constants'
import { formatDateTime, fromDateTimeInput, isLocalDate, toDateTimeInput } from '@/core/dates'
import {
  participantIn,
  type LocalDate,
  type SessionDetails,
  type SessionParticipant,
  type Uuid,
} from '@/core/model'
import { isCharged, packageOf } from '@/credits/charge'
import type { ExtensionOffer } from '@/credits/extensions'
import type { SessionEditIntent } from '@/credits/intents'
import { CHANGES, NO_PACKAGE } from '@/credits/texts'
import { ATTENDANCE } from '../attendance-texts'
import {
  attendanceOf,
  changedFeedback,
  chosenExtension,
  feedbackEntry,
  hasOtherFeedback,
  participantForm,
  wantsFeedback,
} from '../lesson-form'
import { nameOf } from '../rules'
import { newFeedback, NO_EXTENSION, type LessonForm, type ParticipantForm } from '../session.schema'
import { PRIVATE_NOTES } from '../texts'

/**
 * The edit of a lesson: what the coach saw, what the coach typed, what is stored now. If two devices edit one lesson,
 * what was typed goes on top of the newer version, field by field, and the other device's changes are told.
 */

export const editFormOf = (lesson: SessionDetails): LessonForm => ({
  dateTime: toDateTimeInput(new Date(lesson.date)),
  teacher: lesson.teacher,
  notes: lesson.notes ?? '',
  cancelledReason: lesson.cancelled_reason ?? '',
  extension: NO_EXTENSION,
  participants: lesson.participants.map(participantForm),
  removed: [],
})

const typedIn = (participants: readonly ParticipantForm[], id: Uuid): ParticipantForm | undefined =>
  participants.find(({ studentId }) => studentId === id)

/** The lesson's day as typed; the stored day while the date is unchanged or incomplete. */
export function editedDay({ dateTime }: Pick<LessonForm, 'dateTime'>, lesson: SessionDetails): LocalDate {
  const day = dateTime.slice(0, 10)
  const isEdited = dateTime !== toDateTimeInput(new Date(lesson.date))
  return isEdited && isLocalDate(day) ? day : lesson.day
}

/**
 * The intent of saving the form. It names only what differs from the lesson that the coach saw, so that an untouched
 * field never overwrites anything (an input of minutes would cut the seconds of a date).
 *
 * @param clubs undefined if they could not be read: then each feedback keeps its club.
 * @param offer the extension that the form offers.
 */
export function toEditIntent(
  opId: Uuid,
  form: LessonForm,
  seen: SessionDetails,
  clubs: readonly { id: Uuid }[] | undefined,
  offer?: ExtensionOffer,
): SessionEditIntent {
  const before = editFormOf(seen)
  const date = form.dateTime === before.dateTime ? null : fromDateTimeInput(form.dateTime)
  const extension = chosenExtension(form.extension, offer)
  return {
    opId,
    sessionId: seen.id,
    expectedVersion: seen.version,
    lessonDay: editedDay(form, seen),
    ...(date !== null && { date }),
    ...(form.teacher !== before.teacher && { teacher: form.teacher }),
    ...(!isSameText(form.notes, before.notes) && { notes: form.notes || null }),
    ...(form.cancelledReason !== before.cancelledReason && { cancelledReason: form.cancelledReason || null }),
    ...(extension && { extension }),
    participants: form.participants.map((participant) => {
      const { studentId, charge } = participant
      const stored = participantIn(seen, studentId)
      const attendance = attendanceOf(participant, stored)
      return {
        studentId,
        ...(attendance !== attendanceOf({ attendance: null }, stored) && { attendance }),
        ...(charge !== null && { charge }),
        ...(form.cancelledReason === '' &&
          attendance === 'present' &&
          typedFeedback(participant, stored, clubs)),
      }
    }),
  }
}

/** Empty while the feedback is as stored. */
function typedFeedback(
  participant: ParticipantForm,
  stored: SessionParticipant | undefined,
  clubs: readonly { id: Uuid }[] | undefined,
): Pick<SessionEditIntent['participants'][number], 'feedback'> {
  if (!wantsFeedback(participant, stored)) {
    // Without null an added student gets the default feedback.
    return stored === undefined || stored.feedback !== null ? { feedback: null } : {}
  }
  const isOther = !stored?.feedback || hasOtherFeedback(participant, participantForm(stored))
  return isOther ? { feedback: feedbackEntry(participant.feedback, clubs) } : {}
}

/**
 * True when the lesson is stored as the form says, which was typed over `seen`: an earlier attempt, whose answer was
 * lost, had saved it.
 */
export function isStored(form: LessonForm, lesson: SessionDetails, seen: SessionDetails): boolean {
  const stored = editFormOf(lesson)
  return (
    form.dateTime === stored.dateTime &&
    form.teacher === stored.teacher &&
    form.cancelledReason === stored.cancelledReason &&
    isSameText(form.notes, stored.notes) &&
    form.participants.length === stored.participants.length &&
    form.participants.every((participant) => {
      const there = participantIn(lesson, participant.studentId)
      const before = participantIn(seen, participant.studentId)
      return there !== undefined && (form.cancelledReason !== '' || isStoredPlace(participant, there, before))
    })
  )
}

function isStoredPlace(
  participant: ParticipantForm,
  stored: SessionParticipant,
  before: SessionParticipant | undefined,
): boolean {
  const there = participantForm(stored)
  const attendance = attendanceOf(participant, before)
  const wanted = wantsFeedback(participant, before)
  const used = stored.package?.id ?? null
  // null: the rule chooses, but a student who paid before keeps the package.
  const paid = before && isCharged(before.attendance) ? (before.package?.id ?? null) : used
  const charge = participant.charge ? packageOf(participant.charge) : paid
  return (
    attendance === attendanceOf(there, stored) &&
    wanted === wantsFeedback(there, stored) &&
    (!wanted || !hasOtherFeedback(participant, there)) &&
    (attendance === 'excused' || charge === used)
  )
}

/**
 * Puts what the coach typed over `seen` on top of `now`: an untouched field takes the stored value, a touched one keeps
 * what was typed. A student whom the other device removed stays only if something was typed about the student.
 */
export function rebaseEdit(seen: SessionDetails, mine: LessonForm, now: SessionDetails): LessonForm {
  const before = editFormOf(seen)
  const theirs = editFormOf(now)
  const isRewritten = (participant: ParticipantForm): boolean =>
    hasOtherFeedback(participant, typedIn(before.participants, participant.studentId))
  const isTouched = (participant: ParticipantForm): boolean =>
    participant.charge !== null ||
    participant.attendance !== null ||
    participant.withFeedback !== null ||
    isRewritten(participant)
  /** Field by field, if there is a feedback now. */
  const feedbackOf = (participant: ParticipantForm, stored: ParticipantForm) => {
    const { studentId, rated, feedback } = participant
    // Where there was no feedback, the stars with which one begins may have been chosen.
    const isChosen = rated === true && !participantIn(seen, studentId)?.feedback
    if (!isRewritten(participant) && !isChosen) return stored.feedback
    if (!participantIn(now, studentId)?.feedback) return feedback
    const was =
      typedIn(before.participants, studentId)?.feedback ?? newFeedback(feedback.clubId, RATING.addedInEdit)
    return {
      ...stored.feedback,
      ...changedFeedback(feedback, was),
      ...(isChosen && { rating: feedback.rating }),
    }
  }
  /** For each student what was typed, else what is stored now. */
  const rebased = new Map(theirs.participants.map((participant) => [participant.studentId, participant]))
  for (const participant of [...mine.participants, ...mine.removed]) {
    const stored = rebased.get(participant.studentId)
    rebased.set(
      participant.studentId,
      stored ? { ...participant, feedback: feedbackOf(participant, stored) } : participant,
    )
  }
  const removedHere = seen.participants.filter(({ student_id }) => !typedIn(mine.participants, student_id))
  const staying = [
    ...theirs.participants.filter(
      ({ studentId }) => !removedHere.some((each) => each.student_id === studentId),
    ),
    ...mine.participants.filter(
      (participant) =>
        !participantIn(now, participant.studentId) &&
        (!participantIn(seen, participant.studentId) || isTouched(participant)),
    ),
  ].map(({ studentId }) => studentId)
  const fieldOf = <Field extends 'dateTime' | 'teacher' | 'notes' | 'cancelledReason'>(field: Field) =>
    mine[field] === before[field] ? theirs[field] : mine[field]
  return {
    dateTime: fieldOf('dateTime'),
    teacher: fieldOf('teacher'),
    notes: fieldOf('notes'),
    cancelledReason: fieldOf('cancelledReason'),
    extension: mine.extension,
    participants: staying.flatMap((id) => rebased.get(id) ?? []),
    removed: [...rebased.values()].filter(({ studentId }) => !staying.includes(studentId)),
  }
}

/**
 * What was typed over `seen`, as an edit of `now`, which this device saved since: what the coach left as seen is put
 * back to it.
 */
export const typedOver = (mine: LessonForm, seen: SessionDetails, now: SessionDetails): ParticipantForm[] =>
  mine.participants.map((participant) => {
    const before = participantIn(seen, participant.studentId)
    const there = participantIn(now, participant.studentId)
    if (before === undefined) return participant
    const attendance = attendanceOf(participant, before)
    const placed =
      attendance === attendanceOf(participant, there) ? participant : { ...participant, attendance }
    const withFeedback = wantsFeedback(participant, before)
    const isKept = there && isCharged(there.attendance) && before.package?.id === there.package?.id
    const chosen: ParticipantForm['charge'] = before.package
      ? { kind: 'package', packageId: before.package.id, by: 'hand' }
      : { kind: 'owed' }
    return {
      ...placed,
      ...(withFeedback !== wantsFeedback(placed, there) && { withFeedback }),
      ...(participant.charge === null && isCharged(before.attendance) && !isKept && { charge: chosen }),
    }
  })

export interface SessionChange {
  text: string
  /** The form says something else, so saving it overwrites this change. */
  contested: boolean
}

/** The changes between two versions of a lesson, in words, each compared with what the form says. */
export function changesBetween(
  before: SessionDetails,
  now: SessionDetails,
  form: LessonForm,
): SessionChange[] {
  const was = editFormOf(before)
  const is = editFormOf(now)
  const changes: SessionChange[] = []
  const add = (changed: boolean, text: string, contested: boolean) => {
    if (changed) changes.push({ text, contested })
  }
  add(
    was.dateTime !== is.dateTime,
    CHANGES.date(formatDateTime(before.date), formatDateTime(now.date)),
    form.dateTime !== is.dateTime,
  )
  add(was.teacher !== is.teacher, CHANGES.teacher(was.teacher, is.teacher), form.teacher !== is.teacher)
  add(was.notes !== is.notes, is.notes ? CHANGES.notes(is.notes) : CHANGES.notesGone, form.notes !== is.notes)
  add(
    was.cancelledReason !== is.cancelledReason,
    is.cancelledReason === '' ? CHANGES.happened : CHANGES.cancelled(ATTENDANCE.reasons[is.cancelledReason]),
    form.cancelledReason !== is.cancelledReason,
  )

  for (const there of now.participants) {
    const earlier = participantIn(before, there.student_id)
    const mine = typedIn(form.participants, there.student_id)
    const name = nameOf(there)
    /** null: whatever was entered there about the student goes. */
    const here = mine !== undefined && form.cancelledReason === '' ? mine : null
    const isOtherAttendance =
      here === null || (here.attendance !== null && here.attendance !== there.attendance)
    const used = there.package?.id ?? null
    const chosen = here?.charge ? packageOf(here.charge) : used
    const pays = here !== null && isCharged(attendanceOf(here, there))
    const isOtherPackage = (pays ? chosen : null) !== used
    const isRated = there.feedback !== null
    const wanted = here !== null && wantsFeedback(here, there)
    const isOtherFeedback = wanted && isRated ? overwritesFeedback(here, there, earlier) : wanted !== isRated
    const feedback = there.feedback
      ? CHANGES.feedback(name, feedbackInShort(there.feedback))
      : CHANGES.feedbackGone(name)
    if (earlier === undefined) {
      add(true, CHANGES.joined(name), !mine || (here !== null && (isOtherAttendance || isOtherPackage)))
      add(mine !== undefined && isRated && isOtherFeedback, feedback, true)
      continue
    }
    add(
      earlier.attendance !== there.attendance &&
        earlier.attendance !== 'cancelled' &&
        there.attendance !== 'cancelled',
      CHANGES.attendance(name, ATTENDANCE.labels[earlier.attendance], ATTENDANCE.labels[there.attendance]),
      isOtherAttendance,
    )
    add(
      earlier.package?.id !== there.package?.id,
      CHANGES.package(name, earlier.package?.name ?? NO_PACKAGE, there.package?.name ?? NO_PACKAGE),
      isOtherPackage,
    )
    add(
      earlier.feedback && isRated
        ? hasOtherFeedback(participantForm(there), participantForm(earlier))
        : earlier.feedback !== there.feedback,
      feedback,
      isOtherFeedback,
    )
  }
  for (const left of before.participants) {
    const isBack = participantIn(now, left.student_id) !== undefined
    add(!isBack, CHANGES.left(nameOf(left)), typedIn(form.participants, left.student_id) !== undefined)
  }
  return changes
}

/** True if the form says something else in a field of the feedback that was given or changed there. */
function overwritesFeedback(
  here: ParticipantForm,
  there: SessionParticipant,
  earlier: SessionParticipant | undefined,
): boolean {
  const now = participantForm(there).feedback
  const was = earlier?.feedback ? participantForm(earlier).feedback : newFeedback(null, 0)
  const changed = changedFeedback(now, was) ?? {}
  return Object.keys(changedFeedback(here.feedback, now) ?? {}).some((field) => field in changed)
}

/** Stored text may have blanks around it, which the form trims. */
const isSameText = (a: string, b: string): boolean => a.trim() === b.trim()

type Feedback = NonNullable<SessionParticipant['feedback']>
const feedbackInShort = ({ rating, tags, notes, private_notes: privately }: Feedback): string =>
  [
    `${rating}/5`,
    tags.join(', '),
    notes && `“${notes}”`,
    privately && `${PRIVATE_NOTES.label}: “${privately}”`,
  ]
    .filter(Boolean)
    .join(' · ')
