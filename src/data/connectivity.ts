import {
  currentConnection,
  numberRequest,
  reportReachable,
  reportUnreachable,
  subscribeToConnection,
} from '@/lib/network/connection'

/** A renewal without an answer is sent again after this, or as soon as there is a sign of a network. */
const RENEWAL_RETRY_MS = 10_000

/** A request without an answer for so long makes the app ask whether the backend answers at all. */
const SLOW_MS = 8_000
/** That question is a small one. Without an answer in this time, to anything, there is no connection. */
const PROBE_MS = 5_000

/** How many requests were answered. */
let answers = 0

/**
 * Wraps `fetch`: reports whether the backend answers (`lib/network/connection.ts`), and rejects answers that are not
 * the backend's. A captive portal answers every request with its own login page.
 *
 * A request that is slow, or runs into its timeout, is no proof of a lost connection: a coach whose server is busy
 * would be told 'Sem conexão', and most forms would seem to be of no use. So `health` is asked, which needs no
 * database.
 */
export function withConnectivity(inner: typeof fetch, health: () => Request): typeof fetch {
  const probe = () => {
    const before = answers
    const asked = inner(health(), { signal: AbortSignal.timeout(PROBE_MS) })
    return report(numberRequest(), asked, (thrown) => isTimeout(thrown) && answers > before).catch(() => {
      // `report` has said so.
    })
  }
  const ask: typeof fetch = async (input, init) => {
    const slow = setTimeout(() => void probe(), SLOW_MS)
    try {
      // Aborted by the caller, that says nothing about the network either.
      return await report(
        numberRequest(),
        inner(input, init),
        (thrown) => init?.signal?.aborted === true || isTimeout(thrown),
      )
    } finally {
      clearTimeout(slow)
    }
  }
  return (input, init) => (isRenewal(input) ? retryUntilAnswered(() => ask(input, init)) : ask(input, init))
}

/** Reports what becomes of a request. `isLate`: whether a failure says nothing about the network. */
async function report(
  request: number,
  answer: Promise<Response>,
  isLate: (thrown: unknown) => boolean,
): Promise<Response> {
  let response: Response
  try {
    response = await answer
  } catch (thrown) {
    if (!isLate(thrown)) reportUnreachable(request)
    throw thrown
  }
  if (isFromElsewhere(response)) {
    reportUnreachable(request)
    throw new TypeError('The answer did not come from the backend')
  }
  answers += 1
  reportReachable(request)
  return response
}

const isTimeout = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'TimeoutError'

/**
 * The backend answers JSON and never redirects, but its gateway may answer a 5xx with HTML. 511 is a captive portal.
 */
function isFromElsewhere(response: Response): boolean {
  if (response.status === 511 || response.redirected || response.type === 'opaqueredirect') return true
  const isPage = response.headers.get('content-type')?.includes('text/html') ?? false
  return isPage && response.status < 500
}

function isRenewal(input: RequestInfo | URL): boolean {
  const url = input instanceof Request ? input.url : String(input)
  return url.includes('grant_type=refresh_token')
}

/** Statuses of a server that did not check the login: request timeout, too early, rate limit. */
const UNPROCESSED: readonly number[] = [408, 425, 429]

/**
 * Retries a renewal of the login until the server has checked it. supabase-js alone would retry for half a minute and
 * then pause for a minute, even when the network is back. It would also take any answer below 500 for a refusal, so
 * that a rate limit signed the coach out. A caller that needs the login meanwhile gets 'offline' (`currentUser`).
 */
async function retryUntilAnswered(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      const response = await ask()
      if (!UNPROCESSED.includes(response.status)) return response
    } catch {
      // No answer; try again.
    }
    await waitForNetwork()
  }
}

/** Resolves when another request is answered, when the browser reports a network, or after a timeout. */
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
