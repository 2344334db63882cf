import { useQuery, useQueryClient } from '@tanstack/react-query'
import { profile } from '@/account/profile-data'
import { useOwner } from '@/account/use-auth'
import { profileQuery, showSavedProfile } from '@/account/use-profile'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Profile, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { tell } from '@/credits/tell'
import { invalidateAgenda, invalidateCredits } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { isStale } from '@/sessions/use-sessions'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-action'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { agenda } from './data'
import type { SlotPlan } from './slots'

/** What ending or changing a slot must respect. With null nothing is read. */
export const useSlotFacts = (id: Uuid | null) =>
  useQuery(
    ownerQuery(useOwner(), ['facts', 'slot', id ?? ''], id === null ? null : () => agenda.slotFacts(id)),
  )

/**
 * Applies a change of the week. The form makes `op_id` and the ids of new slots, and keeps them across retries. The
 * first change that adds a slot also stores the device's time zone, in which the slot's times are meant.
 */
export function useSlotPlan() {
  const client = useQueryClient()
  return useOwnerMutation(
    async (plan: SlotPlan, owner) => {
      if (owner !== undefined && plan.add.length > 0) {
        const { queryKey } = profileQuery(owner)
        // While this device knows no zone, another one may have added the first slot: its zone stays.
        if (!client.getQueryData(queryKey)?.time_zone) {
          let read: Result<Profile | null> = await profile.get()
          if (read.success && read.data?.time_zone === null)
            read = await agenda.setTimeZone(deviceTimeZone(), owner)
          if (read.success) client.setQueryData(queryKey, read.data)
          // Some devices name no place; then the agenda keeps São Paulo's zone.
          else if (read.code !== 'invalid') return read
        }
      }
      return agenda.applySlotPlan(plan, owner)
    },
    (_, result, { end, skips }) => {
      if (result.success || isStale(result) || result.code === 'already-exists') void invalidateAgenda(client)
      // Ending a skip ends the extension that the skip gave.
      if (result.success && (end.length > 0 || skips !== undefined)) void invalidateCredits(client)
    },
  )
}

type Change = {
  planOf: (opId: Uuid) => SlotPlan
  done: string
  /** `done` says what happens to the occurrence. */
  namesAgenda?: boolean
  failed: { title: string; description: string }
  onDone: () => void
}

/** Returns [apply, applying]: applies a change of the week that needs no form. */
export function useApplyPlan() {
  const { mutateAsync } = useSlotPlan()
  const opIdOf = useAttemptId()
  return useSingleFlight(async ({ planOf, done, namesAgenda = false, failed, onDone }: Change) => {
    const result = await mutateAsync(planOf(opIdOf(planOf(''))))
    if (!result.success) {
      toastFailure(failed, result)
      return
    }
    // If an earlier attempt did something else, the toast does not claim this change.
    const isOther = result.outcome === 'already-saved'
    tell(result.data, {
      title: isOther ? COMMON_MESSAGES.notAsTyped : done,
      ...(isOther && { warnings: [COMMON_MESSAGES.alreadySaved] }),
      namesAgenda: namesAgenda && !isOther,
    })
    onDone()
  })
}

/** Stores the agenda's time zone; planned lessons keep their local time, unless they were moved. */
export const useSetTimeZone = () =>
  useOwnerMutation(agenda.setTimeZone, (client, result, _, owner) => {
    if (!result.success || owner === null) return
    showSavedProfile(client, result, owner)
    void invalidateAgenda(client)
  })
