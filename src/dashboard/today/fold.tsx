import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState, type ReactNode } from 'react'

interface FoldProps {
  title: string
  icon: LucideIcon
  /** Something in it waits for an answer. */
  asks?: boolean
  children: ReactNode
}

/** A line of 52 px that unfolds. */
export function Fold({ title, icon: Icon, asks = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="mt-2">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className={clsx(
            'flex min-h-13 w-full items-center gap-2.5 rounded-xl border border-line px-3 text-left text-base shadow-card',
            asks ? 'bg-caution-soft text-caution' : 'bg-surface',
          )}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon className="size-5 shrink-0" />
          <span className="figures min-w-0 flex-1 truncate">{title}</span>
          <ChevronDown className={clsx('size-5 shrink-0', isOpen && 'rotate-180')} />
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
