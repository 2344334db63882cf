import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button'

/** Previous, next and 'Página X de Y'; nothing when there is one page. Pages count from 1. */
export function Pagination({
  page,
  pages,
  onChange,
  label = 'Paginação',
}: {
  page: number
  pages: number
  onChange: (page: number) => void
  label?: string
}) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="mt-4 flex items-center justify-between gap-3">
      <Button
        tone="outline"
        size="sm"
        className="shrink-0"
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
        Anterior
      </Button>
      <span className="figures text-center text-[15px] font-semibold" aria-live="polite">
        Página {page} de {pages}
      </span>
      <Button
        tone="outline"
        size="sm"
        className="shrink-0"
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        Próxima
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
