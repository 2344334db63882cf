import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { currentConnection, reportReachable, subscribeToConnection } from '@/lib/network/connection'
import { students } from '@/students/data'
import { sharedBackend } from '../../support/backend'
import { gate } from '../../support/gate'
import { studentValues, newId } from '../../support/world/values'
import { makeDevice, skipRetryDelays, to, type Device, type NetworkStub } from '../device'

/** Which failures the app takes for a lost connection, and which only for a slow answer. */

const backend = await sharedBackend()
let ana: Device
beforeAll(async () => {
  skipRetryDelays()
  ana = await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
})
beforeEach(() => {
  ana.use()
  reportReachable()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Fake timers do not drive Node's own `AbortSignal.timeout`, so it is rebuilt on `setTimeout`.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), ms)
    return controller.signal
  })
})
afterEach(() => {
  ana.network(null)
  vi.useRealTimers()
  vi.restoreAllMocks()
  reportReachable()
})

/** As in a browser, a request that gets no answer ends when its timeout aborts it. */
const never: NetworkStub = (request) =>
  new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(new DOMException('Too late', 'TimeoutError')))
  })
const isHealth = to('/auth/v1/health')
const create = () => students.create(newId(), studentValues())

let working = 0
/** Replaces the network, and counts the requests that the database is working on. */
const network = (stub: NetworkStub) =>
  ana.network((request, send) =>
    stub(request, async (sent) => {
      working++
      return send(sent).finally(() => working--)
    }),
  )

/** Advances the fake time until the call has its outcome, but not while the database works, which needs real time. */
async function outcome<T>(call: Promise<T>): Promise<T> {
  const state = { isOver: false }
  void call.finally(() => (state.isOver = true))
  while (!state.isOver) {
    if (working > 0) await new Promise((resolve) => setImmediate(resolve))
    else await vi.advanceTimersByTimeAsync(100)
  }
  return call
}

test('a server that is too slow is told as slow, never as no connection', async () => {
  network((request, send) => (isHealth(request) ? send(request) : never(request, send)))
  expect(await outcome(create())).toMatchObject({
    success: false,
    code: 'network',
    message: 'O servidor não respondeu a tempo. Tente novamente.',
  })
  expect(currentConnection().online).toBe(true)
})

test('a network that swallows every request is no connection, before a request has run into its timeout', async () => {
  network(never)
  const creating = create()
  await vi.advanceTimersByTimeAsync(8_000 + 4_900)
  expect(currentConnection().online).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(currentConnection().online).toBe(false)
  expect((await outcome(creating)).success).toBe(false)
})

test('a server that answers late is no lost connection, though its health check had no answer by then', async () => {
  network(async (request, send) => {
    if (isHealth(request)) return never(request, send)
    await new Promise((resolve) => setTimeout(resolve, 9_000))
    return send(request)
  })
  expect((await outcome(create())).success).toBe(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(currentConnection().online).toBe(true)
})

test('an answer within 8 s asks nothing else', async () => {
  const paths: string[] = []
  network(async (request, send) => {
    paths.push(new URL(request.url).pathname)
    await new Promise((resolve) => setTimeout(resolve, 7_900))
    return send(request)
  })
  expect((await outcome(create())).success).toBe(true)
  expect(paths.filter((path) => path.endsWith('/health'))).toEqual([])
})

test('a request that fails after a later one was answered says nothing of the connection', async () => {
  vi.useRealTimers()
  const held = gate()
  network(async (request, send) => {
    if (request.method !== 'POST') return send(request)
    await held.passed
    ana.network(null)
    throw new TypeError('Failed to fetch')
  })
  const lost = vi.fn<() => void>()
  const creating = create()
  expect((await students.list()).success).toBe(true)
  const stop = subscribeToConnection(() => currentConnection().online || lost())
  held.open()
  expect(await creating).toMatchObject({ success: true })
  stop()
  expect(lost).not.toHaveBeenCalled()
})
