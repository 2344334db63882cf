import {
  currentConnection,
  numberRequest,
  reportReachable,
  reportUnreachable,
  subscribeToConnection,
} from '@/lib/network/connection'

/** An unanswered renewal of the login is sent again after this time, or at a sign of a network. */
const RENEWAL_RETRY_MS = 10_000

/** After a request has had no answer for this long, the app probes whether the backend answers at all. */
const SLOW_MS = 8_000
/** Timeout of the probe. If no request is answered within this time, there is no connection. */
const PROBE_MS = 5_000

/** How many requests the backend has answered. */
let answers = 0

/**
 * Wraps `fetch`: reports whether the backend answers (`lib/network/connection.ts`), and rejects answers from elsewhere,
 * such as the login page of a captive portal.
 *
 * A slow request, or one that times out, does not prove that the connection is lost: a coach whose server is busy would
 * read 'Sem conexão', and most forms would look useless. So the app probes `health`, which needs no database.
 */
export function withConnectivity(inner: typeof fetch, health: () => Request): typeof fetch {
  const probe = () => {
    const before = answers
    const asked = inner(health(), { signal: AbortSignal.timeout(PROBE_MS) })
    return report(numberRequest(), asked, (thrown) => isTimeout(thrown) && answers > before).catch(() => {
      // `report` has already handled the failure.
    })
  }
  const ask: typeof fetch = async (input, init) => {
    const slow = setTimeout(() => void probe(), SLOW_MS)
    try {
      // A request that was aborted or timed out says nothing about the network.
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

/** Reports the outcome of a request. `isLate`: whether a failure says nothing about the network. */
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

/** The backend answers JSON and never redirects, but its gateway may answer a 5xx with HTML. 511: captive portal. */
function isFromElsewhere(response: Response): boolean {
  if (response.status === 511 || response.redirected || response.type === 'opaqueredirect') return true
  const isPage = response.headers.get('content-type')?.includes('text/html') ?? false
  return isPage && response.status < 500
}

function isRenewal(input: RequestInfo | URL): boolean {
  const url = input instanceof Request ? input.url : String(input)
  return url.includes('grant_type=refresh_token')
}

/** Statuses with which a server answers without checking the login: request timeout, too early, rate limit. */
const UNPROCESSED: readonly number[] = [408, 425, 429]

/**
 * Retries a renewal of the login until the server has checked it. supabase-js alone would retry for half a minute and
 * then pause for a minute, even if the network is back. It would also take any answer below 500 for a refusal, so a
 * rate limit would sign the coach out. A caller that needs the login meanwhile gets 'offline' (`currentUser`).
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

/** Resolves when another request is answered, when the browser reports a network, or after `RENEWAL_RETRY_MS`. */
const waitForNetwork = (): Promise<void> =>
  new Promise((resolve) => {
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
