import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LOGIN_KEY } from '@/data/login-storage'
import { onLoginLost } from '@/data/owner'
import { retrySettings } from '@/data/retry'
import { reportReachable } from '@/lib/network/connection'
import { packagePlans } from '@/packages/package-plans-data'
import { students } from '@/students/data'
import { sharedBackend, type Backend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { addStudent } from '../../support/world/services'
import { saleIntent, newId, studentValues } from '../../support/world/values'
import { makeDevice, to, type Device } from '../device'

/** The login must be renewed between two requests: what becomes of the login, and of the calls that wait for it. */

let backend: Backend
let coach: Coach
let ana: Device

beforeAll(async () => {
  backend = await sharedBackend()
  coach = await backend.coach()
})
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  retrySettings.wait = async () => {}
  reportReachable()
  ana = await makeDevice(backend).use().signIn(coach)
})
afterEach(() => {
  retrySettings.requestTimeoutMs = 15_000
  vi.useRealTimers()
  vi.restoreAllMocks()
  reportReachable()
})

/** Sets the stored login to expire in 30 s, so that supabase-js renews it before the next request. */
async function runOut() {
  const login = JSON.parse(ana.storage.getItem(LOGIN_KEY) ?? '{}')
  ana.storage.setItem(LOGIN_KEY, JSON.stringify({ ...login, expires_at: Math.floor(Date.now() / 1000) + 30 }))
}
const isRenewal = (request: Request) => request.url.includes('grant_type=refresh_token')

test('a rate limit on renewals signs nobody out: it is retried, and the write goes through', async () => {
  await runOut()
  let rateLimited = 1
  const requests: Request[] = []
  ana.network(async (request, send) => {
    requests.push(request)
    return isRenewal(request) && rateLimited-- > 0
      ? Response.json({ code: 429, msg: 'Too many' }, { status: 429, headers: { 'Retry-After': '60' } })
      : send(request)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const id = newId()
  const creating = students.create(id, studentValues({ name: 'Bia' }))
  const asked = () => requests.filter(isRenewal).length
  while (asked() < 1) await vi.advanceTimersByTimeAsync(1)
  expect(ana.storage.getItem(LOGIN_KEY)).not.toBeNull()
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await creating).success).toBe(true)
  expect(asked()).toBe(2)
  expect(await backend.sql('select name from public.students where id = $1', [id])).toEqual([{ name: 'Bia' }])
  expect(ana.storage.getItem(LOGIN_KEY)).not.toBeNull()
})

test('who signs in again before a slow server answers the sign-out of the refused login stays signed in', async () => {
  const lost = vi.fn<() => void>()
  const stop = onLoginLost(lost)
  const asked = gate()
  const answered = gate()
  let refused = true
  ana.network(async (request, send) => {
    if (isRenewal(request)) return Response.json({ error_code: 'refresh_token_not_found' }, { status: 400 })
    if (to('/auth/v1/logout')(request)) {
      asked.open()
      await answered.passed
    }
    return refused && to('/rest/v1/students')(request)
      ? Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 })
      : send(request)
  })
  const listing = students.list()
  await asked.passed
  refused = false
  await ana.signIn(coach)
  answered.open()
  expect(await listing).toMatchObject({ success: false, code: 'unauthenticated' })
  stop()
  expect(lost).not.toHaveBeenCalled()
  expect((await students.list()).success).toBe(true)
})

test('a login that runs out between two tries leaves nobody waiting for the network to come back', async () => {
  const bruno = await addStudent({ name: 'Bruno' })
  retrySettings.requestTimeoutMs = 50
  const asked = gate()
  ana.network(async (request, send) => {
    if (isRenewal(request)) {
      asked.open()
      throw new TypeError('Failed to fetch')
    }
    if (!to('/rpc/sell_package')(request)) return send(request)
    await runOut()
    throw new TypeError('Failed to fetch')
  })
  const sale = saleIntent(bruno.id)
  expect(await packagePlans.sell(sale)).toMatchObject({
    success: false,
    message: 'Sem conexão. Verifique sua internet e tente novamente.',
  })
  await asked.passed
  // Back online, the hanging request may arrive as well as the repeated one: only one package is sold.
  retrySettings.requestTimeoutMs = 15_000
  ana.network(null)
  reportReachable()
  expect(await packagePlans.sell(sale)).toMatchObject({ success: true })
  expect(await backend.sql('select id from public.packages where student_id = $1', [bruno.id])).toHaveLength(
    1,
  )
})
