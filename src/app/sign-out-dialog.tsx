import { clsx } from 'clsx'
import { formatDateTime } from '@/core/dates'
import type { OutboxEntry } from '@/outbox/rules'
import { OUTBOX } from '@/outbox/texts'
import type { useOutbox } from '@/outbox/use-outbox'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'

const SHOWN = 6
const texts = OFFLINE.signOut

type Listed = Pick<OutboxEntry, 'id' | 'intent' | 'names'>

type SignOutDialogProps = Pick<ReturnType<typeof useOutbox>, 'setAside'> & {
  pending: readonly Listed[]
  /** The coach is being signed out and the listed entries are being removed. */
  leaving: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Lists what was not sent, and asks before signing out deletes it (docs/product.md, 'Sign-out'). */
export function SignOutDialog({ pending, setAside, leaving, onClose, onConfirm }: SignOutDialogProps) {
  const isAnyLeft = leaving || pending.length + setAside.length > 0
  const question = isAnyLeft ? texts.unsent : texts.nothing
  const more = Math.max(0, pending.length - SHOWN)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={question.title}
      description={question.description}
      confirmLabel={question.confirm}
      pendingLabel={texts.leaving}
      pending={leaving}
      onConfirm={onConfirm}
    >
      <ul className={clsx('mt-4 flex flex-col gap-2 rounded-lg bg-sunken p-3', !isAnyLeft && 'hidden')}>
        {pending.slice(0, SHOWN).map((entry) => (
          <li key={entry.id}>
            <PendingEntry entry={entry} />
          </li>
        ))}
        {more > 0 && <li className="font-semibold text-ink-soft">{texts.more(more)}</li>}
        {setAside.map(({ id, reason }) => (
          <li key={id} className="font-bold">
            {OUTBOX.setAside[reason]}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

function PendingEntry({ entry: { intent, names } }: { entry: Listed }) {
  if (intent.kind === 'student') {
    return (
      <>
        <span className="font-bold">{texts.student}</span> · {intent.student.name}
      </>
    )
  }
  if (intent.kind !== 'session') {
    const people = Object.values(names).join(', ') || texts.someone
    return (
      <>
        <span className="font-bold">{texts[intent.kind]}</span> · {people}
      </>
    )
  }
  const { participants, date } = intent.session
  const people = participants.map(({ studentId }) => names[studentId] ?? texts.someone).join(', ')
  return (
    <>
      <span className="font-bold">{texts.lesson}</span> · {formatDateTime(date)} · {people}
    </>
  )
}
