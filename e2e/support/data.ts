import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { EMBEDDED_ANON_KEY } from '../../supabase/embedded/embedded-supabase.ts'
import type { Coach } from '../../tests/support/backend.ts'
import { PASSWORD, type NewCoach } from './coach.ts'
import { newestMail } from './mailbox.ts'

const clientOf = (page: Page) =>
  createClient(new URL(page.url()).origin, EMBEDDED_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

/** The journey's coach as an API client, for creating data without screens. */
export async function apiOf(page: Page, { email }: NewCoach): Promise<Coach> {
  const client = clientOf(page)
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id: data.user.id, email, password: PASSWORD, client }
}

/** A confirmed account created without screens, for journeys about something else. */
export async function coachByApi(page: Page, coach: NewCoach, phone: string | null): Promise<Coach> {
  await page.goto('/robots.txt')
  const client = clientOf(page)
  const { name, email } = coach
  const signUp = await client.auth.signUp({ email, password: PASSWORD, options: { data: { name, phone } } })
  if (signUp.error) throw signUp.error
  const { link } = await newestMail(page, email)
  const token_hash = new URL(link ?? '').searchParams.get('token_hash') ?? ''
  const verified = await client.auth.verifyOtp({ token_hash, type: 'signup' })
  if (verified.error) throw verified.error
  return apiOf(page, coach)
}

/** A new coach who is signed in on this device. Ends on a page without scripts: continue with `page.goto`. */
export async function startSignedIn(page: Page, coach: NewCoach): Promise<Coach> {
  const api = await coachByApi(page, coach, '5511987654321')
  await leaveLogin(page, coach.email)
  return api
}

/**
 * Signs an existing account in on this device, such as the seed's, or at the journey's own server. Ends on a page
 * without scripts, too.
 */
export async function signInByApi(page: Page, email: string, url = ''): Promise<void> {
  await page.goto(`${url}/robots.txt`)
  await leaveLogin(page, email)
}

/**
 * Stores a login of its own on the device: with a shared login the client and the app would compete for one refresh
 * token.
 */
async function leaveLogin(page: Page, email: string): Promise<void> {
  const client = clientOf(page)
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  await page.evaluate((login) => localStorage.setItem('voleio-auth', login), JSON.stringify(data.session))
}

/** Creates `count` lessons of one student, one per day, each with feedback and notes. */
export async function lessonsByApi(
  { id: user_id, client }: Coach,
  student_id: string,
  count: number,
  notes: string,
): Promise<void> {
  const lessons = Array.from({ length: count }, (_, at) => ({
    id: crypto.randomUUID(),
    user_id,
    date: new Date(Date.now() - (at + 1) * 86_400_000).toISOString(),
    teacher: 'Ana Ribeiro',
    notes,
  }))
  const keys = lessons.map(({ id: session_id }) => ({ user_id, session_id, student_id }))
  const answers = [
    await client.from('sessions').insert(lessons),
    await client.from('session_package_assignments').insert(keys),
    await client.from('session_feedbacks').insert(
      keys.map((key, at) => ({
        ...key,
        rating: 3 + (at % 3),
        notes: 'Boa leitura de jogo na rede.',
        tags: ['Voleio', 'Movimentação'],
      })),
    ),
  ]
  for (const { error } of answers) if (error) throw error
}
