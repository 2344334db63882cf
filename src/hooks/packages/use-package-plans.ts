import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateCredits, invalidateLessons } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { packagePlans } from '@/services/packages/package-plans'

export type { Sold } from '@/services/packages/package-plans'

export const owedLessonsQuery = (owner: Uuid | null, studentId: Uuid) =>
  queryOptions({
    queryKey: queryKeys.owedLessons(owner ?? '', studentId),
    queryFn:
      owner === null || studentId === '' ? skipToken : () => unwrap(packagePlans.owedLessons(studentId)),
  })

/** The student's lessons without a package, oldest first; not asked for without a student, ''. */
export const useOwedLessons = (studentId: Uuid) => useQuery(owedLessonsQuery(useOwner(), studentId))

/** What 'Renovar' starts from; null if the student never had a package. */
export function useLastSale(studentId: Uuid) {
  const owner = useOwner()
  return useQuery({
    queryKey: queryKeys.lastSale(owner ?? '', studentId),
    queryFn: owner === null ? skipToken : () => unwrap(packagePlans.lastSale(studentId)),
  })
}

/** A plan brings its alerts with it, so nothing is reconciled after it. */
function usePlan<Intent, Answer extends { success: boolean }>(
  send: (intent: Intent, only: Uuid | undefined) => Promise<Answer>,
  stale: (client: QueryClient) => Promise<void>,
) {
  const client = useQueryClient()
  const only = useOwner() ?? undefined
  return useMutation({
    mutationFn: (intent: Intent) => send(intent, only),
    onSuccess: (result) => {
      if (result.success) void stale(client)
    },
  })
}

/** Settled lessons show their package, so they are read again too. */
export const useSellPackage = () => usePlan(packagePlans.sell, invalidateLessons)
export const useAdjustPackage = () => usePlan(packagePlans.adjust, invalidateCredits)
export const useExtendPackage = () => usePlan(packagePlans.extend, invalidateCredits)
export const useTakeBackDays = () => usePlan(packagePlans.takeBack, invalidateCredits)

/** The days that lessons, skips, recesses and the coach gave to a student's packages and that count. */
export function useGivenDays(studentId: Uuid) {
  const owner = useOwner()
  return useQuery({
    queryKey: queryKeys.givenDays(owner ?? '', studentId),
    queryFn: owner === null ? skipToken : () => unwrap(packagePlans.extensions(studentId)),
  })
}
