import {
  currentConnection,
  reportReachable,
  reportUnreachable,
  subscribeToConnection,
} from '@/lib/network/connection'

/** A renewal of the login that got no answer goes out again after this, sooner when there are signs of a network. */
const RENEWAL_RETRY_MS = 10_000

/**
 * Wraps `fetch` so that the app knows whether its backend answers (`lib/network/connection.ts`), and so that an answer of
 * somebody else counts as none: a hotel's or an airport's network answers everything with its own login page.
 */
export function withConnectivity(inner: typeof fetch): typeof fetch {
  const ask: typeof fetch = async (input, init) => {
    let response: Response
    try {
      response = await inner(input, init)
    } catch (thrown) {
      // Given up by whoever asked: that says nothing about the network.
      if (!init?.signal?.aborted) reportUnreachable()
      throw thrown
    }
    if (isFromElsewhere(response)) {
      reportUnreachable()
      throw new TypeError('The answer did not come from the backend')
    }
    reportReachable()
    return response
  }
  return (input, init) => (isRenewal(input) ? retryUntilAnswered(() => ask(input, init)) : ask(input, init))
}

/** The backend answers JSON and never redirects; its gateway may answer a 5xx with a page. 511 is a captive portal. */
function isFromElsewhere(response: Response): boolean {
  if (response.status === 511 || response.redirected || response.type === 'opaqueredirect') return true
  const isPage = response.headers.get('content-type')?.includes('text/html') ?? false
  return isPage && response.status < 500
}

function isRenewal(input: RequestInfo | URL): boolean {
  const url = input instanceof Request ? input.url : String(input)
  return url.includes('grant_type=refresh_token')
}

/** The server was there and did not look at the login: a brake, or a request that arrived too slowly. */
const UNPROCESSED: readonly number[] = [408, 425, 429]

/**
 * Left to itself, supabase-js tries a renewal for half a minute and then not at all for a minute, also when the network
 * is back: what waits to be sent would wait for that. And any answer below 500 it takes for a refusal, and throws the
 * login away: a brake would sign the coach out. So a renewal lasts until it is judged; whoever needs the login meanwhile
 * is told that there is no network (`currentUser`).
 */
async function retryUntilAnswered(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      const response = await ask()
      if (!UNPROCESSED.includes(response.status)) return response
    } catch {
      // No answer at all.
    }
    await waitForNetwork()
  }
}

/** An answer to somebody else, the device's word that it has a network again, or a while. */
function waitForNetwork(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      stop()
      if ('removeEventListener' in globalThis) globalThis.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, RENEWAL_RETRY_MS)
    const stop = subscribeToConnection(() => {
      if (currentConnection().online) go()
    })
    if ('addEventListener' in globalThis) globalThis.addEventListener('online', go)
  })
}
