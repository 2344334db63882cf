import { planAlerts } from '@/domain/alerts/alerts'
import type { AlertPlan } from '@/domain/credits/plan-types'
import type { Alert, LocalDate, Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { readCreditFacts } from '@/services/credits/credit-facts'
import { send } from '@/services/network/retry'
import { knownFailure, success, toFailure } from '@/services/supabase/errors'
import type { Client } from '@/services/supabase/supabase'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.alerts.service

/** The API answers at most this many rows. */
const LIST_CHUNK = 1000

function apply(client: Client, plan: AlertPlan) {
  return send(() => client.rpc('apply_alert_plan', { plan }))
}

export const alerts = {
  /** Unresolved alerts, newest first: at most `limit`, else all of them, in as many requests as that takes. */
  list: (limit = Infinity): Promise<Result<Alert[]>> =>
    asOwner(texts.list, async (client, owner) => {
      const rows: Alert[] = []
      for (;;) {
        const asked = Math.min(limit - rows.length, LIST_CHUNK)
        const response = await client
          .from('alerts')
          .select()
          .eq('user_id', owner)
          .eq('resolved', false)
          .order('created_at', { ascending: false })
          .order('id')
          .range(rows.length, rows.length + asked - 1)
        if (response.error) return toFailure(response, texts.list)
        rows.push(...response.data)
        if (response.data.length < asked || rows.length >= limit) return success(rows)
      }
    }),

  /** Closes an alert. It stays closed until its cause has ended (docs/product.md, 'Alerts'). */
  resolve: (id: Uuid, only?: Uuid): Promise<Result<null>> =>
    asOwner({ failed: texts.update, only }, async (client, owner) => {
      const { response } = await send(() =>
        client.from('alerts').update({ resolved: true }).eq('user_id', owner).eq('id', id).select('id'),
      )
      if (response.error) return toFailure(response, texts.update)
      return response.data.length === 0 ? knownFailure('alert-not-found') : success(null)
    }),

  /**
   * Reconciles the alerts with the facts of `today`, the coach's local day. Some causes depend only on the date, so
   * this runs when the dashboard or the alerts page opens, and after changes to students, packages and clubs. Writes only if there is a difference.
   *
   * @returns how many alerts were raised or refreshed, and how many causes ended.
   */
  reconcile: (today: LocalDate): Promise<Result<{ raised: number; ended: number }>> =>
    asOwner(texts.list, async (client) => {
      const facts = await readCreditFacts(client, {}, texts.list)
      if (!facts.success) return facts
      const plan = planAlerts(facts.data, today)
      const counts = { raised: plan.raise.length, ended: plan.end.length }
      if (counts.raised + counts.ended === 0) return success(counts)
      const { response } = await apply(client, plan)
      return response.error ? toFailure(response, texts.update) : success(counts)
    }),
}
