import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { useOwnerMutation, whenSaved } from '@/hooks/data/use-owner-mutation'
import { invalidateCredits, invalidateLessons } from '@/queries/effects'
import { ownerQuery } from '@/queries/owner-query'
import { packagePlans } from '@/services/packages/package-plans'

export const owedLessonsQuery = (owner: Uuid | null, studentId: Uuid) =>
  ownerQuery(
    owner,
    ['facts', 'owed', studentId],
    studentId === '' ? null : () => packagePlans.owedLessons(studentId),
  )

/** The student's lessons without a package, oldest first; not asked for without a student, ''. */
export const useOwedLessons = (studentId: Uuid) => useQuery(owedLessonsQuery(useOwner(), studentId))

/** What 'Renovar' starts from; null if the student never had a package. */
export const useLastSale = (studentId: Uuid) =>
  useQuery(
    ownerQuery(useOwner(), ['packages', studentId, 'last-sale'], () => packagePlans.lastSale(studentId)),
  )

// A plan brings its alerts with it, so nothing is reconciled after it.

/** Settled lessons show their package, so they are read again too. */
export const useSellPackage = () => useOwnerMutation(packagePlans.sell, whenSaved(invalidateLessons))
export const useAdjustPackage = () => useOwnerMutation(packagePlans.adjust, whenSaved(invalidateCredits))
export const useExtendPackage = () => useOwnerMutation(packagePlans.extend, whenSaved(invalidateCredits))
export const useTakeBackDays = () => useOwnerMutation(packagePlans.takeBack, whenSaved(invalidateCredits))

/** The days that lessons, skips, recesses and the coach gave to a student's packages and that count. */
export const useGivenDays = (studentId: Uuid) =>
  useQuery(
    ownerQuery(useOwner(), ['facts', 'given-days', studentId], () => packagePlans.extensions(studentId)),
  )
