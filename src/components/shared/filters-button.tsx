import { clsx } from 'clsx'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Button } from '@/components/ui/button'

/** Opens the filter panel on a phone and shows how many filters are set; wide screens always show the panel. */
export function FiltersButton({
  count,
  open,
  onToggle,
  panelId,
  className,
}: {
  count: number
  open: boolean
  onToggle: () => void
  panelId: string
  className?: string
}) {
  return (
    <Button
      tone="outline"
      className={clsx('px-4 md:hidden', className)}
      aria-expanded={open}
      aria-controls={panelId}
      onClick={onToggle}
    >
      <SlidersHorizontal aria-hidden="true" />
      Filtros
      {count > 0 && (
        <>
          <span className="sr-only">{`, ${count} ${count === 1 ? 'ativo' : 'ativos'}`}</span>
          <span
            aria-hidden="true"
            className="figures grid size-6 place-items-center rounded-full bg-court text-sm text-court-ink"
          >
            {count}
          </span>
        </>
      )}
    </Button>
  )
}
