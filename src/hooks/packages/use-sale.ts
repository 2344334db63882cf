import { lessonsToSettle, type SaleValues } from '@/domain/packages/sale.schema'
import type { Package, Uuid } from '@/domain/shared/model'
import type { Created, Result } from '@/domain/shared/result'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useUndoAction } from '@/hooks/undo/use-undo-action'
import { useOwedLessons, useSellPackage } from './use-packages'

/** What was sold, and what the sale settled. */
interface Sale {
  package: Package
  settled: readonly Uuid[]
}

/** A package that a correction has stored. */
export function asSale(result: Result<Package>): Result<Sale> {
  return result.success ? { ...result, data: { package: result.data, settled: [] } } : result
}

/** Sells to a student, and what the form needs to know for it; '' for no student yet. */
export function useSale(studentId: Uuid) {
  const { mutateAsync } = useSellPackage()
  const { data: owed = [], refetch } = useOwedLessons(studentId)
  const opIdOf = useAttemptId()
  const undoActionOf = useUndoAction()
  const sell = async (
    packageId: Uuid,
    { payment, settle, ...values }: SaleValues,
  ): Promise<Created<Sale>> => {
    const content = {
      packageId,
      studentId,
      values,
      settle: lessonsToSettle(owed, settle, values.totalClasses).map(({ id, version }) => ({
        sessionId: id,
        expectedVersion: version,
      })),
    }
    const sold = await mutateAsync({
      ...content,
      opId: opIdOf([content, payment]),
      payment: payment && { id: crypto.randomUUID(), ...payment },
    })
    if (!sold.success) return sold
    const settled = content.settle.map(({ sessionId }) => sessionId)
    return { ...sold, data: { package: sold.data.package, settled } }
  }
  return {
    owed,
    sell,
    /** The button 'Desfazer' of the toast. */
    undo: ({ package: { id, student_id }, settled }: Sale) =>
      undoActionOf({ kind: 'sale', sale: { packageId: id, studentId: student_id, settled } }),
    /** After a refusal: another device may have changed one of the lessons. */
    readAgain: () => void refetch(),
  }
}
