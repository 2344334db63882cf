import type { OccurrenceKey, SlotChanged, SlotException } from '@/domain/agenda/agenda'
import { agendaEffectOf, type AgendaEffect } from '@/domain/credits/agenda-effect'
import type { Applied, Effects } from '@/domain/credits/applied'
import { refusingChangedSlots } from '@/domain/credits/changed-slots'
import { withoutEffects, type StudentEffect } from '@/domain/credits/effects'
import type { LessonUndo } from '@/domain/credits/intents'
import type { Planned, PlanResult, Refusal, RefusalReason } from '@/domain/credits/plan-result'
import type { CreditFacts } from '@/domain/credits/plan-types'
import { namesOf, toldOf, type Names } from '@/domain/credits/told'
import { undoOf } from '@/domain/credits/undo-of'
import { untold, type Untold } from '@/domain/credits/untold'
import { toLocalDate } from '@/domain/shared/dates'
import type { Session, SessionDetails, Uuid } from '@/domain/shared/model'
import { failure, type Failure, type FailureCode, type Success } from '@/domain/shared/result'
import { contentHash } from '@/services/network/content-hash'
import { mayHaveHappened, retrySettings, pause, send } from '@/services/network/retry'
import { readDetails } from '@/services/sessions/session-reads'
import { codeOf, inDoubt, knownFailure, success, toFailure } from '@/services/supabase/errors'
import type { AppliedPlan } from '@/services/supabase/functions'
import type { Client } from '@/services/supabase/supabase'
import { AGENDA_SERVICE } from '@/texts/agenda/agenda-service'
import { MESSAGES } from '@/texts/shared/messages'
import { readCreditFacts } from './credit-facts'
import { readNames } from './read-names'

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

const texts = MESSAGES.sessions.service

/** The codes of the rules' refusals. */
export const REFUSALS: Readonly<Record<RefusalReason, FailureCode>> = {
  'no-students': 'invalid',
  'student-twice': 'invalid',
  'in-future': 'session-in-future',
  'session-not-found': 'session-not-found',
  'student-not-found': 'student-not-found',
  'package-not-found': 'package-not-found',
  'package-empty': 'package-empty',
  'assignment-not-found': 'assignment-not-found',
  'package-used': 'package-used',
  'package-full': 'package-full',
  overpaid: 'overpaid',
  'refund-too-large': 'refund-too-large',
  'discount-too-large': 'invalid',
  'too-many-to-settle': 'invalid',
}

interface Choice {
  studentId: Uuid
  packageId: Uuid
}

