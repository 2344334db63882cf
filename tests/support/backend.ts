import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import {
  startEmbeddedSupabase,
  type EmbeddedOptions,
  type EmbeddedSupabase,
} from '../../supabase/embedded/embedded-supabase.ts'

export interface Coach {
  id: string
  email: string
  password: string
  /** The real supabase-js, signed in as this coach. */
  client: SupabaseClient
}

export interface Backend extends EmbeddedSupabase {
  /** A `fetch` that sends requests to this backend. */
  clientFetch: typeof fetch
  /** A new supabase-js client without a login. */
  client: () => SupabaseClient
  /** Signs a new coach up, confirms the address, and signs in. */
  coach: (options?: { name?: string; email?: string; password?: string }) => Promise<Coach>
  /** Signs in an existing account, such as the seed's. Throws if refused. */
  signIn: (email: string, password: string) => Promise<Coach>
}

export type BackendOptions = Pick<EmbeddedOptions, 'data'> & Partial<EmbeddedOptions>

let shared: Promise<Backend> | undefined

/**
 * The real migrations behind the real API, on PostgreSQL 17, shared by all test files of the process. As in production,
 * other coaches have rows in it (the seed's, and those of earlier files), so each test creates its own coaches.
 */
export const sharedBackend = async (): Promise<Backend> => (shared ??= ownBackend())

/** The same for one file that needs other settings, or no seed. Close it in `afterAll`. */
export async function ownBackend({
  seed = true,
  ...options
}: Partial<EmbeddedOptions> = {}): Promise<Backend> {
  return startBackend({ data: { connectionString: await ownDatabase(seed) }, ...options })
}

/** Connection string of a new database with or without the seed, a copy of one that the run makes once. */
export async function ownDatabase(seed: boolean): Promise<string> {
  // Only Vitest's workers can load this module; scripts use `startBackend`.
  const { sharedPostgres } = await import('./shared-postgres.ts')
  return sharedPostgres().copyDatabase(seed ? 'seeded' : 'migrated', async (connectionString) => {
    const first = await startBackend({ data: { connectionString }, seed })
    await first.close()
  })
}

/** A backend on the database `data`, without the seed unless `options` say otherwise. The caller closes it. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  return backendOf(await startEmbeddedSupabase({ seed: false, ...options }))
}

/** Adds coaches and clients to an embedded Supabase. */
export function backendOf(embedded: EmbeddedSupabase): Backend {
  const clientFetch: typeof fetch = (input, init) => embedded.fetch(new Request(input, init))
  const client = () =>
    createClient(embedded.url, embedded.anonKey, {
      global: { fetch: clientFetch },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    })

  const signIn = async (email: string, password: string): Promise<Coach> => {
    const signedIn = client()
    const { data, error } = await signedIn.auth.signInWithPassword({ email, password })
    if (error) throw error
    return { id: data.user.id, email, password, client: signedIn }
  }

  let count = 0
  const coach: Backend['coach'] = async ({
    name = 'Ana Ribeiro',
    email = `coach-${++count}@voleio.test`,
    password = 'voleio123',
  } = {}) => {
    const visitor = client()
    const signUp = await visitor.auth.signUp({
      email,
      password,
      options: {
        data: { name, phone: '5511987654321', main_sport: 'Tênis' },
        emailRedirectTo: `${embedded.url}/auth/confirm`,
      },
    })
    if (signUp.error) throw signUp.error
    const link = embedded.mails().find((mail) => mail.to === email)?.link
    if (!link) throw new Error(`No confirmation mail for ${email}`)
    const token_hash = new URL(link).searchParams.get('token_hash') ?? ''
    const { data, error } = await visitor.auth.verifyOtp({ token_hash, type: 'signup' })
    if (error) throw error
    if (data.user === null) throw new Error(`The link of ${email} signed nobody in`)
    return { id: data.user.id, email, password, client: visitor }
  }

  return { ...embedded, clientFetch, client, coach, signIn }
}
