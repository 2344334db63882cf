import { RATING } from '@/core/constants'
import { formatDateTime, fromDateTimeInput, isLocalDate, toDateTimeInput } from '@/core/dates'
import {
  participantIn,
  type Attendance,
  type ChosenAttendance,
  type LocalDate,
  type SessionDetails,
  type SessionFeedback,
  type SessionParticipant,
  type Uuid,
} from '@/core/model'
import { packageOf } from '@/credits/charge'
import type { ExtensionOffer } from '@/credits/extensions'
import type { FeedbackEntry, SessionEditIntent } from '@/credits/intents'
import { CHANGES, NO_PACKAGE } from '@/credits/texts'
import { STUDENT_MESSAGES } from '@/students/texts'
import { isSameFeedback } from './feedback'
import { chosenExtension, feedbackEntry, newParticipant, withStudents } from './participants'
import { PRIVATE_NOTES } from './private-notes-texts'
import {
  NO_EXTENSION,
  newFeedback,
  type EditedParticipantForm,
  type ParticipantForm,
  type SessionEditForm,
} from './session.schema'
import { SESSION_MESSAGES } from './texts'

/**
 * The edit of a session between what a coach saw, what the coach typed and what is stored now. Two devices may edit the
 * same session: what was typed is put on top of the newer version, field by field, and what changed there is told.
 */

/** The form of a session as it is stored. */
export function editFormOf(session: SessionDetails): SessionEditForm {
  return {
    dateTime: toDateTimeInput(new Date(session.date)),
    teacher: session.teacher,
    notes: session.notes ?? '',
    cancelledReason: session.cancelled_reason ?? '',
    extension: NO_EXTENSION,
    participants: session.participants.map(({ student_id: studentId }) => ({
      ...newParticipant(studentId, storedFeedback(session, studentId)),
      charge: null,
    })),
    removed: [],
  }
}

function storedFeedback(session: SessionDetails, studentId: Uuid): EditedParticipantForm['feedback'] {
  const stored = participantIn(session, studentId)?.feedback
  if (!stored) {
    // Who was not present is asked as in a new lesson.
    const wasPresent = storedAttendance(session, studentId) === 'present'
    return newFeedback(null, wasPresent ? RATING.addedInEdit : RATING.newSession)
  }
  const { rating, notes, private_notes: privateNotes, tags, club_id: clubId } = stored
  return {
    rating,
    notes: notes ?? '',
    privateNotes: privateNotes ?? '',
    tags: [...tags],
    clubId: clubId ?? '',
  }
}

/** The form with exactly these students; who comes in is charged by the rule unless the coach chooses otherwise. */
export function withEditedStudents(
  form: Pick<SessionEditForm, 'participants' | 'removed'>,
  studentIds: readonly Uuid[],
  defaultClubId: Uuid | null,
): Pick<SessionEditForm, 'participants' | 'removed'> {
  return withStudents(form, studentIds, (studentId) => ({
    ...newParticipant(studentId, newFeedback(defaultClubId, RATING.addedInEdit)),
    charge: null,
  }))
}

/** The attendance of a participant as typed; of a lesson that did not happen, what it would be if it had. */
export function attendanceOf(
  { studentId, attendance }: Pick<ParticipantForm, 'studentId' | 'attendance'>,
  session: SessionDetails | null,
): ChosenAttendance {
  const stored = participantIn(session, studentId)?.attendance
  return attendance ?? (stored === undefined || stored === 'cancelled' ? 'present' : stored)
}

/**
 * Whether a participant has feedback, as typed. Until the coach chooses: who was present without one has none, so that
 * nothing invents a rating; anybody else who is present has one.
 */
export function wantsFeedback(
  participant: Pick<ParticipantForm, 'studentId' | 'attendance' | 'withFeedback' | 'feedback'>,
  session: SessionDetails | null,
): boolean {
  const { studentId, withFeedback } = participant
  if (attendanceOf(participant, session) !== 'present') return false
  if (withFeedback !== null) return withFeedback
  if (session === null || storedAttendance(session, studentId) !== 'present') return true
  return (
    Boolean(participantIn(session, studentId)?.feedback) ||
    hasOtherFeedback(participant, find(editFormOf(session), studentId))
  )
}

/** The day of the lesson as typed; while it is unchanged or no date, the day that is stored. */
export function editedDay(form: Pick<SessionEditForm, 'dateTime'>, session: SessionDetails): LocalDate {
  const day = form.dateTime.slice(0, 10)
  const isEdited = form.dateTime !== toDateTimeInput(new Date(session.date))
  return isEdited && isLocalDate(day) ? day : session.day
}

