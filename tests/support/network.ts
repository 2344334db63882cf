import { gate, type Gate } from './gate'
import { deadNetwork, type Intercept, type Screen } from './render'

/** Requests by a part of their address, or by a condition. All others are sent as they are. */
type Which = string | RegExp | ((request: Request) => boolean)

function isMeant(which: Which, request: Request): boolean {
  if (typeof which === 'string') return request.url.includes(which)
  return typeof which === 'function' ? which(request) : which.test(request.url)
}

/** They are sent once the gate is open. */
export const heldBack =
  (which: Which, until: Pick<Gate, 'passed'>): Intercept =>
  async (request, send) => {
    if (isMeant(which, request)) await until.passed
    return send(request)
  }

/** Holds them back from now on; they are sent once the gate that it answers is open. */
export function hold(intercept: Screen['intercept'], which: Which): Gate {
  const until = gate()
  intercept(heldBack(which, until))
  return until
}

/** They are sent, which opens the gate `arrived`, and answered once the gate `until` is open. */
export const answeredLate =
  (which: Which, arrived: Gate, until: Gate): Intercept =>
  async (request, send) => {
    const answer = await send(request)
    if (!isMeant(which, request)) return answer
    arrived.open()
    await until.passed
    return answer
  }

/** They are sent and handled, but answered with this status, as by a proxy that gave up, once the gate is open. */
export const answeredAs =
  (which: Which, status: number, until: Pick<Gate, 'passed'> = { passed: Promise.resolve() }): Intercept =>
  async (request, send) => {
    const answer = await send(request)
    if (!isMeant(which, request)) return answer
    await until.passed
    return Response.json({}, { status })
  }

/** They fail as without a network. */
export const cutOff =
  (which: Which): Intercept =>
  (request, send) =>
    isMeant(which, request) ? deadNetwork(request, send) : send(request)

/** They are answered with this status once the gate is open, and never reach the server. */
export const refused =
  (which: Which, status = 500, until: Pick<Gate, 'passed'> = { passed: Promise.resolve() }): Intercept =>
  async (request, send) => {
    if (!isMeant(which, request)) return send(request)
    await until.passed
    return Response.json({}, { status })
  }
