import { env } from '@/lib/settings/env'

/**
 * How public pages reach the backend: visitors do not download supabase-js (docs/architecture.md, 'Documents, chunks
 * and updates').
 */

/** The answer. Status 0: none came. */
export interface PublicAnswer {
  status: number
  /** The body as JSON; null if it is empty or not JSON. */
  body: unknown
}

/** Posts JSON to a path of the Data API as an anonymous visitor. Rejects only if `signal` was aborted. */
export function postPublic(
  path: string,
  body: unknown,
  options: { prefer?: string; signal?: AbortSignal } = {},
): Promise<PublicAnswer> {
  const timeout = AbortSignal.timeout(15_000)
  const response = fetch(`${env.supabaseUrl}/rest/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: env.supabaseAnonKey,
      Authorization: `Bearer ${env.supabaseAnonKey}`,
      'Content-Type': 'application/json',
      ...(options.prefer === undefined ? {} : { Prefer: options.prefer }),
    },
    body: JSON.stringify(body),
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  })
  return answerOf(response, options.signal)
}

/** The answer of a request, also of one that the document itself started (`askerOf` in src/build/html.ts). */
export async function answerOf(response: Promise<Response>, signal?: AbortSignal): Promise<PublicAnswer> {
  try {
    const answer = await response
    return { status: answer.status, body: parse(await answer.text()) }
  } catch (thrown) {
    if (signal?.aborted) throw thrown
    return { status: 0, body: null }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
