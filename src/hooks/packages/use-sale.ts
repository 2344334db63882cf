import { useQueryClient } from '@tanstack/react-query'
import type { UndoSaleIntent } from '@/domain/credits/intents'
import { undoOfSale } from '@/domain/credits/plan-package'
import { lessonsToSettle, type SaleValues } from '@/domain/packages/sale.schema'
import type { Package, Uuid } from '@/domain/shared/model'
import type { Created, Result } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useUndoAction } from '@/hooks/undo/use-undo-action'
import { owedLessonsQuery, useSellPackage } from './use-package-plans'

/** What was sold, and how the sale is undone; null where a form has corrected what an earlier request stored. */
interface Sale {
  package: Package
  undo: Omit<UndoSaleIntent, 'opId'> | null
}

/** A package that a correction has stored. */
export function asSale(result: Result<Package>): Result<Sale> {
  return result.success ? { ...result, data: { package: result.data, undo: null } } : result
}

/** Sells a package, maybe one that follows a monthly one (`renews`); of the owed lessons it settles those that the form showed (`useOwedLessons`). */
export function useSale() {
  const { mutateAsync } = useSellPackage()
  const client = useQueryClient()
  const owner = useOwner()
  const opIdOf = useAttemptId()
  // As long as the operation is the same, so that undoing it names the payment that was stored.
  const paymentIdOf = useAttemptId()
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
    const sale = {
      ...content,
      opId: opIdOf([content, payment]),
      payment: payment && { id: paymentIdOf([content, payment]), ...payment },
    }
    const sold = await mutateAsync(sale)
    if (!sold.success) {
      // Another device may have changed one of the lessons.
      void client.refetchQueries({ queryKey })
      return sold
    }
    return { ...sold, data: { package: sold.data.package, undo: undoOfSale(sale) } }
  }
  return {
    sell,
    /** The button 'Desfazer' of the toast. */
    undo: ({ undo }: Sale) => undoActionOf(undo && { kind: 'sale', sale: undo }),
  }
}
