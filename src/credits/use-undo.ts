import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useOwner } from '@/account/use-auth'
import type { LocalDate, Package, Uuid } from '@/core/model'
import { toast, type ToastAction } from '@/lib/browser/toast'
import type { OutboxEntry } from '@/outbox/rules'
import type { AdjustIntent, ExtendIntent, LessonUndo, PaymentIntent, UndoSaleIntent } from './intents'
import { UNDO } from './texts'

export type Pending = Pick<OutboxEntry, 'id' | 'intent' | 'names'>

/** What a coach can undo right after doing it, named by what the change answered or sent. */
export type Undoable =
  | { kind: 'lessons'; change: LessonUndo }
  | { kind: 'sale'; sale: Omit<UndoSaleIntent, 'opId'> }
  /** Of one press, the newest first. */
  | { kind: 'sales'; sales: readonly Omit<UndoSaleIntent, 'opId'>[] }
  /** A package begins today; as it is now, and when it began before. */
  | { kind: 'started'; pkg: Package; before: LocalDate }
  | { kind: 'adjustment'; adjustment: AdjustIntent }
  | { kind: 'extension'; extension: ExtendIntent }
  /** Days by hand that were taken back. */
  | { kind: 'takenBack'; extension: ExtendIntent }
  /** Added or corrected, and nothing else. */
  | { kind: 'payment'; payment: PaymentIntent }
  /** Waits in the outbox, with others of the same press and with what of it was sent. */
  | { kind: 'pending'; entry: Pending; others?: readonly Pending[]; sent?: LessonUndo }

export interface UndoContext {
  /** The coach who made the change; nobody else can undo it. */
  owner: Uuid
  client: QueryClient
  onUndone?: (() => void) | undefined
}

/** The toast's button. Pressed again after a lost answer it is the same operation, so nothing is undone twice. */
export function undoAction(
  undoable: Undoable,
  context: UndoContext,
  { label = UNDO.action, opId = crypto.randomUUID() }: { label?: string; opId?: Uuid } = {},
): ToastAction {
  // Loaded with the offer, which few visits get to see: when the button is pressed there may be no connection.
  const loading = import('./undo')
  const run = () =>
    loading.then(
      ({ undo }) => undo(undoable, context, opId),
      () => toast({ title: UNDO.failed, description: byHand(undoable), tone: 'error' }),
    )
  loading.catch(() => {})
  return { label, altText: UNDO.altText(byHand(undoable)), undoes: true, run }
}

/** Where the same can be done without the toast. */
export function byHand(undoable: Undoable): string {
  const texts = UNDO.byHand
  if (undoable.kind !== 'lessons') return texts[undoable.kind]
  const { lessons } = undoable.change
  if (lessons.length === 0) return texts.skipped
  if (lessons.every(({ before }) => before === null)) return texts.registered
  if (lessons.every(({ version }) => version === null)) return texts.deleted
  return lessons.length === 1 ? texts.changed : texts.changedMany
}

/**
 * Returns a function that makes the button 'Desfazer' of a change's toast (docs/product.md, 'Undo'); undefined when
 * there is nothing to undo. It works after the screen is gone, for the coach who is signed in now:
 *
 *     toast({ title: service.assigned, action: undoActionOf({ kind: 'lessons', change: result.data.undo }) })
 */
export function useUndoAction(): (
  undoable: Undoable | null,
  onUndone?: () => void,
) => ToastAction | undefined {
  const owner = useOwner()
  const client = useQueryClient()
  return useCallback(
    (undoable, onUndone) =>
      undoable === null || owner === null ? undefined : undoAction(undoable, { owner, client, onUndone }),
    [owner, client],
  )
}
