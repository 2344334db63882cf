import { clsx } from 'clsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { pageNumbers } from '@/core/paging'
import { Button } from './button'

interface PaginationProps {
  page: number
  pages: number
  onChange: (page: number) => void
  label: string
  numbered?: boolean
}

/** Previous and next around 'Página X de Y' or, if `numbered`, page numbers (from 1). Nothing for a single page. */
export function Pagination({ page, pages, onChange, label, numbered = false }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav
      aria-label={label}
      className={clsx(
        'flex flex-wrap items-center justify-between gap-3',
        numbered ? 'mt-5 sm:justify-center' : 'mt-4',
      )}
    >
      <Button size="sm" className="shrink-0" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <ChevronLeft />
        Anterior
      </Button>
      {numbered ? (
        <PageNumbers page={page} pages={pages} onChange={onChange} />
      ) : (
        <span
          className={
            'figures text-center text-[15px] font-semibold text-balance max-[359px]:order-first ' +
            'max-[359px]:w-full'
          }
          aria-live="polite"
        >
          Página {page} de {pages}
        </span>
      )}
      <Button size="sm" className="shrink-0" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        Próxima
        <ChevronRight />
      </Button>
    </nav>
  )
}

type PageNumbersProps = { page: number; pages: number; onChange: (page: number) => void }

function PageNumbers({ page, pages, onChange }: PageNumbersProps) {
  const numbers = pageNumbers(page, pages)
  return (
    <ul className="figures order-first flex w-full items-center justify-center gap-0.5 sm:order-none sm:w-auto">
      {numbers.map((number, at) => (
        <li key={number ?? `gap-${numbers[at - 1]}`}>
          {number === null ? (
            <span className="px-1 text-ink-soft">…</span>
          ) : (
            <button
              type="button"
              aria-label={`Página ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onChange(number)}
              className={clsx(
                'min-h-11 min-w-11 rounded-lg font-bold',
                number === page ? 'bg-court text-court-ink' : 'hover:bg-sunken',
              )}
            >
              {number}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
