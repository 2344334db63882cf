import { QueryClientProvider } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import X from 'lucide-react/icons/x'
import { Suspense, useEffect, useSyncExternalStore, useRef } from 'react'
import { matchPath, Navigate, Route, Routes, Outlet, useLocation } from 'react-router-dom'
import { AuthProvider, isCoachKnown, useAuth } from '@/account/use-auth'
import { DELAYS } from '@/core/constants'
import { paths } from '@/core/paths'
import { forgetReads } from '@/data/queries/persisted-queries'
import { queryClient } from '@/data/queries/query-client'
import { currentConnection } from '@/lib/network/connection'
import { isBuild } from '@/lib/settings/env'
import { prefetchSettings } from '@/lib/settings/prefetch'
import {
  applyUpdate,
  dismissUpdate,
  startUpdates,
  subscribeToUpdates,
  updateState,
  type UpdateState,
} from '@/lib/updates/updates'
import { APP_MESSAGES } from '@/ui/app-texts'
import { Button } from '@/ui/button'
import { lazyPage, type LazyPage } from '@/ui/lazy-page'
import { Loader } from '@/ui/logo'
import { Toaster } from '@/ui/overlay/toaster'
import { usePublishedHeight } from '@/ui/use-published-height'
import { ErrorBoundary } from './error-boundary'
import { useUnexpectedErrors } from './use-unexpected-errors'

/** A separate chunk: the login page does not need it. */
const Shell = lazyPage(() => import('./shell'), 'Shell')
const LoginPage = lazyPage(() => import('@/account/login-page'), 'LoginPage')
const DashboardPage = lazyPage(() => import('@/dashboard/dashboard-page'), 'DashboardPage')
const NotFoundPage = lazyPage(() => import('@/site/not-found-page'), 'NotFoundPage')

type Screens = readonly (readonly [path: string, Page: LazyPage])[]

/** Opened by links in mails, signed in or not. */
const MAIL_SCREENS: Screens = [
  [
    paths.authConfirm.path,
    lazyPage(() => import('@/account/email-confirmation-page'), 'EmailConfirmationPage'),
  ],
  [paths.forgotPassword.path, lazyPage(() => import('@/account/forgot-password-page'), 'ForgotPasswordPage')],
  [paths.resetPassword.path, lazyPage(() => import('@/account/reset-password-page'), 'ResetPasswordPage')],
]

/** Screens inside the shell, for signed-in coaches. */
const COACH_SCREENS: Screens = [
  [paths.dashboard.path, DashboardPage],
  [paths.agenda.path, lazyPage(() => import('@/agenda/week/agenda-page'), 'AgendaPage')],
  [paths.alerts.path, lazyPage(() => import('@/alerts/alerts-page'), 'AlertsPage')],
  [paths.students.path, lazyPage(() => import('@/students/students-page'), 'StudentsPage')],
  [paths.newStudent.path, lazyPage(() => import('@/students/new-student-page'), 'NewStudentPage')],
  // Before the profile, whose path matches this one too.
  [
    paths.importStudents.path,
    lazyPage(() => import('@/students/import/import-students-page'), 'ImportStudentsPage'),
  ],
  [
    paths.studentProfile.path,
    lazyPage(() => import('@/students/profile/student-profile-page'), 'StudentProfilePage'),
  ],
  [paths.statement.path, lazyPage(() => import('@/packages/statement/statement-page'), 'StatementPage')],
  [paths.sessions.path, lazyPage(() => import('@/sessions/history/sessions-page'), 'SessionsPage')],
  [paths.newSession.path, lazyPage(() => import('@/sessions/new/new-session-page'), 'NewSessionPage')],
  [paths.newPackage.path, lazyPage(() => import('@/packages/new-package-page'), 'NewPackagePage')],
  [paths.receipt.path, lazyPage(() => import('@/payments/receipt-page'), 'ReceiptPage')],
  [paths.finance.path, lazyPage(() => import('@/payments/finance/finance-page'), 'FinancePage')],
  [paths.messages.path, lazyPage(() => import('@/messages/messages-page'), 'MessagesPage')],
  [paths.profile.path, lazyPage(() => import('@/account/profile/profile-page'), 'ProfilePage')],
  [paths.outbox.path, lazyPage(() => import('@/outbox/outbox-page'), 'OutboxPage')],
]

/**
 * Fetches all chunks of the screen at this address in parallel. Otherwise the shell and the screen would load one after
 * the other, and React would hold each back for 300 ms after its fallback. Never rejects.
 */
export async function loadScreen(pathname: string): Promise<void> {
  const at = ([path]: Screens[number]) => matchPath(path, pathname) !== null
  const open = MAIL_SCREENS.find(at)
  if (open) return open[1].preload()
  if (!isCoachKnown()) return LoginPage.preload()
  const [, Screen] = COACH_SCREENS.find(at) ?? [null, DashboardPage]
  await Promise.all([Shell.preload(), Screen.preload()])
}

/** Preloads the chunks of the screens that the coach may open next. */
function usePreloadedScreens() {
  const { status } = useAuth()
  useEffect(() => {
    if (status === 'loading') return
    const preloadDashboard = () => void Promise.all([Shell, DashboardPage].map((screen) => screen.preload()))
    const preloadLink = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      // Later, so that the tap shows first.
      if (link?.origin === window.location.origin) setTimeout(() => void loadScreen(link.pathname))
    }
    if (status === 'signed-out') {
      document.addEventListener('submit', preloadDashboard, true)
      return () => document.removeEventListener('submit', preloadDashboard, true)
    }
    document.addEventListener('pointerdown', preloadLink, true)
    // After the first screen's requests. Nothing is tried offline, because some browsers cache a failed import for the
    // life of the tab.
    const timer = setTimeout(() => {
      if (!currentConnection().online) return
      for (const [, Screen] of COACH_SCREENS) void Screen.preload()
    }, prefetchSettings.afterMs)
    return () => {
      document.removeEventListener('pointerdown', preloadLink, true)
      clearTimeout(timer)
    }
  }, [status])
}

