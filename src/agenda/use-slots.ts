import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { profileQuery, showSavedProfile } from '@/account/use-profile'
import type { Uuid } from '@/core/model'
import type { FailureCode } from '@/core/result'
import { invalidateAgenda, invalidateCredits } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { AGENDA_SERVICE } from './agenda-service-texts'
import { agenda } from './data'
import type { SlotPlan } from './slots'

/** All slots, ended ones too. */
export const useSlots = (enabled = true) =>
  useQuery({
    ...ownerQuery(useOwner(), ['agenda', 'slots'], agenda.slots, AGENDA_SERVICE.loadFailed),
    enabled,
  })

/** What ending or changing a slot must respect; null reads nothing. */
export const useSlotFacts = (id: Uuid | null) =>
  useQuery(
    ownerQuery(useOwner(), ['facts', 'slot', id ?? ''], id === null ? null : () => agenda.slotFacts(id)),
  )

/** Failures that mean that the screen shows an old agenda. */
const OUTDATED: readonly FailureCode[] = [
  'overtaken',
  'slot-not-found',
  'occurrence-answered',
  'already-exists',
]

/**
 * Applies a change of the week. The form makes `op_id` and the ids of new slots, and keeps them across retries. The first
 * change also stores the device's time zone, in which its times are meant.
 */
export function useSlotPlan() {
  const client = useQueryClient()
  return useOwnerMutation(
    async (plan: SlotPlan, owner) => {
      if (owner !== undefined && plan.add.length > 0) {
        const profile = await client.ensureQueryData(profileQuery(owner)).catch(() => null)
        const zone = profile?.time_zone === null ? await agenda.setTimeZone(deviceTimeZone(), owner) : null
        // Some devices name no place; then the times are those of São Paulo.
        if (zone && !zone.success && zone.code !== 'invalid') return zone
        if (zone) showSavedProfile(client, zone, owner)
      }
      return agenda.applySlotPlan(plan, owner)
    },
    (_, result, { end, skips }) => {
      if (result.success || OUTDATED.includes(result.code)) void invalidateAgenda(client)
      // A skip that ends takes its days of validity back.
      if (result.success && (end.length > 0 || skips !== undefined)) void invalidateCredits(client)
    },
  )
}
