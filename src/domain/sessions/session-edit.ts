import { packageOf } from '@/domain/credits/charge'
import type { SessionEditIntent } from '@/domain/credits/intents'
import { RATING } from '@/domain/shared/constants'
import { formatDateTime, fromDateTimeInput, isLocalDate, toDateTimeInput } from '@/domain/shared/dates'
import type { LocalDate, SessionDetails, SessionFeedback, Uuid } from '@/domain/shared/model'
import { MESSAGES } from '@/texts/shared/messages'
import { isSameFeedback } from './feedback'
import { feedbackEntry, withStudents } from './participants'
import { newFeedback, type EditedParticipantForm, type SessionEditForm } from './session.schema'

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
    participants: session.students.map((studentId) => ({
      studentId,
      charge: null,
      feedback: storedFeedback(session, studentId),
    })),
    removed: [],
  }
}

function storedFeedback(session: SessionDetails, studentId: Uuid): EditedParticipantForm['feedback'] {
  const stored = session.feedbacks.find((feedback) => feedback.student_id === studentId)
  if (stored === undefined) return newFeedback(null, RATING.addedInEdit)
  const { rating, notes, tags, club_id: clubId } = stored
  return { rating, notes: notes ?? '', tags: [...tags], clubId: clubId ?? '' }
}

/** The form with exactly these students; who comes in is charged by the rule unless the coach chooses otherwise. */
export function withEditedStudents(
  form: Pick<SessionEditForm, 'participants' | 'removed'>,
  studentIds: readonly Uuid[],
  defaultClubId: Uuid | null,
): Pick<SessionEditForm, 'participants' | 'removed'> {
  return withStudents(form, studentIds, (studentId) => ({
    studentId,
    charge: null,
    feedback: newFeedback(defaultClubId, RATING.addedInEdit),
  }))
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
 */
export function toEditIntent(
  opId: Uuid,
  form: SessionEditForm,
  seen: SessionDetails,
  clubs: readonly { id: Uuid }[] | undefined,
): SessionEditIntent {
  const before = editFormOf(seen)
  const date = form.dateTime === before.dateTime ? null : fromDateTimeInput(form.dateTime)
  return {
    opId,
    sessionId: seen.id,
    expectedVersion: seen.version,
    lessonDay: editedDay(form, seen),
    ...(date !== null && { date }),
    ...(form.teacher !== before.teacher && { teacher: form.teacher }),
    ...(!isSameText(form.notes, before.notes) && { notes: form.notes || null }),
    participants: form.participants.map((participant) => {
      const { studentId, charge, feedback } = participant
      const stored = find(before, studentId)
      return {
        studentId,
        ...(charge !== null && { charge }),
        ...((!stored || hasOtherFeedback(participant, stored)) && {
          feedback: feedbackEntry(feedback, clubs),
        }),
      }
    }),
  }
}

/** True when the session holds already what the form says: an earlier try, whose answer was lost, had saved it. */
export function isStored(form: SessionEditForm, session: SessionDetails): boolean {
  const stored = editFormOf(session)
  return (
    form.dateTime === stored.dateTime &&
    form.teacher === stored.teacher &&
    isSameText(form.notes, stored.notes) &&
    form.participants.length === stored.participants.length &&
    form.participants.every((participant) => {
      const { studentId, charge } = participant
      const there = find(stored, studentId)
      return (
        there !== undefined &&
        !hasOtherFeedback(participant, there) &&
        (charge === null || packageOf(charge) === (packageIn(session, studentId)?.id ?? null))
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
    participant.charge !== null || hasOtherFeedback(participant, find(before, participant.studentId))
  const merged = typed.map((participant) => {
    const stored = find(theirs, participant.studentId)
    const keeps = !stored || hasOtherFeedback(participant, find(before, participant.studentId))
    return keeps ? participant : { ...participant, feedback: stored.feedback }
  })
  const mineIds = mine.participants.map(({ studentId }) => studentId)
  const removedHere = seen.students.filter((id) => !mineIds.includes(id))
  const kept = now.students.filter((id) => !removedHere.includes(id))
  const more = mine.participants
    .filter((participant) => !seen.students.includes(participant.studentId) || isTouched(participant))
    .map(({ studentId }) => studentId)
    .filter((id) => !now.students.includes(id))
  const added = theirs.participants.filter(
    ({ studentId }) => !typed.some((each) => each.studentId === studentId),
  )
  return {
    dateTime: mine.dateTime === before.dateTime ? theirs.dateTime : mine.dateTime,
    teacher: mine.teacher === before.teacher ? theirs.teacher : mine.teacher,
    notes: mine.notes === before.notes ? theirs.notes : mine.notes,
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
  const { changes: say } = MESSAGES.sessions
  const was = editFormOf(before)
  const is = editFormOf(now)
  const changes: SessionChange[] = []
  const add = (changed: boolean, text: string, contested: boolean) => {
    if (changed) changes.push({ text, contested })
  }
  add(
    was.dateTime !== is.dateTime,
    say.date(formatDateTime(before.date), formatDateTime(now.date)),
    form.dateTime !== is.dateTime,
  )
  add(was.teacher !== is.teacher, say.teacher(was.teacher, is.teacher), form.teacher !== is.teacher)
  add(was.notes !== is.notes, is.notes ? say.notes(is.notes) : say.notesGone, form.notes !== is.notes)

  for (const there of is.participants) {
    const id = there.studentId
    const name = nameIn(now, id)
    const earlier = find(was, id)
    const mine = find(form, id)
    if (!earlier) {
      add(true, say.joined(name), !mine)
      continue
    }
    const [oldPackage, newPackage] = [packageIn(before, id), packageIn(now, id)]
    const chosen = mine?.charge ?? null
    add(
      oldPackage?.id !== newPackage?.id,
      say.package(name, packageName(oldPackage), packageName(newPackage)),
      chosen !== null && packageOf(chosen) !== (newPackage?.id ?? null),
    )
    const stored = now.feedbacks.find(({ student_id }) => student_id === id)
    add(
      hasOtherFeedback(there, earlier),
      stored ? say.feedback(name, feedbackInShort(stored)) : say.feedbackGone(name),
      mine !== undefined && hasOtherFeedback(there, mine),
    )
  }
  for (const id of before.students) {
    add(!now.students.includes(id), say.left(nameIn(before, id)), find(form, id) !== undefined)
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
  { feedback }: EditedParticipantForm,
  other: EditedParticipantForm | undefined,
): boolean {
  const { clubId } = feedback
  const there = other?.feedback ?? newFeedback(clubId, RATING.addedInEdit)
  return !isSameFeedback(feedback, there) || clubId !== there.clubId
}

type AssignedPackage = SessionDetails['assignments'][number]['package']

function packageIn(session: SessionDetails, studentId: Uuid): AssignedPackage {
  return session.assignments.find(({ student_id }) => student_id === studentId)?.package ?? null
}

const packageName = (pkg: AssignedPackage): string => pkg?.name ?? MESSAGES.sessions.effects.withoutPackage

function nameIn(session: SessionDetails, studentId: Uuid): string {
  const found = session.assignments.find(({ student_id }) => student_id === studentId)
  return found?.student_name ?? MESSAGES.students.service.notFound
}

function feedbackInShort({ rating, tags, notes }: SessionFeedback): string {
  return [`${rating}/5`, tags.join(', '), notes ? `“${notes}”` : ''].filter(Boolean).join(' · ')
}
