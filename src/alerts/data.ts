import type { Alert, LocalDate, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { readCreditFacts } from '@/credits/facts-data'
import { allRows, mapped, read, write } from '@/data/calls'
import { success } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { table } from '@/data/table'
import { planAlerts } from './rules'
import { ALERT_MESSAGES } from './texts'

const texts = ALERT_MESSAGES.service

export const alerts = {
  /** All unresolved alerts, newest first, in as many requests as needed. */
  list: (): Promise<Result<Alert[]>> =>
    read(texts.list, (client, owner) =>
      allRows((from, to) =>
        client
          .from('alerts')
          .select()
          .eq('user_id', owner)
          .eq('resolved', false)
          .order('created_at', { ascending: false })
          .order('id')
          .range(from, to),
      ),
    ),

  /** Closes an alert until its cause has ended (docs/product.md, 'Alerts'). Fails with 'alert-not-found'. */
  resolve: (id: Uuid, only?: Uuid): Promise<Result<null>> =>
    table('alerts', 'alert-not-found').set(id, { resolved: true }, { failed: texts.update, only }),

  /**
   * Reconciles the alerts with the facts of `today`, the coach's local day. Some causes depend only on the date, so
   * this runs when the dashboard or the alerts page opens, and after changes to students, packages and clubs. Writes
   * only if there is a difference.
   *
   * @returns whether alerts were raised or refreshed, or causes ended.
   */
  reconcile: async (today: LocalDate): Promise<Result<boolean>> => {
    const planned = await asOwner(texts.list, (client, owner) =>
      mapped(readCreditFacts(client, {}, texts.list), (facts) => ({ owner, plan: planAlerts(facts, today) })),
    )
    if (!planned.success) return planned
    const { owner, plan } = planned.data
    if (plan.raise.length + plan.end.length === 0) return success(false)
    // Whoever has signed in since would get the alert about a missing club, which names no row that is refused.
    const applied = write({ failed: texts.update, only: owner }, (client) =>
      client.rpc('apply_alert_plan', { plan }),
    )
    return mapped(applied, () => true)
  },
}
