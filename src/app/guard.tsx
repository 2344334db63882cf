import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useAuth } from '@/account/use-auth'
import { paths } from '@/core/paths'
import { Loader } from '@/ui/loader'

/** Which screen was open when the login ended, and whose it was. */
interface ReturnTo {
  owner: string
  to: string
}

/**
 * Shows a loader while the session is checked, then the content or the login (docs/product.md, 'Access guard'). An
 * expired login stores the open screen, so that the same coach returns to it.
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

/**
 * The login page is for guests. A signed-in coach goes to the dashboard, or back to the screen where the login expired.
 */
export function GuestOnly() {
  const { status, user } = useAuth()
  const { state } = useLocation()
  if (status === 'loading') return <Loader fullScreen size="lg" text="Verificando autenticação..." />
  if (status === 'signed-in') {
    const to = isReturnTo(state) && state.owner === user?.id ? state.to : paths.dashboard.href()
    return <Navigate to={to} replace />
  }
  return <Outlet />
}

function isReturnTo(state: unknown): state is ReturnTo {
  return (
    typeof state === 'object' &&
    state !== null &&
    'owner' in state &&
    typeof state.owner === 'string' &&
    'to' in state &&
    typeof state.to === 'string'
  )
}
