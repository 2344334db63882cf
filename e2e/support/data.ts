import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { EMBEDDED_ANON_KEY } from '../../supabase/embedded/embedded-supabase.ts'
import type { Coach } from '../../tests/support/backend.ts'
import { PASSWORD, type NewCoach } from './coach.ts'

/** The coach of a journey as a client of the API, for the bulk of the data; what a journey is about goes through screens. */
export async function apiOf(page: Page, { email }: NewCoach): Promise<Coach> {
  const client = createClient(new URL(page.url()).origin, EMBEDDED_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id: data.user.id, email, password: PASSWORD, client }
}
