import { dayBounds, monthStart } from '@/core/dates'
import { contentHash } from '@/core/ids'
import type { Uuid } from '@/core/model'
import { readCreditFacts } from '@/credits/facts-data'
import { planRegistration } from '@/credits/plan-session'
import { chartPeriods } from '@/dashboard/rules'
import type { Client } from '@/data/supabase'
import { makeDevice } from '../services/device'
import type { Coach } from '../support/backend'
import { baselineClient, ok } from './baseline/client'
import * as baselineDashboard from './baseline/dashboard'
import * as baselineReads from './baseline/reads'
import * as baselineWrites from './baseline/register'
import { intentOf, lessonOf, type Lesson } from './lesson'
import { AVERAGE, type LoadWorld } from './load-world'
import { percentile } from './measure'
import { makeMeter } from './meter'
import { studentId } from './world'

/** The result of many coaches who work at the same time. */
export interface Concurrency {
  actions: { name: string; p50: number; p95: number }[]
  perSecond: number
  requests: number
  errors: unknown[]
  /** Number of lessons registered successfully, by coach. */
  registered: Map<Uuid, number>
}

interface App {
  dashboard: () => Promise<unknown>
  history: (page: number) => Promise<unknown>
  register: (lesson: Lesson) => Promise<unknown>
}

const STUDENTS_OF_A_LESSON = 3
const PAGE_SIZE = 5
const LAST_PAGE = Math.ceil(AVERAGE.lessons / PAGE_SIZE)

/**
 * Lets all signed-in average coaches work for this many seconds. Each sends the next request when the last one is
 * answered: dashboard, first page of the history, a lesson of three students, last page.
 */
export async function runConcurrently(
  world: LoadWorld,
  kind: 'ours' | 'theirs',
  seconds: number,
): Promise<Concurrency> {
  const meter = makeMeter((request) => world.backend.fetch(request))
  const open = kind === 'ours' ? openOurs : openTheirs
  const apps = await Promise.all(world.average.map((coach) => open(world, coach, meter.send)))
  // The embedded API reads the catalogue with its first requests, PostgREST when it starts: not measured.
  await apps[0]?.history(1)
  meter.take()
  const times = new Map<string, number[]>()
  const errors: unknown[] = []
  const registered = new Map<Uuid, number>()
  const began = performance.now()
  const end = began + seconds * 1000
  const timed = async (name: string, action: () => Promise<unknown>) => {
    const start = performance.now()
    try {
      await action()
      times.set(name, [...(times.get(name) ?? []), performance.now() - start])
    } catch (error) {
      errors.push(error)
    }
  }
  await Promise.all(
    apps.map(async (app, n) => {
      const owner = world.average[n]?.id ?? ''
      const actions: [string, (lesson: Lesson) => Promise<unknown>][] = [
        ['dashboard', () => app.dashboard()],
        ['history, first page', () => app.history(1)],
        [
          `register, ${STUDENTS_OF_A_LESSON} students`,
          async (lesson) => {
            await app.register(lesson)
            registered.set(owner, (registered.get(owner) ?? 0) + 1)
          },
        ],
        ['history, last page', () => app.history(LAST_PAGE)],
      ]
      // Coaches start with different actions.
      for (let turn = n; performance.now() < end; turn++) {
        const [name, action] = actions[turn % actions.length] ?? []
        const students = Array.from({ length: STUDENTS_OF_A_LESSON }, (_, i) =>
          studentId(`${n}`, (turn + i) % AVERAGE.students),
        )
        if (name && action) await timed(name, () => action(lessonOf(students)))
      }
    }),
  )
  const took = (performance.now() - began) / 1000
  const all = [...times].map(([name, ms]) => ({ name, ms }))
  return {
    actions: all
      .map(({ name, ms }) => ({ name, p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    perSecond: all.reduce((sum, { ms }) => sum + ms.length, 0) / took,
    requests: meter.take().requests,
    errors,
    registered,
  }
}

type Send = (request: Request) => Promise<Response>

/** The requests of our services, sent by hand because the services serve only one coach per process. */
async function openOurs({ backend }: LoadWorld, coach: Coach, send: Send): Promise<App> {
  const device = makeDevice(backend)
  device.network(send)
  await device.signIn(coach)
  const { client } = device.connection
  return {
    dashboard: () => {
      const now = new Date()
      const { start, end } = dayBounds(now)
      const { weekStarts, monthStarts, monthDays } = chartPeriods(now)
      return Promise.all([
        ok(
          client.rpc('get_dashboard_stats', { day_start: start, day_end: end, month_start: monthStart(now) }),
        ),
        ok(
          client.rpc('get_dashboard_charts', {
            week_starts: weekStarts,
            month_starts: monthStarts,
            month_days: monthDays,
          }),
        ),
        ok(
          client
            .from('alerts')
            .select()
            .eq('user_id', coach.id)
            .eq('resolved', false)
            .order('created_at', { ascending: false })
            .order('id')
            .limit(7),
        ),
        ok(
          client
            .from('students')
            .select()
            .eq('user_id', coach.id)
            .order('created_at', { ascending: false })
            .order('id')
            .limit(4),
        ),
        factsOf(client, null),
      ])
    },
    history: (page) =>
      ok(
        client.rpc('get_sessions_page', {
          page,
          page_size: PAGE_SIZE,
          since: null,
          until: null,
          unassigned_only: false,
        }),
      ),
    register: async (lesson) => {
      const intent = intentOf(lesson)
      const facts = await factsOf(
        client,
        intent.participants.map((participant) => participant.studentId),
      )
      const planned = planRegistration(intent, facts, new Date())
      if (!planned.success) throw new Error(planned.message)
      const plan = { ...planned.plan, content: await contentHash(intent) }
      const applied = await ok(client.rpc('apply_session_plan', { plan }))
      if (applied.session === null || applied.replayed) throw new Error('Not registered')
    },
  }
}

async function factsOf(client: Client, students: Uuid[] | null) {
  const facts = await readCreditFacts(client, students ? { studentIds: students } : {}, 'facts')
  if (!facts.success) throw new Error(facts.message)
  return facts.data
}

async function openTheirs({ backend }: LoadWorld, coach: Coach, send: Send): Promise<App> {
  const client = baselineClient(backend.url, backend.anonKey, (input, init) => send(new Request(input, init)))
  const { error } = await client.auth.signInWithPassword(coach)
  if (error) throw error
  return {
    dashboard: () => baselineDashboard.dashboard(client, coach.id, new Date()),
    history: (page) =>
      baselineReads.history(client, coach.id, {
        page,
        pageSize: PAGE_SIZE,
        since: null,
        unassignedOnly: false,
      }),
    register: (lesson) => baselineWrites.register(client, coach.id, lesson),
  }
}
