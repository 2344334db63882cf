import { retrySettings } from './retry'

/**
 * Wraps `fetch` so that a server that asks for a short pause gets it: a 429 did nothing, so whatever was asked may be
 * asked again. One that asks for longer, or does not say for how long, is told to whoever waits.
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

/** Milliseconds that a 429 asks to wait (RFC 9110, 10.2.3: seconds, or a date); null when it does not say. */
function pauseAskedFor(response: Response): number | null {
  const asked = response.status === 429 ? response.headers.get('retry-after') : null
  if (asked === null) return null
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
