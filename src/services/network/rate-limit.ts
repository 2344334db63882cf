import { retrySettings } from './retry'

/**
 * Wraps `fetch`: after a 429 with a short `Retry-After` it waits and sends the request again, which is safe because a
 * 429 did nothing. A longer or missing `Retry-After` is returned to the caller.
 */
export function withRetryAfter(inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const response = await inner(input instanceof Request ? input.clone() : input, init)
      const ms = pauseAskedFor(response)
      if (ms === null || ms > retrySettings.longestRetryAfterMs || attempt >= retrySettings.tries)
        return response
      await retrySettings.wait(ms)
    }
  }
}

/** The `Retry-After` of a 429 in milliseconds (RFC 9110, 10.2.3: seconds, or a date); null if there is none. */
function pauseAskedFor(response: Response): number | null {
  const asked = response.status === 429 ? response.headers.get('retry-after') : null
  if (asked === null) return null
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
