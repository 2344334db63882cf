import { useEffect } from 'react'
import { crashReport } from '@/lib/browser/crash-report'
import { env } from '@/lib/settings/env'
import { toast } from '@/lib/browser/toast'
import { UNEXPECTED } from '@/texts/shared/crash-screen'
import { MissingScreen } from './lazy-page'

/** What a browser says of a request, or of a module, that found no network: no fault, and told where it matters. */
const NO_NETWORK = /fetch|network|load failed|importing a module/i
/** One fault often comes in several pieces. */
const PAUSE_MS = 10_000

/** Extensions throw into our pages as well; whoever aborts knows it. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof MissingScreen || error.name === 'AbortError') return false
  if (error instanceof TypeError && NO_NETWORK.test(error.message)) return false
  return !/(chrome|moz|safari(-web)?)-extension:/.test(error.stack ?? '')
}

/**
 * Errors that no screen catches (a promise nobody waits for, a listener that throws) leave everything as it was: the
 * coach is told so, with an id, and the console has the report. Spec: nothing fails in silence (issue 'Proof').
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
      toast({ title: UNEXPECTED.title, description: UNEXPECTED.description(id), tone: 'error' })
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
