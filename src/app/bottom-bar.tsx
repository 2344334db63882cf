import * as Dialog from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Menu from 'lucide-react/icons/menu'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { useRef, useState, type ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { paths } from '@/core/paths'
import { lazyPart } from '@/ui/lazy-page'
import { DialogToaster } from '@/ui/overlay/toaster'
import { useOverlay } from '@/ui/overlay/use-overlay'
import { useKeyboardOpen } from '@/ui/use-keyboard-open'
import { usePublishedHeight } from '@/ui/use-published-height'
import { MENU_BUTTON, NewsDot, Sidebar } from './sidebar'

export const PlusSheet = lazyPart(() => import('./plus-sheet'), 'PlusSheet')

const ITEM =
  'relative flex min-w-0 flex-col items-center justify-center gap-0.5 text-[13px] leading-tight ' +
  'font-bold [&_svg]:size-6'

/**
 * What a coach on court opens most, below 1024 px (docs/product.md, 'Shell'). Publishes its height as --bar
 * (src/index.css), so that it covers nothing. On a phone it gives way to a form's own actions (data-instead-of-bar) and
 * to the keyboard. An update banner below it fills the safe area.
 */
export function BottomBar() {
  const [menuOpen, setMenuOpen] = useState(false)
  const isTyping = useKeyboardOpen()
  const bar = useRef<HTMLElement>(null)
  usePublishedHeight('--bar', bar)
  return (
    <nav
      ref={bar}
      aria-label="Atalhos"
      inert={menuOpen}
      className={clsx(
        'fixed inset-x-0 bottom-(--banner,0px) z-30 grid-cols-5 border-t border-line bg-surface ' +
          'pb-[max(0px,env(safe-area-inset-bottom)_-_var(--banner,0px))] *:min-h-15 lg:hidden',
        isTyping ? 'hidden' : 'grid max-md:[:root:has([data-instead-of-bar])_&]:hidden',
      )}
    >
      <Item to={paths.dashboard.href()} icon={LayoutDashboard} label="Hoje">
        <NewsDot className="absolute top-1.5 left-1/2 ml-3" />
      </Item>
      <Item to={paths.agenda.href()} icon={CalendarClock} label="Agenda" />
      <PlusButton />
      <Item to={paths.students.href()} icon={Users} label="Alunos" />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        className={clsx(ITEM, 'text-ink-soft')}
        onClick={() => setMenuOpen(true)}
      >
        <Menu />
        Mais
      </button>
      <Drawer open={menuOpen} onOpenChange={setMenuOpen} />
    </nav>
  )
}

/** Keeps its own state, so that opening the sheet does not render the whole bar again. */
function PlusButton() {
  /** null: the sheet was never opened. */
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <button
        type="button"
        aria-label="Nova Sessão"
        aria-haspopup="dialog"
        aria-expanded={open === true}
        className="flex min-w-0 items-center justify-center"
        onClick={() => setOpen(true)}
      >
        <span className="grid h-11 w-14 min-w-0 place-items-center rounded-full bg-court text-court-ink">
          <Plus className="size-6" strokeWidth={2.75} />
        </span>
      </button>
      {open !== null && <PlusSheet open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

function Drawer({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [isDrawn, giveBackFocus] = useOverlay(open)
  return (
    <Dialog.Root open={isDrawn} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-appear bg-[#071415]/60" />
        <Dialog.Content
          aria-modal
          aria-describedby={undefined}
          onCloseAutoFocus={giveBackFocus}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(20rem,88vw)] animate-slide flex-col"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Sidebar
            className="unhurried flex min-h-0 flex-1"
            onNavigate={() => onOpenChange(false)}
            end={
              <Dialog.Close aria-label="Fechar menu" className={MENU_BUTTON}>
                <X className="size-6" />
              </Dialog.Close>
            }
          />
          <DialogToaster onEscape={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ItemProps = { to: string; icon: LucideIcon; label: string; children?: ReactNode }

const Item = ({ to, icon: Icon, label, children }: ItemProps) => (
  <NavLink to={to} className={({ isActive }) => clsx(ITEM, isActive ? 'text-accent' : 'text-ink-soft')}>
    {({ isActive }) => (
      <>
        <span className={clsx('rounded-full px-3', isActive && 'bg-sunken forced-colors:bg-transparent')}>
          <Icon />
        </span>
        {label}
        {children}
      </>
    )}
  </NavLink>
)
