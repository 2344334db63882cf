import { useQueryClient } from '@tanstack/react-query'
import { lessonsToSettle, type SaleValues } from '@/domain/packages/sale.schema'
import type { Package, Uuid } from '@/domain/shared/model'
import type { Created, Result } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useUndoAction } from '@/hooks/undo/use-undo-action'
import { owedLessonsQuery, useSellPackage } from './use-package-plans'

/** What was sold, and what the sale settled. */
interface Sale {
  package: Package
  settled: readonly Uuid[]
}

/** A package that a correction has stored. */
export function asSale(result: Result<Package>): Result<Sale> {
  return result.success ? { ...result, data: { package: result.data, settled: [] } } : result
}

/** Sells a package, maybe one that follows a monthly one (`renews`); of the owed lessons it settles those that the form showed (`useOwedLessons`). */
export function useSale() {
  const { mutateAsync } = useSellPackage()
  const client = useQueryClient()
  const owner = useOwner()
  const opIdOf = useAttemptId()
  const undoActionOf = useUndoAction()
  const sell = async (
    packageId: Uuid,
    studentId: Uuid,
    typed: SaleValues,
    renews?: Uuid,
  ): Promise<Created<Sale>> => {
    const { payment, settle, ...values } = typed
    const { queryKey } = owedLessonsQuery(owner, studentId)
    const content = {
      packageId,
      studentId,
      values,
      ...(renews !== undefined && { renews }),
      settle: lessonsToSettle(client.getQueryData(queryKey) ?? [], settle, values.totalClasses).map(
        ({ id, version }) => ({ sessionId: id, expectedVersion: version }),
      ),
    }
    const sold = await mutateAsync({
      ...content,
      opId: opIdOf([content, payment]),
      payment: payment && { id: crypto.randomUUID(), ...payment },
    })
    if (!sold.success) {
      // Another device may have changed one of the lessons.
      void client.refetchQueries({ queryKey })
      return sold
    }
    const settled = content.settle.map(({ sessionId }) => sessionId)
    return { ...sold, data: { package: sold.data.package, settled } }
  }
  return {
    sell,
    /** The button 'Desfazer' of the toast. */
    undo: ({ package: { id, student_id }, settled }: Sale) =>
      undoActionOf({ kind: 'sale', sale: { packageId: id, studentId: student_id, settled } }),
  }
}
