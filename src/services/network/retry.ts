/**
 * When a request is worth sending again (docs/data-model.md, 'Versions and operation ids').
 * Everything sent through here may safely be sent twice: reads, updates to fixed values, and writes that carry
 * an id or an operation id of their own. supabase-js itself only repeats reads, so its repeating is switched off.
 */

/** What every PostgREST answer of supabase-js has. Status 0: no answer came, and nobody knows what happened. */
export interface ProviderResponse {
  status: number
  error: { code: string; message: string; details: string; hint: string } | null
}

/** What supabase-js answers when nothing came back. */
export interface NoAnswer extends ProviderResponse {
  status: 0
  error: { code: string; message: string; details: string; hint: string }
  data: null
}

const NO_ANSWER: NoAnswer = {
  status: 0,
  error: { code: '', message: 'No answer in time', details: '', hint: '' },
  data: null,
}

/** The request's own timeout comes first. */
const GRACE_MS = 1_000

/** How long to wait and how often to try; tests put their own numbers here. */
export const retrySettings = {
  /** A request without an answer is given up after this. */
  requestTimeoutMs: 15_000,
  /** The same for what moves or deletes a whole account: megabytes, on a phone's network. */
  longRequestTimeoutMs: 180_000,
  /** No new try starts later than this: a coach between two students is not left waiting for two long silences. */
  totalMs: 10_000,
  /** A server that asks for a pause of at most so long gets it, unnoticed but for the wait. */
  longestRetryAfterMs: 5_000,
  /** Tries of one request, the first one included. */
  tries: 3,
  /** Re-reads and re-plans after the world moved between reading and writing. */
  replans: 5,
  /** Waits `baseMs`, then doubles, each time shortened by chance so that two devices do not march in step. */
  baseMs: 300,
  wait: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
  random: (): number => Math.random(),
}

/** Deadlock, lock not available, statement cancelled: the next try may well succeed. */
const PASSING_CODES: readonly string[] = ['40P01', '55P03', '57014']

/** True for the codes of the database that speak of the moment and not of the request. */
export function isPassingCode(code: string | undefined): boolean {
  return code !== undefined && PASSING_CODES.includes(code)
}

function isPassing(response: ProviderResponse): boolean {
  if (response.error === null) return false
  return response.status === 0 || response.status >= 500 || isPassingCode(response.error.code)
}

/**
 * Whether a write that failed may have happened all the same: no answer came, or a gateway's, or the last of several
 * tries was turned away at the door, which says nothing about those before it.
 */
export function mayHaveHappened({
  response,
  repeated,
}: {
  response: ProviderResponse
  repeated: boolean
}): boolean {
  if (response.error === null) return false
  const { status } = response
  return status === 0 || status >= 500 || (repeated && (status === 401 || status === 429))
}

/** Waits before try `attempt` + 1, with jitter. `attempt` counts from 0. */
export function pause(attempt: number): Promise<void> {
  const longest = retrySettings.baseMs * 2 ** attempt
  return retrySettings.wait(longest * (0.5 + retrySettings.random() / 2))
}

/**
 * Sends a request, and sends it again while the failure looks passing: no answer, 5xx, deadlock, lock, timeout.
 *
 * @param request makes the request anew; called once per try.
 * @param limitMs how long a try may take. Before supabase-js sends anything it may wait for a renewal of the login, which
 * lasts until there is a network (`contact.ts`) and knows no timeout; nobody is left waiting for that.
 * @returns the last answer, and `repeated`: true when an earlier try may have done its work without our knowing,
 * so that 'nothing left to delete' can be read as success.
 */
export async function send<R extends ProviderResponse>(
  request: () => PromiseLike<R>,
  limitMs = retrySettings.requestTimeoutMs,
): Promise<{ response: R | NoAnswer; repeated: boolean }> {
  const deadline = Date.now() + retrySettings.totalMs
  for (let attempt = 0; ; attempt++) {
    const response = await withTimeout<R | NoAnswer>(
      limitMs + GRACE_MS,
      Promise.resolve(request()),
      NO_ANSWER,
    )
    const last = attempt + 1 >= retrySettings.tries || Date.now() >= deadline
    if (last || !isPassing(response)) return { response, repeated: attempt > 0 }
    await pause(attempt)
  }
}

/** Answers `late` when `work` takes longer than `ms`; `work` goes on by itself. */
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
 * Wraps `fetch` so that a request without an answer ends as a network failure after `retrySettings.requestTimeoutMs`,
 * the reading of its body included; one of a whole account after `retrySettings.longRequestTimeoutMs`.
 */
export function withRequestTimeout(inner: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const timeout = AbortSignal.timeout(
      LONG_CALLS.test(url) ? retrySettings.longRequestTimeoutMs : retrySettings.requestTimeoutMs,
    )
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return inner(input, { ...init, signal })
  }
}
