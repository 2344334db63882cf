import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { LEAD, PACKAGE, STUDENT } from '../support/world/sql.ts'
import type { Actor, Answer, Scene } from './scene.ts'

/** Attacks every table and column in the catalogue, so that new ones are attacked without a change here. */

interface Table {
  name: string
  columns: string[]
  /** The type of each column. */
  types: Record<string, string>
  key: string[]
}

export async function tablesOf({ query }: Scene): Promise<Table[]> {
  const rows = await query<{ name: string; columns: string; types: string; key: string }>(`
    select c.relname as name,
           (select string_agg(a.attname, ',' order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
           (select jsonb_object_agg(a.attname, format_type(a.atttypid, null)) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)::text as types,
           (select string_agg(a.attname, ',' order by a.attnum) from pg_index i
              join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
             where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`)
  return rows.map(({ name, columns, types, key }) => ({
    name,
    columns: columns.split(','),
    types: JSON.parse(types),
    key: key.split(','),
  }))
}

type Verb = 'select' | 'insert' | 'update' | 'delete'

/**
 * Whether the actor's role has the privilege on the column, or on the whole table. tests/db checks the exact grants.
 */
export async function has(
  scene: Scene,
  actor: Actor,
  table: string,
  verb: Verb,
  column?: string,
): Promise<boolean> {
  const role = actor.id === null ? 'anon' : 'authenticated'
  let asked = `has_any_column_privilege('${role}', 'public.${table}', '${verb}')`
  if (verb === 'delete') asked = `has_table_privilege('${role}', 'public.${table}', 'delete')`
  else if (column) asked = `has_column_privilege('${role}', 'public.${table}', '${column}', '${verb}')`
  const [row] = await scene.query<{ has: boolean }>(`select ${asked} as has`)
  return row?.has ?? false
}

const refusedFor = (actor: Actor) => (actor.id === null ? '401 42501' : '403 42501')
const said = ({ status, code }: Answer) => (code === null ? String(status) : `${status} ${code}`)

/** The role lacks the privilege on the column, or the column is generated (428C9). */
const isRefusal = ({ code }: Answer) => code === '42501' || code === '428C9'

/** A valid row as its form sends it; null if no row is known. */
export function validRow(table: string, { id, rows }: Scene['victim'] | Scene['hostile']) {
  const user_id = id
  const ofPackage = { id: randomUUID(), user_id, student_id: rows.student, package_id: rows.package }
  const known: Record<string, Record<string, unknown>> = {
    profiles: { id, name: 'Ana' },
    students: { ...STUDENT, id: randomUUID(), user_id },
    packages: { ...PACKAGE, id: randomUUID(), user_id, student_id: rows.student },
    clubs: { id: randomUUID(), user_id, name: 'Clube' },
    sessions: { id: randomUUID(), user_id, teacher: 'Ana' },
    session_package_assignments: { user_id, session_id: rows.session, student_id: rows.student },
    session_feedbacks: { user_id, session_id: rows.session, student_id: rows.student, rating: 5 },
    alerts: { user_id, type: 'no_club_registered', priority: 'low', message: 'x', dedupe_key: randomUUID() },
    package_extensions: { ...ofPackage, days: 7, reason: 'Chuva' },
    payments: { ...ofPackage, amount: 50, paid_on: '2026-02-01', method: 'pix' },
    message_templates: { user_id, kind: 'open_amount', body: 'Oi, {nome}!' },
    notices: { user_id, kind: 'low_credits', student_id: rows.student, cause: randomUUID() },
    lesson_slots: { id: randomUUID(), user_id, weekday: 2, start_time: '07:00', starts_on: '2026-01-01' },
    lesson_slot_students: { user_id, slot_id: rows.slot, student_id: rows.student },
    slot_exceptions: { user_id, slot_id: rows.slot, slot_date: '2026-02-10', reason: 'rain' },
    racketleads: { ...LEAD, sports: ['Padel'] },
  }
  return known[table] ?? null
}

