import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOGIN_KEY } from '@/data/login-storage'
import { retrySettings } from '@/data/retry'
import { brokenRules } from '../../db/broken-rules'
import { startBackend, type Backend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { connect, startPostgres, type OwnPostgresServer } from '../../support/postgres'
import { makeDevice, type Device } from '../device'
import type { Intended, Write } from './scene'
import { WRITES } from './writes'

/**
 * PostgreSQL 17 crashes while writes are in the middle of their transactions, and restarts. Of the writes that are cut
 * off together every second group is tested, of those that must run alone every sixth; with FAULTS=all, every one.
 */
const isWhole = process.env['FAULTS'] === 'all'

let server: OwnPostgresServer
let url: string
let backend: Backend
let coach: Coach
let ana: Device

beforeAll(async () => {
  vi.stubGlobal('location', new URL('http://localhost:5173'))
  server = await startPostgres()
  url = await server.createEmptyDatabase()
  backend = await startBackend({ data: { connectionString: url } })
  coach = await backend.coach()
  ana = await makeDevice(backend).use().signIn(coach)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await backend?.close()
  await server?.stop()
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  ana.network(null)
  vi.restoreAllMocks()
})

const NETWORK = 'Sem conexão. Verifique sua internet e tente novamente.'

const told = async ({ send }: Intended) => {
  const result = await send()
  return result.success ? 'done' : result.message
}

/** Tables whose lock stops every write in the middle of its transaction. */
const TOUCHED = `public.students, public.packages, public.clubs, public.alerts, public.profiles, public.racketleads,
  public.sessions, public.openings, public.agenda_feeds, public.message_templates, public.notices, private.applied_ops,
  auth.users, auth.sessions, auth.refresh_tokens`

/**
 * Blocks every writer in its transaction, waits until `writers` of them are blocked, and kills the server. From then on
 * retries wait for `restarted`; earlier ones do not, because a retry may be needed for a connection that the crash
 * before this one has broken.
 */
async function crashUnder(writers: number, restarted: Promise<void>, start: () => void): Promise<void> {
  retrySettings.wait = async () => {}
  const watcher = connect(url, 2)
  const held = watcher.begin(async (transaction) => {
    await transaction.unsafe(`lock table ${TOUCHED} in exclusive mode`)
    start()
    await new Promise(() => {})
  })
  held.catch(() => {})
  try {
    await vi.waitFor(
      async () => {
        const [row] = await watcher<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and xact_start is not null`
        expect(row?.waiting).toBe(writers)
      },
      { timeout: 20_000, interval: 20 },
    )
    retrySettings.wait = () => restarted
    await server.crash()
  } finally {
    // Without this a failure would leave the tables locked, and the next test would wait for ever.
    await watcher.end({ timeout: 0 })
  }
}

/**
 * These writes run alone, because they change everything of the coach, such as the hours of all lessons, or belong to
 * another coach.
 */
const ALONE = ['auth', 'dataRights', 'alerts', 'agreements', 'visits', 'agenda.setTimeZone']
const groups = new Map<string, Write[]>()
for (const write of WRITES) {
  const [subject = ''] = ALONE.includes(write.name) ? [write.name] : write.name.split('.')
  groups.set(subject, [...(groups.get(subject) ?? []), write])
}
/** The app does not retry the login that checks the password, so this write may fail. */
const BEGINS_WITH_A_LOGIN = ['dataRights.closeAccount']
/**
 * The number of writes that are cut off together: with more than the backend has connections, one would wait for
 * another.
 */
const AT_ONCE = 8
const alone: Write[] = []
const crowds: [string, Write[]][] = []
let together: [string, Write[]] = ['', []]
for (const [subject, writes] of groups) {
  if (ALONE.includes(subject)) alone.push(...writes)
  else if (together[1].length + writes.length <= AT_ONCE && together[1].length > 0) {
    together[0] += `, ${subject}`
    together[1].push(...writes)
  } else crowds.push((together = [subject, [...writes]]))
}
const inTurn = <Each>(all: readonly Each[], every: number) =>
  all.filter((_, at) => isWhole || at % every === every - 1)
const batches = [...inTurn(crowds, 2), ...inTurn(alone, 6).map((write) => [write.name, [write]] as const)]

describe('the database is restarted in the middle of the transactions of', () => {
  test.each(batches)('%s', async (_, writes) => {
    const login = ana.storage.getItem(LOGIN_KEY)
    if (!login?.includes(`"${coach.email}"`)) await ana.signIn(coach)
    const intended: Intended[] = []
    for (const write of writes) intended.push(await write.intend({ backend, coach, device: ana }))

    const restarted = gate()
    let answers: Promise<string[]> | undefined
    await crashUnder(writes.length, restarted.passed, () => {
      answers = Promise.all(intended.map(told))
    })
    await server.start()
    restarted.open()

    const first = await answers
    for (const [at, write] of writes.entries()) {
      // Writes that the app retries succeed; account forms report the failure and the coach submits them again.
      const mayFail = write.isAskedOnce || BEGINS_WITH_A_LOGIN.includes(write.name)
      expect(['done', ...(mayFail ? [write.failed, NETWORK] : [])], write.name).toContain(first?.[at])
      if (first?.[at] !== 'done') expect(await told(intended[at]!), write.name).toBe('done')
      expect(await intended[at]!.state(), write.name).toEqual(intended[at]!.after)
    }
  })

  test('nobody’s: the books are in order', async () => {
    expect(await brokenRules((text, values = []) => backend.sql(text, [...values]))).toEqual([])
  })
})

test('committed, and then the plug is pulled before the answer: it is found, and not done again', async () => {
  await ana.signIn(coach)
  retrySettings.wait = async () => {}
  const write = WRITES.find(({ name }) => name === 'sessions.register')!
  const lesson = await write.intend({ backend, coach, device: ana })
  let isFirst = true
  ana.network(async (request, send) => {
    const response = await send(request)
    if (!write.match(request) || !isFirst) return response
    isFirst = false
    await server.crash()
    await server.start()
    throw new TypeError('Failed to fetch')
  })
  expect(await told(lesson)).toBe('done')
  expect(await lesson.state()).toEqual(lesson.after)
})
