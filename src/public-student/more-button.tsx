import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button } from '@/ui/button'

/** Unfolds the others below the first of a list. */
export function MoreButton({
  words,
  spoken,
  list,
  isOpen,
  onToggle,
}: {
  words: string
  /** Read aloud after the words. */
  spoken: string
  /** The id of the list, which is there while it is open. */
  list: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}) {
  return (
    <Button
      tone="ghost"
      size="sm"
      className="self-start px-3!"
      aria-expanded={isOpen}
      aria-controls={isOpen ? list : undefined}
      onClick={() => onToggle(!isOpen)}
    >
      <span>
        {words} <span className="sr-only">{spoken}</span>
      </span>
      <ChevronDown aria-hidden="true" className={clsx('transition-transform', isOpen && 'rotate-180')} />
    </Button>
  )
}
