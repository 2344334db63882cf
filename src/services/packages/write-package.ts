import type { Applied } from '@/domain/credits/applied'
import type { StudentEffect } from '@/domain/credits/effects'
import type { Refusal } from '@/domain/credits/plan-result'
import type { CreditFacts } from '@/domain/credits/plan-types'
import { namesOf } from '@/domain/credits/told'
import type { Uuid } from '@/domain/shared/model'
import { failure, type Failure, type FailureCode } from '@/domain/shared/result'
import { effectsOf, REFUSALS } from '@/services/credits/apply-plan'
import { readCreditFacts } from '@/services/credits/credit-facts'
import { contentHash } from '@/services/network/content-hash'
import { mayHaveHappened, pause, retrySettings, send, type ProviderResponse } from '@/services/network/retry'
import { codeOf, inDoubt, toFailure } from '@/services/supabase/errors'
import type { Client } from '@/services/supabase/supabase'
import { PACKAGE_FORMS } from '@/texts/packages/package-forms'

/** One write of a package: what to read, how to decide, how to send it, and the messages. */
interface PackageWrite<Plan, Data extends Applied> {
  /** What the coach entered. */
  entered: object
  studentIds: Uuid[]
  /** Lessons that the plan is about. */
  sessionIds?: Uuid[]
  decide: (facts: CreditFacts, now: Date) => { ok: true; plan: Plan; effects: StudentEffect[] } | Refusal
  /** Packages that the facts may leave out: one that is sold, or has no credits. */
  named?: readonly { id: Uuid; name: string }[]
  apply: (plan: Plan & { content: string }) => PromiseLike<ProviderResponse & { data: Data | null }>
  failed: string
  /** Messages of this write for some codes. */
  special?: Partial<Record<FailureCode, string>>
  /** Codes after which the facts are read again and a new plan is sent. */
  replan?: readonly FailureCode[]
}

/**
 * Reads the facts, plans in the domain and applies in one transaction: two requests without contention. When the
 * student's credits moved between the two it reads and plans again, a few times.
 */
export async function writePackage<Plan extends object, Data extends Applied>(
  client: Client,
  owner: Uuid,
  {
    entered,
    studentIds,
    sessionIds = [],
    decide,
    apply,
    named = [],
    failed,
    special = {},
    replan = ['busy'],
  }: PackageWrite<Plan, Data>,
): Promise<{ applied: Data; effects: StudentEffect[] } | Failure> {
  const content = await contentHash(entered)
  for (let attempt = 0; ; attempt++) {
    const facts = await readCreditFacts(client, { studentIds, sessionIds }, failed)
    if (!facts.success) return facts
    const planned = decide(facts.data, new Date())
    if (!planned.ok) return failure(REFUSALS[planned.reason], planned.message)
    const sent = await send(() => apply({ ...planned.plan, content }))
    const { response } = sent
    if (response.data !== null) {
      const names = namesOf(facts.data, named)
      const effects = await effectsOf(client, owner, response.data, planned, names)
      return { applied: response.data, effects }
    }
    const code = codeOf(response)
    if (!replan.includes(code)) {
      const refused = toFailure(response, failed, special)
      return mayHaveHappened(sent) ? inDoubt(refused) : refused
    }
    if (attempt + 1 >= retrySettings.replans) return failure('busy', PACKAGE_FORMS.service.busy)
    await pause(attempt)
  }
}
