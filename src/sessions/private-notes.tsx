import { clsx } from 'clsx'
import Lock from 'lucide-react/icons/lock'
import { PRIVATE_NOTES } from './texts'

/** The private notes of a feedback, marked as such; nothing where there are none. */
export function PrivateNotes({ notes, short = false }: { notes: string | null; short?: boolean }) {
  if (!notes) return null
  return (
    <div className="rounded-lg border border-dashed border-line-strong px-3 py-2 text-[15px]">
      <p className="flex items-center gap-1.5 font-semibold text-ink-soft">
        <Lock className="size-4 shrink-0" aria-hidden="true" />
        {PRIVATE_NOTES.label} · {PRIVATE_NOTES.hint}
      </p>
      <p className={clsx('mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]', short && 'line-clamp-2')}>
        {notes}
      </p>
    </div>
  )
}
