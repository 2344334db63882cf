import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Query } from '../support/postgres-database.ts'
import { functionsOf } from './functions.ts'
import { joined } from './reach.ts'
import { expectAnswered, type Actor, type Scene } from './scene.ts'
import { ofCoach, tablesOf } from './tables.ts'

/**
 * Attacks on what the API offers besides tables and functions: headers, and rows embedded along every foreign key of
 * the catalogue.
 */

/** Every value of every preference that PostgREST knows, once. */
const PREFERENCES = [
  'return=representation',
  'return=headers-only',
  'return=minimal',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'missing=null',
  'handling=strict',
  'handling=lenient',
  'timezone=America/Sao_Paulo',
  'max-affected=1',
  'params=single-object',
  'params=multiple-objects',
  'tx=commit',
  'tx=rollback',
  'count=exact',
]
/** Counts from the planner's statistics, which are about the rows of all coaches. */
const ESTIMATES = [
  'count=planned',
  'count=estimated',
  'return=minimal, count=planned',
  'count=planned,count=exact',
]

export function attackCatalogue(of: () => Scene): void {
  it('no preference counts or shows a row of the victim; estimated counts are refused before the request', async () => {
    const scene = of()
    const { victim, hostile, visitor, ask } = scene
    for (const table of await tablesOf(scene)) {
      const theirs = `/rest/v1/${table.name}?${ofCoach(table, victim.id)}`
      const plain = await ask(hostile, 'GET', theirs)
      for (const prefer of PREFERENCES) {
        const { status, text, headers } = await ask(hostile, 'GET', theirs, { headers: { prefer } })
        expect([status, text], `${table.name} ${prefer}`).toEqual([plain.status, plain.text])
        if (status === 200) expect(headers.get('content-range'), table.name).toMatch(/^\*\/(0|\*)$/)
      }
      for (const [at, prefer] of ESTIMATES.entries()) {
        // Every preference as a coach; the first one also with HEAD, and as a visitor.
        for (const [actor, method] of [
          [hostile, 'GET'],
          ...(at === 0
            ? ([
                [hostile, 'HEAD'],
                [visitor, 'GET'],
                [visitor, 'HEAD'],
              ] as const)
            : []),
        ] as const) {
          const { status, headers } = await ask(actor, method, theirs, { headers: { prefer } })
          const said = [status, headers.get('content-range')]
          expect(said, `${actor.name} ${method} ${table.name} ${prefer}`).toEqual([400, null])
        }
      }
      const body = { [table.columns.includes('user_id') ? 'user_id' : 'id']: hostile.id }
      for (const method of ['POST', 'PATCH', 'DELETE']) {
        const answer = await ask(hostile, method, theirs, { body, headers: { prefer: 'count=planned' } })
        expect(`${answer.status} ${answer.message}`, `${method} ${table.name}`).toBe('400 count_refused')
      }
    }
  })

  // Asked by SQL, because the embedded API knows no plans. PostgREST passes header names to the database in lower case.
  it('a plan, whose figures are estimated from the rows of all coaches, is refused before the request', async () => {
    const { hostile, visitor, asRole } = of()
    const ask = (actor: Actor, headers: object) => {
      const check = async (query: Query) => {
        await query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)])
        await query('select private.check_request()')
      }
      return asRole(actor, check)
    }
    for (const actor of [hostile, visitor]) {
      for (const accept of [
        'application/vnd.pgrst.plan',
        'application/vnd.pgrst.plan+text',
        '*/*, Application/Vnd.PGRST.plan+json; for="application/json"; options=analyze|verbose',
      ])
        await expect(ask(actor, { accept }), accept).rejects.toMatchObject({ code: 'PT400' })
      await ask(actor, { accept: 'application/vnd.pgrst.object+json, */*', prefer: 'count=exact' })
    }
  })

  it('no function is called with an estimated count', async () => {
    const scene = of()
    for (const [at, { name }] of (await functionsOf(scene, 'public')).entries()) {
      for (const [nth, actor] of [scene.hostile, scene.visitor].entries()) {
        const answer = await scene.ask(actor, 'POST', `/rest/v1/rpc/${name}`, {
          body: name === 'record_notice' ? { kind: 'x', student: null, cause: randomUUID() } : {},
          headers: { prefer: ESTIMATES[(at + nth) % ESTIMATES.length] ?? '' },
        })
        // A function called without its arguments is unknown (404) before PostgREST asks the database anything.
        expect(`${answer.status} ${answer.message}`, name).toMatch(/^(400 count_refused|404 )/)
      }
    }
  })

  it('no column that Postgres adds is read, filtered or ordered by: it counts what all coaches write', async () => {
    const scene = of()
    const added = await scene.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'public.students'::regclass and attnum < 0`,
    )
    expect(added.map(({ name }) => name)).toContain('xmin')
    for (const [at, table] of (await tablesOf(scene)).entries()) {
      for (const [nth, { name }] of added.entries()) {
        const ways = [`select=${name}`, `select=*,${name}`, `${name}=not.is.null`, `order=${name}`]
        // Every table is asked for each of these columns by name, and in one of the other ways in turn.
        for (const asked of new Set([`select=${name}`, ways[(at + nth) % ways.length]])) {
          const answer = await scene.ask(scene.hostile, 'GET', `/rest/v1/${table.name}?${asked}`)
          // 42883: the column's type has no ordering.
          expect(answer.code, `${table.name} ${asked}: ${answer.text}`).toMatch(/^42(501|883)$/)
        }
      }
    }
  })

  it('no row of the victim is embedded along any foreign key, in either direction', async () => {
    const scene = of()
    const { victim, hostile, visitor, ask } = scene
    const pairs = await joined(scene)
    expect(pairs.length).toBeGreaterThan(20)
    for (const { key, child, parent } of pairs) {
      for (const [from, to] of [
        [child, `${parent}!${key}`],
        [parent, `${child}!${key}`],
      ] as const) {
        const name = to.split('!', 1).join('')
        const paths = [
          `/rest/v1/${from}?select=*,${to}(*)`,
          `/rest/v1/${from}?select=*,${to}!inner(*)&${name}.user_id=eq.${victim.id}`,
        ]
        for (const path of paths) {
          const answer = await ask(hostile, 'GET', path)
          expectAnswered(answer, path)
          expect(answer.text, path).not.toContain(victim.id)
        }
        expect((await ask(visitor, 'GET', paths[0] ?? '')).status, paths[0]).toBeGreaterThanOrEqual(400)
      }
    }
  })
}
