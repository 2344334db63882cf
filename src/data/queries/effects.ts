import type { Query, QueryClient } from '@tanstack/react-query'
import { alerts } from '@/alerts/data'
import { toLocalDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import type { DashboardStats } from '@/dashboard/rules'
import { ownerKey, type Subject } from './owner-query'

/**
 * What each change makes stale, in one place: a mutation names its effect, not the screens that show the data. Each
 * function resolves when the queries on screen have been read again. Callers need not await it.
 */

const stale = (...subjects: Subject[]) => {
  const named: ReadonlySet<unknown> = new Set(subjects)
  return (client: QueryClient): Promise<void> =>
    invalidateWhere(client, ({ queryKey }) => named.has(queryKey[1]))
}

/**
 * Cancels requests in flight first: their answers may predate the change. Then the queries on screen are read again; by
 * itself, the library would give a query without data the older answer.
 */
function invalidateWhere(client: QueryClient, predicate?: (query: Query) => boolean): Promise<void> {
  const filters = predicate ? { predicate } : {}
  void client.cancelQueries({ ...filters, type: 'inactive' })
  void client.cancelQueries({ ...filters, type: 'active' }, { revert: false, silent: true })
  return client.invalidateQueries(filters)
}

/** The subjects that contain credits or money. */
const OF_CREDITS = ['students', 'packages', 'facts', 'alerts', 'dashboard', 'statements', 'finance'] as const

/** Credits or money changed: a package was sold, paid, changed or deleted, or a lesson took or returned a credit. */
export const invalidateCredits = stale(...OF_CREDITS)

/** A lesson was registered, edited or deleted, and credits moved with it. */
export const invalidateLessons = stale(...OF_CREDITS, 'sessions', 'summaries', 'agenda')

/** Feedback changed; no credit moved. */
export const invalidateFeedback = stale('sessions', 'summaries', 'facts', 'dashboard')

/** A student was added, edited or deleted. Sessions and alerts contain students' names too. */
export const invalidateStudents = stale(...OF_CREDITS, 'sessions', 'summaries', 'agenda')

/** A slot or an exception was written. Only a lesson or an extension moves credits. */
export const invalidateAgenda = stale('agenda', 'facts')

/** The agreement was published or taken down. The agenda shows what the agreement means for a reply. */
export const invalidateAgreement = stale('agreement', 'agenda')

export const invalidateAlerts = stale('alerts', 'facts')

/** 'Primeiros passos' was closed or opened again. */
export const invalidateFirstSteps = stale('profile', 'dashboard')

/** Whether 'Primeiros passos' waits for a student to get a link; false if this device does not know. */
export const isLinkAwaited = (client: QueryClient, owner: Uuid | null): boolean =>
  client.getQueryData<DashboardStats>(ownerKey(owner, ['dashboard', 'stats']))?.firstSteps?.link === false

/** A student's link was sent or copied, which may be one of the first steps. */
export const invalidateLinks = async (client: QueryClient, owner: Uuid | null): Promise<void> =>
  isLinkAwaited(client, owner) ? stale('dashboard')(client) : undefined

/** The coach changed the text of a message, or restored the app's own. */
export const invalidateMessages = stale('messages')

/** Clubs changed. Feedback names them, and a new session starts with the default one. */
export const invalidateClubs = stale('clubs', 'facts', 'sessions')

/** The coach's rules changed. The credit facts contain them. */
export const invalidateRules = stale('profile', 'facts')

export const invalidateProfile = stale('profile')

/** Invalidates everything, to refresh a screen (docs/product.md, 'Refresh'). */
export const invalidateAll = (client: QueryClient): Promise<void> => invalidateWhere(client)

let running: Promise<void> | null = null
let again = false

/**
 * Reconciles the alerts with the facts in the background, and reads them again if any changed. Calls during a run cause
 * one more run after it. Never rejects: the next change or visit to the dashboard makes up for a failed run.
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
    if (result.success && result.data) await invalidateAlerts(client)
  } while (again)
}
