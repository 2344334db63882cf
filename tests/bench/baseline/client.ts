import { createClient, type PostgrestError } from '@supabase/supabase-js'

/**
 * The baseline: what a straightforward app on the same API does. One request for every write, each after the
 * one before; balances computed on the device and written back; pages by offset with an exact count; figures added up on
 * the device from rows that are read 1,000 at a time, which is what the API gives at most. Where an author may be
 * careless or careful, this one is careful: filters on the server, nested rows in one request, reads that do not need
 * each other side by side, alerts kept only when one is raised.
 */
export const baselineClient = (url: string, key: string, network: typeof fetch) =>
  createClient(url, key, {
    db: { schema: 'baseline' },
    global: { fetch: network },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

export type BaselineClient = ReturnType<typeof baselineClient>

export type Answer<Data> = PromiseLike<{ data: Data; error: PostgrestError | null }>

/** The rows of an answer. Throws its error. */
export async function ok<Data>(answer: Answer<Data>): Promise<NonNullable<Data>> {
  const { data, error } = await answer
  if (error) throw error
  if (data === null || data === undefined) throw new Error('An answer without data')
  return data
}

/** Waits for a write. Throws its error. */
export async function done(answer: Answer<unknown>): Promise<void> {
  const { error } = await answer
  if (error) throw error
}
