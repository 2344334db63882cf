import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Keyboard from 'lucide-react/icons/keyboard'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Package from 'lucide-react/icons/package'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { Link, NavLink, useNavigate } from 'react-router-dom'
import { useAuth } from '@/account/use-auth'
import { useAlertCount } from '@/alerts/use-alerts'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { painted } from '@/lib/browser/painted'
import { toast } from '@/lib/browser/toast'
import { env } from '@/lib/settings/env'
import { readFlag, writeFlag } from '@/lib/storage/device-storage'
import { OutboxChip } from '@/outbox/outbox-chip'
import { countOutbox, outboxStatus, isOpen } from '@/outbox/rules'
import { useOutbox, useOutboxActions } from '@/outbox/use-outbox'
import { Avatar } from '@/ui/avatar'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { lazyPart } from '@/ui/lazy-page'
import { Logo } from '@/ui/logo'
import { OFFLINE } from '@/ui/offline-texts'
import { useConnection } from '@/ui/use-connection'

/** A button of the menu that is a picture alone. */
export const MENU_BUTTON = 'grid size-11 place-items-center rounded-lg hover:bg-white/10'

/** Lazy, with the modules that it reads from: every screen shows it. */
export const NewsDot = lazyPart(() => import('@/agreement/news-dot'), 'NewsDot')

const COLLAPSED = 'sidebar-collapsed'

const NAVIGATION = [
  { label: 'Dashboard', to: paths.dashboard.href(), icon: LayoutDashboard },
  { label: 'Agenda', to: paths.agenda.href(), icon: CalendarClock },
  { label: 'Alunos', to: paths.students.href(), icon: Users },
  { label: 'Sessões de Aula', to: paths.sessions.href(), icon: CalendarDays },
  { label: 'Financeiro', to: paths.finance.href(), icon: Wallet },
  { label: 'Alertas', to: paths.alerts.href(), icon: Bell },
  { label: 'Mensagens', to: paths.messages.href(), icon: MessagesSquare },
  { label: 'Meu Perfil', to: paths.profile.href(), icon: Settings },
] as const

const ACTIONS = [
  { label: 'Nova Sessão', to: paths.newSession.href(), icon: Plus },
  { label: 'Novo Aluno', to: paths.newStudent.href(), icon: UserPlus },
  { label: 'Novo Pacote', to: paths.newPackage.href(), icon: Package },
] as const

const LOOK =
  'flex min-h-12 w-full items-center gap-3 rounded-lg px-3 text-left font-semibold [&_svg]:size-5 [&_svg]:shrink-0'
const ITEM = `${LOOK} hover:bg-white/10`

/** Yellow, unless the page has a main action of its own. */
const MAIN = clsx(
  'border-[1.5px] border-transparent px-[10.5px] bg-ball text-ball-ink hover:bg-ball-deep',
  '[:root:has(main_.main-action)_&]:border-white/45 [:root:has(main_.main-action)_&]:bg-transparent',
  '[:root:has(main_.main-action)_&]:text-court-ink [:root:has(main_.main-action)_&]:hover:bg-white/10',
)

interface SidebarProps {
  className?: string
  /** Whether the sidebar can shrink to icons; the device remembers the choice. */
  collapsible?: boolean
  onNavigate?: () => void
  /** Opens the list of shortcuts, where a keyboard is likely. */
  onShortcuts?: () => void
  /** An element beside the logo, such as the drawer's close button. */
  end?: ReactNode
}

export function Sidebar({ className, collapsible = false, onNavigate, onShortcuts, end }: SidebarProps) {
  const [collapsed, setCollapsed] = useState(() => collapsible && readFlag(COLLAPSED))
  const toggle = () => {
    writeFlag(COLLAPSED, !collapsed)
    setCollapsed(!collapsed)
  }
  const label = (text: string) => <span className={collapsed ? 'sr-only' : 'min-w-0 truncate'}>{text}</span>

  // The agent's number is never shown. Without the setting no chat is offered.
  const agentChat = chatLink(env.agentPhone)
  const entry = (text: string, Icon: LucideIcon) => (
    <>
      <Icon />
      {label(text)}
    </>
  )

  return (
    <aside
      className={clsx(
        'flex-col gap-6 overflow-y-auto bg-court-deep p-3 text-court-ink [--accent:#dbf24a]',
        collapsible && (collapsed ? 'w-[4.75rem]' : 'w-64'),
        className,
      )}
    >
      <div className={clsx('flex items-center justify-between gap-2', collapsed && 'flex-col')}>
        <Link
          to={paths.dashboard.href()}
          className="flex min-h-11 items-center rounded-lg px-2"
          aria-label="Voleio, início"
          onClick={onNavigate}
        >
          <Logo short={collapsed} />
        </Link>
        {onShortcuts && (
          <button
            type="button"
            aria-label="Atalhos de teclado"
            className={clsx(MENU_BUTTON, !collapsed && 'ml-auto')}
            onClick={onShortcuts}
          >
            <Keyboard className="size-5" />
          </button>
        )}
        {collapsible && (
          <button
            type="button"
            onClick={toggle}
            aria-expanded={!collapsed}
            aria-label={collapsed ? 'Expandir menu' : 'Recolher menu'}
            className={MENU_BUTTON}
          >
            {collapsed ? <PanelLeftOpen className="size-5" /> : <PanelLeftClose className="size-5" />}
          </button>
        )}
        {end}
      </div>

      <nav aria-label="Principal" className="flex flex-col gap-1">
        {NAVIGATION.map(({ label: text, to, icon }) => (
          <NavLink
            key={to}
            to={to}
            title={collapsed ? text : undefined}
            className={({ isActive }) => clsx(ITEM, 'relative', isActive && 'bg-white/15 text-ball')}
            onClick={onNavigate}
          >
            {entry(text, icon)}
            {to === paths.dashboard.href() && (
              <NewsDot className={collapsed ? 'absolute top-2 right-2' : 'ml-auto'} />
            )}
            {to === paths.alerts.href() && (
              <AlertCount className={collapsed ? 'absolute top-1 right-1' : 'ml-auto'} />
            )}
          </NavLink>
        ))}
      </nav>

      <div className="flex flex-col gap-1 border-t border-white/15 pt-4">
        {ACTIONS.map(({ label: text, to, icon }, at) => (
          <Link
            key={to}
            to={to}
            title={collapsed ? text : undefined}
            className={at === 0 ? clsx(LOOK, MAIN) : ITEM}
            onClick={onNavigate}
          >
            {entry(text, icon)}
          </Link>
        ))}
        {agentChat && (
          <a
            href={agentChat}
            target="_blank"
            rel="noopener noreferrer"
            title={collapsed ? 'Falar com o Agente' : undefined}
            className={ITEM}
          >
            {entry('Falar com o Agente', MessageCircle)}
          </a>
        )}
      </div>

      <div className="mt-auto flex flex-col gap-1 border-t border-white/15 pt-4">
        <OutboxStatusChip place="sidebar" short={collapsed} onNavigate={onNavigate} />
        <UserBlock collapsed={collapsed} onNavigate={onNavigate} />
        <SignOutButton className={ITEM} collapsed={collapsed} />
      </div>
    </aside>
  )
}

