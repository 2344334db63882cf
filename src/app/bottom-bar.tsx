import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Menu from 'lucide-react/icons/menu'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import { useRef, type ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { paths } from '@/core/paths'
import { lazyPart } from '@/ui/lazy-page'
import { useKeyboardOpen } from '@/ui/use-keyboard-open'
import { usePublishedHeight } from '@/ui/use-published-height'

/** With what it reads: every screen has the bar. */
export const NewsDot = lazyPart(() => import('@/agreement/news-dot'), 'NewsDot')

const ITEM =
  'relative flex min-w-0 flex-col items-center justify-center gap-0.5 text-[13px] leading-tight font-bold [&_svg]:size-6'

/**
 * What a coach on court opens most, below 1024 px (docs/product.md, 'Shell'). Publishes its height as --bar
 * (src/index.css), so that it covers nothing. On a phone a form's own actions (data-instead-of-bar) take its place, and so
 * does the keyboard. The banner below it, if there is one, fills the safe area.
 */
export function BottomBar({
  plusOpen,
  onPlus,
  menuOpen,
  onMenu,
}: {
  plusOpen: boolean
  onPlus: () => void
  menuOpen: boolean
  onMenu: () => void
}) {
  const isTyping = useKeyboardOpen()
  const bar = useRef<HTMLElement>(null)
  usePublishedHeight('--bar', bar)
  return (
    <nav
      ref={bar}
      aria-label="Atalhos"
      inert={menuOpen}
      className={clsx(
        'fixed inset-x-0 bottom-(--banner,0px) z-30 grid-cols-5 border-t border-line bg-surface pb-[max(0px,env(safe-area-inset-bottom)_-_var(--banner,0px))] *:min-h-15 lg:hidden print:hidden',
        isTyping ? 'hidden' : 'grid max-md:[:root:has([data-instead-of-bar])_&]:hidden',
      )}
    >
      <Item to={paths.dashboard.href()} icon={LayoutDashboard} label="Hoje">
        <NewsDot className="absolute top-1.5 left-1/2 ml-3" />
      </Item>
      <Item to={paths.agenda.href()} icon={CalendarClock} label="Agenda" />
      <button
        type="button"
        aria-label="Nova Sessão"
        aria-haspopup="dialog"
        aria-expanded={plusOpen}
        className="grid place-items-center"
        onClick={onPlus}
      >
        <span className="grid h-11 w-14 place-items-center rounded-full bg-court text-court-ink">
          <Plus className="size-6" strokeWidth={2.75} />
        </span>
      </button>
      <Item to={paths.students.href()} icon={Users} label="Alunos" />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        className={clsx(ITEM, 'text-ink-soft')}
        onClick={onMenu}
      >
        <Menu />
        Mais
      </button>
    </nav>
  )
}

function Item({
  to,
  icon: Icon,
  label,
  children,
}: {
  to: string
  icon: LucideIcon
  label: string
  children?: ReactNode
}) {
  return (
    <NavLink to={to} className={({ isActive }) => clsx(ITEM, isActive ? 'text-accent' : 'text-ink-soft')}>
      {({ isActive }) => (
        <>
          <span className={clsx('rounded-full px-3', isActive && 'bg-sunken')}>
            <Icon />
          </span>
          {label}
          {children}
        </>
      )}
    </NavLink>
  )
}
