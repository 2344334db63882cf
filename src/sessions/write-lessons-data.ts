import { AGENDA_SERVICE } from '@/agenda/agenda-service-texts'
import type { OccurrenceKey, SlotChanged } from '@/agenda/rules'
import type { Session, SessionDetails, Uuid } from '@/core/model'
import { failure, type Failure, type FailureCode, type Success } from '@/core/result'
import type { Effects } from '@/credits/applied'
import { agendaOf, runPlan, type Attempt, type PlanRun, type Ran } from '@/credits/data'
import type { AgendaEffect, StudentEffect } from '@/credits/effects'
import type { LessonUndo } from '@/credits/intents'
import { refusingChangedSlots } from '@/credits/plan-session'
import type { PlanResult, CreditFacts, CreditPlan } from '@/credits/plan-types'
import { skipsEndedBy, undoOf } from '@/credits/undo-of'
import { untold, type Untold } from '@/credits/untold'
import { knownFailure, success } from '@/data/errors'
import type { AppliedPlan } from '@/data/functions'
import type { Client } from '@/data/supabase'
import { readDetails } from './session-reads-data'
import { SESSION_MESSAGES } from './texts'

export interface SessionSaved {
  /** The session (of several, the first one) as stored; null after a deletion. */
  session: Session | null
  /** Undoes the write; null when there is nothing to undo, or what was there before is unknown. */
  undo: LessonUndo | null
  /** What happened to each student's credits, as the database answered it; of a repeat, by the first attempt. */
  effects: StudentEffect[]
  agenda: AgendaEffect
  /** Of a repeat: whether the first attempt had entered the same. null: no repeat, or no longer known. */
  same: boolean | null
  replayed: boolean
}

/** Another device changed the session after this coach opened it. Nothing was overwritten. */
export interface SessionConflict extends Failure {
  code: 'overtaken'
  /** The session as stored, to show what changed; null if it is gone or could not be read. */
  current: SessionDetails | null
}

export type SaveResult = Success<Untold<SessionSaved>> | Failure | SessionConflict

const texts = SESSION_MESSAGES.service

interface Choice {
  studentId: Uuid
  packageId: Uuid
}

/** One write of lessons: what to read, how to decide, and the messages. */
export interface LessonWrite extends Pick<PlanRun<CreditPlan, AppliedPlan>, 'entered' | 'failed' | 'now'> {
  /** Empty for a session that is being created, so there is nothing to read. */
  sessionIds: readonly Uuid[]
  /** Students to read besides the sessions' own. */
  studentIds: Uuid[]
  /** Occurrences that the plan answers, or whose skip it ends or brings back. */
  occurrences?: readonly OccurrenceKey[]
  chosen?: readonly Choice[]
  /** Told of the lessons that changed, with their versions. */
  onChanged?: (lessons: Effects['lessons']) => void
  /** The plan names versions that the coach saw: then a session that changed since is a conflict. */
  isSeen?: boolean
  decide: (facts: CreditFacts, now: Date) => PlanResult
  done: string
  /** What an answer to an occurrence does if its slot was changed since; absent: 'follow'. */
  slotChanged?: SlotChanged
}

/** The facts changed between reading and writing: a new plan may succeed. */
const REPLAN_CODES: readonly FailureCode[] = [
  'busy',
  'overtaken',
  'package-below-used',
  // A student or package of the plan was deleted meanwhile.
  'student-not-found',
  'in-use',
]

/** Plans whose answers were lost, by operation: what a repeat finds done can then be undone. */
const lostPlans = new Map<Uuid, Attempt<CreditPlan>>()

/** Runs a plan of lessons. An edit never overwrites a version that the coach has not seen. */
export async function writeLessons(client: Client, owner: Uuid, write: LessonWrite): Promise<SaveResult> {
  const [first = null, ...others] = write.sessionIds
  const { studentIds, occurrences = [], chosen = [] } = write
  const ran = await runPlan<CreditPlan, AppliedPlan>(client, owner, {
    ...write,
    asked: { studentIds, sessionId: first, sessionIds: others, occurrences },
    apply: (plan) =>
      client.rpc('apply_session_plan', {
        plan: write.slotChanged === 'refuse' ? refusingChangedSlots(plan) : plan,
      }),
    busy: texts.busy,
    special: ({ skips }) => ({
      'already-deleted': texts.alreadyDeleted,
      'occurrence-answered': skips ? AGENDA_SERVICE.answeredOrSkipped : AGENDA_SERVICE.answered,
      'lesson-beside': AGENDA_SERVICE.beside,
      'slot-not-found': AGENDA_SERVICE.slotGone,
      'agenda-changed': AGENDA_SERVICE.changed,
    }),
    replan: write.isSeen ? REPLAN_CODES.filter((code) => code !== 'overtaken') : REPLAN_CODES,
    onLost: (attempt) => lostPlans.set(attempt.plan.op_id, attempt),
  })
  if (!('code' in ran)) return saved(ran, write)
  if (ran.code === 'overtaken' && write.isSeen) return overtaken(client, owner, write.sessionIds)
  // A package that is missing from the facts may only be used up (docs/product.md, 'Assigning a package').
  const isUsedUp = ran.code === 'package-not-found' && (await isAnyEmpty(client, owner, chosen))
  return isUsedUp ? knownFailure('package-empty') : ran
}

/** The failure of an edit that another one preceded; of one session, with that session as stored. */
export async function overtaken(
  client: Client,
  owner: Uuid,
  sessionIds: readonly Uuid[],
): Promise<SessionConflict> {
  const [id, ...others] = sessionIds
  const current = id === undefined || others.length > 0 ? null : (await readDetails(client, owner, id)).data
  return { ...failure('overtaken', texts.conflict), code: 'overtaken', current }
}

function saved(ran: Ran<CreditPlan, AppliedPlan>, write: LessonWrite): SaveResult {
  const { applied, plan } = ran
  // The attempt that a repeat found applied, if this device made it.
  const tried = applied.replayed ? lostPlans.get(plan.op_id) : undefined
  lostPlans.delete(plan.op_id)
  const isStored = (id: Uuid) => applied.sessions.some((session) => session.id === id)
  // This write was applied earlier and the session was deleted since; it stays deleted.
  if (plan.lessons.some(({ op, session }) => op !== 'delete' && !isStored(session.id))) {
    return failure('already-deleted', texts.alreadyDeleted)
  }
  // What a first attempt left: others may have changed it since.
  const left = applied.effects?.lessons.flatMap(({ after }) => after ?? []) ?? applied.sessions
  const undo = undoOf(tried?.plan ?? plan, tried?.facts ?? ran.facts, left, skipsEndedBy(applied.effects))
  write.onChanged?.(applied.effects?.lessons ?? [])
  const { session, same, replayed } = applied
  const { effects } = ran
  return success(untold({ session, effects, agenda: agendaOf(applied), same, replayed, undo }), write.done)
}

/** Whether a chosen package exists but has no credits: the facts hold only packages with credits. */
async function isAnyEmpty(client: Client, owner: Uuid, chosen: readonly Choice[]): Promise<boolean> {
  const { data } = await client
    .from('packages')
    .select('id')
    .eq('user_id', owner)
    .in(
      'student_id',
      chosen.map(({ studentId }) => studentId),
    )
    .in(
      'id',
      chosen.map(({ packageId }) => packageId),
    )
    .eq('remaining_classes', 0)
    .limit(1)
  return data !== null && data.length > 0
}