/** The bell in a phone's header. The sidebar shows the number beside 'Alertas'. */
export const AlertsLink = () => (
  <NavLink
    to={paths.alerts.href()}
    className={({ isActive }) =>
      clsx('relative grid size-11 shrink-0 place-items-center rounded-lg', isActive && 'text-accent')
    }
  >
    <Bell className="size-6" />
    <span className="sr-only">Alertas</span>
    <AlertCount className="absolute top-0.5 right-0" />
  </NavLink>
)

const MANY_ALERTS = 99

function AlertCount({ className }: { className: string }) {
  const count = useAlertCount()
  if (count === 0) return null
  return (
    <span
      className={clsx(
        'figures min-w-5 rounded-full bg-bad-solid px-1.5 text-center text-[13px] leading-5 font-bold text-white',
        className,
      )}
    >
      {count > MANY_ALERTS ? `${MANY_ALERTS}+` : count}
    </span>
  )
}

function UserBlock({ collapsed, onNavigate }: { collapsed: boolean; onNavigate: (() => void) | undefined }) {
  const { user } = useAuth()
  if (!user) return null
  return (
    <Link
      to={paths.profile.href()}
      title={collapsed ? user.name : undefined}
      className={clsx(ITEM, 'py-2', collapsed && 'justify-center px-0')}
      onClick={onNavigate}
    >
      <Avatar of={user} />
      <span className={collapsed ? 'sr-only' : 'min-w-0'}>
        <span className="block truncate">{user.name}</span>
        <span className="block truncate text-sm font-medium opacity-85">{user.email}</span>
      </span>
    </Link>
  )
}

/**
 * The chip of this device's outbox. Hidden while the outbox is synced; in the sidebar it still leads to the entries
 * that were sent today.
 */
export function OutboxStatusChip(props: Omit<ComponentProps<typeof OutboxChip>, 'status' | 'count'>) {
  const { entries, setAside, active } = useOutbox()
  const { online } = useConnection()
  const counts = countOutbox(entries, setAside)
  const status = outboxStatus(counts, active, online)
  if (status === 'synced' && (props.place === 'header' || entries.length === 0)) return null
  return <OutboxChip status={status} count={counts.open} {...props} />
}

const SignOutDialog = lazyPart(() => import('./sign-out-dialog'), 'SignOutDialog')

/** Signs out (docs/product.md, 'Sign-out'). Asks first if entries are pending, because signing out deletes them. */
function SignOutButton({ className, collapsed }: { className: string; collapsed: boolean }) {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const { entries, underway, setAside } = useOutbox()
  const { refresh } = useOutboxActions()
  const pending = [...entries.filter(isOpen), ...underway]
  const isAnyLeft = pending.length + setAside.length > 0
  useEffect(() => {
    // The dialog is needed most without a connection. Later than the frame that shows what was tapped.
    if (isAnyLeft) void painted().then(SignOutDialog.preload)
  }, [isAnyLeft])
  const [asking, setAsking] = useState(false)
  const [leave, leaving] = useSingleFlight(async () => {
    const { title, description } = await signOut()
    toast({ title, description })
    void navigate(paths.login.href(), { replace: true })
  })

  // Reads the outbox again: another tab may be sending entries unknown to this one.
  const [ask, checking] = useSingleFlight(async () => {
    if ((await refresh()) > 0) setAsking(true)
    else void leave()
  })

  // The button reacts at once: reading the outbox may take a second.
  const isBusy = checking || leaving
  const text = isBusy ? OFFLINE.signOut.leaving : 'Sair'
  return (
    <>
      <button
        type="button"
        className={clsx(className, collapsed && 'justify-center px-0')}
        aria-disabled={isBusy || undefined}
        title={collapsed ? text : undefined}
        onClick={() => {
          if (!leaving) void ask()
        }}
      >
        <LogOut />
        <span className={collapsed ? 'sr-only' : undefined}>{text}</span>
      </button>
      {asking && (
        <SignOutDialog
          pending={pending}
          setAside={setAside}
          leaving={leaving}
          onClose={() => setAsking(false)}
          onConfirm={() => void leave()}
        />
      )}
    </>
  )
}
