import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { LEAD } from '../support/world/sql.ts'
import type { Scene } from './scene.ts'

export function attackLeads(of: () => Scene): void {
  it('a lead: its own columns are forged in vain, it is read by nobody, and a flood is rate-limited', async () => {
    const { visitor, hostile, ask, query } = of()
    const lead = { ...LEAD, sports: ['Padel'], email: 'forjado@voleio.test' }
    for (const actor of [visitor, hostile]) {
      const created = await ask(actor, 'POST', '/rest/v1/racketleads', {
        body: { ...lead, created_at: '2020-01-01' },
      })
      expect(created.code).toBe('42501')
      for (const wrong of [
        { name: '' },
        { email: 'x' },
        { email: `a@b.c\r\nBcc: d@e.f` },
        { phone: 'javascript:alert(1)' },
        { sports: Array.from({ length: 13 }, () => 'x') },
        { sports: [null] },
        { country: 'x'.repeat(61) },
        { heard_from: 'x'.repeat(1_000_000) },
      ]) {
        const refused = await ask(actor, 'POST', '/rest/v1/racketleads', { body: { ...lead, ...wrong } })
        expect(`${refused.status} ${refused.code}`, JSON.stringify(wrong).slice(0, 60)).toBe('400 23514')
      }
    }
    // The policy is checked before the constraint.
    const other = await ask(visitor, 'POST', '/rest/v1/racketleads', { body: { ...lead, language: 'xx' } })
    expect(`${other.status} ${other.code}`).toBe('401 42501')
    const id = randomUUID()
    const flood = { 'cf-connecting-ip': '203.0.113.9' }
    const drop = (body: object, headers = flood) =>
      ask(visitor, 'POST', '/rest/v1/racketleads', { body, headers })
    expect((await drop({ ...lead, id })).status).toBe(201)
    expect((await drop({ ...lead, id })).code).toBe('23505')
    const many = await drop(Array.from({ length: 50 }, () => lead))
    expect(`${many.status} ${many.code}`).toBe('429 PT429')
    const [left] = await query<{ n: number }>(
      `select count(*)::int as n from public.racketleads where id = $1`,
      [id],
    )
    expect(left?.n).toBe(1)
  })
}
