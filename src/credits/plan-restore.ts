import type { Instant, Uuid } from '@/core/model'
import { failure } from '@/core/result'
import { isSameFeedback } from '@/sessions/rules'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { STUDENT_MESSAGES } from '@/students/texts'
import { buildPlan, type DecidedLesson, type ParticipantChange } from './build-plan'
import { packageOf, placeOf, type Place } from './charge'
import type { RestoreIntent, SessionSnapshot } from './intents'
import type { PlanResult } from './plan-result'
import { currentParticipants, deletedLesson, findStudent } from './plan-session'
import type { CreditFacts, FeedbackInput, SessionFacts } from './plan-types'

/** Undoing a change of lessons (docs/product.md, 'Undo'). */

const { service } = SESSION_MESSAGES

/**
 * Puts each lesson back as it was: one that was registered goes, one that was deleted returns under its id, any other gets
 * its former students, attendance, charges and feedback. A credit that something else has used since is gone: then the
 * lesson is owed. Students who were deleted since, or anonymised, do not return. Days follow their causes; nothing else is
 * extended.
 */
export function planRestore(intent: RestoreIntent, facts: CreditFacts, now: Date): PlanResult {
  const currentOf = (sessionId: Uuid) => facts.sessions.find(({ id }) => id === sessionId) ?? null
  const credits = freeCredits(
    facts,
    intent.lessons.flatMap(({ sessionId }) => currentOf(sessionId) ?? []),
  )
  const lessons: DecidedLesson[] = []
  for (const { sessionId, before, version } of intent.lessons) {
    const current = currentOf(sessionId)
    if (before === null) {
      const deletion = { opId: intent.opId, sessionId, ...(version !== null && { expectedVersion: version }) }
      lessons.push(deletedLesson(facts, current, deletion, now))
      continue
    }
    if (version !== null && current === null) return failure('session-not-found', service.notFound)
    const participants = restoredParticipants(facts, before, current, credits)
    if (!participants.some(({ after }) => after !== null)) {
      return failure('student-not-found', STUDENT_MESSAGES.service.notFound)
    }
    lessons.push({
      op: version === null ? 'create' : 'update',
      session: version === null || current === null ? wholeLesson(before) : changedFields(before, current),
      expectedVersion: version ?? undefined,
      lessonDay: before.day,
      participants,
      ...restoredFeedbacks(before, current, participants),
    })
  }
  return buildPlan(facts, intent.opId, now, {
    lessons,
    restores: true,
    ...(intent.skips && { skips: intent.skips }),
  })
}

/** The credits of each package once these lessons use none. */
function freeCredits(facts: CreditFacts, lessons: readonly SessionFacts[]): Map<Uuid, number> {
  const free = new Map(
    facts.students.flatMap(({ packages }) => packages.map((pkg) => [pkg.id, pkg.remaining_classes])),
  )
  for (const { package_id } of lessons.flatMap(({ assignments }) => assignments)) {
    if (package_id !== null) free.set(package_id, (free.get(package_id) ?? 0) + 1)
  }
  return free
}

function restoredParticipants(
  facts: CreditFacts,
  before: SessionSnapshot,
  current: SessionFacts | null,
  credits: Map<Uuid, number>,
): ParticipantChange[] {
  const there = current === null ? [] : currentParticipants(facts, current)
  const staying = before.assignments.flatMap((assignment): ParticipantChange[] => {
    const student = findStudent(facts, assignment.student_id)
    const now = there.find((participant) => participant.student.id === assignment.student_id)?.before ?? null
    if (student === undefined || (student.anonymized && now === null)) return []
    return [{ student, before: now, after: paid(placeOf(assignment), credits) }]
  })
  const ids = new Set(before.assignments.map(({ student_id }) => student_id))
  return [
    ...there.filter(({ student }) => !ids.has(student.id)).map((change) => ({ ...change, after: null })),
    ...staying,
  ]
}

/** The place as it was, if its credit is still there. */
function paid(place: Place, credits: Map<Uuid, number>): Place {
  const id = packageOf(place.charge)
  if (id === null) return place
  const left = credits.get(id) ?? 0
  if (left <= 0) return { ...place, charge: { kind: 'owed' } }
  credits.set(id, left - 1)
  return place
}

function wholeLesson(before: SessionSnapshot): DecidedLesson['session'] {
  const { id, date, day, teacher, notes, cancelled_reason, slot_id, slot_date, created_at } = before
  return {
    id,
    date,
    day,
    teacher,
    notes,
    created_at,
    ...(cancelled_reason && { cancelled_reason }),
    ...(slot_id && { slot_id, slot_date }),
  }
}

function changedFields(before: SessionSnapshot, current: SessionFacts): DecidedLesson['session'] {
  return {
    id: before.id,
    ...(isSameMoment(before.date, current.date) && before.day === current.day
      ? {}
      : { date: before.date, day: before.day }),
    ...(before.teacher === current.teacher ? {} : { teacher: before.teacher }),
    ...(before.notes === current.notes ? {} : { notes: before.notes }),
    ...(before.cancelled_reason === current.cancelled_reason
      ? {}
      : { cancelled_reason: before.cancelled_reason }),
    ...(before.slot_id === current.slot_id && before.slot_date === current.slot_date
      ? {}
      : { slot_id: before.slot_id, slot_date: before.slot_date }),
  }
}

const isSameMoment = (a: Instant, b: Instant): boolean => Date.parse(a) === Date.parse(b)

function restoredFeedbacks(
  before: SessionSnapshot,
  current: SessionFacts | null,
  participants: readonly ParticipantChange[],
): { feedbacks: FeedbackInput[]; removedFeedbacks: Uuid[] } {
  const stays = (id: Uuid) => participants.some(({ student, after }) => student.id === id && after !== null)
  const isAnonymized = (id: Uuid) =>
    participants.some(({ student }) => student.id === id && student.anonymized)
  const stored = current?.feedbacks ?? []
  return {
    feedbacks: before.feedbacks.filter((feedback) => {
      const there = stored.find(({ student_id }) => student_id === feedback.student_id)
      const isThere = there && isSameFeedback(feedback, there) && feedback.club_id === there.club_id
      // Of who was anonymised since no feedback returns, and that keeps nobody else from being corrected.
      return stays(feedback.student_id) && !isThere && !isAnonymized(feedback.student_id)
    }),
    removedFeedbacks: stored
      .map(({ student_id }) => student_id)
      .filter((id) => stays(id) && !before.feedbacks.some(({ student_id }) => student_id === id)),
  }
}
