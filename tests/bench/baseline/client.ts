import { createClient, type PostgrestError } from '@supabase/supabase-js'

/**
 * Client of the baseline: a straightforward app on the same API. It sends one request per write, one after the other;
 * computes balances on the device and writes them back; pages by offset with an exact count; and sums figures on the
 * device from rows that it reads 1,000 at a time, the API's maximum. Where its author could be careless or careful it
 * is careful: filters on the server, nested rows in one request, independent reads in parallel, alerts written only
 * when raised.
 */
export const baselineClient = (url: string, key: string, network: typeof fetch) =>
  createClient(url, key, {
    db: { schema: 'baseline' },
    global: { fetch: network },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

export type BaselineClient = ReturnType<typeof baselineClient>

export type Answer<Data> = PromiseLike<{ data: Data; error: PostgrestError | null }>

/** The rows of an answer; throws its error. */
export async function ok<Data>(answer: Answer<Data>): Promise<NonNullable<Data>> {
  const { data, error } = await answer
  if (error) throw error
  if (data === null || data === undefined) throw new Error('An answer without data')
  return data
}

export async function done(answer: Answer<unknown>): Promise<void> {
  const { error } = await answer
  if (error) throw error
}
