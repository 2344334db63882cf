import { useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { derivedId } from '@/core/derived-id'
import type { Uuid } from '@/core/model'
import type { Created } from '@/core/result'
import type { Untold } from '@/credits/untold'
import { useUndoAction } from '@/credits/use-undo'
import type { Sold } from './package-plans-data'
import { lessonsToSettle, type SaleValues } from './sale.schema'
import { owedLessonsQuery, useSellPackage } from './use-package-plans'

/** Sells a package, maybe one that follows a monthly one (`renews`); of the owed lessons it settles those that the form showed (`useOwedLessons`). */
export function useSale() {
  const { mutateAsync } = useSellPackage()
  const client = useQueryClient()
  const owner = useOwner()
  const undoActionOf = useUndoAction()
  const sell = async (
    packageId: Uuid,
    studentId: Uuid,
    typed: SaleValues,
    renews?: Uuid,
  ): Promise<Created<Untold<Sold>>> => {
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
      // One operation for a package, also after a reload: the server tells a repeat with other content.
      opId: derivedId(packageId, studentId),
      payment: payment && { id: crypto.randomUUID(), ...payment },
    })
    // Another device may have changed one of the lessons. After a lost answer a repeat is about the same ones.
    if (!sold.success && !sold.unknown) void client.refetchQueries({ queryKey })
    return sold
  }
  return {
    sell,
    /** The button 'Desfazer' of the toast. */
    undo: ({ undo }: Sold) => undoActionOf(undo && { kind: 'sale', sale: undo }),
  }
}
