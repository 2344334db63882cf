import { expect, test as plain, type BrowserContext } from '@playwright/test'

export { expect }
export type { Browser, BrowserContext, Page, Route } from '@playwright/test'

/** In these tests the API is on the page's own origin, as are the two servers that journeys use. */
const OWN = /^(?:https?:\/\/localhost:\d+\/|data:|blob:|about:)/

/**
 * Playwright's `test`, which fails every journey on what its pages tried against the Content-Security-Policy, and on
 * what they loaded from another origin. A link that leads away is no load.
 */
export const test = plain.extend<{ ownOriginOnly: void }>({
  ownOriginOnly: [
    async ({ context }, use) => {
      const faults = await watchOrigins(context)
      await use()
      expect(faults, 'nothing is refused by the policy, and nothing loads from another origin').toEqual([])
    },
    { auto: true },
  ],
})

/** Collects the faults of a context that a journey opened itself; to be called before its first page. */
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
