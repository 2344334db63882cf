import { Suspense } from 'react'
import { BrowserRouter, Route, Routes, useLocation, useParams } from 'react-router-dom'
import { paths } from '@/core/paths'
import { lazyPage } from '@/ui/lazy-page'
import { Loader } from '@/ui/logo'
import { ErrorBoundary } from './error-boundary'

export const App = () => (
  <ErrorBoundary>
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  </ErrorBoundary>
)

/** Loads together with the chunks of its first screen. */
const CoachApp = lazyPage(async () => {
  const { CoachApp: Coach, loadScreen } = await import('./coach-app')
  await loadScreen(window.location.pathname)
  return { CoachApp: Coach }
}, 'CoachApp')
const LandingPage = lazyPage(() => import('@/site/landing/landing-page'), 'LandingPage')
const LandingEnglishPage = lazyPage(() => import('@/site/landing/landing-english-page'), 'LandingEnglishPage')
const BetaEnglishPage = lazyPage(() => import('@/site/beta-page'), 'BetaEnglishPage')
const BetaPortuguesePage = lazyPage(() => import('@/site/beta-page'), 'BetaPortuguesePage')
const LeadFormPage = lazyPage(() => import('@/site/lead-form/lead-form-page'), 'LeadFormPage')
const PrivacyPolicyPage = lazyPage(() => import('@/site/privacy-policy-page'), 'PrivacyPolicyPage')
const StudentApp = lazyPage(() => import('./student-app'), 'StudentApp')
const SampleApp = lazyPage(() => import('./sample-app'), 'SampleApp')
const NotFoundPage = lazyPage(() => import('@/site/not-found-page'), 'NotFoundPage')

const isCoachApp = (pathname: string) => /^\/(app|auth)(\/|$)/.test(pathname)

/** Fetches the chunks that an address of the coach's app needs; nothing for other addresses. Never rejects. */
export async function preloadApp(pathname: string): Promise<void> {
  if (isCoachApp(pathname)) await CoachApp.preload()
}

/** For a '*' route, so that the coach's routes match whole paths; below '/app/*' they would match only the rest. */
function CoachAppRoute() {
  const { pathname } = useLocation()
  return isCoachApp(pathname) ? <CoachApp /> : <NotFoundPage />
}

/** Reached only on a host that fails to serve student.html (src/app/student-document.tsx). */
function StudentRoute() {
  const { id = '' } = useParams()
  return <StudentApp id={id} />
}

/**
 * The routes of marketing pages, public student page and coach's app. A public page loads nothing of the coach's app,
 * neither login nor data layer. Needs a router above it: the browser's in app.tsx, a static one in
 * src/entry-server.tsx.
 */
export const AppRoutes = () => (
  <Suspense fallback={<Loader fullScreen />}>
    <Routes>
      <Route path={paths.home.path} element={<LandingPage />} />
      <Route path={paths.homePt.path} element={<LandingPage />} />
      <Route path={paths.homeEn.path} element={<LandingEnglishPage />} />
      <Route path={paths.testEn.path} element={<BetaEnglishPage />} />
      <Route path={paths.testPt.path} element={<BetaPortuguesePage />} />
      <Route path={paths.leadForm.path} element={<LeadFormPage />} />
      <Route path={paths.leadFormLanguage.path} element={<LeadFormPage />} />
      <Route path={paths.privacyPolicy.path} element={<PrivacyPolicyPage />} />
      <Route path={paths.publicStudent.path} element={<StudentRoute />} />
      <Route path={paths.sampleStudent.path} element={<SampleApp />} />
      <Route path="*" element={<CoachAppRoute />} />
    </Routes>
  </Suspense>
)
