import ChevronLeft from 'lucide-react/icons/chevron-left'
import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'

/** The bar at the top of a phone, which takes the title of the screen; null: the title stands above the content. */
export const TopBar = createContext<HTMLElement | null>(null)

/** What the bar has room for in one line. */
const SHORT = 40

/** Title of a screen, its back link, and its actions beside or below. */
export function PageHeader({
  title,
  subtitle,
  back,
  children,
}: {
  /** A plain text stands in the bar at the top of a phone, with a short subtitle. */
  title: ReactNode
  subtitle?: ReactNode
  back?: { to: string; label: string }
  children?: ReactNode
}) {
  const bar = use(TopBar)
  const isInBar = bar !== null && typeof title === 'string'
  const isSubtitleInBar = isInBar && typeof subtitle === 'string' && subtitle.length <= SHORT
  const below = isSubtitleInBar ? null : subtitle && <p className="mt-0.5 text-ink-soft">{subtitle}</p>
  const heading = (
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
        <h1 className={isInBar ? 'line-clamp-2 text-[1.2rem]' : 'text-[1.7rem]'}>{title}</h1>
        {isSubtitleInBar && (
          <p className="figures truncate text-sm leading-tight text-ink-soft">{subtitle}</p>
        )}
        {!isInBar && below}
      </div>
    </div>
  )
  return (
    <>
      {isInBar && createPortal(heading, bar)}
      {(!isInBar || below || children) && (
        <header className="mb-6 flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
          {isInBar ? below : heading}
          {children && <div className="flex flex-wrap gap-3 sm:justify-end xl:shrink-0">{children}</div>}
        </header>
      )}
    </>
  )
}
