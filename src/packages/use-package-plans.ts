import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { derivedId } from '@/core/ids'
import type { Uuid } from '@/core/model'
import { failure, type Result } from '@/core/result'
import { useUndoAction } from '@/credits/use-undo'
import { invalidateCredits } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { isStale, lessonsChanged } from '@/sessions/use-sessions'
import { isUnanswered } from '@/ui/forms/use-as-sent'
import { PACKAGE_FORMS } from './package-forms-texts'
import { packagePlans, type OwedLesson, type Sold } from './package-plans-data'
import { lessonsToSettle, type SaleValues } from './sale.schema'

const owedLessonsQuery = (owner: Uuid | null, studentId: Uuid) =>
  ownerQuery(
    owner,
    ['facts', 'owed', studentId],
    studentId === '' ? null : () => packagePlans.owedLessons(studentId),
  )

const ALWAYS = { refetchOnMount: 'always' } as const

/** The student's lessons without a package, oldest first. `always` reads them again, however fresh they are. */
export const useOwedLessons = (studentId: Uuid, { always = false } = {}) =>
  useQuery({ ...owedLessonsQuery(useOwner(), studentId), ...(always && ALWAYS) })

/** The sale that 'Renovar' repeats; null if the student never had a package. Read again however fresh it is. */
export const useLastSale = (studentId: Uuid) =>
  useQuery({
    ...ownerQuery(useOwner(), ['packages', studentId, 'last-sale'], () => packagePlans.lastSale(studentId)),
    ...ALWAYS,
  })

export const useRecentSales = () =>
  useQuery(ownerQuery(useOwner(), ['packages', 'recent-sales'], packagePlans.recentSales))

/** The extensions of a student's packages that count, whether by hand or from a recess, a lesson or a skip. */
export const useGivenDays = (studentId: Uuid) =>
  useQuery(
    ownerQuery(useOwner(), ['facts', 'given-days', studentId], () => packagePlans.extensions(studentId)),
  )

// A plan contains its alerts, so these mutations reconcile none.

const creditsChanged = (client: QueryClient, result: Result<unknown>) => {
  if (result.success || isStale(result)) void invalidateCredits(client)
}

/** Settled lessons show their package, so the lessons are read again too. */
export const useSellPackage = () => useOwnerMutation(packagePlans.sell, lessonsChanged)
export const useAdjustPackage = () => useOwnerMutation(packagePlans.adjust, creditsChanged)
export const useExtendPackage = () => useOwnerMutation(packagePlans.extend, creditsChanged)
export const useTakeBackDays = () => useOwnerMutation(packagePlans.takeBack, creditsChanged)

/**
 * Sells a package, or renews a monthly one (`renews`). Of the owed lessons it settles those that the form showed
 * (`useOwedLessons`; if it showed none yet, as it would have shown them), and after a lost answer the same ones again.
 * If they cannot be read, nothing is sold: the coach would believe them settled.
 */
export function useSale() {
  const sale = useSellPackage()
  const client = useQueryClient()
  const owner = useOwner()
  const undoActionOf = useUndoAction()
  const sell = async (
    packageId: Uuid,
    studentId: Uuid,
    typed: SaleValues,
    shown: readonly OwedLesson[] | undefined,
    renews?: Uuid,
  ) => {
    const { payment, settle, ...values } = typed
    const query = owedLessonsQuery(owner, studentId)
    // Pressed before they were read: they count as ticked, as they would have been shown.
    const owed = shown ?? (await client.ensureQueryData(query).catch(() => null))
    if (owed === null) return failure('unread', PACKAGE_FORMS.service.owed)
    const lessons = lessonsToSettle(owed, settle, values.totalClasses)
    const sold = await sale.mutateAsync({
      packageId,
      studentId,
      values,
      ...(renews !== undefined && { renews }),
      settle: lessons.map(({ id, version }) => ({ sessionId: id, expectedVersion: version })),
      ticked: settle,
      // One operation id for a package, also after a reload, so the server notices a repeat with other content.
      opId: derivedId(packageId, studentId),
      payment: payment && { id: crypto.randomUUID(), ...payment },
    })
    // Perhaps another device has changed one of the lessons.
    if (!sold.success && !sold.unknown) void client.refetchQueries({ queryKey: query.queryKey })
    return sold
  }
  return {
    sell,
    isSent: isUnanswered(sale),
    /** The student of the sale that was sent last. */
    sentTo: sale.variables?.studentId ?? '',
    undo: ({ undo }: Sold) => undoActionOf(undo && { kind: 'sale', sale: undo }),
  }
}
