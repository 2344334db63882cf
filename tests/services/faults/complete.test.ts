import { describe, expect, test } from 'vitest'
import { ANSWERING } from '../reads'
import { WRITES } from './writes'

/**
 * Functions that act on the device alone: auth.test.ts covers logins that end without the server, outbox.test.ts the
 * outbox.
 */
const ON_THE_DEVICE = ['auth.signOut', 'mailLinks.decline', 'outbox.', 'outboxStore.']

/** Matches a write in a service's source. */
const WRITING = new RegExp(
  String.raw`\bwrite\(|\.(insert|insertOnce|update|upsert|delete|set|remove)\(|\.rpc\('(?!get_|export_|preview_)|` +
    String.raw`auth\.(sign|update|resend|reset|verify|set)|\bchangeAccount\(`,
)

const modules = import.meta.glob<Record<string, unknown>>(['/src/data/*.ts', '/src/**/{data,*-data}.ts'], {
  eager: true,
})
const sources = import.meta.glob<string>(['/src/data/*.ts', '/src/**/{data,*-data}.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Names, such as 'students.create', of all functions of the objects that a module exports. */
function functionsOf(exported: Record<string, unknown>): string[] {
  return Object.entries(exported).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) =>
          typeof member === 'function' ? [`${name}.${key}`] : [],
        )
      : [],
  )
}

/** Objects with settings for tests, which are no calls of the app. */
const SETTINGS = ['login.', 'retrySettings.', 'sendTimer.']
const calls = Object.values(modules)
  .flatMap(functionsOf)
  .filter((name) => ![...SETTINGS, ...ON_THE_DEVICE].some((prefix) => name.startsWith(prefix)))
const inMatrix = WRITES.map(({ name }) => name.split(':')[0] ?? name)
/** Every function of a service is a write of the matrix or one of these, whose source may contain no write. */
const READS = [
  ...ANSWERING.map(([name]) => name).filter((name) => !inMatrix.includes(name)),
  'agendaFeed.answers',
  'agendaFeed.file',
  'agreements.confirmations',
  'agreements.list',
  'auth.getSession',
  'auth.lastKnownOwner',
  'auth.onAuthChange',
  'finance.allEntries',
  'finance.entries',
  'finance.figures',
  'finance.openPackages',
  'finance.renewals',
  'mailLinks.ownerOf',
  'packages.newestOfActive',
  'payments.listByStudent',
  'payments.receipt',
  'recess.list',
  'publicStudent.get',
]

/** The source of one service function, from its name to the next function's. */
function sourceOf(call: string): string {
  const [object = '', key = ''] = call.split('.')
  const source = Object.values(sources).find((text) => text.includes(`export const ${object} = {`)) ?? ''
  const body = source.slice(source.indexOf(`export const ${object} = {`))
  const start = body.search(new RegExp(`^  ${key}: `, 'm'))
  return start === -1 ? '' : body.slice(start).split(/\n {2}(?=\/\*\*|\w+: )/)[0]!
}

describe('the matrix is complete', () => {
  test('every function of a service is in it, or is a read', () => {
    expect(calls.filter((call) => !READS.includes(call) && !inMatrix.includes(call))).toEqual([])
  })

  test('nothing in it, and no read, has left the services', () => {
    const gone = [...READS, ...inMatrix].filter((name) => name !== 'deliver' && !calls.includes(name))
    expect(gone).toEqual([])
  })

  test('no read writes', () => {
    expect(READS.filter((call) => sourceOf(call) === '' || WRITING.test(sourceOf(call)))).toEqual([])
  })

  test('a write is recognised by its source', () => {
    expect(
      ['clubs.remove', 'students.create', 'packages.markMonthly', 'auth.updatePassword'].filter(
        (call) => !WRITING.test(sourceOf(call)),
      ),
    ).toEqual([])
  })

  test('no mutation repeats itself: asking again is the services’ affair', async () => {
    const { makeQueryClient } = await import('@/data/queries/query-client')
    expect(makeQueryClient().getDefaultOptions().mutations?.retry).toBeUndefined()
    const hooks = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
      eager: true,
      query: '?raw',
      import: 'default',
    })
    const repeating = Object.entries(hooks).filter(([, text]) => /useMutation\([^)]*retry:/s.test(text))
    expect(repeating.map(([file]) => file)).toEqual([])
  })
})
