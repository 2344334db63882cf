import { beforeEach, vi } from 'vitest'
import { LOGIN_KEY } from '@/data/login-storage'
import { retrySettings } from '@/data/retry'
import { connect, replaceConnection, type Connection, type DeviceStorage } from '@/data/supabase'
import type { Backend, Coach } from '../support/backend'

/** What happens to a request: the stub sends it, loses its answer, or never sends it. */
export type NetworkStub = (
  request: Request,
  send: (request: Request) => Promise<Response>,
) => Promise<Response>

/** A browser of a coach, with its own login, storage and network. */
export interface Device {
  connection: Connection
  storage: DeviceStorage & { keys: () => string[] }
  /** Requests to the Data API since the last `forget`, as 'METHOD path'. */
  requests: string[]
  forget: () => void
  /** Replaces the network by a stub; null restores it. */
  network: (stub: NetworkStub | null) => void
  /** Makes the services use this device. */
  use: () => Device
  /** Runs a call on this device while another one is in use. */
  run: <T>(call: () => Promise<T>) => Promise<T>
  signIn: (coach: { email: string; password: string }) => Promise<Device>
  /** Changes the stored login so that it expired an hour ago. */
  expireLogin: () => void
}

let inUse: Device | null = null

export function makeDevice(backend: Backend): Device {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    keys: () => [...kept.keys()],
  }
  const requests: string[] = []
  let stub: NetworkStub | null = null
  const send = (request: Request) => backend.fetch(request)
  const clientFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/rest/')) requests.push(`${request.method} ${pathname.replace('/rest/v1/', '')}`)
    return stub ? stub(request, send) : send(request)
  }
  const connection = connect({
    url: backend.url,
    anonKey: backend.anonKey,
    fetch: clientFetch,
    storage,
    autoRefreshToken: false,
  })
  const device: Device = {
    connection,
    storage,
    requests,
    forget: () => {
      requests.length = 0
    },
    network: (next) => {
      stub = next
    },
    use: () => {
      replaceConnection(connection)
      inUse = device
      return device
    },
    run: async (call) => {
      const before = inUse
      device.use()
      try {
        return await call()
      } finally {
        before?.use()
      }
    },
    expireLogin: () => {
      const stored: unknown = JSON.parse(storage.getItem(LOGIN_KEY) ?? 'null')
      if (typeof stored !== 'object' || stored === null) throw new Error('Nobody is signed in')
      const expires_at = Math.floor(Date.now() / 1000) - 3600
      storage.setItem(LOGIN_KEY, JSON.stringify({ ...stored, expires_at }))
    },
    signIn: async ({ email, password }) => {
      const { error } = await connection.client.auth.signInWithPassword({ email, password })
      if (error) throw error
      return device
    },
  }
  return device
}

/** The server handles the matching requests, but their answers are lost, at most `times` times. */
export const loseAnswers = (
  match: (request: Request) => boolean,
  times = Number.POSITIVE_INFINITY,
): NetworkStub => {
  let left = times
  return async (request, send) => {
    const response = await send(request)
    if (!match(request) || left <= 0) return response
    left -= 1
    await response.text()
    throw new TypeError('Failed to fetch')
  }
}

export const deadNetwork: NetworkStub = async () => {
  throw new TypeError('Failed to fetch')
}

/** Answers the first `times` matching requests with this error, without sending them. */
export const failWith = (
  match: (request: Request) => boolean,
  answer: { status: number; code?: string; message?: string },
  times: number,
): NetworkStub => {
  let left = times
  return async (request, send) => {
    if (!match(request) || left <= 0) return send(request)
    left -= 1
    const { status, code = '', message = '' } = answer
    return Response.json({ code, message, details: null, hint: null }, { status })
  }
}

export const to = (path: string) => (request: Request) => new URL(request.url).pathname.endsWith(path)

/** Removes the pauses before retries, not the retries. */
export function skipRetryDelays() {
  retrySettings.wait = async () => {}
}

/**
 * A device on which a coach is signed in, for all tests of a file: each begins with a working network and no requests.
 * Retries have no pauses, and what the app logs of refusals is not printed.
 */
export async function signedIn(backend: Backend, coach?: Coach): Promise<Device> {
  skipRetryDelays()
  const device = await makeDevice(backend)
    .use()
    .signIn(coach ?? (await backend.coach()))
  beforeEach(() => {
    device.use().network(null)
    device.forget()
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  return device
}
