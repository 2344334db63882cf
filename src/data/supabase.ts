import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { currentConnection } from '@/lib/network/connection'
import { env } from '@/lib/settings/env'
import { deviceStorageOrMemory, type DeviceStorage } from '@/lib/storage/device-storage'
import { withConnectivity } from './connectivity'
import type { TypedDatabase } from './functions'
import { LOGIN_KEY, loginStorage, type LoginStorage } from './login-storage'
import { withRequestTimeout, withRetryAfter } from './retry'

/**
 * The Supabase client of the coach's app, created at its first use. Public pages must not import this file: it weighs
 * 54 kB (docs/architecture.md, 'Documents, chunks and updates').
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

/** A client with the storage of its login and the `fetch` that it uses. */
export interface Connection {
  client: Client
  /** A client that reads no stored login and stores none. */
  strangerClient: () => Client
  storage: LoginStorage
  fetch: typeof fetch
  /** A small request without a login. */
  health: () => Request
}

let current: Connection | null = null

/** Creates a connection; the app itself uses `supabase()`. The login survives a reload and is renewed automatically. */
export function connect(settings: ClientSettings): Connection {
  const storage = loginStorage(settings.storage ?? deviceStorageOrMemory())
  const health = () =>
    new Request(`${settings.url}/auth/v1/health`, {
      headers: { apikey: settings.anonKey },
      cache: 'no-store',
    })
  const clientFetch = withConnectivity(withRetryAfter(withRequestTimeout(settings.fetch ?? fetch)), health)
  const client = createClient<TypedDatabase>(settings.url, settings.anonKey, {
    auth: {
      persistSession: true,
      autoRefreshToken: settings.autoRefreshToken ?? true,
      // A login in the address would replace the coach's without a question; account/mail-links-data.ts reads it
      // instead.
      detectSessionInUrl: false,
      storageKey: LOGIN_KEY,
      storage,
    },
    // retry.ts has one rule for reads and writes.
    db: { retry: false },
    global: { fetch: clientFetch },
  })
  const strangerClient = () =>
    createClient<TypedDatabase>(settings.url, settings.anonKey, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: `${LOGIN_KEY}-stranger`,
      },
      global: { fetch: clientFetch },
    })
  return { client, strangerClient, storage, fetch: clientFetch, health }
}

function connection(): Connection {
  current ??= connect({ url: env.supabaseUrl, anonKey: env.supabaseAnonKey })
  return current
}

export const supabase = (): Client => connection().client

/** A client without this device's login, to ask about another one. */
export const stranger = (): Client => connection().strangerClient()

export const deviceStorage = (): LoginStorage => connection().storage

/** The app's `fetch`, for requests without the client. */
export const deviceFetch = (): typeof fetch => connection().fetch

/**
 * Replaces the app's connection, so that tests can use an embedded database.
 *
 * @internal for tests; `npm run deadcode` knows the tag.
 */
export function replaceConnection(connected: Connection | null): void {
  current = connected
}

let running: Promise<boolean> | null = null

/**
 * Sends one small request without a login; resolves with whether the backend answered, and notifies the connection's
 * listeners. Concurrent calls share one request. Never rejects.
 */
export function ping(): Promise<boolean> {
  running ??= ask().finally(() => {
    running = null
  })
  return running
}

async function ask(): Promise<boolean> {
  try {
    await deviceFetch()(connection().health())
  } catch {
    // `withConnectivity` has already reported the failure.
  }
  return currentConnection().online
}
