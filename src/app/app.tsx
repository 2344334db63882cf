import { BrowserRouter } from 'react-router-dom'
import { AppRoutes } from './app-routes'
import { ErrorBoundary } from './error-boundary'

/** The whole product in a browser. */
export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  )
}
