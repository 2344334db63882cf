/**
 * Stands in for `@supabase/realtime-js` in the app (vite.config.ts): supabase-js always makes a realtime client and
 * tells it of every login, but this product never opens a channel, and the real one costs every coach 15 kB.
 */
export class RealtimeClient {
  setAuth(): Promise<void> {
    return Promise.resolve()
  }

  channel(): never {
    throw new Error('Realtime is not part of this build: see src/services/supabase/no-realtime.ts')
  }

  getChannels(): never[] {
    return []
  }

  removeChannel(): Promise<'ok'> {
    return Promise.resolve('ok')
  }

  removeAllChannels(): Promise<never[]> {
    return Promise.resolve([])
  }
}
