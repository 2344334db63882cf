import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Dialog } from './dialog'
import type { SheetState } from './more-actions'

/** One line of the sheet: a link to a screen (`to`) or a button (`run`). */
export interface SheetAction {
  label: string
  /** The accessible name, if the label alone does not say what the action is about. */
  name?: string
  icon: LucideIcon
  /** The action removes something. */
  bad?: boolean
  to?: string
  run?: () => void
}

const ROW =
  'flex min-h-13 w-full items-center gap-3 rounded-lg px-3 py-2 text-left leading-tight font-semibold ' +
  'hover:bg-sunken [&_svg]:size-5 [&_svg]:shrink-0'

type ActionsSheetProps = SheetState & {
  actions: readonly SheetAction[]
  /** Content above the actions. */
  children?: ReactNode
}

/**
 * A list of actions. The chosen one runs after the sheet has given the focus back, so that a dialog that it opens gives
 * the focus back to the same button.
 */
export function ActionsSheet({ about, open, onOpenChange, actions, children }: ActionsSheetProps) {
  const chosen = useRef<(() => void) | undefined>(undefined)
  const choose = (run: (() => void) | undefined) => {
    chosen.current = run
    onOpenChange(false)
  }
  const runChosen = () => {
    const run = chosen.current
    chosen.current = undefined
    run?.()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} onClosed={runChosen} title={about}>
      {children}
      <ul className={clsx('-mx-3 -mb-2', children !== undefined && 'mt-3 border-t border-line pt-2')}>
        {actions.map(({ label, name, icon: Icon, bad, to, run }) => (
          <li key={label}>
            {to === undefined ? (
              <button
                type="button"
                aria-label={name}
                className={clsx(ROW, bad && 'text-bad')}
                onClick={() => choose(run)}
              >
                <Icon />
                {label}
              </button>
            ) : (
              <Link to={to} aria-label={name} className={ROW} onClick={() => onOpenChange(false)}>
                <Icon />
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
