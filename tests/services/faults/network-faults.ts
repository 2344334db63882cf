import { vi } from 'vitest'
import { loseAnswers, failWith, to, type NetworkStub } from '../device'

/** Which requests the fault affects; all others are sent. */
export type Match = (request: Request) => boolean

/** A token that the API no longer accepts. */
const EXPIRED = { status: 401, code: 'PGRST303', message: 'JWT expired' }
const RENEWALS: Match = (request) => request.url.includes('grant_type=refresh_token')

const lost: NetworkStub = () => Promise.reject(new TypeError('Failed to fetch'))

/** Applies `fault` to the first `times` matching requests; sends all other requests. */
function on(match: Match, fault: NetworkStub, times = Number.POSITIVE_INFINITY): NetworkStub {
  let left = times
  return (request, send) => {
    if (!match(request) || left <= 0) return send(request)
    left -= 1
    return fault(request, send)
  }
}

const answering =
  (status: number, body: object, headers: Record<string, string> = {}): NetworkStub =>
  () =>
    Promise.resolve(Response.json({ details: null, hint: null, ...body }, { status, headers }))

const rateLimited = (headers: Record<string, string> = {}): NetworkStub =>
  answering(429, { code: '', message: 'Too many requests' }, headers)

/**
 * A request that never gets an answer: it makes the caller's timeout fire at once, and rejects when the timeout aborts
 * it.
 */
const never: NetworkStub = (request) =>
  new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(new DOMException('Too late', 'TimeoutError')))
    timeouts.at(-1)?.abort(new DOMException('Too late', 'TimeoutError'))
  })

let timeouts: AbortController[] = []

/** Replaces request timeouts: from now on they fire only for requests that meet `never`. Call it before each test. */
export function controlTimeouts(): void {
  timeouts = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    timeouts.push(controller)
    return controller.signal
  })
}

/** The request is delivered twice, as by a proxy; the app gets the second answer. */
const twice: NetworkStub = async (request, send) => {
  const copy = request.clone()
  await (await send(request)).text()
  return send(copy)
}

/** The server handles the request, but a gateway answers with an error. */
const doneButBadGateway: NetworkStub = async (request, send) => {
  await (await send(request)).text()
  return Response.json({ message: 'Bad gateway' }, { status: 502 })
}

export interface Fault {
  name: string
  /** The fault's name in docs/faults.md. */
  what: string
  stub: (match: Match) => NetworkStub
  /** What the app says: that the write is done, or which failure. */
  told: 'done' | 'network' | 'slow' | 'failed' | 'rate-limited' | 'login'
  /** Whether the database applies the write. */
  happens: boolean
  /** The request is delivered twice, and the app gets the second answer. */
  isDoubled?: true
  /** An automatic retry overcomes the fault. */
  isPassing?: true
  /** Obeying `Retry-After` overcomes the fault. */
  isPause?: true
  needsLogin?: true
}

/** Faults of a single request of a write. */
export const FAULTS: readonly Fault[] = [
  { name: 'no network', what: 'sem rede', stub: (match) => on(match, lost), told: 'network', happens: false },
  {
    name: 'the first request is lost',
    what: 'pedido perdido',
    stub: (match) => on(match, lost, 1),
    told: 'done',
    happens: true,
    isPassing: true,
  },
  {
    name: 'every answer is lost after the server did it',
    what: 'todas as respostas perdidas',
    stub: (match) => loseAnswers(match),
    told: 'network',
    happens: true,
  },
  {
    name: 'the first answer is lost after the server did it',
    what: 'resposta perdida',
    stub: (match) => loseAnswers(match, 1),
    told: 'done',
    happens: true,
    isPassing: true,
  },
  {
    name: 'the request is delivered twice',
    what: 'entregue duas vezes',
    stub: (match) => on(match, twice),
    told: 'done',
    happens: true,
    isDoubled: true,
  },
  {
    name: 'the server answers 500',
    what: '500',
    stub: (match) => failWith(match, { status: 500, message: 'boom' }, Number.POSITIVE_INFINITY),
    told: 'failed',
    happens: false,
  },
  {
    name: 'a gateway answers 502 after the server did it',
    what: '502 depois de feito',
    stub: (match) => on(match, doneButBadGateway),
    told: 'failed',
    happens: true,
  },
  {
    name: 'the server answers 429 and says nothing of when',
    what: '429',
    stub: (match) => on(match, rateLimited()),
    told: 'rate-limited',
    happens: false,
  },
  {
    name: 'the server answers 429 and asks for two seconds',
    what: '429, Retry-After: 2',
    stub: (match) => on(match, rateLimited({ 'Retry-After': '2' }), 1),
    told: 'done',
    happens: true,
    isPause: true,
  },
  {
    name: 'the server answers 429 and asks for two minutes',
    what: '429, Retry-After: 120',
    stub: (match) => on(match, rateLimited({ 'Retry-After': '120' })),
    told: 'rate-limited',
    happens: false,
  },
  {
    name: 'the server never answers',
    what: 'sem resposta',
    stub: (match) => on(match, never),
    told: 'slow',
    happens: false,
  },
  {
    name: 'the login is refused in the middle, and can be renewed',
    what: 'login vencido, renovado',
    stub: (match) => failWith(match, EXPIRED, 1),
    told: 'done',
    happens: true,
    needsLogin: true,
  },
  {
    name: 'the login is refused in the middle, and so is its renewal',
    what: 'login vencido de vez',
    stub: (match) => {
      const refused = on(match, answering(EXPIRED.status, EXPIRED))
      const gone = answering(400, { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' })
      return on(
        (request) => match(request) || RENEWALS(request),
        (request, send) => (RENEWALS(request) ? gone(request, send) : refused(request, send)),
      )
    },
    told: 'login',
    happens: false,
    needsLogin: true,
  },
]

/** Matches writes to a path of the Data API. */
export const writing =
  (method: 'POST' | 'PATCH' | 'DELETE', path: string): Match =>
  (request) =>
    request.method === method && to(`/rest/v1/${path}`)(request)

/** Matches calls of a function of the database. */
export const calls = (name: string): Match => writing('POST', `rpc/${name}`)
