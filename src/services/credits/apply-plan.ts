import type { CreditFacts } from '@/domain/credits/plan-types'
import type { Session, SessionDetails, Uuid } from '@/domain/shared/model'
import { failure, type Failure, type FailureCode, type Success } from '@/domain/shared/result'
import type { StudentEffect } from '@/domain/credits/effects'
import type { PlanResult, RefusalReason } from '@/domain/credits/plan-result'
import { MESSAGES } from '@/texts/shared/messages'
import { readCreditFacts } from './credit-facts'
import { codeOf, inDoubt, knownFailure, success, toFailure } from '@/services/supabase/errors'
import { mayHaveHappened, retrySettings, pause, send } from '@/services/network/retry'
import { readDetails } from '@/services/sessions/session-reads'
import type { Client } from '@/services/supabase/supabase'

/** What a write did. */
export interface SessionSaved {
  /** The lesson as it is now; null after a deletion. */
  session: Session | null
  /** What happened to each student's credits; empty when an earlier try had done it already. */
  effects: StudentEffect[]
}

/** Somebody changed the lesson after this coach had opened it. Nothing was overwritten. */
export interface SessionConflict extends Failure {
  code: 'overtaken'
  /** The lesson as it is now, to show what changed; null when it is gone or could not be read. */
  current: SessionDetails | null
}

export type SaveResult = Success<SessionSaved> | Failure | SessionConflict

const texts = MESSAGES.sessions.service

const REFUSALS: Readonly<Record<RefusalReason, FailureCode>> = {
  'no-students': 'invalid',
  'student-twice': 'invalid',
  'in-future': 'session-in-future',
  'session-not-found': 'session-not-found',
  'student-not-found': 'student-not-found',
  'package-not-found': 'package-not-found',
  'package-empty': 'package-empty',
  'assignment-not-found': 'assignment-not-found',
}

interface Choice {
  studentId: Uuid
  packageId: Uuid
}

/** One write of a lesson: what to read for it, what to decide, and what to say. */
export interface Write {
  sessionId: Uuid
  /** Students to read besides those of the lesson. */
  studentIds: Uuid[]
  /** Packages that the coach chose by hand. */
  chosen?: readonly Choice[]
  /** The version that a person saw when the edit began; without it nobody's edit can be overtaken. */
  expectedVersion?: number | undefined
  /** False for a lesson that is about to be made: nothing of it needs reading. */
  exists: boolean
  decide: (facts: CreditFacts, now: Date) => PlanResult
  failed: string
  done: string
  /** The time, where this device's own clock is known to be wrong. */
  now?: (() => Date) | undefined
}

/** Something changed between reading and writing: another plan, made from what is there now, will fit. */
const REPLAN_CODES: readonly FailureCode[] = [
  'busy',
  'overtaken',
  'package-below-used',
  // A student or package of the plan was deleted meanwhile.
  'student-not-found',
  'in-use',
]

/**
 * The one write path of lessons (docs/architecture.md, 'Credits: decide in TypeScript, apply in Postgres'): read the facts, decide in the domain, apply in one
 * transaction; two requests when nobody interferes. Overtaken by another device it reads and decides again, a few
 * times; an edit of a person who saw another version of the lesson is never carried over it.
 */
export async function write(client: Client, owner: Uuid, what: Write): Promise<SaveResult> {
  for (let attempt = 0; ; attempt++) {
    const facts = await readCreditFacts(
      client,
      what.studentIds,
      what.exists ? what.sessionId : null,
      what.failed,
    )
    if (!facts.success) return facts
    const planned = what.decide(facts.data, what.now?.() ?? new Date())
    if (!planned.ok) return refusal(client, owner, planned, what)

    const sent = await send(() => client.rpc('apply_session_plan', { plan: planned.plan }))
    const { response } = sent
    if (!response.error) return saved(response.data, planned, what)
    const code = codeOf(response)
    if (code === 'overtaken' && what.expectedVersion !== undefined) {
      return overtaken(client, owner, what.sessionId)
    }
    if (!REPLAN_CODES.includes(code)) {
      const failed = toFailure(response, what.failed, { 'already-deleted': texts.alreadyDeleted })
      return mayHaveHappened(sent) ? inDoubt(failed) : failed
    }
    if (attempt + 1 >= retrySettings.replans) return failure('busy', texts.busy)
    await pause(attempt)
  }
}

/** The answer to an edit that another one has overtaken, with the lesson as it is now. */
export async function overtaken(client: Client, owner: Uuid, sessionId: Uuid): Promise<SessionConflict> {
  const current = await readDetails(client, owner, sessionId)
  return { ...failure('overtaken', texts.conflict), code: 'overtaken', current: current.data }
}

/** Why the rules refuse it. A package that the facts lack may be one without credits: their messages differ (docs/product.md, 'Assigning a package'). */
async function refusal(
  client: Client,
  owner: Uuid,
  { reason, message }: PlanResult & { ok: false },
  { chosen = [] }: Write,
): Promise<Failure> {
  if (reason === 'package-not-found' && (await isAnyEmpty(client, owner, chosen))) {
    return knownFailure('package-empty')
  }
  return failure(REFUSALS[reason], message)
}

function saved(
  applied: { replayed: boolean; session: Session | null },
  planned: PlanResult & { ok: true },
  what: Write,
): SaveResult {
  const { op } = planned.plan
  // A repeat of something that was done and has been deleted since: what is deleted stays deleted.
  if (applied.session === null && op !== 'delete') return failure('already-deleted', texts.alreadyDeleted)
  return success({ session: applied.session, effects: applied.replayed ? [] : planned.effects }, what.done)
}

/** Whether one of these packages is there without credits: the facts hold only packages that have some. */
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
