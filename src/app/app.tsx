import { Suspense } from 'react'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom'
import { Loader } from '@/components/ui/loader'
import { paths } from '@/domain/paths'
import { ErrorBoundary } from './error-boundary'
import { lazyPage } from './lazy-page'

const CoachApp = lazyPage(() => import('./coach-app'), 'CoachApp')
const HomePage = lazyPage(() => import('@/pages/home/home-page'), 'HomePage')
const HomeEnglishPage = lazyPage(() => import('@/pages/home/home-page'), 'HomeEnglishPage')
const PublicStudentPage = lazyPage(
  () => import('@/pages/public-student/public-student-page'),
  'PublicStudentPage',
)
const PlaceholderPage = lazyPage(() => import('@/pages/placeholder/placeholder-page'), 'PlaceholderPage')
const NotFoundPage = lazyPage(() => import('@/pages/not-found/not-found-page'), 'NotFoundPage')

/** A placeholder outside the shell needs a main landmark of its own. */
function Placeholder() {
  return (
    <main>
      <PlaceholderPage />
    </main>
  )
}

/**
 * One '*' route for the application, so that its own routes are matched by their whole paths: below '/app/*' they
 * would be matched by what is left of the path.
 */
function EverythingElse() {
  const { pathname } = useLocation()
  return /^\/(app|auth)(\/|$)/.test(pathname) ? <CoachApp /> : <NotFoundPage />
}

/**
 * The three branches of architecture.md 'Weight': marketing pages, the public student page and the application.
 * A public page loads nothing of the application, its login and its data layer included.
 */
export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Suspense fallback={<Loader fullScreen />}>
          <Routes>
            <Route path={paths.home.path} element={<HomePage />} />
            <Route path={paths.homePt.path} element={<HomePage />} />
            <Route path={paths.homeEn.path} element={<HomeEnglishPage />} />
            <Route path={paths.testEn.path} element={<Placeholder />} />
            <Route path={paths.testPt.path} element={<Placeholder />} />
            <Route path={paths.leadForm.path} element={<Placeholder />} />
            <Route path={paths.leadFormLanguage.path} element={<Placeholder />} />
            <Route path={paths.privacyPolicy.path} element={<Placeholder />} />
            <Route path={paths.publicStudent.path} element={<PublicStudentPage />} />
            <Route path="*" element={<EverythingElse />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </ErrorBoundary>
  )
}
