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
  /** The platform's `fetch`, led to this backend; give it to whatever makes requests. */
  clientFetch: typeof fetch
  /** A fresh supabase-js client of a browser that is not signed in. */
  client: () => SupabaseClient
  /** Signs a new coach up, presses the link in the mail, and signs in. */
  coach: (options?: { name?: string; email?: string; password?: string }) => Promise<Coach>
  /** Signs in an account that exists, such as the seed's. Throws when refused. */
  signIn: (email: string, password: string) => Promise<Coach>
}

let shared: Promise<Backend> | undefined

/**
 * The real migrations behind the real API, in this process and in memory: one for all test files of the process, since
 * starting Postgres takes longer than most files do. As in production, others' rows are there (the seed's, and those of
 * files before): each test makes coaches of its own, and looks at theirs.
 */
export async function sharedBackend(): Promise<Backend> {
  return (shared ??= startBackend({ seed: true }))
}

/**
 * One for whoever calls, for tests that need other settings or change what all coaches share. In memory unless told
 * otherwise, without the seed unless asked for. Close it in `afterAll`.
 */
export async function startBackend(options: Partial<EmbeddedOptions> = {}): Promise<Backend> {
  const embedded = await startEmbeddedSupabase({ data: 'memory', seed: false, ...options })
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
    const { error } = await visitor.auth.verifyOtp({ token_hash, type: 'signup' })
    if (error) throw error
    return signIn(email, password)
  }

  return { ...embedded, clientFetch, client, coach, signIn }
}
