import { useEffect } from 'react'
import { UNEXPECTED } from '@/core/common-texts'
import { crashReport } from '@/lib/browser/crash-report'
import { toast, tellNews } from '@/lib/browser/toast'
import { env } from '@/lib/settings/env'
import { MissingScreen } from '@/ui/lazy-page'

/**
 * Browser messages of requests and imports that failed without a network: no bugs, and reported by whoever sent them.
 */
const NO_NETWORK = /fetch|network|load failed|importing a module/i
/** Between two toasts: one bug often throws several times. */
const PAUSE_MS = 10_000

/** False for a missing network, a deliberate abort, and errors of browser extensions. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof MissingScreen || error.name === 'AbortError') return false
  if (error instanceof TypeError && NO_NETWORK.test(error.message)) return false
  return !/(chrome|moz|safari(-web)?)-extension:/.test(error.stack ?? '')
}

/**
 * Toasts errors that no screen catches (an unhandled rejection, a throwing listener) with an id, and logs the report,
 * so that nothing fails silently.
 */
export function useUnexpectedErrors(): void {
  useEffect(() => {
    let last = -Infinity
    const tell = (error: unknown) => {
      if (!isOurs(error)) return
      const { id, text } = crashReport(error, env.version)
      console.error(text)
      if (Date.now() - last < PAUSE_MS) return
      last = Date.now()
      const { title, description } = UNEXPECTED
      tellNews(() => toast({ title, description: description(id), tone: 'error' }))
    }
    const onError = (event: ErrorEvent) => tell(event.error)
    const onRejection = (event: PromiseRejectionEvent) => tell(event.reason)
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [])
}
