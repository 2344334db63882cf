import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import { invalidateCredits, invalidateLessons } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation, whenSaved } from '@/data/use-owner-mutation'
import { packagePlans } from './package-plans-data'

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
