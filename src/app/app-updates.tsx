import RefreshCw from 'lucide-react/icons/refresh-cw'
import X from 'lucide-react/icons/x'
import { useEffect, useSyncExternalStore, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { DELAYS } from '@/core/constants'
import { isBuild } from '@/lib/settings/env'
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
import { usePublishedHeight } from '@/ui/use-published-height'

/** The service worker and its updates. Only below /app: visitors of the public site should not download the app. */
export function AppUpdates() {
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
          <div className="flex animate-rise items-center gap-2 rounded-xl bg-court-deep p-2 pl-4 text-court-ink shadow-lift [--accent:#dbf24a] max-[420px]:pl-3">
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
