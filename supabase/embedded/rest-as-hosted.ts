import type { ServerOptions } from '@supabase/lite'

type Fetch = (request: Request) => Promise<Response>

/** A failed check constraint in the message of either driver; each driver prefixes its messages differently. */
const CHECK = /^(?:error|PostgresError): (.* violates check constraint .*)$/s
const NAMED_KEY = /(!|%21)\w+?_([a-z]+)_fkey/g
/** NUL, raw or as a JSON escape. After an escaped backslash, `u0000` is plain text. */
const NUL_IN_JSON = /\0|(?<!\\)(?:\\\\)*\\u0000/

/**
 * Corrects where @supabase/lite 0.10 differs from hosted PostgREST for this product:
 * - a failed check constraint is a 400 with code 23514, not a 500 without a code, which clients would retry;
 * - an embedding that names a key of two columns (`students!packages_student_fkey`) is joined by the column that is not
 * the coach's, because the library joins by the first column alone;
 * - NUL is refused at once, because the library would write it into its protocol messages, where it ends a string
 * early.
 */
export function restAsHosted(fetch: Fetch): Fetch {
  return async (request) => {
    if (!new URL(request.url).pathname.startsWith('/rest/v1')) return fetch(request)
    if (/%00/.test(request.url)) return refusal('22021', 'invalid byte sequence for encoding "UTF8": 0x00')
    if (request.body !== null && NUL_IN_JSON.test(await request.clone().text())) {
      return refusal('22P05', 'unsupported Unicode escape sequence')
    }
    const response = await fetch(withColumns(request))
    if (response.status !== 500) return response
    const text = await response.text()
    const found = CHECK.exec(messageOf(text) ?? '')
    return found === null ? new Response(text, response) : refusal('23514', found[1] ?? '')
  }
}

/** A login; the key of a visitor is no JWT. */
const LOGIN = /^Bearer (?!sb_)[^.\s]+\.[^.\s]+\.[^.\s]+$/

/**
 * Before every request the library verifies the login and reads its account and session, and lets requests to the data
 * go on whatever it has found: they verify the login by themselves, as PostgREST does, and replace what is set here.
 */
export const loginsReadOnce: NonNullable<ServerOptions['middlewares']>[number] = async (context, next) => {
  const { method, path } = context.req
  if (
    method !== 'OPTIONS' &&
    path.startsWith('/rest/v1/') &&
    LOGIN.test(context.req.header('authorization') ?? '')
  ) {
    context.set('userId', 'not read')
    context.set('sessionId', 'not read')
  }
  await next()
}

function withColumns(request: Request): Request {
  const url = request.url.replace(NAMED_KEY, '$1$2_id')
  return url === request.url ? request : new Request(url, request)
}

function refusal(code: string, message: string): Response {
  return Response.json({ code, message, details: null, hint: null }, { status: 400 })
}

function messageOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('message' in body)) return null
    return typeof body.message === 'string' ? body.message : null
  } catch {
    return null
  }
}