/** The row to attack the table with. If nobody may insert into the table, a row with the coach alone is enough. */
async function rowFor(scene: Scene, { name, columns }: Table, whose: Scene['victim']) {
  const row = validRow(name, whose)
  if (row !== null) return row
  if (await has(scene, scene.hostile, name, 'insert')) throw new Error(`No row to attack ${name} with`)
  return columns.includes('user_id') ? { user_id: whose.id } : {}
}

/** A filter for all rows of a coach. */
export function ofCoach({ columns }: Table, id: string): string {
  if (columns.includes('user_id')) return `user_id=eq.${id}`
  return columns.includes('id') ? `id=eq.${id}` : 'limit=1000'
}

/** A valid value of the column's type, so that a refusal is about the column and not the value. */
function forged({ types }: Table, column: string, rows: Scene['hostile']['rows'], victim: string): unknown {
  if (column === 'user_id') return victim
  const values: Record<string, unknown> = {
    uuid: column === 'renews' ? rows.package : rows.student,
    'uuid[]': [rows.slot],
    'timestamp with time zone': '2020-01-01T00:00:00Z',
    date: '2026-02-02',
    'time without time zone': '09:00',
    boolean: true,
    jsonb: {},
    text: 'Forjado',
    'text[]': ['x'],
  }
  return values[types[column] ?? ''] ?? 77
}

/** Headers that try to read other people's rows. */
const READINGS: Record<string, string>[] = [
  {},
  { range: '0-99999', prefer: 'count=exact, handling=strict' },
  { accept: 'text/csv' },
  { 'x-http-method-override': 'DELETE', 'x-user-id': 'x', 'x-hasura-role': 'admin' },
]

