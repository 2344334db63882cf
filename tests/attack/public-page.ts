import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { STUDENT } from '../support/world/sql.ts'
import { expectAnswered, textIn, type Scene } from './scene.ts'

const PAGE = '/rest/v1/rpc/get_student_public_data'

/** Ids close to a known one, as somebody with one link might try. */
function adjacent(id: string): string[] {
  const number = BigInt(`0x${id.replaceAll('-', '')}`)
  return [1n, -1n, 256n].map((step) =>
    (number + step)
      .toString(16)
      .padStart(32, '0')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
}

const ROWS = z.array(z.object({ id: z.string() }))

export function attackPublicPage(of: () => Scene): void {
  const page = (student_uuid: unknown) => of().ask(of().visitor, 'POST', PAGE, { body: { student_uuid } })

  it('a page has a bound, however many lessons and packages its student has: the newest', async () => {
    const { another, query } = of()
    const { id, rows } = await another()
    // Written without triggers, through which so many rows would take seconds. Their sums are therefore wrong, so the
    // rows are deleted again.
    await query(
      `with quick as (select set_config('session_replication_role', 'replica', true)),
       lesson as (
         insert into public.sessions (user_id, date, day, teacher)
         select $1, d, d::date, 'Ana' from quick, generate_series(1, 2010) n cross join lateral (
           select timestamptz '2026-01-31 12:00Z' - n * interval '1 hour' as d) x returning id),
       package as (
         insert into public.packages (user_id, student_id, name, total_classes, price, sold_classes, sold_price,
           purchase_date, payment_date, expiry_date)
         select $1, $2, 'P' || n, 1, 1, 1, 1, '2020-01-01', '2020-01-01', '2020-02-01'
           from quick, generate_series(1, 1010) n)
       insert into public.session_package_assignments (user_id, session_id, student_id) select $1, id, $2 from lesson`,
      [id, rows.student],
    )
    const { json } = await page(rows.student)
    const { sessions, packages } = z.object({ sessions: ROWS, packages: ROWS }).parse(json)
    expect([sessions.length, packages.length]).toEqual([2000, 1000])
    expect([sessions[0]?.id, packages[0]?.id]).toEqual([rows.session, rows.package])
    await query(
      `with quick as (select set_config('session_replication_role', 'replica', true)),
       lesson as (delete from public.sessions using quick where user_id = $1 and id <> $2 returning id),
       package as (delete from public.packages using quick where user_id = $1 and id <> $3)
       delete from public.session_package_assignments using lesson where user_id = $1 and session_id = lesson.id`,
      [id, rows.session, rows.package],
    )
  })

  it('a page has a bound, however many hours are offered to its student: the earliest', async () => {
    const { another, query } = of()
    const { id, rows } = await another()
    await query('delete from public.lesson_slot_students where user_id = $1', [id])
    const made = await query<{ id: string }>(
      `with made as (
         insert into public.openings (user_id, id, slot_id, slot_date, for_start, places, closes_at, seats)
         select $1, gen_random_uuid(), o.slot_id, o.slot_date, o.starts_at, 1, o.starts_at, 1
           from private.occurrences($1, current_date + 2, current_date + 1000) o where o.reason is null returning *),
       asked as (insert into public.opening_invites (user_id, opening_id, student_id) select $1, id, $2 from made)
       select id from made order by for_start`,
      [id, rows.student],
    )
    expect(made.length).toBeGreaterThan(130)
    const { json } = await page(rows.student)
    const { openings } = z.object({ openings: ROWS }).parse(json)
    expect(openings).toEqual(made.slice(0, 100).map((opening) => expect.objectContaining(opening)))
  })

  it('unknown, deleted and neighbouring ids, and those of other rows, are answered byte for byte alike', async () => {
    const { hostile, victim, ask } = of()
    const unknown = await page(randomUUID())
    expect([unknown.status, unknown.json]).toEqual([200, { success: false, error: 'Aluno não encontrado' }])

    const gone = randomUUID()
    await ask(hostile, 'POST', '/rest/v1/students', { body: { ...STUDENT, id: gone, user_id: hostile.id } })
    expect((await page(gone)).text).toContain(gone)
    await ask(hostile, 'POST', '/rest/v1/rpc/delete_student', { body: { student_uuid: gone } })

    const { package: pack, session, club, alert, slot, student } = victim.rows
    const others = [gone, victim.id, pack, session, club, alert, slot, ...adjacent(student)]
    for (const id of [...others, '00000000-0000-0000-0000-000000000000', null]) {
      const answer = await page(id)
      expect([answer.status, answer.text], String(id)).toEqual([unknown.status, unknown.text])
    }
  })

  it('what is no id says nothing but that', async () => {
    const { visitor, victim, ask } = of()
    const half = victim.rows.student.slice(0, 18)
    const texts = ['', 'x', `${half}%`, `${half}*`, `${victim.rows.student}' or '1'='1`]
    for (const wrong of [...texts, 1, true, [], {}, ['a', 'b']]) {
      const answer = await page(wrong)
      expectAnswered(answer, JSON.stringify(wrong))
      expect(answer.text).not.toContain('success":true')
    }
    for (const path of [
      `${PAGE}?student_uuid=like.${half}*`,
      `${PAGE}?student_uuid=not.is.null`,
      PAGE,
      `${PAGE}?student_uuid=in.(${half})`,
    ]) {
      const answer = await ask(visitor, 'GET', path)
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
    }
  })

  it('the answer is the same by GET, and no filter or embed adds to it', async () => {
    const { hostile, visitor, ask } = of()
    const { student } = hostile.rows
    const byPost = await page(student)
    const byGet = await ask(visitor, 'GET', `${PAGE}?student_uuid=${student}`)
    expect(byGet.text).toBe(byPost.text)
    expect(textIn(byPost.json, 'error')).toBeNull()
    for (const extra of ['&select=*,students(*)', '&select=price', '&order=price', '&limit=9']) {
      const answer = await ask(visitor, 'GET', `${PAGE}?student_uuid=${student}${extra}`)
      expectAnswered(answer, extra)
      if (answer.status === 200) expect(answer.text).not.toMatch(/price|email|user_id|Joelho|Medo/)
    }
    const headers = [...byPost.headers.keys()].join(' ')
    expect(headers).not.toMatch(/set-cookie|x-powered-by|server-timing/)
  })
}
