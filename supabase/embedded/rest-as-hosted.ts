type Fetch = (request: Request) => Promise<Response>

const CHECK = /^error: (.* violates check constraint .*)$/s

/**
 * Puts right what @supabase/lite 0.10 answers differently from hosted PostgREST on the paths this product uses: a
 * check constraint that refuses is a 400 with code 23514, not a 500 without a code, which a client would repeat.
 */
export function restAsHosted(fetch: Fetch): Fetch {
  return async (request) => {
    const response = await fetch(request)
    if (response.status !== 500 || !new URL(request.url).pathname.startsWith('/rest/v1/')) return response
    const text = await response.text()
    const found = CHECK.exec(messageOf(text) ?? '')
    if (found === null) return new Response(text, response)
    return Response.json({ code: '23514', message: found[1], details: null, hint: null }, { status: 400 })
  }
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
