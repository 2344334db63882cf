import { toLocalDate } from '@/core/dates'
import { contentHash } from '@/core/ids'
import type { Uuid } from '@/core/model'
import { failure, type Failure, type FailureCode } from '@/core/result'
import { failedWrite } from '@/data/calls'
import { codeOf, unauthenticated } from '@/data/errors'
import { login, mayHaveHappened, pause, retrySettings, send, type ProviderResponse } from '@/data/retry'
import type { Client } from '@/data/supabase'
import { namesInFacts, toldOf, type Applied, type Names, type Released } from './applied'
import { releasedLines, withKept, type StudentEffect } from './effects'
import { readCreditFacts, readNames, type AskedFacts } from './facts-data'
import type { CreditFacts, Planned } from './plan-types'

/** One change of credits: what to read, how to decide and send the plan, and the messages of its failures. */
export interface PlanRun<Plan, Data extends Applied> {
  /** What the coach entered. */
  entered: object
  asked: AskedFacts
  decide: (facts: CreditFacts, now: Date) => Decided<Plan> | Failure
  apply: (plan: Plan & { content: string }) => PromiseLike<ProviderResponse & { data: Data | null }>
  /** Names of packages that the facts may leave out: one that is being sold, or one without credits. */
  named?: readonly { id: Uuid; name: string }[]
  failed: string
  /** The message after the credits have moved during every attempt. */
  busy: string
  /** Messages of this change for particular codes. */
  special?: (plan: Plan) => Partial<Record<FailureCode, string>>
  /** Codes after which the facts are read again and a new plan is sent. */
  replan?: readonly FailureCode[]
  /** Tells the server's time, if this device's clock is known to be wrong. */
  now?: (() => Date) | undefined
  /** Called when the answer to this plan was lost, so that the plan may have been applied. */
  onLost?: (attempt: Attempt<Plan>) => void
}

type Decided<Plan> = Pick<Planned, 'success' | 'effects'> & { plan: Plan }

/** A plan, and the facts from which it was decided. */
export type Attempt<Plan> = { plan: Plan; facts: CreditFacts }

/** An attempt that the database has applied, now or when an earlier request sent it. */
export interface Ran<Plan, Data> extends Attempt<Plan> {
  applied: Data
  /** What happened to each student's credits, as the database answered it. For a repeat: what the first attempt did. */
  effects: StudentEffect[]
}

/**
 * The only write path of credits (docs/architecture.md, 'A change of a lesson, step by step'): reads the facts, decides
 * with `run.decide`, and has the database apply the plan in one transaction. If another device moved the credits
 * between these two requests, it reads and decides again, a few times; then it fails with 'busy'.
 */
export async function runPlan<Plan extends object, Data extends Applied>(
  client: Client,
  owner: Uuid,
  run: PlanRun<Plan, Data>,
): Promise<Ran<Plan, Data> | Failure> {
  const content = await contentHash(run.entered)
  for (let attempt = 0; ; attempt++) {
    const read = await readCreditFacts(client, run.asked, run.failed)
    if (!read.success) return read
    const facts = read.data
    const decided = run.decide(facts, run.now?.() ?? new Date())
    if (!decided.success) return decided
    const { plan } = decided
    // The plan of a recess that moves no credits names nothing that another coach's account would refuse.
    if (login.owner?.() !== owner) return unauthenticated()
    const sent = await send(() => run.apply({ ...plan, content }))
    const { response } = sent
    if (response.data !== null) {
      const applied = response.data
      const effects = await effectsOf(client, owner, applied, decided, namesInFacts(facts, run.named))
      return { plan, facts, applied, effects }
    }
    if (mayHaveHappened(sent)) run.onLost?.({ plan, facts })
    if (!(run.replan ?? ['busy']).includes(codeOf(response))) {
      return failedWrite(sent, run.failed, run.special?.(plan))
    }
    if (attempt + 1 >= retrySettings.replans) return failure('busy', run.busy)
    await pause(attempt)
  }
}

/**
 * The effects that the database answered, in the order of the preview; of a first attempt also those that only the plan
 * knows (`withKept`).
 */
export async function effectsOf(
  client: Client,
  owner: Uuid,
  applied: Applied,
  planned: Pick<Planned, 'effects'>,
  known: Names,
): Promise<StudentEffect[]> {
  if (applied.effects === null) return []
  const names = await readNames(client, owner, applied.effects, known, [], applied.replayed)
  const order = planned.effects.map(({ studentId }) => studentId)
  const place = ({ studentId }: StudentEffect) =>
    order.includes(studentId) ? order.indexOf(studentId) : order.length
  const told = toldOf(applied.effects, names, toLocalDate(new Date())).toSorted((a, b) => place(a) - place(b))
  return applied.replayed ? told : withKept(told, planned.effects)
}

/** A sentence for each student whom a plan released and whom the coach did not name (`known`), or who is busy then. */
export async function releasedBy(
  client: Client,
  owner: Uuid,
  { applied: { released, effects }, facts }: Ran<object, Applied & { released: Released[] }>,
  known: readonly Uuid[] = [],
): Promise<string[]> {
  const others = released.filter(({ student_id: id, busy }) => busy || !known.includes(id))
  if (others.length === 0 || effects === null) return []
  const ids = others.map(({ student_id }) => student_id)
  const names = await readNames(client, owner, effects, namesInFacts(facts), ids)
  return releasedLines(others, names.students)
}
