import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useOwner } from '@/account/use-auth'
import type { ToastAction } from '@/lib/browser/toast'
import { undoAction, type Undoable } from './undo-action'

/**
 * Returns a function that makes the button 'Desfazer' of a change's toast (docs/product.md, 'Undo'); undefined when there
 * is nothing to undo. It works after the screen is gone, for the coach who is signed in now:
 *
 *     toast({ title: service.assigned, action: undoActionOf({ kind: 'lessons', change: result.data.undo }) })
 */
export function useUndoAction(): (what: Undoable | null) => ToastAction | undefined {
  const owner = useOwner()
  const client = useQueryClient()
  return useCallback(
    (what) => (what === null || owner === null ? undefined : undoAction(what, { owner, client })),
    [owner, client],
  )
}
