import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState, type ReactNode } from 'react'

/** A line of 52 px that unfolds. */
export function Fold({
  title,
  icon: Icon,
  asks = false,
  children,
}: {
  title: string
  icon: LucideIcon
  /** It waits for an answer. */
  asks?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div
      className={clsx(
        'mt-2 overflow-hidden rounded-xl border border-line shadow-card',
        asks ? 'bg-caution-soft' : 'bg-surface',
      )}
    >
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className={clsx(
            'flex min-h-13 w-full items-center gap-2.5 px-3 text-left text-base',
            asks && 'text-caution',
          )}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon className="size-5 shrink-0" aria-hidden="true" />
          <span className="figures min-w-0 flex-1 truncate">{title}</span>
          <ChevronDown className={clsx('size-5 shrink-0', isOpen && 'rotate-180')} aria-hidden="true" />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="border-t border-line bg-surface px-3 pb-2">
        {isOpen && children}
      </div>
    </div>
  )
}
