/**
 * Which requests are retried (docs/data-model.md, 'Versions and operation ids'). Everything sent through `send` is
 * idempotent: reads, updates to fixed values, and writes with an id or operation id. supabase-js repeats only reads, so
 * its own retries are off.
 */

/** The fields that all supabase-js responses share. Status 0: no answer came, so the outcome is unknown. */
export interface ProviderResponse {
  status: number
  error: { code: string; message: string; details: string; hint: string } | null
}

export interface NoAnswer extends ProviderResponse {
  status: 0
  error: { code: string; message: string; details: string; hint: string }
  data: null
}

type Sent<R extends ProviderResponse> = { response: R; repeated: boolean }

const NO_ANSWER: NoAnswer = {
  status: 0,
  error: { code: '', message: 'TimeoutError: No answer in time', details: '', hint: '' },
  data: null,
}

/** Lets the timeout of `fetch` fire first. */
const GRACE_MS = 1_000

/** Timeouts and retries; tests replace them. */
export const retrySettings = {
  requestTimeoutMs: 15_000,
  /** For exports, imports and deletions of a whole account: megabytes over a phone's network. */
  longRequestTimeoutMs: 180_000,
  /** No retry starts later than this, so that a coach between two students does not wait for two timeouts. */
  totalMs: 10_000,
  /** A `Retry-After` of at most this is obeyed without telling the coach. */
  longestRetryAfterMs: 5_000,
  /** Attempts of one request, the first included. */
  tries: 3,
  /** How often a plan is made again after another device changed its facts. */
  replans: 5,
  /** First delay. It doubles with each attempt; jitter shortens it, so that devices do not retry in step. */
  baseMs: 300,
  wait: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
  random: (): number => Math.random(),
}

/** Tells whose login this device has; `owner.ts` sets it. */
export const login: { owner?: () => unknown } = {}

/** Deadlock, lock not available, statement cancelled: the next attempt may succeed. */
const PASSING_CODES: readonly string[] = ['40P01', '55P03', '57014']

/** True for Postgres codes of transient errors, whatever the request was. */
export const isPassingCode = (code: string | undefined): boolean =>
  code !== undefined && PASSING_CODES.includes(code)

function isPassing(response: ProviderResponse): boolean {
  if (response.error === null) return false
  return response.status === 0 || response.status >= 500 || isPassingCode(response.error.code)
}

/**
 * Whether a failed write may have been applied: no answer came, only a gateway answered, or an earlier attempt may have
 * got through, because a 401 or 429 concerns the last attempt only.
 */
export function mayHaveHappened({ response, repeated }: Sent<ProviderResponse>): boolean {
  if (response.error === null) return false
  const { status } = response
  return status === 0 || status >= 500 || (repeated && (status === 401 || status === 429))
}

/** Waits after attempt `attempt` (counted from 0), with jitter. */
export function pause(attempt: number): Promise<void> {
  const longest = retrySettings.baseMs * 2 ** attempt
  return retrySettings.wait(longest * (0.5 + retrySettings.random() / 2))
}

/**
 * Sends a request and retries transient failures: no answer, 5xx, deadlock, lock, timeout.
 *
 * @param request makes a new request; called once per attempt.
 * @param limitMs timeout of one attempt, including the time that supabase-js waits for the login's renewal, which has
 * no timeout of its own (`connectivity.ts`).
 * @returns the last answer. `repeated`: an earlier attempt may have succeeded unseen, so that 'nothing left to delete'
 * can count as success.
 */
export async function send<R extends ProviderResponse>(
  request: () => PromiseLike<R>,
  limitMs = retrySettings.requestTimeoutMs,
): Promise<Sent<R | NoAnswer>> {
  const deadline = Date.now() + retrySettings.totalMs
  const whose = login.owner?.()
  for (let attempt = 0; ; attempt++) {
    const response = await withTimeout<R | NoAnswer>(
      limitMs + GRACE_MS,
      Promise.resolve(request()),
      NO_ANSWER,
    )
    const last = attempt + 1 >= retrySettings.tries || Date.now() >= deadline || !isPassing(response)
    if (!last) await pause(attempt)
    // supabase-js would send it with the login of whoever signed in meanwhile.
    if (last || login.owner?.() !== whose) return { response, repeated: attempt > 0 }
  }
}

/** Resolves with `late` if `work` takes longer than `ms`; `work` itself continues. */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

const LONG_CALLS = /\/rpc\/(export_my_data|import_my_data|delete_my_account)(\?|$)/

/**
 * Wraps `fetch`: aborts a request, the reading of its body included, after `requestTimeoutMs`; a request about a whole
 * account after `longRequestTimeoutMs`.
 */
export const withRequestTimeout =
  (inner: typeof fetch): typeof fetch =>
  (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const timeout = AbortSignal.timeout(
      LONG_CALLS.test(url) ? retrySettings.longRequestTimeoutMs : retrySettings.requestTimeoutMs,
    )
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return inner(input, { ...init, signal })
  }

/**
 * Wraps `fetch`: after a 429 with a short `Retry-After` it waits and sends the request again, which is safe because a
 * 429 did nothing. A longer or missing `Retry-After` is returned to the caller.
 */
export const withRetryAfter =
  (inner: typeof fetch): typeof fetch =>
  async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const response = await inner(input instanceof Request ? input.clone() : input, init)
      const ms = pauseAskedFor(response)
      if (ms === null || ms > retrySettings.longestRetryAfterMs || attempt >= retrySettings.tries)
        return response
      await retrySettings.wait(ms)
    }
  }

/** The `Retry-After` of a 429 in milliseconds (RFC 9110, 10.2.3: seconds, or a date); null if there is none. */
function pauseAskedFor(response: Response): number | null {
  const asked = response.status === 429 ? response.headers.get('retry-after') : null
  if (asked === null) return null
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
