import { clsx } from 'clsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Suspense, useState, type ReactNode, type Ref } from 'react'
import { Button } from '../button'

/** The props with which `ActionsSheet` opens and closes. */
export interface SheetState {
  /** What the actions are about: the title of the sheet, and part of the button's name. */
  about: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface MoreActionsProps {
  about: string
  className?: string
  ref?: Ref<HTMLButtonElement> | undefined
  children: (sheet: SheetState) => ReactNode
}

/**
 * '⋯': everything that is no main action, in a sheet with words, which may load when it is asked for:
 *
 *     <MoreActions about={name}>{(sheet) => <PackageSheet {...sheet} pkg={pkg} />}</MoreActions>
 */
export function MoreActions({ about, className, ref, children }: MoreActionsProps) {
  /** null: never opened. A closed sheet stays mounted until the chosen action has run. */
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button
        ref={ref}
        tone="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-label={`Mais ações: ${about}`}
        className={clsx('shrink-0', className)}
        onClick={() => setOpen(true)}
      >
        <Ellipsis />
      </Button>
      {open !== null && <Suspense>{children({ about, open, onOpenChange: setOpen })}</Suspense>}
    </>
  )
}
