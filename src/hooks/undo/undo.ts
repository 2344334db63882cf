import { effectsSummary } from '@/domain/credits/effect-lines'
import type { StudentEffect } from '@/domain/credits/effects'
import type { OutboxEntry } from '@/domain/outbox/outbox'
import type { Uuid } from '@/domain/shared/model'
import { whyFailed, type Failure, type Result } from '@/domain/shared/result'
import { isStale } from '@/hooks/sessions/use-sessions'
import { toast } from '@/lib/browser/toast'
import { invalidateCredits, invalidateLessons } from '@/queries/effects'
import { outbox } from '@/services/outbox/outbox'
import { sendOutbox } from '@/services/outbox/outbox-sender'
import { withdrawPending } from '@/services/outbox/withdraw-pending'
import { packagePlans } from '@/services/packages/package-plans'
import { lessonPlans } from '@/services/sessions/lesson-plans'
import { OUTBOX } from '@/texts/outbox/outbox'
import { TRY_AGAIN } from '@/texts/shared/messages-common'
import { UNDO } from '@/texts/undo/undo'
import { byHand, undoAction, type Undoable, type UndoContext } from './undo-action'

/** An answer after this is preceded by a toast that it is under way. */
const SLOW_MS = 500

export async function undo(what: Undoable, context: UndoContext, opId: Uuid): Promise<void> {
  const slow = setTimeout(() => toast({ title: UNDO.running, tone: 'info' }), SLOW_MS)
  const result = await send(what, context, opId)
  clearTimeout(slow)
  if (result.success || isStale(result)) void reread(what, context)
  if (!result.success) tellFailure(result, what, context, opId)
  else if (what.kind === 'pending' && result.data === null) tellWithdrawn(what.entry, context)
  else {
    const effects = result.data?.effects ?? []
    toast({
      title: result.message ?? UNDO.action,
      description: effectsSummary(effects),
      tone: effects.some(({ withoutPackage }) => withoutPackage) ? 'warning' : 'success',
    })
  }
}

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
    case 'pending': {
      const { id, intent } = what.entry
      const withdrawn = await withdrawPending(owner, id, intent, sayWaiting)
      if (!withdrawn.success) return withdrawn
      if (withdrawn.data === null) return { success: true, data: null }
      return lessonPlans.restore({ ...withdrawn.data, opId }, owner)
    }
  }
}

const sayWaiting = () => toast({ ...UNDO.pending.waiting, tone: 'info' })

/** The queries that the change itself made stale. */
function reread(what: Undoable, { client }: UndoContext): Promise<void> {
  const isOfPackage = what.kind === 'adjustment' || what.kind === 'extension'
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

/** Nothing typed is lost: the entry can be put back as it was. */
function tellWithdrawn(entry: Pick<OutboxEntry, 'id' | 'intent' | 'names'>, { owner }: UndoContext) {
  const { pending } = UNDO
  const putBack = async () => {
    const queued = await outbox.queue({ ...entry, owner, unknown: false })
    if (queued.success) toast({ title: OUTBOX.kept[entry.intent.kind] })
    else toast({ title: pending.putBackFailed, description: queued.message, tone: 'error' })
    void sendOutbox()
  }
  toast({
    title: pending[entry.intent.kind],
    description: pending.notSent,
    action: { label: pending.putBack, altText: pending.putBackAltText, run: () => void putBack() },
  })
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The same undo may succeed later. */
const mayPass = ({ code, permanent }: Failure): boolean =>
  code === 'network' || code === 'rate-limited' || code === 'busy' || (code === 'server' && !permanent)
