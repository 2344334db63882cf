import { env } from '@/lib/settings/env'
import { currentConnection } from '@/lib/network/connection'
import { deviceFetch } from '@/services/supabase/supabase'

let running: Promise<boolean> | null = null

/**
 * Asks the backend for a sign of life, with one small request and without a login. Answers whether one came; the
 * connection's listeners hear of it. Never throws. Calls that come while one is running share its answer.
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
    // The wrapped fetch has said so already.
  }
  return currentConnection().online
}
