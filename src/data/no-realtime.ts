/**
 * Replaces `@supabase/realtime-js` (src/build/left-out.ts). supabase-js always creates a realtime client and passes it every
 * login, but the product opens no channel, and the real one costs every coach 15 kB.
 */
export class RealtimeClient {
  setAuth(): Promise<void> {
    return Promise.resolve()
  }

  channel(): never {
    throw new Error('Realtime is not part of this build: see src/data/no-realtime.ts')
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
