import { expect, it } from 'vitest'
import type { AccountIds } from '../support/world/account.ts'
import { expectAnswered, type Actor, type Scene } from './scene.ts'

type Coach = Awaited<ReturnType<Scene['another']>>

/** Calls every function in the catalogue, with every argument wrong in every way. */

interface Callable {
  name: string
  args: { name: string; type: string }[]
  /** Number of trailing arguments that have defaults. */
  defaults: number
}

export async function functionsOf({ query }: Scene, schema: 'public' | 'private'): Promise<Callable[]> {
  const rows = await query<{ name: string; args: string; defaults: number }>(
    `select p.proname as name, p.pronargdefaults::int as defaults,
            coalesce((select jsonb_agg(jsonb_build_object('name', p.proargnames[i],
                                                          'type', format_type(p.proargtypes[i - 1], null)) order by i)
                        from generate_series(1, p.pronargs) i), '[]')::text as args
       from pg_proc p where p.pronamespace = $1::text::regnamespace and p.prorettype <> 'trigger'::regtype order by 1`,
    [schema],
  )
  return rows.map(({ name, args, defaults }) => {
    const list: Callable['args'] = JSON.parse(args)
    return { name, args: list, defaults }
  })
}

/** The hostile coach for the next call; a new coach if the last call closed the account. */
async function spare(scene: Scene, before: Coach | null): Promise<Coach> {
  const rows = before && (await scene.query('select from auth.users where id = $1', [before.id]))
  return before && rows && rows.length > 0 ? before : scene.another()
}

/** The functions that need no login. There may be no others. */
const PUBLIC = [
  'confirm_agreement',
  'get_agenda_feed',
  'get_student_public_data',
  'reply_to_lesson',
  'take_opening',
]

/** An argument of the right type that names the victim's rows wherever it can. */
function naming({ rows }: { rows: AccountIds }, type: string): unknown {
  if (type === 'uuid') return rows.student
  if (type === 'uuid[]') return [rows.student]
  if (type === 'jsonb') return { op: 'delete', op_id: rows.club, session: { id: rows.session } }
  if (type === 'integer' || type === 'bigint') return 1
  if (type === 'boolean') return true
  if (/^(timestamp|date)/.test(type)) return type.endsWith('[]') ? ['2026-01-01', '2026-12-01'] : '2026-01-01'
  return 'EXCLUIR'
}

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])

/** Values that no argument may accept. */
const WRONG: unknown[] = [
  null,
  '',
  -1,
  1e308,
  true,
  {},
  [null],
  [[null, ['x']]],
  { $: { eq: 1 }, 'a"b': "'; drop table students; --" },
  '{{a,b},{c,d}}',
  '-infinity',
  '99999999999999999999999999',
  '\u0000',
  'A'.repeat(20_000),
  nested(200),
  Array.from({ length: 500 }, () => '2026-01-01'),
]

/** PostgREST's answer for a function it does not know. */
const UNKNOWN = '404 PGRST202'

