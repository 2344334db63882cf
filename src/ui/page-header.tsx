import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { ButtonLink } from '@/ui/button-link'
import { Button } from './button'

/** The element of a phone's top bar into which the screen's title is rendered; null: the title is above the content. */
export const TopBar = createContext<HTMLElement | null>(null)

/** The longest subtitle for the bar, in one line. */
const SHORT = 40

/** The longest title for the bar in two lines; a longer one is smaller. */
const LONG = 36

type PageAction = { label: string; icon: LucideIcon; does: { to: string } | { onClick: () => void } }

/** The back link of the screens that a phone's bottom bar does not lead to. */
export const BACK_TO_DASHBOARD = { to: paths.dashboard.href(), label: 'Voltar para o dashboard' }

interface PageHeaderProps {
  /** A plain text goes into a phone's top bar, together with a short subtitle. */
  title: ReactNode
  /** An element before the title; left out in the top bar. */
  lead?: ReactNode
  subtitle?: ReactNode
  back?: { to: string; label: string }
  /** The main action. The top bar shows only its icon. */
  action?: PageAction | undefined
  children?: ReactNode
}

/** The title of a screen, its back link, and its actions beside or below. */
export function PageHeader({ title, lead, subtitle, back, action, children }: PageHeaderProps) {
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
          <ChevronLeft className="size-6" />
        </Link>
      )}
      {!isInBar && lead && <span className="mr-2 shrink-0">{lead}</span>}
      <div className="min-w-0">
        <h1 className={titleLook(title, isInBar)}>{title}</h1>
        {isSubtitleInBar && (
          <p className="figures truncate text-sm leading-tight text-ink-soft">{subtitle}</p>
        )}
        {!isInBar && below}
      </div>
    </div>
  )
  return (
    <>
      {isInBar &&
        createPortal(
          <div className="flex items-center justify-between gap-2 py-1">
            {heading}
            {action && <Action {...action} isIcon />}
          </div>,
          bar,
        )}
      {(!isInBar || below || children) && (
        <header className="mb-6 flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
          {isInBar ? below : heading}
          {(children || (action && !isInBar)) && (
            <div className="flex flex-wrap gap-3 sm:justify-end xl:shrink-0">
              {children}
              {action && !isInBar && <Action {...action} isIcon={false} />}
            </div>
          )}
        </header>
      )}
    </>
  )
}

function titleLook(title: ReactNode, isInBar: boolean): string {
  const isLong = typeof title === 'string' && title.length > LONG
  if (isInBar) return isLong ? 'line-clamp-3 text-base leading-tight' : 'line-clamp-2 text-[1.2rem]'
  return clsx('line-clamp-6', isLong ? 'text-xl' : 'text-[1.7rem]')
}

function Action({ label, icon: Icon, does, isIcon }: PageAction & { isIcon: boolean }) {
  const content = (
    <>
      <Icon />
      <span className={clsx(isIcon && 'sr-only')}>{label}</span>
    </>
  )
  const look = { tone: 'main', size: isIcon ? 'icon' : 'md', className: clsx(isIcon && 'shrink-0') } as const
  return 'to' in does ? (
    <ButtonLink to={does.to} {...look}>
      {content}
    </ButtonLink>
  ) : (
    <Button {...look} onClick={does.onClick}>
      {content}
    </Button>
  )
}
