import { currentConnection } from '@/lib/network/connection'
import { env } from '@/lib/settings/env'
import { deviceFetch } from './supabase'

let running: Promise<boolean> | null = null

/**
 * Sends one small request without a login. Resolves with whether an answer came; the connection's listeners are
 * notified too. Never throws. Concurrent calls share one request.
 */
export function ping(): Promise<boolean> {
  running ??= ask().finally(() => {
    running = null
  })
  return running
}

async function ask(): Promise<boolean> {
  try {
    await deviceFetch()(`${env.supabaseUrl}/auth/v1/health`, {
      headers: { apikey: env.supabaseAnonKey },
      cache: 'no-store',
    })
  } catch {
    // The wrapped fetch has reported it.
  }
  return currentConnection().online
}
