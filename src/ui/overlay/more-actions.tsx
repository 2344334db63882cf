import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useRef, useState, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../button'
import { Dialog } from './dialog'

/** One line of the sheet. */
export interface SheetAction {
  label: string
  /** What a screen reader hears, where the label alone does not say of what. */
  name?: string
  icon: LucideIcon
  /** It takes something away. */
  bad?: boolean
  /** Leads to a screen, or does something once the sheet is closed. */
  to?: string
  run?: () => void
}

const ROW =
  'flex min-h-13 w-full items-center gap-3 rounded-lg px-3 text-left font-semibold hover:bg-sunken [&_svg]:size-5 [&_svg]:shrink-0'

/**
 * '⋯': everything that is no main action, in a sheet with words. An action runs after the sheet has given the focus back, so
 * that a dialog that it opens gives it back to the same button.
 */
export function MoreActions({
  about,
  description,
  actions,
  children,
  className,
  ref,
}: {
  /** What the actions are about: the title of the sheet, and a part of the button's name. */
  about: string
  description?: string
  actions: readonly SheetAction[]
  /** Above the actions. */
  children?: ReactNode
  className?: string
  ref?: Ref<HTMLButtonElement> | undefined
}) {
  const [open, setOpen] = useState(false)
  const chosen = useRef<(() => void) | undefined>(undefined)
  const choose = (run: (() => void) | undefined) => {
    chosen.current = run
    setOpen(false)
  }
  const afterClosing = () => {
    const run = chosen.current
    chosen.current = undefined
    run?.()
  }
  return (
    <>
      <Button
        {...(ref && { ref })}
        tone="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-label={`Mais ações: ${about}`}
        className={clsx('shrink-0', className)}
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden="true" />
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        onClosed={afterClosing}
        title={about}
        {...(description !== undefined && { description })}
      >
        {children}
        <ul className={clsx('-mx-3', children !== undefined && 'mt-3 border-t border-line pt-2')}>
          {actions.map(({ label, name, icon: Icon, bad, to, run }) => (
            <li key={label}>
              {to === undefined ? (
                <button
                  type="button"
                  aria-label={name}
                  className={clsx(ROW, bad && 'text-bad')}
                  onClick={() => choose(run)}
                >
                  <Icon aria-hidden="true" />
                  {label}
                </button>
              ) : (
                <Link to={to} aria-label={name} className={ROW} onClick={() => setOpen(false)}>
                  <Icon aria-hidden="true" />
                  {label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
