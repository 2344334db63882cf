import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownBackend, type Backend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await ownBackend({ mailEverySeconds: 60 })
})
afterAll(() => backend.close())

const newest = (email: string) => {
  const mail = backend.mails().find(({ to }) => to === email)
  if (!mail?.link) throw new Error(`No mail with a link for ${email}`)
  return { ...mail, link: mail.link }
}
const tokenHash = (email: string) => new URL(newest(email).link).searchParams.get('token_hash') ?? ''
const signUp = (email: string) =>
  backend.client().auth.signUp({ email, password: 'voleio123', options: { data: { name: 'Bia' } } })
/** Makes the last mail old enough for the server to send another one. */
const waitOut = (email: string) =>
  backend.sql("update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = $1", [
    email,
  ])

describe('sign-up', () => {
  it('writes a Portuguese mail whose link leads to the confirmation screen', async () => {
    await signUp('carta@voleio.test')
    const { subject, html, link } = newest('carta@voleio.test')
    expect(subject).toBe('Confirme seu email no Voleio')
    expect(html).toContain('carta@voleio.test')
    expect(html).not.toContain('{{')
    const url = new URL(link)
    expect(url.origin + url.pathname).toBe('http://localhost:5173/auth/confirm')
    expect(url.searchParams.get('type')).toBe('signup')
  })

  it('answers a known and confirmed address with a user without identities, and sends no mail', async () => {
    const { id, email } = await backend.coach()
    const before = backend.mails().length
    const { data, error } = await signUp(email.toUpperCase())
    expect(error).toBeNull()
    expect(data.user?.id).not.toBe(id)
    expect(data.user?.identities).toEqual([])
    expect(backend.mails()).toHaveLength(before)
  })
})

describe('resending the confirmation', () => {
  it('waits a minute between two mails, then sends a link that works in place of the first', async () => {
    const email = 'reenvio@voleio.test'
    await signUp(email)
    const first = tokenHash(email)
    const client = backend.client()
    expect((await client.auth.resend({ type: 'signup', email })).error?.code).toBe(
      'over_email_send_rate_limit',
    )

    await waitOut(email)
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = tokenHash(email)
    expect(second).not.toBe(first)
    expect((await client.auth.verifyOtp({ token_hash: first, type: 'signup' })).error?.code).toBe(
      'otp_expired',
    )
    expect((await client.auth.verifyOtp({ token_hash: second, type: 'signup' })).error).toBeNull()
  })

  it('says nothing about an address that is unknown or already confirmed', async () => {
    const { email } = await backend.coach()
    const before = backend.mails().length
    for (const address of [email, 'ninguem@voleio.test']) {
      expect((await backend.client().auth.resend({ type: 'signup', email: address })).error).toBeNull()
    }
    expect(backend.mails()).toHaveLength(before)
  })

  it('sends the mail again when an unconfirmed address signs up once more', async () => {
    const email = 'outra@voleio.test'
    await signUp(email)
    await waitOut(email)
    const first = tokenHash(email)
    expect((await signUp(email)).error).toBeNull()
    expect(tokenHash(email)).not.toBe(first)
  })
})
