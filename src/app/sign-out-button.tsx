import { clsx } from 'clsx'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { formatDateTime } from '@/domain/shared/dates'
import { isOpen, type OutboxEntry } from '@/domain/outbox/outbox'
import { paths } from '@/domain/shared/paths'
import { useAuth } from '@/hooks/account/use-auth'
import { useOutbox } from '@/hooks/outbox/use-outbox'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toast } from '@/lib/browser/toast'
import { OFFLINE } from '@/texts/offline/offline'

const SHOWN = 6
const texts = OFFLINE.signOut

/** The way out (spec §2). What still waits to be sent would go with the login: it is named, and the coach decides. */
export function SignOutButton({ className, collapsed }: { className: string; collapsed: boolean }) {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const waiting = useOutbox().entries.filter(isOpen)
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
          if (waiting.length > 0 && !leaving) setAsking(true)
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
          {waiting.slice(0, SHOWN).map((entry) => (
            <li key={entry.id}>
              <WaitingEntry entry={entry} />
            </li>
          ))}
          {waiting.length > SHOWN && (
            <li className="font-semibold text-ink-soft">{texts.more(waiting.length - SHOWN)}</li>
          )}
        </ul>
      </ConfirmDialog>
    </>
  )
}

function WaitingEntry({ entry: { intention, names } }: { entry: OutboxEntry }) {
  if (intention.kind === 'student') {
    return (
      <>
        <span className="font-bold">{texts.student}</span> · {intention.student.name}
      </>
    )
  }
  const { participants, date } = intention.lesson
  const people = participants.map(({ studentId }) => names[studentId] ?? texts.someone).join(', ')
  return (
    <>
      <span className="font-bold">{texts.lesson}</span> · {formatDateTime(date)} · {people}
    </>
  )
}
