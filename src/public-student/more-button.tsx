import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button } from '@/ui/button'

interface MoreButtonProps {
  words: string
  /** Added to `words` for screen readers. */
  spoken: string
  /** The id of the list, which exists only while it is open. */
  list: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** Unfolds a list of which only the first entry is shown. */
export const MoreButton = ({ words, spoken, list, isOpen, onToggle }: MoreButtonProps) => (
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