export function attackTables(of: () => Scene): void {
  it('each verb on each table, by another coach or a visitor, finds no row of the victim or is refused', async () => {
    const scene = of()
    const { victim, hostile, visitor, ask } = scene
    for (const table of await tablesOf(scene)) {
      for (const actor of [hostile, visitor]) {
        const path = `/rest/v1/${table.name}`
        const theirs = `${path}?${ofCoach(table, victim.id)}`
        const may = (verb: Verb) => has(scene, actor, table.name, verb)
        const refused = refusedFor(actor)
        const expectSaid = (answer: Answer, expected: string) =>
          expect(said(answer), `${actor.name} on ${table.name}: ${answer.text}`).toBe(expected)

        const reads = (await may('select')) ? '200' : refused
        for (const options of actor === visitor ? READINGS.slice(0, 1) : READINGS)
          expectSaid(await ask(actor, 'GET', theirs, { headers: options }), reads)
        if (reads === '200') {
          const { text, headers } = await ask(actor, 'GET', theirs, { headers: { prefer: 'count=exact' } })
          expect([text, headers.get('content-range')], table.name).toEqual(['[]', '*/0'])
        }
        expect((await ask(actor, 'HEAD', theirs)).status).toBe(Number(reads.slice(0, 3)))

        const row = await rowFor(scene, table, victim)
        const leavesLead = table.name === 'racketleads'
        for (const prefer of ['return=representation', 'tx=rollback, missing=default']) {
          const answer = await ask(actor, 'POST', path, { body: row, headers: { prefer } })
          // Anybody may insert a lead, but an answer that contains it would be a read.
          expectSaid(answer, leavesLead && !prefer.includes('representation') ? '201' : refused)
        }
        if (!leavesLead) expectSaid(await ask(actor, 'POST', path, { body: [row, row] }), refused)

        const column = table.columns.find((name) => /^(name|notes|teacher|message)$/.test(name)) ?? 'user_id'
        const change = { [column]: forged(table, column, hostile.rows, hostile.id) }
        const known = (await has(scene, actor, table.name, 'update', column)) ? '200' : refused
        const removes = (await may('delete')) ? '200' : refused
        for (const [method, allowed, sent] of [
          ['PATCH', known, { body: change }],
          ['DELETE', removes, {}],
        ] as const) {
          const answer = await ask(actor, method, theirs, {
            ...sent,
            headers: { prefer: 'return=representation' },
          })
          expectSaid(answer, allowed)
          if (allowed === '200') expect(answer.text).toBe('[]')
        }
      }
    }
  })

  it('an upsert by the key of the victim’s row is refused or makes one’s own, whatever conflict it names', async () => {
    const scene = of()
    const { victim, hostile, visitor, ask } = scene
    for (const table of await tablesOf(scene)) {
      const [stored] = await scene.query<{ row: Record<string, string> }>(
        `select to_jsonb(t) as row from public.${table.name} t where ${
          table.columns.includes('user_id') ? 'user_id' : 'id'
        }::text = '${victim.id}' limit 1`,
      )
      const own = stored ? Object.fromEntries(table.key.map((name) => [name, stored.row[name]])) : {}
      for (const actor of [hostile, visitor]) {
        // With the victim's `user_id`, and as the attacker with the victim's key.
        for (const user_id of actor === visitor ? [victim.id] : [victim.id, hostile.id]) {
          const row = { ...(await rowFor(scene, table, victim)), ...own }
          const body = table.columns.includes('user_id') ? { ...row, user_id } : row
          for (const resolution of ['merge-duplicates', 'ignore-duplicates']) {
            const at = `/rest/v1/${table.name}?on_conflict=${table.key.join(',')}`
            const headers = { prefer: `resolution=${resolution},return=representation` }
            const answer = await ask(actor, 'POST', at, { body, headers })
            // A conflict with the victim's row that is ignored may be answered without a row.
            const isEmpty = answer.text === '[]' || answer.text === ''
            // Ids are unique per coach, so with the attacker's `user_id` the row is the attacker's.
            const isOwn = user_id === hostile.id && answer.text.includes(`"user_id":"${hostile.id}"`)
            if (!isEmpty && !isOwn)
              expect(answer.status, `${table.name}: ${answer.text}`).toBeGreaterThanOrEqual(400)
          }
        }
        const filter = table.key.map((name) => `${name}=eq.${own[name] ?? victim.id}`).join('&')
        const put = await ask(actor, 'PUT', `/rest/v1/${table.name}?${filter}`, {
          body: { ...(await rowFor(scene, table, victim)), ...own },
        })
        expect(put.status, put.text).toBeGreaterThanOrEqual(400)
      }
    }
  })

  it('each column of each table, written into one’s own rows: what is kept, and whose it is, is refused', async () => {
    const scene = of()
    const { victim, hostile, ask } = scene
    for (const table of await tablesOf(scene)) {
      const own = `/rest/v1/${table.name}?${ofCoach(table, hostile.id)}`
      for (const column of table.columns) {
        const value = forged(table, column, hostile.rows, victim.id)
        const mayUpdate = await has(scene, hostile, table.name, 'update', column)
        // Only the forbidden writes; other tests cover the permitted ones.
        if (!mayUpdate) {
          const patch = await ask(hostile, 'PATCH', own, { body: { [column]: value } })
          expect(isRefusal(patch), `${table.name}.${column}: ${patch.text}`).toBe(true)
        }
        const honest = validRow(table.name, hostile) ?? { user_id: hostile.id }
        const many = { ...honest, [column]: value }
        const mayInsert = await has(scene, hostile, table.name, 'insert', column)
        if (!mayInsert || column === 'user_id') {
          const at = `/rest/v1/${table.name}?columns=${Object.keys(many).join(',')}`
          const post = await ask(hostile, 'POST', at, { body: [many] })
          expect(isRefusal(post), `${table.name}.${column}: ${post.text}`).toBe(true)
        }
      }
    }
  })
}
