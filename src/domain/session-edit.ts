import { MESSAGES } from '@/texts/messages'
import { RATING } from './constants'
import { formatDateTime, fromDateTimeInput, isLocalDate, toDateTimeInput } from './dates'
import type { LocalDate, SessionDetails, SessionFeedback, Uuid } from './model'
import { newFeedback, type SessionEditForm, type SessionFeedbackForm } from './session.schema'
import type { SessionEditIntent } from './session-intents'

/**
 * The edit of a lesson between what a coach saw, what the coach typed and what is stored now. Two devices may edit the
 * same lesson: what was typed is put on top of the newer version, field by field, and what changed there is told.
 */

/** The form of a lesson as it is stored. A student's `packageId` is null: nobody chose another one here. */
export function editFormOf(session: SessionDetails): SessionEditForm {
  return {
    dateTime: toDateTimeInput(new Date(session.date)),
    teacher: session.teacher,
    notes: session.notes ?? '',
    students: session.students.map((studentId) => ({ studentId, packageId: null })),
    feedbacks: session.students.map((studentId) => storedFeedback(session, studentId)),
  }
}

function storedFeedback(session: SessionDetails, studentId: Uuid): SessionFeedbackForm {
  const stored = session.feedbacks.find((feedback) => feedback.student_id === studentId)
  if (stored === undefined) return newFeedback(studentId, null, RATING.addedInEdit)
  const { rating, notes, tags, club_id: clubId } = stored
  return { studentId, rating, notes: notes ?? '', tags: [...tags], clubId: clubId ?? '' }
}

type Attendance = Pick<SessionEditForm, 'students' | 'feedbacks'>

/**
 * The form with exactly these students: the feedback of `students[i]` is `feedbacks[i]`. What was written about
 * somebody who left stays behind those, and comes back with the student.
 */
export function withEditStudents(
  { students, feedbacks }: Attendance,
  studentIds: readonly Uuid[],
  defaultClubId: Uuid | null,
): Attendance {
  const feedbackOf = (id: Uuid) =>
    feedbacks.find(({ studentId }) => studentId === id) ?? newFeedback(id, defaultClubId, RATING.addedInEdit)
  return {
    students: studentIds.map(
      (id) => students.find(({ studentId }) => studentId === id) ?? { studentId: id, packageId: null },
    ),
    feedbacks: [
      ...studentIds.map(feedbackOf),
      ...feedbacks.filter(({ studentId }) => !studentIds.includes(studentId)),
    ],
  }
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
  const ids = idsOf(form)
  return {
    opId,
    sessionId: seen.id,
    expectedVersion: seen.version,
    lessonDay: editedDay(form, seen),
    ...(date !== null && { date }),
    ...(form.teacher !== before.teacher && { teacher: form.teacher }),
    ...(!isSameText(form.notes, before.notes) && { notes: form.notes || null }),
    students: form.students.map(({ studentId, packageId }) => ({
      studentId,
      ...(packageId !== null && { packageId: packageId || null }),
    })),
    feedbacks: form.feedbacks
      .filter(({ studentId }) => ids.includes(studentId))
      .filter(
        (feedback) =>
          !seen.students.includes(feedback.studentId) ||
          !isSameFeedback(feedback, feedbackIn(before, feedback.studentId)),
      )
      .map(({ studentId, rating, notes, tags, clubId }) => ({
        studentId,
        rating,
        notes: notes || null,
        tags,
        ...(clubs && { clubId: clubs.some(({ id }) => id === clubId) ? clubId : null }),
      })),
  }
}