/**
 * What saving the form means: only what differs from the lesson that the coach saw, so that an untouched field never
 * writes over anything (an input of minutes would cut the seconds of a date).
 *
 * @param clubs undefined when they could not be read: then each feedback keeps its club.
 * @param offer the extension that the form offers.
 */
export function toEditIntent(
  opId: Uuid,
  form: SessionEditForm,
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
    ...(form.cancelledReason !== before.cancelledReason && {
      cancelledReason: form.cancelledReason || null,
    }),
    ...(extension && { extension }),
    participants: form.participants.map((participant) => {
      const { studentId, charge } = participant
      const attendance = attendanceOf(participant, seen)
      return {
        studentId,
        ...(attendance !== (storedAttendance(seen, studentId) ?? 'present') && { attendance }),
        ...(charge !== null && { charge }),
        ...(form.cancelledReason === '' &&
          attendance === 'present' &&
          typedFeedback(participant, seen, clubs)),
      }
    }),
  }
}

/** Nothing while the feedback is as it is stored. */
function typedFeedback(
  participant: EditedParticipantForm,
  seen: SessionDetails,
  clubs: readonly { id: Uuid }[] | undefined,
): { feedback?: FeedbackEntry | null } {
  const { studentId, feedback } = participant
  const before = participantIn(seen, studentId)
  const stored = before?.feedback
  if (!wantsFeedback(participant, seen)) {
    // Who comes in gets the default one unless the coach says otherwise.
    return stored || !before ? { feedback: null } : {}
  }
  const isOther = !stored || hasOtherFeedback(participant, find(editFormOf(seen), studentId))
  return isOther ? { feedback: feedbackEntry(feedback, clubs) } : {}
}

/** undefined: not in the lesson, or the lesson did not happen. */
function storedAttendance(session: SessionDetails, studentId: Uuid): Attendance | undefined {
  const stored = participantIn(session, studentId)?.attendance
  return stored === 'cancelled' ? undefined : stored
}

/** True when the session holds already what the form says: an earlier try, whose answer was lost, had saved it. */
export function isStored(form: SessionEditForm, session: SessionDetails): boolean {
  const stored = editFormOf(session)
  const isHeld = form.cancelledReason === ''
  return (
    form.dateTime === stored.dateTime &&
    form.teacher === stored.teacher &&
    form.cancelledReason === stored.cancelledReason &&
    isSameText(form.notes, stored.notes) &&
    form.participants.length === stored.participants.length &&
    form.participants.every((participant) => {
      const { studentId, charge } = participant
      const there = find(stored, studentId)
      if (there === undefined) return false
      if (!isHeld) return true
      const attendance = attendanceOf(participant, session)
      return (
        attendance === attendanceOf(there, session) &&
        wantsFeedback(participant, session) === wantsFeedback(there, session) &&
        (attendance !== 'present' || !hasOtherFeedback(participant, there)) &&
        (attendance === 'excused' ||
          charge === null ||
          packageOf(charge) === (packageIn(session, studentId)?.id ?? null))
      )
    })
  )
}

/**
 * What the coach typed over `seen`, put on top of `now`: a field that was not touched takes what is stored now, a
 * touched one keeps the text. Somebody who was taken out there stays here only when something was typed about them.
 */
export function rebaseEdit(
  seen: SessionDetails,
  mine: SessionEditForm,
  now: SessionDetails,
): SessionEditForm {
  const before = editFormOf(seen)
  const theirs = editFormOf(now)
  const typed = [...mine.participants, ...mine.removed]
  const isTouched = (participant: EditedParticipantForm): boolean =>
    participant.charge !== null ||
    participant.attendance !== null ||
    participant.withFeedback !== null ||
    hasOtherFeedback(participant, find(before, participant.studentId))
  const merged = typed.map((participant) => {
    const stored = find(theirs, participant.studentId)
    const keeps = !stored || hasOtherFeedback(participant, find(before, participant.studentId))
    return keeps ? participant : { ...participant, feedback: stored.feedback }
  })
  const mineIds = mine.participants.map(({ studentId }) => studentId)
  const seenIds = seen.participants.map(({ student_id }) => student_id)
  const nowIds = now.participants.map(({ student_id }) => student_id)
  const removedHere = seenIds.filter((id) => !mineIds.includes(id))
  const kept = nowIds.filter((id) => !removedHere.includes(id))
  const more = mine.participants
    .filter((participant) => !seenIds.includes(participant.studentId) || isTouched(participant))
    .map(({ studentId }) => studentId)
    .filter((id) => !nowIds.includes(id))
  const added = theirs.participants.filter(
    ({ studentId }) => !typed.some((each) => each.studentId === studentId),
  )
  const rebased = <Field extends 'dateTime' | 'teacher' | 'notes' | 'cancelledReason'>(field: Field) =>
    mine[field] === before[field] ? theirs[field] : mine[field]
  return {
    dateTime: rebased('dateTime'),
    teacher: rebased('teacher'),
    notes: rebased('notes'),
    cancelledReason: rebased('cancelledReason'),
    extension: mine.extension,
    ...withEditedStudents({ participants: [...merged, ...added], removed: [] }, [...kept, ...more], null),
  }
}