const routes = (screens: Screens) =>
  screens.map(([path, Screen]) => <Route key={path} path={path} element={<Screen />} />)

/** Everything that needs the login: /app/* and /auth/*. */
export function CoachApp() {
  useUnexpectedErrors()
  return (
    <ErrorBoundary beforeReload={forgetReads}>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <CoachRoutes />
          <AppUpdates />
          <Toaster />
        </AuthProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function CoachRoutes() {
  usePreloadedScreens()
  return (
    <Suspense fallback={<Loader fullScreen />}>
      <Routes>
        {routes(MAIL_SCREENS)}
        <Route element={<GuestOnly />}>
          <Route path={paths.login.path} element={<LoginPage />} />
        </Route>
        <Route path="/app" element={<Navigate to={paths.dashboard.href()} replace />} />
        <Route element={<RequireAuth />}>
          <Route element={<Shell />}>{routes(COACH_SCREENS)}</Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}

/** The screen that was open when the login expired, and whose login it was. */
type ReturnTo = { owner: string; to: string }

/**
 * Shows a loader while the login is checked, then the screen or the login page (docs/product.md, 'Access guard'). After
 * an expired login the router's state keeps the open screen, so that the same coach returns to it.
 */
export function RequireAuth() {
  const { status, expiredOwner } = useAuth()
  const { pathname, search } = useLocation()
  if (status === 'loading') return <Loader fullScreen size="lg" text="Verificando autenticação..." />
  if (status === 'signed-out') {
    const state: ReturnTo | null = expiredOwner ? { owner: expiredOwner, to: pathname + search } : null
    return <Navigate to={paths.login.href()} replace state={state} />
  }
  return <Outlet />
}

/** The login page, for guests only. A signed-in coach goes to the dashboard, or back to where the login expired. */
export function GuestOnly() {
  const { status, user } = useAuth()
  const { state }: { state: Partial<ReturnTo> | null } = useLocation()
  if (status === 'loading') return <Loader fullScreen size="lg" text="Verificando autenticação..." />
  if (status === 'signed-in') {
    const to = state?.owner === user?.id ? state?.to : undefined
    return <Navigate to={to ?? paths.dashboard.href()} replace />
  }
  return <Outlet />
}

/** The service worker and its updates. Only below /app: visitors of the public site should not download the app. */
function AppUpdates() {
  const { pathname } = useLocation()
  const state = useUpdateState()
  useUpdateChecks(isBuild && /^\/app(\/|$)/.test(pathname))
  return <UpdateBanner state={state} onApply={applyUpdate} onDismiss={dismissUpdate} />
}

/** The state of the app's update, as the service worker reports it. */
const useUpdateState = (): UpdateState =>
  useSyncExternalStore(subscribeToUpdates, updateState, () => 'current')

/** Registers the service worker once `wanted` and the page has loaded: the first screen gets the bandwidth first. */
function useUpdateChecks(wanted: boolean) {
  useEffect(() => {
    if (!wanted) return
    const start = () => void startUpdates({ everyMs: DELAYS.updateCheck })
    if (document.readyState === 'complete') {
      start()
      return
    }
    window.addEventListener('load', start, { once: true })
    return () => window.removeEventListener('load', start)
  }, [wanted])
}

const { banner } = APP_MESSAGES.updates

type UpdateBannerProps = { state: UpdateState; onApply: () => void; onDismiss: () => void }

/**
 * Offers a new version at the bottom of the coach's screens. Publishes its height as --banner (src/index.css), so that
 * it never covers a form's save button.
 */
export function UpdateBanner({ state, onApply, onDismiss }: UpdateBannerProps) {
  const box = useRef<HTMLDivElement>(null)
  const visible = state !== 'current'
  const { title, action } = banner[state === 'replaced' ? 'replaced' : 'available']
  usePublishedHeight('--banner', box, visible)

  const close = () => {
    onDismiss()
    // The focused button disappears. Without this line, keyboard users would lose their place.
    document.querySelector('main')?.focus({ preventScroll: true })
  }

  // The live region is mounted before its text, because screen readers announce only changes.
  return (
    <div role="status">
      {visible && (
        <div
          ref={box}
          className="pb-safe fixed inset-x-0 bottom-0 z-30 bg-paper px-3 pt-2 md:mx-auto md:max-w-lg md:bg-transparent"
        >
          <div
            className={
              'flex animate-rise items-center gap-2 rounded-xl bg-court-deep p-2 pl-4 text-court-ink ' +
              'shadow-lift [--accent:#dbf24a] max-[420px]:pl-3'
            }
          >
            <p className="min-w-0 flex-1 leading-tight font-bold text-balance">{title}</p>
            <Button
              tone="main"
              size="sm"
              className="shrink-0 max-[420px]:px-3"
              pending={state === 'applying'}
              pendingLabel={banner.applying}
              onClick={onApply}
            >
              <RefreshCw className="max-[420px]:hidden" />
              {action}
            </Button>
            {state !== 'applying' && (
              <Button tone="glass" size="icon" className="shrink-0" aria-label={banner.close} onClick={close}>
                <X />
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
