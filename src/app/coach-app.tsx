import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { Loader } from '@/components/ui/loader'
import { Toaster } from '@/components/ui/toaster'
import { paths } from '@/domain/paths'
import { queryClient } from '@/hooks/query-client'
import { AuthProvider } from '@/hooks/use-auth'
import { GuestOnly, RequireAuth } from './guard'
import { lazyPage } from './lazy-page'
import { useUnexpectedErrors } from './use-unexpected-errors'

/** No part of the first screen. Without its file the app works all the same. */
const AppUpdates = lazy<ComponentType>(() =>
  import('./app-updates').then(
    ({ AppUpdates: Updates }) => ({ default: Updates }),
    () => ({ default: () => null }),
  ),
)
/** Whoever only signs in does not download the shell; whoever opens the app does not wait for it in line. */
const loadShell = () => import('./shell')
const Shell = lazyPage(loadShell, 'Shell')
const loadDashboard = () => import('@/pages/dashboard/dashboard-page')
const DashboardPage = lazyPage(loadDashboard, 'DashboardPage')
const LoginPage = lazyPage(() => import('@/pages/login/login-page'), 'LoginPage')
const EmailConfirmationPage = lazyPage(
  () => import('@/pages/email-confirmation/email-confirmation-page'),
  'EmailConfirmationPage',
)
const ForgotPasswordPage = lazyPage(
  () => import('@/pages/forgot-password/forgot-password-page'),
  'ForgotPasswordPage',
)
const ResetPasswordPage = lazyPage(
  () => import('@/pages/reset-password/reset-password-page'),
  'ResetPasswordPage',
)
const StudentsPage = lazyPage(() => import('@/pages/students/students-page'), 'StudentsPage')
const NewStudentPage = lazyPage(() => import('@/pages/new-student/new-student-page'), 'NewStudentPage')
const StudentProfilePage = lazyPage(
  () => import('@/pages/student-profile/student-profile-page'),
  'StudentProfilePage',
)
const SessionsPage = lazyPage(() => import('@/pages/sessions/sessions-page'), 'SessionsPage')
const NewSessionPage = lazyPage(() => import('@/pages/new-session/new-session-page'), 'NewSessionPage')
const AlertsPage = lazyPage(() => import('@/pages/alerts/alerts-page'), 'AlertsPage')
const ProfilePage = lazyPage(() => import('@/pages/profile/profile-page'), 'ProfilePage')
const NewPackagePage = lazyPage(() => import('@/pages/new-package/new-package-page'), 'NewPackagePage')
const OutboxPage = lazyPage(() => import('@/pages/outbox/outbox-page'), 'OutboxPage')
const NotFoundPage = lazyPage(() => import('@/pages/not-found/not-found-page'), 'NotFoundPage')

/** The screen asks again, and says so. */
const ignore = () => {}

/** On their way while the login is still being checked. */
function loadAhead(path: string) {
  if (!path.startsWith('/app/') || path === paths.login.path) return
  loadShell().catch(ignore)
  if (path === paths.dashboard.path) loadDashboard().catch(ignore)
}
loadAhead(window.location.pathname)

/** Everything that knows the login: /app/* and /auth/*. */
export function CoachApp() {
  useUnexpectedErrors()
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <Suspense fallback={<Loader fullScreen />}>
          <Routes>
            <Route path={paths.authConfirm.path} element={<EmailConfirmationPage />} />
            <Route path={paths.forgotPassword.path} element={<ForgotPasswordPage />} />
            <Route path={paths.resetPassword.path} element={<ResetPasswordPage />} />
            <Route element={<GuestOnly />}>
              <Route path={paths.login.path} element={<LoginPage />} />
            </Route>
            <Route path="/app" element={<Navigate to={paths.dashboard.href()} replace />} />
            <Route element={<RequireAuth />}>
              <Route element={<Shell />}>
                <Route path={paths.dashboard.path} element={<DashboardPage />} />
                <Route path={paths.alerts.path} element={<AlertsPage />} />
                <Route path={paths.students.path} element={<StudentsPage />} />
                <Route path={paths.newStudent.path} element={<NewStudentPage />} />
                <Route path={paths.studentProfile.path} element={<StudentProfilePage />} />
                <Route path={paths.sessions.path} element={<SessionsPage />} />
                <Route path={paths.newSession.path} element={<NewSessionPage />} />
                <Route path={paths.newPackage.path} element={<NewPackagePage />} />
                <Route path={paths.profile.path} element={<ProfilePage />} />
                <Route path={paths.outbox.path} element={<OutboxPage />} />
              </Route>
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
        <Suspense fallback={null}>
          <AppUpdates />
        </Suspense>
        <Toaster />
      </AuthProvider>
    </QueryClientProvider>
  )
}
