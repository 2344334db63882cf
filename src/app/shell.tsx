import { notifyManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Suspense, useEffect, useMemo, useRef, useState, useCallback, useSyncExternalStore } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { BREAKPOINTS } from '@/core/constants'
import { formatReadAt } from '@/core/dates'
import { paths } from '@/core/paths'
import { invalidateAll } from '@/data/queries/effects'
import { isPersisted } from '@/data/queries/owner-query'
import { canPersist, forgetReads } from '@/data/queries/persisted-queries'
import { toast, tellNews } from '@/lib/browser/toast'
import { currentConnection } from '@/lib/network/connection'
import { prefetchSettings } from '@/lib/settings/prefetch'
import { closeMessages, useOpenMessages } from '@/messages/use-message-requests'
import type { OutboxEntry } from '@/outbox/rules'
import { OUTBOX } from '@/outbox/texts'
import { useOutboxSending } from '@/outbox/use-outbox'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { APP_MESSAGES } from '@/ui/app-texts'
import { Button } from '@/ui/button'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { lazyPart } from '@/ui/lazy-page'
import { Loader, Logo } from '@/ui/logo'
import { OFFLINE } from '@/ui/offline-texts'
import { TopBar } from '@/ui/page-header'
import { useConnection, useReconnection, checkConnection } from '@/ui/use-connection'
import { useInstalled } from '@/ui/use-install'
import { useMediaQuery } from '@/ui/use-media-query'
import { useNow } from '@/ui/use-now'
import { BottomBar, PlusSheet } from './bottom-bar'
import { ErrorBoundary } from './error-boundary'
import { AlertsLink, OutboxStatusChip, Sidebar } from './sidebar'
import { usePrefetch } from './use-prefetch'

/** For how many entries the toast says what they did; 'Pendências' lists all of them. */
const TOLD = 2
/** What an outcome may have besides plain success, in the order in which it is told. */
const NEWS = ['differs', 'answered', 'slotGone', 'slotMoved', 'notSkipped'] as const

const sayInstalled = () => tellNews(() => toast({ title: APP_MESSAGES.install.done }))
const sayAllSent = (entries: readonly OutboxEntry[]) => tellNews(() => toastSent(entries))

/** A toast about entries that were sent in the background, and what the coach should check about them. */
function toastSent(entries: readonly OutboxEntry[]) {
  const without = entries
    .map(({ outcome }) => outcome?.withoutPackage ?? [])
    .filter((names) => names.length > 0)
  const unknown = entries.flatMap(({ outcome }) => outcome?.unknownReplies ?? [])
  const lines = [
    ...NEWS.filter((what) => entries.some(({ outcome }) => outcome?.[what])).map(
      (what) => OUTBOX.sentToast[what],
    ),
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
      <header
        className={
          'sticky top-0 z-30 flex min-h-14 items-center gap-2 border-b border-line bg-paper px-4 low:static ' +
          'lg:hidden print:hidden'
        }
      >
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
        className={
          'actions-at-bottom mx-auto min-h-[calc(100dvh-3.5rem)] w-full max-w-316 min-w-0 flex-1 ' +
          'lg:min-h-0 px-4 pt-5 pb-[calc(2.5rem+var(--bottom-inset))] outline-none md:px-8 md:pt-8 ' +
          'print:max-w-none print:p-0'
        }
      >
        <StaleNotice />
        <ErrorBoundary key={pathname} inShell beforeReload={forgetReads}>
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
    className={
      'sr-only z-60 rounded-lg bg-ball p-3 font-bold text-ball-ink focus:not-sr-only focus:fixed ' +
      'focus:top-3 focus:left-3'
    }
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

/** No notice while data younger than this is fetched again. */
const OLD_MS = 60_000
/** Nor for a fetch that takes less than this. */
const SLOW_MS = 3_000

const texts = OFFLINE.staleNotice

/**
 * Above every signed-in screen while its data is stale and could not be refreshed: when the data was read, and a retry.
 * When the connection is back, everything is refetched automatically.
 */
function StaleNotice() {
  const client = useQueryClient()
  useReconnection(useCallback(() => void invalidateAll(client), [client]))
  const { online } = useConnection()
  const { readAt, reading, failed } = useStaleSince()
  const now = useNow()
  const slow = useLongerThan(reading && readAt !== null && now.getTime() - readAt > OLD_MS, SLOW_MS)
  const refetch = useRefetch()
  const [retry, retrying] = useSingleFlight(async () => {
    await refetch()
    if (!currentConnection().online) toast({ title: texts.still, tone: 'warning' })
  })

  const state = stateOf({ online, failed: failed && !reading, slow })
  const again = online ? texts.update : texts.check
  const Icon = state === 'reading' ? RefreshCw : CloudOff
  return (
    <div role="status" className="print:hidden">
      {state !== null && (
        <div className="mb-5 rounded-lg bg-sunken px-4 py-1">
          <div className="flex min-h-11 items-center justify-between gap-3">
            <p className="flex min-w-0 items-center gap-2.5 font-semibold">
              <Icon className="size-5 shrink-0 text-ink-soft" />
              {readAt === null
                ? texts[state]
                : `${texts[state]} · ${texts.dataFrom(formatReadAt(new Date(readAt), now))}`}
            </p>
            {state !== 'reading' && (
              <Button
                tone="ghost"
                size="sm"
                className="-mr-3 shrink-0"
                pending={retrying}
                onClick={() => void retry()}
              >
                <RefreshCw className={retrying ? 'animate-spin' : undefined} />
                <span className="max-sm:sr-only">{retrying ? texts.trying : again}</span>
              </Button>
            )}
          </div>
          {!online && canPersist() === false && <p className="pb-2 text-sm">{texts.nothingKept}</p>}
        </div>
      )}
    </div>
  )
}

/** Which notice to show; null: none. */
function stateOf({ online, failed, slow }: { online: boolean; failed: boolean; slow: boolean }) {
  if (!online) return 'offline'
  if (failed) return 'failed'
  return slow ? 'reading' : null
}

/** True once `condition` has held for `ms`. */
function useLongerThan(condition: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [condition, ms])
  return lasts && condition
}

/** All queries on the screen together. `readAt`: when the oldest data was read (ms); null without data. */
type ScreenAge = { readAt: number | null; reading: boolean; failed: boolean }

/** How old the data on the screen is, and whether newer data is on its way. */
function useStaleSince(): ScreenAge {
  const client = useQueryClient()
  const subscribe = useCallback(
    // Not at once: a query that a screen makes while it renders would render this notice in the middle of it.
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  // A string, because it compares by value: an unchanged state causes no render.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(screenAge(client)))
  return JSON.parse(text) satisfies ScreenAge
}

function screenAge(client: QueryClient): ScreenAge {
  const shown = client.getQueryCache().findAll({ type: 'active' }).filter(isShown)
  const read = shown.filter(({ state }) => state.data !== undefined)
  return {
    readAt: read.length > 0 ? Math.min(...read.map(({ state }) => state.dataUpdatedAt)) : null,
    reading: shown.some(({ state }) => state.fetchStatus === 'fetching'),
    failed: read.some(({ state }) => state.status === 'error'),
  }
}

const isShown = ({ queryKey }: Query): boolean => isPersisted(queryKey[1])

/** Refetches everything on the screen, if there is a connection. */
function useRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    if (await checkConnection()) await client.refetchQueries({ type: 'active' })
  }, [client])
}
