import { createHmac, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Scene } from './scene.ts'

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function forgedTokens({ victim, hostile, backend }: Scene): Record<string, string> {
  const real = hostile.token ?? ''
  const [head = '', claims = '', signature = ''] = real.split('.')
  const own: Record<string, unknown> = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const asVictim = { ...own, sub: victim.id }
  const asService = { ...own, role: 'service_role' }
  const twice = Buffer.from(`{"sub":"${hostile.id}","sub":"${victim.id}"}`)
  const signed = (payload: object, key: string, header: object = { alg: 'HS256', typ: 'JWT' }) => {
    const content = `${encoded(header)}.${encoded(payload)}`
    return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
  }
  return {
    'without a signature, as the victim': `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(asVictim)}.`,
    'without a signature, as the service role': `${encoded({ alg: 'none' })}.${encoded(asService)}.`,
    'None in other letters': `${encoded({ alg: 'nOnE' })}.${encoded(asVictim)}.`,
    'an empty signature': `${head}.${encoded(asVictim)}.`,
    'a signature of something else': `${head}.${encoded(asVictim)}.${signature}`,
    'the service role under a signature of something else': `${head}.${encoded(asService)}.${signature}`,
    'signed with the public key': signed(asService, backend.anonKey),
    'signed with a common secret': signed(
      asVictim,
      'super-secret-jwt-token-with-at-least-32-characters-long',
    ),
    'signed with an empty key': signed(asVictim, ''),
    'a key of its own choice': signed(asVictim, 'x', {
      alg: 'HS256',
      kid: '../../dev/null',
      jku: 'https://evil.test/k',
    }),
    'another algorithm': signed(asVictim, 'x', { alg: 'RS256', typ: 'JWT' }),
    'twice the claims': `${head}.${twice.toString('base64url')}.${signature}`,
    'no token at all': 'x',
    'an id': victim.id,
    'the public key': backend.anonKey,
    'a page long': 'a'.repeat(8_000),
    dots: '..',
    'text of SQL': "' or 1=1 --",
  }
}

export function attackTokens(of: () => Scene): void {
  it('a forged token opens nothing: not as the victim, and not as the service role', async () => {
    const scene = of()
    for (const [name, token] of Object.entries(forgedTokens(scene))) {
      const forger = { name, id: null, token }
      for (const [method, path, body] of [
        ['GET', '/rest/v1/students?select=*', undefined],
        ['POST', '/rest/v1/rpc/delete_student', { student_uuid: scene.victim.rows.student }],
        ['PATCH', `/rest/v1/profiles?id=eq.${scene.victim.id}`, { name: 'Forjado' }],
        ['PUT', '/auth/v1/user', { password: 'forjado123' }],
      ] as const) {
        const { status, text } = await scene.ask(forger, method, path, body === undefined ? {} : { body })
        expect([401, 403], `${name}: ${path} ${status} ${text}`).toContain(status)
      }
    }
  })

  it('without the public key, or with another one, there is no answer; a token is no key', async () => {
    const { hostile, ask } = of()
    for (const apikey of [null, '', 'sb_secret_x', 'service_role', hostile.token ?? '', randomUUID()]) {
      for (const path of ['/rest/v1/students', '/auth/v1/user']) {
        const { status } = await ask(hostile, 'GET', path, { headers: { apikey } })
        expect(status, `${apikey}`).toBe(401)
      }
    }
  })

  it('headers that claim a role, a coach or an address of the machine itself are not believed', async () => {
    const { hostile, visitor, victim, ask } = of()
    const claims = {
      'x-supabase-role': 'service_role',
      'x-user-id': victim.id,
      'request.jwt.claims': JSON.stringify({ sub: victim.id, role: 'service_role' }),
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      host: 'localhost',
      role: 'service_role',
      cookie: `sb-access-token=${hostile.token ?? ''}; role=service_role`,
      'x-client-info': "'; set role service_role; --",
    }
    const own = await ask(hostile, 'GET', `/rest/v1/students?user_id=eq.${victim.id}`, { headers: claims })
    expect([own.status, own.text]).toEqual([200, '[]'])
    const none = await ask(visitor, 'GET', '/rest/v1/students', { headers: claims })
    expect(`${none.status} ${none.code}`).toBe('401 42501')
  })
}