/** True when the lesson holds already what the form says: an earlier try, whose answer was lost, had saved it. */
export function isStored(form: SessionEditForm, session: SessionDetails): boolean {
  const stored = editFormOf(session)
  const ids = idsOf(form)
  return (
    form.dateTime === stored.dateTime &&
    form.teacher === stored.teacher &&
    isSameText(form.notes, stored.notes) &&
    ids.length === session.students.length &&
    ids.every((id) => session.students.includes(id)) &&
    ids.every((id) => isSameFeedback(feedbackIn(form, id), feedbackIn(stored, id))) &&
    form.students.every(
      ({ studentId, packageId }) =>
        packageId === null || packageId === (packageOf(session, studentId)?.id ?? ''),
    )
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
  const touched = (id: Uuid): boolean =>
    mine.students.some(({ studentId, packageId }) => studentId === id && packageId !== null) ||
    !isSameFeedback(feedbackIn(mine, id), feedbackIn(before, id))
  const mineIds = idsOf(mine)
  const removedHere = seen.students.filter((id) => !mineIds.includes(id))
  const kept = now.students.filter((id) => !removedHere.includes(id))
  const more = mineIds.filter(
    (id) => !now.students.includes(id) && (!seen.students.includes(id) || touched(id)),
  )
  const feedbacks = [
    ...mine.feedbacks.filter(({ studentId }) => touched(studentId) || !now.students.includes(studentId)),
    ...theirs.feedbacks.filter(({ studentId }) => !touched(studentId)),
  ]
  return {
    dateTime: mine.dateTime === before.dateTime ? theirs.dateTime : mine.dateTime,
    teacher: mine.teacher === before.teacher ? theirs.teacher : mine.teacher,
    notes: mine.notes === before.notes ? theirs.notes : mine.notes,
    ...withEditStudents({ students: mine.students, feedbacks }, [...kept, ...more], null),
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

  const ids = idsOf(form)
  for (const id of now.students) {
    const name = nameIn(now, id)
    if (!before.students.includes(id)) {
      add(true, say.joined(name), !ids.includes(id))
      continue
    }
    const [oldPackage, newPackage] = [packageOf(before, id), packageOf(now, id)]
    const chosen = form.students.find(({ studentId }) => studentId === id)?.packageId ?? null
    add(
      oldPackage?.id !== newPackage?.id,
      say.package(name, packageName(oldPackage), packageName(newPackage)),
      chosen !== null && chosen !== (newPackage?.id ?? ''),
    )
    const stored = now.feedbacks.find(({ student_id }) => student_id === id)
    add(
      !isSameFeedback(feedbackIn(was, id), feedbackIn(is, id)),
      stored ? say.feedback(name, feedbackInShort(stored)) : say.feedbackGone(name),
      !isSameFeedback(feedbackIn(form, id), feedbackIn(is, id)),
    )
  }
  for (const id of before.students) {
    add(!now.students.includes(id), say.left(nameIn(before, id)), ids.includes(id))
  }
  return changes
}

const idsOf = (form: Attendance): Uuid[] => form.students.map(({ studentId }) => studentId)

/** Inputs end lines with one character; what is stored may hold spaces around it. */
const isSameText = (a: string, b: string): boolean => a.trim() === b.trim()

function feedbackIn(form: Attendance, id: Uuid): SessionFeedbackForm | undefined {
  return form.feedbacks.find(({ studentId }) => studentId === id)
}

/** Feedback that nobody touched says what none says: an added student starts with it. */
function isSameFeedback(a: SessionFeedbackForm | undefined, b: SessionFeedbackForm | undefined): boolean {
  const one = a ?? b
  if (one === undefined) return true
  const left = a ?? newFeedback(one.studentId, one.clubId || null, RATING.addedInEdit)
  const right = b ?? newFeedback(one.studentId, one.clubId || null, RATING.addedInEdit)
  return (
    left.rating === right.rating &&
    isSameText(left.notes, right.notes) &&
    left.clubId === right.clubId &&
    left.tags.length === right.tags.length &&
    left.tags.every((tag) => right.tags.includes(tag))
  )
}

type AssignedPackage = SessionDetails['assignments'][number]['package']

function packageOf(session: SessionDetails, studentId: Uuid): AssignedPackage {
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
