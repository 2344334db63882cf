import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** Title of a screen, its back link, and its actions beside or below. */
export function PageHeader({
  title,
  subtitle,
  back,
  children,
}: {
  title: ReactNode
  subtitle?: ReactNode
  back?: { to: string; label: string }
  children?: ReactNode
}) {
  return (
    <header className="mb-6 flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="flex min-w-0 items-center gap-1">
        {back && (
          <Link
            to={back.to}
            aria-label={back.label}
            className="-ml-2.5 grid size-11 shrink-0 place-items-center rounded-lg hover:bg-sunken"
          >
            <ChevronLeft className="size-6" aria-hidden="true" />
          </Link>
        )}
        <div className="min-w-0">
          <h1 className="text-[1.7rem]">{title}</h1>
          {subtitle && <p className="mt-0.5 text-ink-soft">{subtitle}</p>}
        </div>
      </div>
      {children && <div className="flex flex-wrap gap-3 sm:justify-end xl:shrink-0">{children}</div>}
    </header>
  )
}
