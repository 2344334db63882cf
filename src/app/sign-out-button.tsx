import { clsx } from 'clsx'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '@/account/use-auth'
import { formatDateTime } from '@/core/dates'
import { paths } from '@/core/paths'
import { toast } from '@/lib/browser/toast'
import { isOpen, type OutboxEntry } from '@/outbox/rules'
import { OUTBOX } from '@/outbox/texts'
import { useOutbox, useOutboxActions } from '@/outbox/use-outbox'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'

const SHOWN = 6
const texts = OFFLINE.signOut

/** Signs out (docs/product.md, 'Sign-out'). Signing out deletes pending entries, so the coach is asked first. */
export function SignOutButton({ className, collapsed }: { className: string; collapsed: boolean }) {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const { entries, underway, setAside } = useOutbox()
  const { refresh } = useOutboxActions()
  const pending = [...entries.filter(isOpen), ...underway]
  const more = Math.max(0, pending.length - SHOWN)
  const [asking, setAsking] = useState(false)
  const [leave, leaving] = useSingleFlight(async () => {
    const { title, description } = await signOut()
    toast({ title, description })
    void navigate(paths.login.href(), { replace: true })
  })

  // Another tab tells nobody of what it is sending right now.
  const [ask, checking] = useSingleFlight(async () => {
    if ((await refresh()) > 0) setAsking(true)
    else void leave()
  })

  // While the coach leaves, what is listed is being removed.
  const isAnyLeft = leaving || pending.length + setAside.length > 0
  const question = isAnyLeft ? texts.unsent : texts.nothing
  // The press is answered at once: reading the outbox may take a second.
  const isBusy = checking || leaving
  const text = isBusy ? texts.leaving : 'Sair'
  return (
    <>
      <button
        type="button"
        className={clsx(className, collapsed && 'justify-center px-0')}
        aria-disabled={isBusy || undefined}
        title={collapsed ? text : undefined}
        onClick={() => {
          if (!leaving) void ask()
        }}
      >
        <LogOut aria-hidden="true" />
        <span className={collapsed ? 'sr-only' : undefined}>{text}</span>
      </button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={question.title}
        description={question.description}
        confirmLabel={question.confirm}
        pendingLabel={texts.leaving}
        pending={leaving}
        onConfirm={() => void leave()}
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
    </>
  )
}

function PendingEntry({ entry: { intent, names } }: { entry: Pick<OutboxEntry, 'intent' | 'names'> }) {
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
