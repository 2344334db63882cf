import { lessonsToSettle, type SaleValues } from '@/domain/packages/sale.schema'
import type { Package, Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useOwedLessons, useSellPackage, type Sold } from './use-packages'

/** A package that a correction has stored, as a sale's answer. */
export function asSold(result: Result<Package>): Result<Sold> {
  return result.success ? { ...result, data: { package: result.data, settled: [], effects: [] } } : result
}

/** Sells to a student, and what the form needs to know for it; '' for no student yet. */
export function useSale(studentId: Uuid) {
  const { mutateAsync } = useSellPackage()
  const { data: owed = [], refetch } = useOwedLessons(studentId)
  const opIdOf = useAttemptId()
  const sell = (packageId: Uuid, { payment, settle, ...values }: SaleValues) => {
    const content = {
      packageId,
      studentId,
      values,
      settle: lessonsToSettle(owed, settle, values.totalClasses).map(({ id, version }) => ({
        sessionId: id,
        expectedVersion: version,
      })),
    }
    return mutateAsync({
      ...content,
      opId: opIdOf([content, payment]),
      payment: payment && { id: crypto.randomUUID(), ...payment },
    })
  }
  return {
    owed,
    sell,
    /** After a refusal: another device may have changed one of the lessons. */
    readAgain: () => void refetch(),
  }
}