/** One thing that changed on another device. */
export interface SessionChange {
  text: string
  /** The form says something else: saving it writes over this change. */
  contested: boolean
}

/** What changed between two versions of a lesson, in words, beside what the form says now. */
export function changesBetween(
  before: SessionDetails,
  now: SessionDetails,
  form: SessionEditForm,
): SessionChange[] {
  const { attendances, cancelledReasons } = SESSION_MESSAGES
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
    is.cancelledReason === '' ? CHANGES.happened : CHANGES.cancelled(cancelledReasons[is.cancelledReason]),
    form.cancelledReason !== is.cancelledReason,
  )

  for (const there of is.participants) {
    const id = there.studentId
    const name = nameIn(now, id)
    const earlier = find(was, id)
    const mine = find(form, id)
    if (!earlier) {
      add(true, CHANGES.joined(name), !mine)
      continue
    }
    const [oldAttendance, newAttendance] = [storedAttendance(before, id), storedAttendance(now, id)]
    add(
      oldAttendance !== undefined && newAttendance !== undefined && oldAttendance !== newAttendance,
      CHANGES.attendance(
        name,
        attendances[oldAttendance ?? 'present'],
        attendances[newAttendance ?? 'present'],
      ),
      mine?.attendance !== undefined && mine.attendance !== null && mine.attendance !== newAttendance,
    )
    const [oldPackage, newPackage] = [packageIn(before, id), packageIn(now, id)]
    const chosen = mine?.charge ?? null
    add(
      oldPackage?.id !== newPackage?.id,
      CHANGES.package(name, packageName(oldPackage), packageName(newPackage)),
      chosen !== null && packageOf(chosen) !== (newPackage?.id ?? null),
    )
    const stored = participantIn(now, id)?.feedback
    add(
      hasOtherFeedback(there, earlier),
      stored ? CHANGES.feedback(name, feedbackInShort(stored)) : CHANGES.feedbackGone(name),
      mine !== undefined && hasOtherFeedback(there, mine),
    )
  }
  for (const { student_id: id } of before.participants) {
    add(!participantIn(now, id), CHANGES.left(nameIn(before, id)), find(form, id) !== undefined)
  }
  return changes
}

/** Stored text may have blanks around it, which the form trims. */
const isSameText = (a: string, b: string): boolean => a.trim() === b.trim()

function find(form: Pick<SessionEditForm, 'participants'>, id: Uuid): EditedParticipantForm | undefined {
  return form.participants.find(({ studentId }) => studentId === id)
}

/**
 * True if the participant's feedback differs from the other version; without one there, from what an added student
 * gets.
 */
function hasOtherFeedback(
  { feedback }: Pick<ParticipantForm, 'feedback'>,
  other: Pick<ParticipantForm, 'feedback'> | undefined,
): boolean {
  const { clubId } = feedback
  const there = other?.feedback ?? newFeedback(clubId, RATING.addedInEdit)
  return !isSameFeedback(feedback, there) || clubId !== there.clubId
}

type AssignedPackage = SessionParticipant['package']

function packageIn(session: SessionDetails, studentId: Uuid): AssignedPackage {
  return participantIn(session, studentId)?.package ?? null
}

const packageName = (pkg: AssignedPackage): string => pkg?.name ?? NO_PACKAGE

function nameIn(session: SessionDetails, studentId: Uuid): string {
  return participantIn(session, studentId)?.student_name ?? STUDENT_MESSAGES.service.notFound
}

function feedbackInShort({ rating, tags, notes, private_notes: privately }: SessionFeedback): string {
  return [
    `${rating}/5`,
    tags.join(', '),
    notes ? `“${notes}”` : '',
    privately ? `${PRIVATE_NOTES.label}: “${privately}”` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