export function attackFunctions(of: () => Scene): void {
  const call = (actor: Actor, name: string, body: unknown) =>
    of().ask(actor, 'POST', `/rest/v1/rpc/${name}`, { body })

  it('a visitor may call five functions, and is turned away from every other', async () => {
    const scene = of()
    for (const { name, args } of await functionsOf(scene, 'public')) {
      if (PUBLIC.includes(name)) continue
      const body = Object.fromEntries(args.map((arg) => [arg.name, naming(scene.victim, arg.type)]))
      const { status, code } = await call(scene.visitor, name, body)
      expect(`${status} ${code}`, name).toBe('401 42501')
    }
  })

  it('another coach who names the victim’s rows in any argument finds and changes none', async () => {
    const scene = of()
    let last: Coach | null = null
    for (const { name, args } of await functionsOf(scene, 'public')) {
      if (PUBLIC.includes(name)) continue
      const hostile: Coach = await spare(scene, last)
      last = hostile
      const kinds = ['student', 'package', 'session', 'club', 'alert', 'slot'] as const
      for (const kind of args.some(({ type }) => type.startsWith('uuid')) ? kinds : kinds.slice(0, 1)) {
        const rows = { ...scene.victim.rows, student: scene.victim.rows[kind] }
        const body = Object.fromEntries(args.map((arg) => [arg.name, naming({ rows }, arg.type)]))
        const answer = await call(hostile, name, body)
        expectAnswered(answer, name)
      }
    }
  })

  it('an argument missing, one too many, or of any wrong kind is refused or harmless, and never a crash', async () => {
    const scene = of()
    let last: Coach | null = null
    for (const { name, args, defaults } of await functionsOf(scene, 'public')) {
      const hostile: Coach = await spare(scene, last)
      last = hostile
      const honest = Object.fromEntries(args.map((arg) => [arg.name, naming(hostile, arg.type)]))
      const strange = await call(hostile, name, { ...honest, user_id: scene.victim.id })
      expect(`${strange.status} ${strange.code}`, name).toBe(UNKNOWN)
      for (const [at, arg] of args.entries()) {
        const { [arg.name]: _left, ...rest } = honest
        const without = await call(hostile, name, rest)
        if (at < args.length - defaults) expect(`${without.status} ${without.code}`).toBe(UNKNOWN)
        // Wrong JSON reaches our own code, so each JSON argument meets every wrong value. PostgreSQL parses other types
        // before our code runs: those meet every third.
        const wrongs = arg.type === 'jsonb' ? WRONG : WRONG.filter((_, nth) => nth % 3 === at % 3)
        for (const wrong of wrongs) {
          const answer = await call(hostile, name, { ...honest, [arg.name]: wrong })
          expectAnswered(answer, `${name}.${arg.name} ${JSON.stringify(wrong).slice(0, 60)}`)
        }
      }
    }
  })

  it('a call by GET changes nothing: the transaction is read-only', async () => {
    const scene = of()
    const { hostile, ask } = scene
    for (const { name, args } of await functionsOf(scene, 'public')) {
      const values = args.map((arg) => [arg.name, naming(hostile, arg.type)] as const)
      const query = new URLSearchParams(
        values.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
      )
      const answer = await ask(hostile, 'GET', `/rest/v1/rpc/${name}?${query.toString()}`)
      expectAnswered(answer, name)
    }
    const left = 'select from public.students where user_id = $1'
    expect((await scene.query(left, [hostile.id])).length).toBeGreaterThan(0)
  })

  it('what is not in the API’s schema does not exist: private and server functions, other schemas', async () => {
    const scene = of()
    const { hostile, visitor, victim, ask } = scene
    const shown = (await functionsOf(scene, 'public')).map(({ name }) => name)
    const hidden = [
      ...(await functionsOf(scene, 'private')).map(({ name }) => name),
      'pg_sleep',
      'version',
      'set_config',
      'current_setting',
      'query_to_xml',
      'pg_read_file',
      'lo_import',
      'pg_terminate_backend',
      'pg_catalog.version',
      'private.delete_student',
      'auth.uid',
    ].filter((name) => !shown.includes(name))
    for (const actor of [hostile, visitor]) {
      for (const name of hidden) {
        const { status } = await call(actor, name, {})
        expect(status, name).toBe(404)
      }
      for (const schema of [
        'private',
        'auth',
        'pg_catalog',
        'information_schema',
        'supabase_migrations',
        'storage',
        '',
        '"public"',
      ]) {
        for (const [method, profile] of [
          ['GET', 'accept-profile'],
          ['POST', 'content-profile'],
        ] as const) {
          for (const path of ['students', 'users', 'applied_ops', 'rpc/delete_student']) {
            const answer = await ask(actor, method, `/rest/v1/${path}`, {
              ...(method === 'POST' ? { body: { student: victim.rows.student } } : {}),
              headers: { [profile]: schema },
            })
            expect(answer.status, `${schema} ${path} ${answer.text}`).toBeGreaterThanOrEqual(
              schema === '' ? 200 : 400,
            )
            if (!['', '"public"'].includes(schema))
              expect(`${answer.status} ${answer.code}`).toBe('406 PGRST106')
          }
        }
      }
    }
  })
}
