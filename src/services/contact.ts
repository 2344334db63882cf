import { hasNetwork, reportContact, reportNoContact } from '@/lib/connection'

/** Longest that a renewal of the login waits for the device to find a network again. */
const HELD_MS = 10_000

/**
 * Wraps `fetch` so that the app knows whether its backend answers (`lib/connection.ts`), and so that an answer of
 * somebody else counts as none: a hotel's or an airport's network answers everything with its own login page.
 */
export function withContact(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (isRenewal(input)) await networkOrPatience()
    let response: Response
    try {
      response = await inner(input, init)
    } catch (thrown) {
      // Given up by whoever asked: that says nothing about the network.
      if (!init?.signal?.aborted) reportNoContact()
      throw thrown
    }
    if (isForeign(response)) {
      reportNoContact()
      throw new TypeError('The answer did not come from the backend')
    }
    reportContact()
    return response
  }
}

/** The backend answers JSON and never redirects; its gateway may answer a 5xx with a page. 511 is a captive portal. */
function isForeign(response: Response): boolean {
  if (response.status === 511 || response.redirected || response.type === 'opaqueredirect') return true
  const isPage = response.headers.get('content-type')?.includes('text/html') ?? false
  return isPage && response.status < 500
}

function isRenewal(input: RequestInfo | URL): boolean {
  const url = input instanceof Request ? input.url : String(input)
  return url.includes('grant_type=refresh_token')
}

/**
 * supabase-js repeats a failed renewal with waits that grow to 13 seconds, and every call waits for it. Held back
 * while the device has no network, it goes out the moment there is one again.
 */
function networkOrPatience(): Promise<void> {
  if (hasNetwork()) return Promise.resolve()
  reportNoContact()
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, HELD_MS)
    globalThis.addEventListener('online', go)
  })
}
