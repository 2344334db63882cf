import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { pageNumbers } from '@/domain/shared/paging'

/** Previous, next, and the pages by number (spec §2); nothing when there is one page. */
export function SessionPager({
  page,
  pages,
  onTurn,
}: {
  page: number
  pages: number
  onTurn: (page: number) => void
}) {
  if (pages <= 1) return null
  const numbers = pageNumbers(page, pages)
  return (
    <nav
      aria-label="Páginas de sessões"
      className="mt-5 flex flex-wrap items-center justify-between gap-3 sm:justify-center"
    >
      <Button tone="outline" size="sm" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <ChevronLeft aria-hidden="true" />
        Anterior
      </Button>
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
                onClick={() => onTurn(number)}
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
      <Button tone="outline" size="sm" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Próxima
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
