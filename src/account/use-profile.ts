import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Profile, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import type { CoachRules } from '@/credits/plan-types'
import { invalidateFirstSteps, invalidateProfile, invalidateRules } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import type { Seen } from '@/data/table'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { profile, type ProfileSettings } from './profile-data'
import type { ProfileValues } from './profile/schema'
import { useAuth, useOwner } from './use-auth'

export const profileQuery = (owner: Uuid | null) => ownerQuery(owner, ['profile'], profile.get)

export const useProfile = () => useQuery(profileQuery(useOwner()))

/** The coach's rules of lessons as this device knows them, else the defaults. */
export function useCoachRules(): CoachRules {
  const { data } = useProfile()
  return {
    package_order: data?.package_order ?? 'oldest',
    cancel_extension_days: data?.cancel_extension_days ?? 0,
  }
}

/** How long an answer of the agenda waits for the coach's name on a device that does not know it. */
const NAME_MS = 3_000

/**
 * Like `useTeacherName`, but reads the profile only when called: the dashboard makes no request for it. A device
 * without a profile must read it then, or the student would see the email as the teacher's name.
 */
export function useTeacherNameNow(): () => Promise<string> {
  const { user } = useAuth()
  const client = useQueryClient()
  const query = profileQuery(useOwner())
  return async () => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, NAME_MS))
    const read = client.ensureQueryData(query).catch(() => undefined)
    const known = client.getQueryData(query.queryKey) ?? (await Promise.race([read, late]))
    return known?.name || user?.email || 'Professor'
  }
}

export const usePackageOrder = () => useCoachRules().package_order

/** The form closes at once, and the screen below must already show what was saved. */
export function showSavedProfile(client: QueryClient, result: Result<Profile>, owner: Uuid | null) {
  if (result.success && owner !== null) client.setQueryData(profileQuery(owner).queryKey, result.data)
}

export const useUpdateProfile = () =>
  useOwnerMutation(
    ({ values, seen }: { values: Partial<ProfileValues>; seen?: Seen }, only) =>
      profile.update(values, seen, only),
    (client, result, _, owner) => {
      showSavedProfile(client, result, owner)
      // The profile may be saved although the account's metadata is not.
      void invalidateProfile(client)
    },
  )

export const useUpdateRules = () =>
  useOwnerMutation(
    ({ rules, seen }: { rules: Partial<ProfileSettings>; seen?: Seen }, only) =>
      profile.updateRules(rules, seen, only),
    (client, result, _, owner) => {
      showSavedProfile(client, result, owner)
      void invalidateRules(client)
    },
  )

/** Closes 'Primeiros passos' for good, on every device; false shows them again. */
export const useCloseFirstSteps = () =>
  useOwnerMutation(
    (closed: boolean, only) => profile.updateRules({ first_steps_closed: closed }, undefined, only),
    (client, { success }) => (success ? invalidateFirstSteps(client) : undefined),
  )

/** The teacher's name on a new lesson: the profile's, else the email, else 'Professor'. */
export function useTeacherName(): string {
  const { user } = useAuth()
  return useProfile().data?.name || user?.email || 'Professor'
}

/** False while the profile is still loading: a page printed now would name the coach by the email. */
export const useKnowsTeacherName = (): boolean => !useProfile().isLoading