/** One write of sessions: what to read, how to decide, and the messages. */
export interface Write {
  /** What the coach entered. */
  entered: object
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
  failed: string
  done: string
  /** What an answer to an occurrence does if its slot was changed since; absent: 'follow'. */
  slotChanged?: SlotChanged
  /** The server's time, if this device's clock is known to be wrong. */
  now?: (() => Date) | undefined
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

interface InDoubt {
  planned: Planned
  facts: CreditFacts
}

/** Plans whose answers were lost, with what was there before, by operation: what a repeat finds done can then be undone. */
const inDoubtPlans = new Map<Uuid, InDoubt>()

/**
 * The only write path of sessions (docs/architecture.md, 'A change of a session, step by step'): read the
 * facts, plan in the domain, apply in one transaction. Two requests without contention. If another device interferes it
 * re-reads and re-plans a few times, but an edit never overwrites a version that the coach has not seen.
 */
export async function write(client: Client, owner: Uuid, what: Write): Promise<SaveResult> {
  const content = await contentHash(what.entered)
  for (let attempt = 0; ; attempt++) {
    const [first = null, ...others] = what.sessionIds
    const { studentIds, occurrences = [] } = what
    const asked = { studentIds, sessionId: first, sessionIds: others, occurrences }
    const facts = await readCreditFacts(client, asked, what.failed)
    if (!facts.success) return facts
    const planned = what.decide(facts.data, what.now?.() ?? new Date())
    if (!planned.ok) return refusal(client, owner, planned, what)

    const plan = what.slotChanged === 'refuse' ? refusingChangedSlots(planned.plan) : planned.plan
    const sent = await send(() => client.rpc('apply_session_plan', { plan: { ...plan, content } }))
    const { response } = sent
    if (!response.error) {
      const { op_id } = planned.plan
      const tried = response.data.replayed ? inDoubtPlans.get(op_id) : undefined
      inDoubtPlans.delete(op_id)
      const { data } = response
      const effects = await effectsOf(client, owner, data, planned, namesOf(facts.data))
      return saved({ ...data, told: effects }, planned, facts.data, what, tried)
    }
    if (mayHaveHappened(sent)) inDoubtPlans.set(planned.plan.op_id, { planned, facts: facts.data })
    const code = codeOf(response)
    if (code === 'overtaken' && what.isSeen) return overtaken(client, owner, what.sessionIds)
    if (!REPLAN_CODES.includes(code)) {
      const failed = toFailure(response, what.failed, {
        'already-deleted': texts.alreadyDeleted,
        'occurrence-answered': plan.skips ? AGENDA_SERVICE.answeredOrSkipped : AGENDA_SERVICE.answered,
        'lesson-beside': AGENDA_SERVICE.beside,
        'slot-not-found': AGENDA_SERVICE.slotGone,
        'agenda-changed': AGENDA_SERVICE.changed,
      })
      return mayHaveHappened(sent) ? inDoubt(failed) : failed
    }
    if (attempt + 1 >= retrySettings.replans) return failure('busy', texts.busy)
    await pause(attempt)
  }
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

/**
 * The failure for a refused plan. A package that is missing from the facts may only be used up; then the message
 * differs (docs/product.md, 'Assigning a package').
 */
async function refusal(
  client: Client,
  owner: Uuid,
  { reason, message }: Refusal,
  { chosen = [] }: Write,
): Promise<Failure> {
  if (reason === 'package-not-found' && (await isAnyEmpty(client, owner, chosen))) {
    return knownFailure('package-empty')
  }
  return failure(REFUSALS[reason], message)
}

function saved(
  applied: AppliedPlan & { told: StudentEffect[] },
  planned: Planned,
  facts: CreditFacts,
  what: Write,
  /** The attempt that a repeat found applied, if this device made it. */
  tried: InDoubt | undefined,
): SaveResult {
  const { plan } = planned
  const isStored = (id: Uuid) => applied.sessions.some((session) => session.id === id)
  // This write was applied earlier and the session was deleted since; it stays deleted.
  if (plan.lessons.some(({ op, session }) => op !== 'delete' && !isStored(session.id))) {
    return failure('already-deleted', texts.alreadyDeleted)
  }
  // What a first attempt left: others may have changed it since.
  const left = applied.effects?.lessons.flatMap(({ after }) => after ?? []) ?? applied.sessions
  const undo = undoOf(tried?.planned.plan ?? plan, tried?.facts ?? facts, left, endedSkips(applied))
  what.onChanged?.(applied.effects?.lessons ?? [])
  const { session, same, replayed, told: effects } = applied
  const agenda = agendaOf(applied)
  return success(untold({ session, effects, agenda, same, replayed, undo }), what.done)
}

/** Skips that a new lesson ended; of a repeat, by the first attempt. */
const endedSkips = ({ replayed, ended_skips, effects }: AppliedPlan): readonly SlotException[] =>
  replayed
    ? (effects?.skips ?? []).flatMap(({ before, after }) =>
        before?.reason && after === null ? [before] : [],
      )
    : ended_skips

/** Of a repeat that is not known any more: nothing. */
export const agendaOf = ({ effects }: Applied): AgendaEffect =>
  agendaEffectOf({ skips: effects?.skips ?? [] })

/** What the answer says that happened; what only the plan knows, of a first attempt. */
export async function effectsOf(
  client: Client,
  owner: Uuid,
  applied: Applied,
  planned: Pick<Planned, 'effects'>,
  known: Names,
): Promise<StudentEffect[]> {
  if (applied.effects === null) return []
  const names = await readNames(client, owner, applied.effects, known)
  // In the order of the preview.
  const order = planned.effects.map(({ studentId }) => studentId)
  const place = ({ studentId }: StudentEffect) =>
    order.includes(studentId) ? order.indexOf(studentId) : order.length
  const told = toldOf(applied.effects, names, toLocalDate(new Date())).toSorted((a, b) => place(a) - place(b))
  if (applied.replayed) return told
  const kept = planned.effects.filter(({ keptOutsideValidity }) => keptOutsideValidity.length > 0)
  return [
    ...told,
    ...kept.filter(({ studentId }) => !told.some((each) => each.studentId === studentId)).map(withoutEffects),
  ].map((effect) => ({
    ...effect,
    keptOutsideValidity:
      kept.find(({ studentId }) => studentId === effect.studentId)?.keptOutsideValidity ?? [],
  }))
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
