import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { BREAKPOINTS } from '@/core/constants'
import { paths } from '@/core/paths'
import { clearPersistedQueries } from '@/data/queries/persisted-queries'
import { toast, tellNews } from '@/lib/browser/toast'
import { currentConnection } from '@/lib/network/connection'
import { prefetchSettings } from '@/lib/settings/prefetch'
import { closeMessages, useOpenMessages } from '@/messages/use-message-requests'
import type { OutboxEntry } from '@/outbox/rules'
import { OUTBOX } from '@/outbox/texts'
import { useOutboxSending } from '@/outbox/use-outbox'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { APP_MESSAGES } from '@/ui/app-texts'
import { lazyPart } from '@/ui/lazy-page'
import { Loader, Logo } from '@/ui/logo'
import { TopBar } from '@/ui/page-header'
import { useInstalled } from '@/ui/use-install'
import { useMediaQuery } from '@/ui/use-media-query'
import { BottomBar, PlusSheet } from './bottom-bar'
import { ErrorBoundary } from './error-boundary'
import { AlertsLink, OutboxStatusChip, Sidebar } from './sidebar'
import { StaleNotice } from './stale-notice'
import { usePrefetch } from './use-prefetch'

/** For how many entries the toast says what they did; 'Pendências' lists all of them. */
const TOLD = 2

const sayInstalled = () => tellNews(() => toast({ title: APP_MESSAGES.install.done }))
const sayAllSent = (entries: readonly OutboxEntry[]) => tellNews(() => toastSent(entries))

/** A toast about entries that were sent in the background, and what the coach should check about them. */
function toastSent(entries: readonly OutboxEntry[]) {
  const without = entries
    .map(({ outcome }) => outcome?.withoutPackage ?? [])
    .filter((names) => names.length > 0)
  const unknown = entries.flatMap(({ outcome }) => outcome?.unknownReplies ?? [])
  const lines = [
    entries.some(({ outcome }) => outcome?.differs) ? OUTBOX.sentToast.differs : '',
    entries.some(({ outcome }) => outcome?.answered) ? OUTBOX.sentToast.answered : '',
    entries.some(({ outcome }) => outcome?.slotGone) ? OUTBOX.sentToast.slotGone : '',
    entries.some(({ outcome }) => outcome?.slotMoved) ? OUTBOX.sentToast.slotMoved : '',
    entries.some(({ outcome }) => outcome?.notSkipped) ? OUTBOX.sentToast.notSkipped : '',
    unknown.some(({ at }) => at !== null) ? OUTBOX.sentToast.unknownReplies : '',
    unknown.some(({ at }) => at === null) ? OUTBOX.sentToast.unknownGuest : '',
    entries.some(({ outcome }) => outcome?.leftOut) ? OUTBOX.sentToast.leftOut : '',
    ...SESSION_MESSAGES.withoutPackage(without.flat(), without.length),
  ].filter(Boolean)
  const told = entries.flatMap(({ outcome }) => outcome?.told ?? [])
  const all = [...lines, ...told.slice(0, TOLD)]
  const isMore = told.length > TOLD
  toast({
    title: OUTBOX.sentToast.title(entries.length),
    ...(all.length > 0 && {
      description: [...all, ...(isMore ? [OUTBOX.sentToast.more] : [])]
        .map((line) => line.replace(/\.$/, ''))
        .join('. '),
    }),
    ...(lines.length > 0 && { tone: 'warning' }),
  })
}

/**
 * The frame of every signed-in screen (docs/product.md, 'Shell'): a collapsible sidebar from 1024 px on; below that
 * width a drawer and a bar at the bottom.
 */
export function Shell() {
  const [topBar, setTopBar] = useState<HTMLElement | null>(null)
  const isWide = useMediaQuery(`(min-width: ${BREAKPOINTS.wide}px)`)
  const [showsShortcuts, setShowsShortcuts] = useState(false)
  const { pathname } = useLocation()
  useInstalled(sayInstalled)
  usePrefetch()
  usePreloadedSheets()
  useOutboxSending(sayAllSent)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A new screen starts at its top, for scrolling as for the keyboard focus.
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  // Memoised: state of the shell must not render it again, least of all on a phone, where it is hidden.
  const sidebar = useMemo(
    () => (
      <Sidebar
        className="sticky top-0 hidden h-dvh shrink-0 lg:flex print:hidden"
        collapsible
        onShortcuts={() => setShowsShortcuts(true)}
      />
    ),
    [],
  )

  return (
    <div className="lg:flex">
      <SkipLink to="conteudo">Ir para o conteúdo</SkipLink>
      {pathname === paths.dashboard.path && <SkipLink to="hoje">Ir para hoje</SkipLink>}
      {sidebar}
      <header className="sticky top-0 z-30 flex min-h-14 items-center gap-2 border-b border-line bg-paper px-4 low:static lg:hidden print:hidden">
        {/* PageHeader puts the screen's title here; the logo is shown for a screen that has no title here. */}
        <div ref={setTopBar} className="title min-w-0 flex-1 empty:hidden" />
        <Link
          to={paths.dashboard.href()}
          className="mr-auto flex min-h-11 shrink-0 items-center [.title:not(:empty)+&]:hidden"
          aria-label="Voleio, início"
        >
          <Logo />
        </Link>
        <OutboxStatusChip place="header" />
        <AlertsLink />
      </header>
      <main
        id="conteudo"
        ref={main}
        tabIndex={-1}
        className="actions-at-bottom mx-auto min-h-[calc(100dvh-3.5rem)] w-full max-w-316 min-w-0 flex-1 lg:min-h-0 px-4 pt-5 pb-[calc(2.5rem+var(--bottom-inset))] outline-none md:px-8 md:pt-8 print:max-w-none print:p-0"
      >
        <StaleNotice />
        <ErrorBoundary key={pathname} inShell beforeReload={clearPersistedQueries}>
          <Suspense fallback={<Loader />}>
            <TopBar value={isWide ? null : topBar}>
              <Outlet />
            </TopBar>
          </Suspense>
        </ErrorBoundary>
      </main>
      <BottomBar />
      {isWide && <Shortcuts open={showsShortcuts} onOpenChange={setShowsShortcuts} />}
      <MessageHost />
    </div>
  )
}

const Shortcuts = lazyPart(() => import('./shortcuts'), 'Shortcuts')
/** Preloads the sheets that any screen may open, so that they open at once and without a connection. */
function usePreloadedSheets() {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (currentConnection().online) void Promise.all([PlusSheet.preload(), MessageSheet.preload()])
    }, prefetchSettings.afterMs)
    return () => clearTimeout(timer)
  }, [])
}

/** Visible only while it has the keyboard focus. */
const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a
    href={`#${to}`}
    className="sr-only z-60 rounded-lg bg-ball p-3 font-bold text-ball-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    onClick={(event) => {
      event.preventDefault()
      document.getElementById(to)?.focus()
    }}
  >
    {children}
  </a>
)

const MessageSheet = lazyPart(() => import('@/messages/message-sheet'), 'MessageSheet')

/** The message that a screen asked for, over that screen or the next one. Signing out closes it. */
export function MessageHost() {
  const requests = useOpenMessages()
  useEffect(() => closeMessages, [])
  if (requests === null) return null
  return <MessageSheet requests={requests} onClose={closeMessages} />
}
