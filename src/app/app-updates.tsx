import { useLocation } from 'react-router-dom'
import { isBuild } from '@/lib/settings/env'
import { applyUpdate, dismissUpdate } from '@/lib/updates/updates'
import { UpdateBanner } from '@/ui/update-banner'
import { useUpdateChecks, useUpdateState } from '@/ui/use-updates'

/** The service worker and its updates. Only below /app: visitors of the site should not download the whole app. */
export function AppUpdates() {
  const { pathname } = useLocation()
  const state = useUpdateState()
  useUpdateChecks(isBuild && /^\/app(\/|$)/.test(pathname))
  return <UpdateBanner state={state} onApply={applyUpdate} onDismiss={dismissUpdate} />
}
