import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { csvFiles } from '@/rights/csv'
import { parseExport } from '@/rights/export.schema'
import { brokenRules } from '../db/broken-rules.ts'
import { sent, type Scene } from './scene.ts'
import { has, tablesOf, validRow } from './tables.ts'

type Coach = Awaited<ReturnType<Scene['another']>>

/** Values that no honest form sends, for each type that a column may have. */
const WILD: Record<string, (coach: Coach, row: Record<string, unknown>) => unknown[]> = {
  date: () => ['infinity', '-infinity', '1999-12-31', '2101-01-01', '0001-01-01 BC', '9999-12-31'],
  'timestamp with time zone': () => [
    'infinity',
    '-infinity',
    '1999-12-31T23:59:59Z',
    '2101-01-01T00:00:00Z',
    '0001-01-01 00:00:00+00 BC',
  ],
  'time without time zone': () => ['24:00', '07:00:00.5', '23:59'],
  boolean: () => [true, null],
  smallint: () => [-1, 0, 1, 32767],
  integer: () => [-1, 0, 1, 100, 2147483647],
  numeric: () => ['NaN', 'Infinity', -0.01, 0, 0.005, 99999999.99],
  uuid: (_, row) => ['00000000-0000-0000-0000-000000000000', row.id ?? randomUUID(), null],
  'uuid[]': () => [[null], [[randomUUID()], [randomUUID()]], [], [randomUUID(), randomUUID()]],
  'text[]': () => [[null], [['a'], ['b']], [''], ['\u202E\t\n']],
  text: () => ['', ' ', '\t\n', 'a\u202E\tb\n"', '=HYPERLINK("http://x")', 'x'.repeat(121), '{}', null],
  jsonb: () => [[], 'x', {}, { expiry_date: 'infinity', open: 1e300, usable: {} }, null],
}
/** No row with one of these values is stored, whatever the row's other columns hold. */
const ALWAYS_REFUSED = ['date', 'timestamp with time zone']

export function attackWithWildValues(of: () => Scene): void {
  it('each writable column takes no day out of 2000–2100, and the export of what it takes is importable', async () => {
    const scene = of()
    const coach = await scene.another()
    const { ask, database } = scene
    /** The SQLSTATE of the refusal; null if the statement succeeded. */
    const write = (statement: string, row: object): Promise<string | null> =>
      database
        .asUser(coach.id, (query) => query(statement, [JSON.stringify(row)]))
        .then(
          () => null,
          (error: unknown) => String(Reflect.get(Object(error), 'code')),
        )
    /** Inserts as PostgREST does, by taking the row's columns out of JSON. */
    const insert = (table: string, row: object) => {
      const columns = Object.keys(row).join(', ')
      const given = `jsonb_populate_record(null::public.${table}, $1::text::jsonb)`
      return write(`insert into public.${table} (${columns}) select ${columns} from ${given}`, row)
    }
    /** For a table whose rows belong to a lesson: a new lesson without such rows. */
    const seat = async (withAssignment: boolean) => {
      const session_id = randomUUID()
      const user_id = coach.id
      await insert('sessions', { id: session_id, user_id, teacher: 'Ana', date: '2026-03-01T12:00:00Z' })
      const row = { user_id, session_id, student_id: coach.rows.student }
      if (withAssignment) await insert('session_package_assignments', row)
      return row
    }
    const freshRow = async (table: string): Promise<Record<string, unknown> | null> => {
      const row = validRow(table, coach)
      if (table === 'session_package_assignments') return { ...row, ...(await seat(false)) }
      if (table === 'session_feedbacks') return { ...row, ...(await seat(true)) }
      if (table === 'message_templates') return { ...row, kind: `k_${randomUUID().replace(/[^a-z]/g, '')}` }
      if (table === 'notices')
        return { kind: 'low_credits', student_id: coach.rows.student, cause: randomUUID() }
      // A student can be added to a slot only once, so each row needs a new slot.
      if (table === 'lesson_slot_students') return { ...row, slot_id: await freshSlot() }
      return row
    }
    const freshSlot = async () => {
      const slot = validRow('lesson_slots', coach)
      await insert('lesson_slots', slot ?? {})
      return slot?.id
    }

    let tried = 0
    for (const table of await tablesOf(scene)) {
      for (const column of table.columns) {
        const type = table.types[column] ?? ''
        const verbs = { insert: false, update: false }
        for (const verb of ['insert', 'update'] as const)
          verbs[verb] = await has(scene, coach, table.name, verb, column)
        if (!verbs.insert && !verbs.update) continue
        const values = WILD[type]
        if (values === undefined) throw new Error(`No wild values of ${type} for ${table.name}.${column}`)
        sent.reached.add(`column ${table.name}.${column}`)
        const honest = await freshRow(table.name)
        if (honest === null) throw new Error(`No row to write ${table.name} with`)
        if (verbs.update && table.name !== 'profiles')
          expect(await insert(table.name, honest), table.name).toBeNull()
        const own = Object.entries({ ...(table.name === 'profiles' ? { id: coach.id } : honest) })
          .filter(([name]) => name === 'cause' || table.key.includes(name))
          .map(([name, value]) => `t.${name}::text = '${String(value)}'`)
          .join(' and ')
        const update = `update public.${table.name} t set ${column} = given.${column}
          from jsonb_populate_record(null::public.${table.name}, $1::text::jsonb) given where ${own}`
        for (const value of values(coach, honest)) {
          const what = `${table.name}.${column} = ${JSON.stringify(value)?.slice(0, 60)}`
          const codes = []
          if (verbs.insert) {
            codes.push(await insert(table.name, { ...(await freshRow(table.name)), [column]: value }))
            // Leads belong to nobody, and their number is limited: reset the limit.
            if (table.name === 'racketleads') await scene.query('delete from private.attempts')
          }
          if (verbs.update) codes.push(await write(update, { [column]: value }))
          for (const code of codes) {
            tried += 1
            // No refusal may be a fault of the server.
            expect(code ?? '', what).not.toMatch(/^(?:XX|5|undefined)/)
            if (ALWAYS_REFUSED.includes(type)) expect(code, what).not.toBeNull()
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(400)

    expect(await brokenRules(scene.query)).toEqual([])
    const exported = await ask(coach, 'POST', '/rest/v1/rpc/export_my_data', { body: {} })
    expect(exported.status, exported.text).toBe(200)
    const read = parseExport(JSON.stringify({ ...Object(exported.json), notice: '' }))
    expect(read).toMatchObject({ success: true })
    if (read.success) expect(csvFiles(read.data).length).toBeGreaterThan(5)
    const body = { document: exported.json, op_id: randomUUID() }
    const imported = await ask(await scene.newcomer(), 'POST', '/rest/v1/rpc/import_my_data', { body })
    expect([imported.status, imported.text.slice(0, 300)]).toEqual([200, expect.any(String)])
  })
}
