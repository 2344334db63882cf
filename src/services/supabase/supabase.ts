import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { deviceStorageOrMemory, type DeviceStorage } from '@/lib/storage/device-storage'
import { env } from '@/lib/settings/env'
import { withRetryAfter } from '@/services/network/rate-limit'
import { withConnectivity } from '@/services/network/connectivity'
import type { TypedDatabase } from './functions'
import { withRequestTimeout } from '@/services/network/retry'

/**
 * The one Supabase client of the coach's app, made when it is first needed. Nothing that a public page imports
 * may import this file: it weighs 54 kB (docs/architecture.md, 'Weight').
 */
export type Client = SupabaseClient<TypedDatabase>

export type { DeviceStorage } from '@/lib/storage/device-storage'

export interface ClientSettings {
  url: string
  anonKey: string
  fetch?: typeof fetch
  storage?: DeviceStorage
  autoRefreshToken?: boolean
}

/** A client, the place where it keeps the login, and its way to the backend. */
export interface Connection {
  client: Client
  storage: DeviceStorage
  fetch: typeof fetch
}

/** Under this name the login is kept on the device. */
export const LOGIN_KEY = 'voleio-auth'

let current: Connection | null = null

/** Makes a connection; the app itself uses `supabase()`. The login survives a reload and refreshes itself. */
export function connect(settings: ClientSettings): Connection {
  const storage = settings.storage ?? deviceStorageOrMemory()
  const clientFetch = withConnectivity(withRetryAfter(withRequestTimeout(settings.fetch ?? fetch)))
  const client = createClient<TypedDatabase>(settings.url, settings.anonKey, {
    auth: {
      persistSession: true,
      autoRefreshToken: settings.autoRefreshToken ?? true,
      // Only the screens under /auth are reached by a mail's link. Anywhere else a token in the address is
      // somebody trying to sign the coach in as somebody else.
      detectSessionInUrl: (url, params) =>
        url.pathname.startsWith('/auth/') && Boolean(params['access_token']),
      storageKey: LOGIN_KEY,
      storage,
    },
    // retry.ts repeats, with one rule for reads and writes.
    db: { retry: false },
    global: { fetch: clientFetch },
  })
  return { client, storage, fetch: clientFetch }
}

function connection(): Connection {
  current ??= connect({ url: env.supabaseUrl, anonKey: env.supabaseAnonKey })
  return current
}

/** The client of the signed-in app. */
export function supabase(): Client {
  return connection().client
}

/** Where the login of the signed-in app is kept. */
export function deviceStorage(): DeviceStorage {
  return connection().storage
}

/** The way to the backend, for a request that is none of the client's. */
export function deviceFetch(): typeof fetch {
  return connection().fetch
}

/**
 * Puts another connection in place of the app's own; tests use it to speak to an embedded database.
 *
 * @internal kept for tests, as `npm run deadcode` knows.
 */
export function replaceConnection(connected: Connection | null): void {
  current = connected
}
