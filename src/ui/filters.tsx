import { clsx } from 'clsx'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useId, useState, type ReactNode } from 'react'
import { countOf } from '@/core/common-texts'
import { Button } from './button'

interface FiltersProps {
  count: number
  beside?: ReactNode
  /** Behind the button on wide screens too. */
  folds?: boolean
  className?: string
  children: ReactNode
}

/**
 * The filters of a list. A phone hides them behind 'Filtros', which shows how many are set. Wide screens show them
 * always, unless they would push a table down.
 *
 * @param count how many are set.
 * @param beside stays visible beside the button, such as a search.
 */
export function Filters({ count, beside, folds = false, className, children }: FiltersProps) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <search className="flex flex-col gap-3 print:hidden">
      <div className={clsx('flex items-center gap-3', beside === undefined && 'md:hidden')}>
        {beside}
        <Button
          className={clsx('shrink-0 px-4', !folds && 'md:hidden')}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal />
          Filtros
          {count > 0 && (
            <>
              <span className="sr-only">{`, ${countOf(count, 'ativo', 'ativos')}`}</span>
              <span
                aria-hidden="true"
                className="figures grid size-6 place-items-center rounded-full bg-court text-sm text-court-ink"
              >
                {count}
              </span>
            </>
          )}
        </Button>
      </div>
      <div
        id={panel}
        className={clsx(
          'flex-col gap-5 rounded-xl border border-line bg-surface p-4',
          !folds && 'md:flex',
          open ? 'flex' : 'hidden',
          className,
        )}
      >
        {children}
      </div>
    </search>
  )
}
