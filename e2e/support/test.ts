import { expect, test as plain, type BrowserContext } from '@playwright/test'
import { neverPrefetch } from './coach.ts'

export { expect }
export type { BrowserContext, Page } from '@playwright/test'

/** Addresses that may load: the API shares the page's origin here, and the servers of journeys run on localhost too. */
const OWN = /^(?:https?:\/\/localhost:\d+\/|data:|blob:|about:)/

/**
 * Playwright's `test`, which also fails on violations of the Content-Security-Policy and on loads from other origins.
 * Outgoing links are allowed. Unless `prefetches` is set, nothing is prefetched for offline use where no worker could
 * open it: that took as much processor time as three screens of each journey.
 */
export const test = plain.extend<{ prefetches: boolean; noPrefetch: void; ownOriginOnly: void }>({
  prefetches: [false, { option: true }],
  noPrefetch: [
    async ({ context, serviceWorkers, prefetches }, use) => {
      if (serviceWorkers === 'block' && !prefetches) await neverPrefetch(context)
      await use()
    },
    { auto: true },
  ],
  ownOriginOnly: [
    async ({ context }, use) => {
      const faults = await watchOrigins(context)
      await use()
      expect(faults, 'nothing is refused by the policy, and nothing loads from another origin').toEqual([])
    },
    { auto: true },
  ],
})

/** Collects the faults of a context that a journey opened itself. Call it before the context's first page. */
export async function watchOrigins(context: BrowserContext): Promise<string[]> {
  const faults: string[] = []
  await context.exposeFunction('refusedByPolicy', (fault: string) => void faults.push(fault))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const report: unknown = Reflect.get(window, 'refusedByPolicy')
      if (typeof report === 'function') report(`${effectiveDirective} ${blockedURI} in ${sourceFile}`)
    })
  })
  context.on('request', (request) => {
    if (!OWN.test(request.url()) && !request.isNavigationRequest()) faults.push(`loads ${request.url()}`)
  })
  return faults
}
