import type { CreditFacts } from '@/domain/credits/plan-types'
import type { Session, SessionDetails, Uuid } from '@/domain/shared/model'
import type { Failure, Success } from '@/domain/shared/result'
import type { StudentEffect } from '@/domain/credits/effects'
import type { PlanResult, RefusalReason } from '@/domain/credits/plan-result'
import { MESSAGES } from '@/texts/shared/messages'
import { readCreditFacts } from './credit-facts'
import { failure, inDoubt, success, toFailure } from '@/services/supabase/errors'
import { mayHaveHappened, patience, pause, send, type ProviderResponse } from '@/services/network/retry'
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
  reason: 'conflict'
  /** The lesson as it is now, to show what changed; null when it is gone or could not be read. */
  current: SessionDetails | null
}

export type SaveResult = Success<SessionSaved> | Failure | SessionConflict

const texts = MESSAGES.sessions.service

const REFUSALS: Readonly<Partial<Record<RefusalReason, Failure['reason']>>> = {
  'session-not-found': 'not-found',
  'student-not-found': 'not-found',
  'package-not-found': 'not-found',
  'assignment-not-found': 'not-found',
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

/** The world moved between reading and writing: another plan will fit it. */
function isOvertaken({ error }: ProviderResponse): boolean {
  if (error?.code === 'PT409') return true
  if (error?.code === '23514') return error.message.includes('packages_used_within_total')
  // A student or package of the plan was deleted meanwhile; the next plan knows.
  return error?.message === 'student_not_found' || error?.code === '23503'
}

/**
 * The one write path of lessons (architecture.md, 'Credits'): read the facts, decide in the domain, apply in one
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
    if (response.error.message === 'stale_session' && what.expectedVersion !== undefined) {
      return conflict(client, owner, what.sessionId)
    }
    if (!isOvertaken(response)) {
      const failed = refused(response, what)
      return mayHaveHappened(sent) ? inDoubt(failed) : failed
    }
    if (attempt + 1 >= patience.replans) return failure('conflict', texts.busy)
    await pause(attempt)
  }
}

/** The answer to an edit that another one has overtaken, with the lesson as it is now. */
export async function conflict(client: Client, owner: Uuid, sessionId: Uuid): Promise<SessionConflict> {
  const current = await readDetails(client, owner, sessionId)
  return { ...failure('conflict', texts.conflict), reason: 'conflict', current: current.data }
}

/** Why the rules refuse it. A package that the facts lack may be one without credits: spec §5 tells them apart. */
async function refusal(
  client: Client,
  owner: Uuid,
  { reason, message }: PlanResult & { ok: false },
  { chosen = [] }: Write,
): Promise<Failure> {
  if (reason === 'package-not-found' && (await isAnyEmpty(client, owner, chosen))) {
    return failure('invalid', MESSAGES.sessions.rules.packageEmpty)
  }
  return failure(REFUSALS[reason] ?? 'invalid', message)
}

function saved(
  applied: { replayed: boolean; session: Session | null },
  planned: PlanResult & { ok: true },
  what: Write,
): SaveResult {
  const { op } = planned.plan
  // A repeat of something that was done and has been deleted since: what is deleted stays deleted.
  if (applied.session === null && op !== 'delete') return failure('gone', texts.alreadyDeleted)
  return success({ session: applied.session, effects: applied.replayed ? [] : planned.effects }, what.done)
}

function refused(response: ProviderResponse, what: Write): Failure {
  if (response.error?.message === 'session_in_future')
    return failure('invalid', MESSAGES.sessions.rules.inFuture)
  return toFailure(response, what.failed, { 'not-found': texts.notFound, gone: texts.alreadyDeleted })
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
