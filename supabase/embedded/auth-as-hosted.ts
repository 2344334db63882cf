import { createHash, randomInt } from 'node:crypto'
import type { AuthSettings } from './config.ts'
import type { Database } from './database.ts'
import type { createMailer } from './mailer.ts'

type Fetch = (request: Request) => Promise<Response>

interface Account {
  id: string
  confirmed: boolean
  /** Seconds since the last confirmation mail; null when none was sent. */
  sent_ago: number | null
}

export interface AuthAsHostedOptions {
  fetch: Fetch
  database: Database
  settings: AuthSettings
  siteUrl: string
  mail: ReturnType<typeof createMailer>
}

/**
 * Corrects where @supabase/lite 0.10 differs from hosted Supabase Auth for this product:
 * - it ignores `redirect_to`, so a recovery mail would not link to the reset screen;
 * - it refuses every `resend` of a confirmation, even long after the last mail;
 * - it answers a sign-up with a known address with 'too many mails'. Hosted Auth answers it with a user without
 * identities if the address is confirmed; if it is not, it sends the mail again and answers with the user that waits.
 */
export function authAsHosted({ fetch, database, settings, siteUrl, mail }: AuthAsHostedOptions): Fetch {
  const find = async (email: string): Promise<Account | null> => {
    const rows = await database.rows<Account>(
      `select id, email_confirmed_at is not null as confirmed,
         extract(epoch from now() - confirmation_sent_at)::float8 as sent_ago
       from auth.users where email = $1 and is_sso_user = false`,
      [email],
    )
    return rows[0] ?? null
  }

  /** Sends a new confirmation mail unless the last one is too recent; the link of the older mail stops working. */
  const confirmAgain = async (email: string, { id, sent_ago }: Account): Promise<Response | null> => {
    if (sent_ago !== null && sent_ago < settings.mailEverySeconds) {
      return tooManyMails(Math.ceil(settings.mailEverySeconds - sent_ago))
    }
    const code = String(randomInt(10 ** settings.otpLength)).padStart(settings.otpLength, '0')
    // The library looks up this hash when the link or code is used.
    const hash = createHash('sha256')
      .update(email + code)
      .digest('hex')
    await database.rows(
      'update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1 returning id',
      [id, hash],
    )
    await mail.mailer.sendConfirmation(email, hash, code)
    return null
  }

  const answer = async (request: Request, path: string): Promise<Response | null> => {
    if (request.method !== 'POST' || !request.headers.get('apikey')) return null
    if (path !== '/auth/v1/signup' && path !== '/auth/v1/resend') return null
    const body = await readJson(request)
    const email = typeof body?.email === 'string' ? body.email.trim().toLowerCase() : ''
    if (email === '') return null
    if (path === '/auth/v1/resend') {
      if (body?.type !== 'signup') return null
      const account = await find(email)
      if (!account || account.confirmed) return json(200, {})
      return (await confirmAgain(email, account)) ?? json(200, {})
    }
    const password = typeof body?.password === 'string' ? body.password : ''
    if (password.length < settings.minimumPasswordLength) return null
    const account = await find(email)
    if (!account) return null
    if (account.confirmed) return json(200, nobody(email))
    return (await confirmAgain(email, account)) ?? json(200, waiting(email, account.id))
  }

  return (request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/auth/v1/')) return fetch(request)
    return mail.during(safeRedirect(url.searchParams.get('redirect_to'), siteUrl), async () => {
      return (await answer(request, url.pathname)) ?? (await fetch(request))
    })
  }
}

/** The wanted address if it is on our site, otherwise the site itself: mails link to no other site. */
function safeRedirect(wanted: string | null, siteUrl: string): string {
  if (!wanted || !URL.canParse(wanted)) return siteUrl
  return new URL(wanted).origin === new URL(siteUrl).origin ? wanted : siteUrl
}

async function readJson(request: Request): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = await request.clone().json()
    return typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : null
  } catch {
    return null
  }
}

/** What hosted Auth returns for a known address: a user who looks new but has no identities. */
function nobody(email: string) {
  const now = new Date().toISOString()
  return {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

/** The user whose address is not confirmed yet, with the identity: to the client a new sign-up. */
const waiting = (email: string, id: string) => ({
  ...nobody(email),
  id,
  identities: [{ id, user_id: id, identity_data: { sub: id, email }, provider: 'email' }],
})

function tooManyMails(waitSeconds: number): Response {
  return json(429, {
    code: 429,
    error_code: 'over_email_send_rate_limit',
    msg: `For security purposes, you can only request this after ${waitSeconds} seconds.`,
  })
}

function json(status: number, body: unknown): Response {
  return Response.json(body, {
    status,
    headers: { 'Access-Control-Allow-Origin': '*', 'X-Supabase-Api-Version': '2024-01-01' },
  })
}
