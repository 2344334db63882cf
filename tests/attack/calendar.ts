import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { CALENDAR } from '../../src/site/documents.ts'
import { STUDENT } from '../support/world/sql.ts'
import { SECRET, type Scene } from './scene.ts'

/** Whoever has a calendar's address may read it. Nobody else may, and nobody may learn which addresses exist. */
export function attackCalendar(of: () => Scene): void {
  const tokenOf = async (coach: string): Promise<string> => {
    const stored = 'select token from public.agenda_feeds where user_id = $1'
    return (await of().query<{ token: string }>(stored, [coach]))[0]?.token ?? ''
  }
  /** Where the calendar with this token is read. */
  const at = (token: string) => CALENDAR.answeredAt(token, { origin: null, key: of().backend.anonKey })

  it('every guess is answered byte for byte alike, with an empty calendar; the address itself is not', async () => {
    const { visitor, hostile, victim, ask } = of()
    const token = await tokenOf(victim.id)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const read = (guess: string, actor = visitor) =>
      ask(actor, 'GET', at(encodeURIComponent(guess)), { headers: { apikey: null, accept: '*/*' } })
    const own = await read(token, { ...visitor, name: SECRET })
    expect(own.text).toContain('BEGIN:VEVENT')
    expect(own.text).toContain(SECRET)
    // The student's id may be the link of the student's page.
    expect(own.text).not.toContain(victim.rows.student)

    const unknown = await read('0'.repeat(64))
    expect(unknown.text).toMatch(/^BEGIN:VCALENDAR\r\n(?!.*VEVENT).*END:VCALENDAR\r\n$/s)
    const guesses = [
      '',
      ' ',
      token.slice(0, -1),
      token.slice(1),
      `${token}0`,
      token.toUpperCase(),
      `${token.slice(0, 32)}%`,
      `${token.slice(0, 32)}*`,
      `${'0'.repeat(64)}' or '1'='1`,
      victim.id,
      victim.rows.student,
      hostile.id,
      'a'.repeat(5_000),
    ]
    for (const guess of guesses) {
      for (const actor of [visitor, hostile]) {
        const answer = await read(guess, actor)
        expect([answer.status, answer.text], guess).toEqual([unknown.status, unknown.text])
      }
    }
  })

  it('a thousand students with endless names in one slot make no endless calendar', async () => {
    const { visitor, ask, another } = of()
    const coach = await another()
    const ids = Array.from({ length: 1000 }, () => randomUUID())
    const student = (id: string) => ({ ...STUDENT, id, user_id: coach.id, name: 'x'.repeat(100) })
    const expected = (student_id: string) => ({ user_id: coach.id, slot_id: coach.rows.slot, student_id })
    for (const [path, body] of [
      ['students', ids.map(student)],
      ['lesson_slot_students', ids.map(expected)],
    ] as const)
      expect((await ask(coach, 'POST', `/rest/v1/${path}`, { body })).status).toBe(201)
    const { text } = await ask(visitor, 'GET', at(await tokenOf(coach.id)), { headers: { apikey: null } })
    const events = text.split('BEGIN:VEVENT').length - 1
    expect(events).toBeGreaterThan(10)
    expect(text.length / events).toBeLessThan(1_500)
  })

  it('no other way leads to a token, and no filter or embed adds to a calendar', async () => {
    const { visitor, hostile, victim, ask } = of()
    const token = await tokenOf(victim.id)
    for (const path of [
      `/rest/v1/agenda_feeds?user_id=eq.${victim.id}`,
      `/rest/v1/agenda_feeds?token=like.${token.slice(0, 8)}*`,
      '/rest/v1/profiles?select=*,agenda_feeds(*)',
    ]) {
      for (const actor of [visitor, hostile]) {
        const { text } = await ask(actor, 'GET', path)
        expect(text, path).not.toContain(token)
      }
    }
    const stranger = at('0'.repeat(64))
    for (const path of [
      at(`like.${token.slice(0, 32)}*`),
      at('not.is.null'),
      ...['&select=*', '&token=neq.x', '&or=(token.neq.x)', `&feed_token=${token}`].map(
        (more) => stranger + more,
      ),
    ]) {
      const { text } = await ask(visitor, 'GET', path)
      expect(text, path).not.toContain('VEVENT')
    }
  })
}
