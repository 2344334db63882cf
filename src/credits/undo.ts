import { TRY_AGAIN } from '@/core/common-texts'
import { derivedId } from '@/core/ids'
import type { Uuid } from '@/core/model'
import { whyFailed, type Failure, type Result } from '@/core/result'
import { unlessLeft } from '@/data/owner'
import { invalidateCredits, invalidateLessons, reconcileAlerts } from '@/data/queries/effects'
import { toast } from '@/lib/browser/toast'
import { outboxStore } from '@/outbox/data'
import { sendOutbox } from '@/outbox/outbox-sender-data'
import { OUTBOX } from '@/outbox/texts'
import { putBack, withdrawPending } from '@/outbox/withdraw-pending-data'
import { beginningOn, packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import { paymentPlans } from '@/payments/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { isStale } from '@/sessions/use-sessions'
import { undoOfExtension, undoOfTakingBack } from './plan-package'
import { tell, tellAll } from './tell'
import { UNDO } from './texts'
import { joinedUndo } from './undo-of'
import { UNDOING } from './undo-texts'
import type { HasEffects, Untold } from './untold'
import { byHand, undoAction, type Pending, type Undoable, type UndoContext } from './use-undo'

/** If the answer takes longer than this, a toast says that the undo is under way. */
const SLOW_MS = 500

export async function undo(undoable: Undoable, context: UndoContext, opId: Uuid): Promise<void> {
  const slow = setTimeout(() => toast({ title: UNDOING.running, tone: 'info' }), SLOW_MS)
  const sayWaiting = () => {
    clearTimeout(slow)
    toast({ ...UNDOING.pending.waiting, tone: 'info' })
  }
  const sending = async () => {
    try {
      return await send(undoable, context, opId, sayWaiting)
    } finally {
      clearTimeout(slow)
    }
  }
  const result = await unlessLeft(sending())
  if (result.success) context.onUndone?.()
  // Several sales may be undone in part although one of them failed.
  if (result.success || isStale(result) || undoable.kind === 'sales') void reread(undoable, context)
  if (!result.success) tellFailure(result, undoable, context, opId)
  else if ('all' in result.data) tellSales(result.data)
  else if (!('taken' in result.data)) tell(result.data, { title: result.message ?? UNDO.action })
  else if (undoable.kind === 'pending') tellWithdrawn(result.data.taken, undoable, context)
}

type PendingUndo = Extract<Undoable, { kind: 'pending' }>

/** `taken`: the entries that were taken out of the outbox, of which nothing had been sent. */
type Undone = Untold<HasEffects> | UndoneSales | { taken: readonly Pending[] }

interface UndoneSales {
  all: readonly Untold<HasEffects>[]
  /** How many sales stay because their packages have been changed or used since. */
  kept: number
}

async function send(
  undoable: Undoable,
  { owner }: UndoContext,
  opId: Uuid,
  sayWaiting: () => void,
): Promise<Result<Undone>> {
  switch (undoable.kind) {
    case 'lessons':
      return lessonPlans.restore({ ...undoable.change, opId }, owner)
    case 'sale':
      return packagePlans.undoSale({ ...undoable.sale, opId }, owner)
    case 'sales':
      return undoSales(undoable.sales, owner, opId)
    case 'started':
      return packageEdits.update(
        undoable.pkg.id,
        beginningOn(undoable.pkg, undoable.before),
        undoable.pkg,
        owner,
        { remaining_classes: undoable.pkg.remaining_classes },
      )
    case 'adjustment':
      return packagePlans.undoAdjust({ ...undoable.adjustment, opId }, owner)
    case 'extension':
      return packagePlans.takeBack({ ...undoOfExtension(undoable.extension), opId }, owner)
    case 'takenBack':
      return packagePlans.extend(undoOfTakingBack(undoable.extension, opId), owner)
    case 'payment':
      return paymentPlans.undo(undoable.payment, opId, owner)
    case 'pending': {
      const taken: Pending[] = []
      const undone = await takeOut(undoable, owner, opId, taken, sayWaiting)
      // A failed undo must change nothing, neither on the server nor on this device.
      if (!undone.success) await putBack(owner, taken)
      return undone
    }
  }
}

/**
 * Undoes sales one after the other. A package that has been changed or used since keeps only its own sale; the sale of
 * a student who was deleted went with the student. Trying again after a transient failure sends the same operation ids,
 * so no sale is undone twice.
 */
async function undoSales(
  sales: Extract<Undoable, { kind: 'sales' }>['sales'],
  owner: Uuid,
  opId: Uuid,
): Promise<Result<Undone>> {
  const all: Untold<HasEffects>[] = []
  const left: Failure[] = []
  for (const sale of sales) {
    const undone = await packagePlans.undoSale({ ...sale, opId: derivedId(opId, sale.packageId) }, owner)
    if (undone.success) all.push(undone.data)
    else if (['overtaken', 'package-used', 'student-not-found'].includes(undone.code)) left.push(undone)
    else return undone
  }
  const [first] = left
  if (first && all.length === 0) return first
  const kept = left.filter(({ code }) => code !== 'student-not-found').length
  return { success: true, data: { all, kept } }
}

const tellSales = ({ all, kept }: UndoneSales) =>
  tellAll(all, () =>
    kept === 0
      ? { title: UNDOING.renewals(all.length) }
      : {
          title: UNDOING.renewalsKept(kept),
          warnings: [UNDOING.renewalsKeptWhy(kept, all.length), UNDO.byHand.sales],
        },
  )

/** Takes all entries out of the outbox, into `taken`, and undoes those that have been sent. */
async function takeOut(
  undoable: PendingUndo,
  owner: Uuid,
  opId: Uuid,
  taken: Pending[],
  sayWaiting: () => void,
): Promise<Result<Undone>> {
  const sent = undoable.sent ? [undoable.sent] : []
  let passed: Failure | null = null
  for (const { id, intent } of [undoable.entry, ...(undoable.others ?? [])]) {
    const withdrawn = await withdrawPending(owner, id, intent, sayWaiting)
    if (withdrawn.success) {
      taken.push(...withdrawn.data.taken)
      if (withdrawn.data.undo) sent.push(withdrawn.data.undo)
    } else if (undoable.others && ['already-deleted', 'occurrence-answered'].includes(withdrawn.code)) {
      // The coach has removed this one of several entries by hand, or another device had answered first.
      passed = withdrawn
    } else return withdrawn
  }
  if (sent.length === 0) return passed && taken.length === 0 ? passed : { success: true, data: { taken } }
  return lessonPlans.restore({ ...joinedUndo(sent), opId }, owner)
}

/** Marks as stale the queries that the change itself made stale. */
function reread(undoable: Undoable, { client }: UndoContext): Promise<void> {
  if (undoable.kind === 'started') void reconcileAlerts(client)
  const isOfLessons = ['lessons', 'sale', 'sales', 'pending'].includes(undoable.kind)
  return isOfLessons ? invalidateLessons(client) : invalidateCredits(client)
}

function tellFailure(failed: Failure, undoable: Undoable, context: UndoContext, opId: Uuid) {
  if (failed.unknown) {
    const action = undoAction(undoable, context, { label: UNDOING.again, opId })
    toast({ ...UNDOING.inDoubt, tone: 'error', action })
    return
  }
  // Nothing can be done by hand about a student who was deleted or anonymised, a lesson or a package that was deleted,
  // but about other lessons of the change.
  const isGone =
    ['student-not-found', 'session-not-found', 'package-not-found'].includes(failed.code) &&
    (undoable.kind !== 'lessons' || undoable.change.lessons.length === 1)
  const hint = isGone ? '' : placeOf(undoable, failed)
  toast({
    title: UNDO.failed,
    description: `${sentence(whyFailed(failed, TRY_AGAIN))} ${hint}`.trimEnd(),
    tone: 'error',
    action: mayPass(failed) ? undoAction(undoable, context, { label: UNDOING.again, opId }) : undefined,
  })
}

/** Where the change can be undone by hand. What the outbox has sent by now can no longer be edited there. */
function placeOf(undoable: Undoable, { code }: Failure): string {
  // The failure says where.
  if (code === 'already-sent') return ''
  const { entries } = outboxStore.current()
  const stored = undoable.kind === 'pending' ? entries.find(({ id }) => id === undoable.entry.id) : undefined
  if (stored?.state !== 'sent') return byHand(undoable)
  return UNDO.byHand[stored.intent.kind === 'session' ? 'registered' : 'skipped']
}

/** The toast offers to put the entries back, so nothing that the coach typed is lost. */
function tellWithdrawn(taken: readonly Pending[], undoable: PendingUndo, { owner }: UndoContext) {
  const { pending } = UNDOING
  const { kind } = undoable.entry.intent
  const numberOf = (wanted: typeof kind) => taken.filter(({ intent }) => intent.kind === wanted).length
  const feedbacks = kind === 'feedback' ? 0 : numberOf('feedback')
  const count = numberOf(kind)
  const run = async () => {
    const back = await putBack(owner, taken)
    if (back.success) toast({ title: count > 1 ? OUTBOX.kept.lessons(count) : OUTBOX.kept[kind] })
    else toast({ title: pending.putBackFailed, description: back.message, tone: 'error' })
    void sendOutbox()
  }
  toast({
    // Of several entries all are lessons, of 'Todas aconteceram'.
    title: count > 1 ? pending.lessons(count) : pending[kind],
    description:
      feedbacks > 0 ? `${pending.notSent} ${pending.withFeedback(feedbacks, count)}` : pending.notSent,
    action: { label: pending.putBack, altText: pending.putBackAltText, undoes: true, run },
  })
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Whether the same undo may succeed later. */
const mayPass = ({ code, permanent }: Failure): boolean =>
  code === 'network' || code === 'rate-limited' || code === 'busy' || (code === 'server' && !permanent)
