import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { textIn, type Actor, type Answer, type Scene } from './scene.ts'

const password = 'voleio123'
const decoded = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const refused = ({ status, text }: Answer) => expect(status, text).toBeGreaterThanOrEqual(400)

export function attackAccounts(of: () => Scene): void {
  const post = (actor: Actor, path: string, body: object) =>
    of().ask(actor, 'POST', `/auth/v1/${path}`, { body })
  const signIn = (actor: Actor, email: string) =>
    post(actor, 'token?grant_type=password', { email, password })
  const change = (actor: Actor, body: object) => of().ask(actor, 'PUT', '/auth/v1/user', { body })

  it('signing up, asking for mails and a wrong password say nothing of who has an account', async () => {
    const { victim, visitor } = of()
    const nobody = `${randomUUID()}@voleio.test`
    const known = victim.email
    for (const [path, rest] of [
      ['recover', {}],
      ['resend', { type: 'signup' }],
      ['token?grant_type=password', { password: 'adivinhado' }],
    ] as const) {
      const [there, none] = await Promise.all(
        [known, nobody].map((email) => post(visitor, path, { email, ...rest })),
      )
      expect([there?.status, there?.text], path).toEqual([none?.status, none?.text])
    }
    const taken = await post(visitor, 'signup', { email: known, password })
    const fresh = await post(visitor, 'signup', { email: nobody, password })
    expect(taken.status).toBe(fresh.status)
    expect(textIn(taken.json, 'access_token')).toBeNull()
    expect(taken.text).not.toContain(victim.id)
  })

  it('one’s own account takes no other mail address, role or id; what one says of oneself is not trusted', async () => {
    const scene = of()
    const { victim, hostile, ask, query } = scene
    refused(await change(hostile, { email: victim.email }))
    const forged = {
      id: victim.id,
      sub: victim.id,
      user_id: victim.id,
      role: 'service_role',
      aud: 'service_role',
      is_super_admin: true,
      email_confirmed_at: '2020-01-01',
      app_metadata: { role: 'service_role', provider: 'admin', coach: victim.id },
      data: { role: 'service_role', sub: victim.id, user_id: victim.id, name: 'Forjado', is_admin: true },
    }
    await change(hostile, forged)
    const token = textIn((await signIn(hostile, hostile.email)).json, 'access_token')
    const { sub, role, aud } = decoded(token ?? '')
    expect([sub, role, aud]).toEqual([hostile.id, 'authenticated', 'authenticated'])
    const renewed = { ...hostile, token }
    const { json } = await ask(renewed, 'GET', '/auth/v1/user')
    expect(json).toMatchObject({
      id: hostile.id,
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect((await ask(renewed, 'GET', `/rest/v1/students?user_id=eq.${victim.id}`)).text).toBe('[]')
    const profile = await query('select name from public.profiles where id = $1', [hostile.id])
    expect(profile).not.toEqual([{ name: victim.name }])
  })

  it('another mail address for one’s own account is none until its mail was answered', async () => {
    const { hostile } = of()
    const wanted = `${randomUUID()}@voleio.test`
    await change(hostile, { email: wanted })
    expect((await signIn(hostile, wanted)).code).toBe('invalid_credentials')
    expect((await signIn(hostile, hostile.email)).status).toBe(200)
  })

  it('there is no way to other accounts: by id, by the administrator’s door, or by a guessed link', async () => {
    const { victim, hostile, visitor, ask } = of()
    for (const actor of [hostile, visitor]) {
      for (const [method, path] of [
        ['GET', 'admin/users'],
        ['POST', 'admin/users'],
        ['GET', `admin/users/${victim.id}`],
        ['PUT', `admin/users/${victim.id}`],
        ['DELETE', `admin/users/${victim.id}`],
        ['POST', 'admin/generate_link'],
        ['POST', 'invite'],
        ['GET', `user/${victim.id}`],
        ['PUT', `user/${victim.id}`],
        ['GET', `factors`],
        ['POST', 'token?grant_type=id_token'],
        ['POST', 'token?grant_type=pkce'],
      ] as const) {
        const body =
          method === 'GET' || method === 'DELETE' ? {} : { body: { email: victim.email, type: 'recovery' } }
        const { status, text } = await ask(actor, method, `/auth/v1/${path}`, body)
        expect(status, `${path} ${text}`).toBeGreaterThanOrEqual(400)
        expect(status, `${path} ${text}`).toBeLessThan(500)
      }
      for (const body of [
        { type: 'recovery', token_hash: randomUUID().replaceAll('-', '') },
        { type: 'recovery', email: victim.email, token: '000000' },
        { type: 'signup', email: victim.email, token: '' },
        { type: 'email_change', token_hash: '' },
        { type: 'magiclink', token_hash: null },
        { type: 'recovery', token_hash: { $ne: null } },
        { type: 'recovery', token_hash: ['x'] },
        { type: ['recovery'], token_hash: "' or 1=1 --" },
      ]) {
        const answer = await post(actor, 'verify', body)
        refused(answer)
        expect(answer.text).not.toContain('access_token')
      }
    }
  })

  it('a sign-up with hostile metadata makes a plain profile, cut to size, or no account', async () => {
    const { visitor, query } = of()
    const long = 'x'.repeat(100_000)
    const metas: unknown[] = [
      { name: '<script>alert(1)</script>', phone: 'javascript:alert(1)', main_sport: long },
      { name: long, phone: '1'.repeat(1000) },
      { name: { $: 1 }, phone: ['5511987654321'], main_sport: { a: 1 } },
      { name: 'a\u0000b' },
      { name: '   ', phone: null, main_sport: '' },
      { name: '\u202e\u200b', user_id: 'x', role: 'service_role' },
      ['x'],
      'x',
      { name: '\u200B\u2060' },
      { name: `${'\u200B'.repeat(255)}Ana` },
      null,
    ]
    for (const data of metas) {
      const email = `${randomUUID()}@voleio.test`
      const forged = { role: 'service_role', app_metadata: { role: 'x' }, email_confirm: true }
      const answer = await post(visitor, 'signup', { email, password, data, ...forged })
      expect(textIn(answer.json, 'access_token')).toBeNull()
      const rows = await query<
        Record<'name' | 'main_sport' | 'role' | 'meta', string> & { phone: string | null }
      >(
        `select p.name, p.phone, p.main_sport, u.role, u.raw_app_meta_data::text as meta
           from auth.users u join public.profiles p using (id) where u.email = $1`,
        [email],
      )
      if (answer.status >= 400) expect(rows, answer.text).toEqual([])
      for (const { name, phone, main_sport, role, meta } of rows) {
        expect(name.length).toBeLessThanOrEqual(255)
        expect(main_sport.length).toBeLessThanOrEqual(60)
        expect(phone ?? '55119876543').toMatch(/^\d{8,15}$/)
        expect(name).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
        expect(name).toMatch(/[^\u200B\u2060]/)
        expect(role).toBe('authenticated')
        expect(JSON.parse(meta)).toEqual({ provider: 'email', providers: ['email'] })
      }
    }
    const texts = ['a@b.c\r\nBcc: victim@x.test', '"<script>"@x.test\n', 'x', `${long}@x.test`]
    for (const email of [...texts, ['a@x.test'], { a: 1 }, 1])
      refused(await post(visitor, 'signup', { email, password }))
  })

  it('no mail leads away from this site, however the way back is written', async () => {
    const { backend, hostile, visitor } = of()
    for (const to of [
      'https://evil.test/',
      '//evil.test',
      '\\\\evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      'data:text/html,x',
      `${backend.url}@evil.test/`,
      `${backend.url}.evil.test/`,
      `${backend.url}:evil.test`,
      'http://localhost:5173%2f@evil.test',
      '\thttps://evil.test',
    ]) {
      const before = backend.mails().length
      await post(visitor, `recover?redirect_to=${encodeURIComponent(to)}`, { email: hostile.email })
      expect(backend.mails().length).toBe(before + 1)
      const link = backend.mails()[0]?.link ?? ''
      expect(new URL(link).origin, to).toBe(backend.url)
      expect(link).not.toMatch(/evil|javascript/)
    }
  })

  it('after signing out the refresh token is worth nothing; one that was used is worth nothing either', async () => {
    const scene = of()
    const { ask, visitor } = scene
    const coach = await scene.another()
    const { json } = await signIn(visitor, coach.email)
    await ask({ ...coach, token: textIn(json, 'access_token') }, 'POST', '/auth/v1/logout')
    for (const refresh_token of [textIn(json, 'refresh_token'), '', 'x', null, "' or 1=1 --", { $ne: 1 }])
      refused(await post(visitor, 'token?grant_type=refresh_token', { refresh_token }))
  })
}
