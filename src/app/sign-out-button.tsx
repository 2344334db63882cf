import { clsx } from 'clsx'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '@/components/ui/overlay/confirm-dialog'
import { isOpen, type OutboxEntry } from '@/domain/outbox/outbox'
import { formatDateTime } from '@/domain/shared/dates'
import { paths } from '@/domain/shared/paths'
import { useAuth } from '@/hooks/account/use-auth'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useOutbox } from '@/hooks/outbox/use-outbox'
import { toast } from '@/lib/browser/toast'
import { OFFLINE } from '@/texts/offline/offline'
import { OUTBOX } from '@/texts/outbox/outbox'

const SHOWN = 6
const texts = OFFLINE.signOut

/** Signs out (docs/product.md, 'Sign-out'). Signing out deletes pending entries, so the coach is asked first. */
export function SignOutButton({ className, collapsed }: { className: string; collapsed: boolean }) {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const { entries, setAside } = useOutbox()
  const pending = entries.filter(isOpen)
  const more = Math.max(0, pending.length - SHOWN)
  const [asking, setAsking] = useState(false)
  const [leave, leaving] = useSingleFlight(async () => {
    const { title, description } = await signOut()
    toast({ title, description })
    void navigate(paths.login.href(), { replace: true })
  })

  const text = leaving ? texts.leaving : 'Sair'
  return (
    <>
      <button
        type="button"
        className={clsx(className, collapsed && 'justify-center px-0')}
        aria-disabled={leaving || undefined}
        title={collapsed ? text : undefined}
        onClick={() => {
          if (pending.length + setAside.length > 0 && !leaving) setAsking(true)
          else void leave()
        }}
      >
        <LogOut aria-hidden="true" />
        <span className={collapsed ? 'sr-only' : undefined}>{text}</span>
      </button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.title}
        description={texts.description}
        confirmLabel={texts.confirm}
        pendingLabel={texts.leaving}
        pending={leaving}
        onConfirm={() => void leave()}
      >
        <ul className="mt-4 flex flex-col gap-2 rounded-lg bg-sunken p-3">
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

function PendingEntry({ entry: { intent, names } }: { entry: OutboxEntry }) {
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
