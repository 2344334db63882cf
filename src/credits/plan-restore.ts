import { participantIn, type Uuid } from '@/core/model'
import { failure } from '@/core/result'
import { isSameFeedback } from '@/sessions/rules'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { buildPlan, findStudent, type DecidedLesson, type ParticipantChange } from './build-plan'
import { packageOf, placeOf, type Place } from './charge'
import type { RestoreIntent, SessionSnapshot } from './intents'
import { currentParticipants, deletedLesson } from './plan-session'
import type { CreditFacts, PlanResult, SessionFacts, StoredFeedback, StudentFacts } from './plan-types'

/** Undoing a change of lessons (docs/product.md, 'Undo'). */

const { service } = SESSION_MESSAGES

/**
 * Puts each lesson back as it was: a registered lesson is deleted, a deleted one returns under its id, any other gets
 * back its former students, attendance, charges and feedback. Where something else has used a credit since, the
 * participant owes the lesson. Students who were deleted or anonymised since do not return. Extensions follow their
 * causes; the undo gives no new ones.
 */
export function planRestore(intent: RestoreIntent, facts: CreditFacts, now: Date): PlanResult {
  const { opId, skips } = intent
  const currentOf = (sessionId: Uuid) => facts.sessions.find(({ id }) => id === sessionId) ?? null
  const credits = freeCredits(
    facts,
    intent.lessons.flatMap(({ sessionId }) => currentOf(sessionId) ?? []),
  )
  const lessons: DecidedLesson[] = []
  for (const { sessionId, before, version } of intent.lessons) {
    const current = currentOf(sessionId)
    if (before === null) {
      const expectedVersion = version ?? undefined
      lessons.push(deletedLesson(facts, current, { opId, sessionId, expectedVersion }, now))
      continue
    }
    const participants = restoredParticipants(facts, before, current, credits)
    if (participants.every(({ after }) => after === null)) {
      return failure('student-not-found', service.nobodyReturns(intent.lessons.length))
    }
    const lesson = { lessonDay: before.day, participants }
    if (version === null) lessons.push({ ...lesson, op: 'create', session: wholeLesson(before) })
    else if (current === null) return failure('session-not-found', service.notFound)
    else {
      const session = changedFields(before, current)
      lessons.push({ ...lesson, op: 'update', session, expectedVersion: version })
    }
  }
  return buildPlan(facts, opId, now, { lessons, skips, restores: true })
}

/** The credits of each package as if these lessons used none. */
function freeCredits(facts: CreditFacts, lessons: readonly SessionFacts[]): Map<Uuid, number> {
  const free = new Map(
    facts.students.flatMap(({ packages }) => packages.map((pkg) => [pkg.id, pkg.remaining_classes])),
  )
  const used = lessons.flatMap(({ participants }) =>
    participants.flatMap(({ package_id }) => package_id ?? []),
  )
  for (const id of used) free.set(id, (free.get(id) ?? 0) + 1)
  return free
}

function restoredParticipants(
  facts: CreditFacts,
  before: SessionSnapshot,
  current: SessionFacts | null,
  credits: Map<Uuid, number>,
): ParticipantChange[] {
  const staying = before.participants.flatMap((wanted): ParticipantChange[] => {
    const student = findStudent(facts, wanted.student_id)
    const stored = participantIn(current, wanted.student_id) ?? null
    if (student === undefined || (student.anonymized && stored === null)) return []
    return [
      {
        student,
        before: stored && placeOf(stored),
        after: paid(placeOf(wanted), credits),
        feedback: restoredFeedback(wanted.feedback, stored?.feedback ?? null, student),
        hadFeedback: Boolean(stored?.feedback),
      },
    ]
  })
  const there = current === null ? [] : currentParticipants(facts, current)
  const leaving = there.filter(({ student }) => !participantIn(before, student.id))
  return [...leaving.map((change) => ({ ...change, after: null })), ...staying]
}

/** The place as it was, or owed if its package has no credit left in `credits`, which it takes. */
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
  const { id, date, day, teacher, notes, cancelled_reason, slot_id, slot_date } = before
  const isMoved = date !== current.date || day !== current.day
  return {
    id,
    ...(isMoved && { date, day }),
    ...(teacher !== current.teacher && { teacher }),
    ...(notes !== current.notes && { notes }),
    ...(cancelled_reason !== current.cancelled_reason && { cancelled_reason }),
    ...(slot_id !== current.slot_id && { slot_id, slot_date }),
  }
}

/** undefined: the stored feedback stays as it is. */
function restoredFeedback(
  wanted: StoredFeedback | null,
  stored: StoredFeedback | null,
  { anonymized }: StudentFacts,
): StoredFeedback | null | undefined {
  if (wanted === null) return stored === null ? undefined : null
  const isThere = stored && isSameFeedback(wanted, stored) && wanted.club_id === stored.club_id
  // A student who was anonymised since gets no feedback back; the other students of the lesson do.
  return isThere || anonymized ? undefined : wanted
}
