import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useOwner } from '@/account/use-auth'
import type { LocalDate, Package, Uuid } from '@/core/model'
import { toast, type ToastAction } from '@/lib/browser/toast'
import type { OutboxEntry } from '@/outbox/rules'
import type { AdjustIntent, ExtendIntent, LessonUndo, PaymentIntent, UndoSaleIntent } from './intents'
import { UNDO } from './texts'

export type Pending = Pick<OutboxEntry, 'id' | 'intent' | 'names'>

/** What a coach can undo right after doing it, with what the undo needs of the change's answer or intent. */
export type Undoable =
  | { kind: 'lessons'; change: LessonUndo }
  | { kind: 'sale'; sale: Omit<UndoSaleIntent, 'opId'> }
  /** The sales of one press of 'Renovações', the newest first. */
  | { kind: 'sales'; sales: readonly Omit<UndoSaleIntent, 'opId'>[] }
  /** 'Começar hoje': the package as it is now, and its start date before. */
  | { kind: 'started'; pkg: Package; before: LocalDate }
  | { kind: 'adjustment'; adjustment: AdjustIntent }
  | { kind: 'extension'; extension: ExtendIntent }
  /** An extension given by hand that was taken back. */
  | { kind: 'takenBack'; extension: ExtendIntent }
  /** A payment that was added or corrected, with no other change. */
  | { kind: 'payment'; payment: PaymentIntent }
  /**
   * An entry that waits in the outbox, the other entries of the same press, and the undo of what that press has sent
   * already.
   */
  | { kind: 'pending'; entry: Pending; others?: readonly Pending[]; sent?: LessonUndo }

export interface UndoContext {
  /** The coach who made the change; nobody else can undo it. */
  owner: Uuid
  client: QueryClient
  onUndone?: (() => void) | undefined
}

/** The toast's button. Every press sends the same operation id, so a press after a lost answer undoes nothing twice. */
export function undoAction(
  undoable: Undoable,
  context: UndoContext,
  { label = UNDO.action, opId = crypto.randomUUID() }: { label?: string; opId?: Uuid } = {},
): ToastAction {
  // Loaded when the undo is offered: few visits get that far, and when the button is pressed there may be no
  // connection.
  const loading = import('./undo')
  const run = () =>
    loading.then(
      ({ undo }) => undo(undoable, context, opId),
      () => toast({ title: UNDO.failed, description: byHand(undoable), tone: 'error' }),
    )
  loading.catch(() => {})
  return { label, altText: UNDO.altText(byHand(undoable)), undoes: true, run }
}

/** Tells the coach where the change can be undone without the toast. */
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
 * Returns a function that makes the 'Desfazer' button of a change's toast (docs/product.md, 'Undo'), or undefined if
 * there is nothing to undo. The button works after the screen is gone, for the coach who is signed in now:
 *
 *     tell(result.data, ({ undo }) => ({ title, action: undoActionOf(undo && { kind: 'lessons', change: undo }) }))
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
