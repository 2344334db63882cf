import type { Query, QueryClient } from '@tanstack/react-query'
import { toLocalDate } from '@/domain/shared/dates'
import { alerts } from '@/services/alerts/alerts'
import type { Subject } from './query-keys'

/**
 * What a change makes stale, said once: a mutation names its effect, not the screens that show it. Each answers
 * when what is on screen has been read again; nobody has to wait for it.
 */

function invalidate(client: QueryClient, subjects: readonly Subject[]): Promise<void> {
  const stale: ReadonlySet<unknown> = new Set(subjects)
  return invalidateWhere(client, ({ queryKey }) => stale.has(queryKey[1]))
}

/**
 * An answer that is on its way may be from before the change, and would be taken for fresh. What is on screen is asked for
 * anew by Query itself; a prefetch is cancelled.
 */
function invalidateWhere(client: QueryClient, predicate?: (query: Query) => boolean): Promise<void> {
  const filters = predicate ? { predicate } : {}
  void client.cancelQueries({ ...filters, type: 'inactive' })
  return client.invalidateQueries(filters)
}

/** Credits moved: a package was sold, changed or deleted, or a lesson took or returned one. */
export const invalidateCredits = (client: QueryClient): Promise<void> =>
  invalidate(client, ['students', 'packages', 'facts', 'alerts', 'dashboard'])

/** A lesson was registered, edited or deleted; credits moved with it. */
export const invalidateLessons = (client: QueryClient): Promise<void> =>
  invalidate(client, ['sessions', 'summaries', 'students', 'packages', 'facts', 'alerts', 'dashboard'])

/** Feedback changed; no credit moved. */
export const invalidateFeedback = (client: QueryClient): Promise<void> =>
  invalidate(client, ['sessions', 'summaries', 'facts', 'dashboard'])

/** A student was added, edited or deleted: names stand in lessons and alerts too. */
export const invalidateStudents = (client: QueryClient): Promise<void> =>
  invalidate(client, ['students', 'summaries', 'packages', 'sessions', 'facts', 'alerts', 'dashboard'])

export const invalidateAlerts = (client: QueryClient): Promise<void> =>
  invalidate(client, ['alerts', 'facts'])

/** Clubs changed: feedback and the defaults of a new lesson name them. */
export const invalidateClubs = (client: QueryClient): Promise<void> =>
  invalidate(client, ['clubs', 'facts', 'sessions'])

export const invalidateProfile = (client: QueryClient): Promise<void> => invalidate(client, ['profile'])

/** Everything, for the refresh of a screen (docs/product.md, 'Refresh'). */
export const invalidateAll = (client: QueryClient): Promise<void> => invalidateWhere(client)

let running: Promise<void> | null = null
let again = false

/**
 * Brings the alerts in step with the facts, in the background, and shows what changed. Calls that come while one is
 * running are answered by one more run after it. Never rejects: alerts that could not be brought in step now will
 * be, at the next change or the next visit to the dashboard.
 */
export function reconcileAlerts(client: QueryClient): Promise<void> {
  if (running) {
    again = true
    return running
  }
  running = reconcileOnce(client).finally(() => {
    running = null
  })
  return running
}

async function reconcileOnce(client: QueryClient): Promise<void> {
  do {
    again = false
    const result = await alerts.reconcile(toLocalDate(new Date()))
    if (result.success && result.data.raised + result.data.ended > 0) await invalidateAlerts(client)
  } while (again)
}
