import { clsx } from 'clsx'
import { CalendarClock, LayoutDashboard, Menu, Plus, Users, type LucideIcon } from 'lucide-react'
import { Link, NavLink } from 'react-router-dom'
import { paths } from '@/domain/shared/paths'
import { useKeyboardOpen } from '@/hooks/shared/use-keyboard-open'

const ITEM =
  'flex min-w-0 flex-col items-center justify-center gap-0.5 text-[13px] leading-tight font-bold [&_svg]:size-6'

/**
 * What a coach on court opens most, below 1024 px (docs/product.md, 'Shell'). Its height is part of --bottom-inset
 * (src/index.css), so that it covers nothing. A form's own actions take its place, and so does the keyboard.
 */
export function BottomBar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  if (useKeyboardOpen()) return null
  return (
    <nav
      data-bottom-bar
      aria-label="Atalhos"
      inert={menuOpen}
      className="fixed inset-x-0 bottom-(--banner) z-30 h-(--bar) grid-cols-5 border-t border-line bg-surface pb-(--safe-bottom) print:hidden"
    >
      <Item to={paths.dashboard.href()} icon={LayoutDashboard} label="Hoje" />
      <Item to={paths.agenda.href()} icon={CalendarClock} label="Agenda" />
      <Link to={paths.newSession.href()} aria-label="Nova aula" className="grid place-items-center">
        <span className="grid h-11 w-14 place-items-center rounded-full bg-court text-court-ink">
          <Plus className="size-6" strokeWidth={2.75} aria-hidden="true" />
        </span>
      </Link>
      <Item to={paths.students.href()} icon={Users} label="Alunos" />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        className={clsx(ITEM, 'text-ink-soft')}
        onClick={onMenu}
      >
        <Menu aria-hidden="true" />
        Mais
      </button>
    </nav>
  )
}

function Item({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <NavLink to={to} className={({ isActive }) => clsx(ITEM, isActive ? 'text-accent' : 'text-ink-soft')}>
      {({ isActive }) => (
        <>
          <span className={clsx('rounded-full px-3', isActive && 'bg-sunken')}>
            <Icon aria-hidden="true" />
          </span>
          {label}
        </>
      )}
    </NavLink>
  )
}
