import { effectsSummary } from '@/domain/credits/effect-lines'
import type { StudentEffect } from '@/domain/credits/effects'
import { joinedUndo } from '@/domain/credits/undo-of'
import type { Uuid } from '@/domain/shared/model'
import { whyFailed, type Failure, type Result } from '@/domain/shared/result'
import { isStale } from '@/hooks/sessions/use-sessions'
import { toast } from '@/lib/browser/toast'
import { invalidateCredits, invalidateLessons } from '@/queries/effects'
import { outbox } from '@/services/outbox/outbox'
import { sendOutbox } from '@/services/outbox/outbox-sender'
import { withdrawPending } from '@/services/outbox/withdraw-pending'
import { packagePlans } from '@/services/packages/package-plans'
import { payments } from '@/services/packages/payments'
import { lessonPlans } from '@/services/sessions/lesson-plans'
import { OUTBOX } from '@/texts/outbox/outbox'
import { TRY_AGAIN } from '@/texts/shared/messages-common'
import { UNDO } from '@/texts/undo/undo'
import { byHand, undoAction, type Pending, type Undoable, type UndoContext } from './undo-action'

/** An answer after this is preceded by a toast that it is under way. */
const SLOW_MS = 500

export async function undo(what: Undoable, context: UndoContext, opId: Uuid): Promise<void> {
  const slow = setTimeout(() => toast({ title: UNDO.running, tone: 'info' }), SLOW_MS)
  const result = await send(what, context, opId)
  clearTimeout(slow)
  if (result.success || isStale(result)) void reread(what, context)
  if (!result.success) tellFailure(result, what, context, opId)
  else if (what.kind === 'pending' && result.data === null) tellWithdrawn(what, context)
  else {
    const effects = result.data?.effects ?? []
    toast({
      title: result.message ?? UNDO.action,
      description: effectsSummary(effects),
      tone: effects.some(({ withoutPackage }) => withoutPackage) ? 'warning' : 'success',
    })
  }
}

type PendingUndo = Extract<Undoable, { kind: 'pending' }>

/** Null: it was not sent yet, and is taken out of the outbox. */
type Undone = { effects: StudentEffect[] } | null

async function send(what: Undoable, { owner }: UndoContext, opId: Uuid): Promise<Result<Undone>> {
  switch (what.kind) {
    case 'lessons':
      return lessonPlans.restore({ ...what.change, opId }, owner)
    case 'sale':
      return packagePlans.undoSale({ ...what.sale, opId }, owner)
    case 'adjustment':
      return packagePlans.undoAdjust({ ...what.adjustment, opId }, owner)
    case 'extension':
      return packagePlans.undoExtend({ ...what.extension, opId }, owner)
    case 'payment':
      return payments.undo(what.payment, opId, owner)
    case 'pending': {
      const sent = what.sent ? [what.sent] : []
      for (const { id, intent } of pendingOf(what)) {
        const withdrawn = await withdrawPending(owner, id, intent, sayWaiting)
        // Of several, one that an earlier press took out.
        if (!withdrawn.success && (what.others === undefined || withdrawn.code !== 'already-deleted')) {
          return withdrawn
        }
        if (withdrawn.data) sent.push(withdrawn.data)
      }
      if (sent.length === 0) return { success: true, data: null }
      return lessonPlans.restore({ ...joinedUndo(sent), opId }, owner)
    }
  }
}

const sayWaiting = () => toast({ ...UNDO.pending.waiting, tone: 'info' })

/** The queries that the change itself made stale. */
function reread(what: Undoable, { client }: UndoContext): Promise<void> {
  const isOfPackage = what.kind === 'adjustment' || what.kind === 'extension' || what.kind === 'payment'
  return isOfPackage ? invalidateCredits(client) : invalidateLessons(client)
}

function tellFailure(failed: Failure, what: Undoable, context: UndoContext, opId: Uuid) {
  if (failed.unknown) {
    const action = undoAction(what, context, { label: UNDO.again, opId })
    toast({ ...UNDO.inDoubt, tone: 'error', action })
    return
  }
  toast({
    title: UNDO.failed,
    description: `${sentence(whyFailed(failed, TRY_AGAIN))} ${byHand(what)}`,
    tone: 'error',
    action: mayPass(failed) ? undoAction(what, context, { label: UNDO.again, opId }) : undefined,
  })
}

const pendingOf = ({ entry, others = [] }: PendingUndo): Pending[] => [entry, ...others]

/** Nothing typed is lost: the entries can be put back as they were. */
function tellWithdrawn(what: PendingUndo, { owner }: UndoContext) {
  const { pending } = UNDO
  const { kind } = what.entry.intent
  const putBack = async () => {
    for (const entry of pendingOf(what)) {
      const queued = await outbox.queue({ ...entry, owner, unknown: false })
      if (queued.success) continue
      toast({ title: pending.putBackFailed, description: queued.message, tone: 'error' })
      return
    }
    toast({ title: OUTBOX.kept[kind] })
    void sendOutbox()
  }
  toast({
    title: pending[kind],
    description: pending.notSent,
    action: { label: pending.putBack, altText: pending.putBackAltText, run: () => void putBack() },
  })
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The same undo may succeed later. */
const mayPass = ({ code, permanent }: Failure): boolean =>
  code === 'network' || code === 'rate-limited' || code === 'busy' || (code === 'server' && !permanent)
