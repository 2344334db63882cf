import { vi } from 'vitest'
import { alerts } from '@/alerts/data'
import { addDays, toLocalDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { dashboard } from '@/dashboard/data'
import { publicStudent } from '@/public-student/data'
import { sessions } from '@/sessions/data'
import { NO_SESSION_FILTERS, quickRange, rangeBounds, type SessionFilters } from '@/sessions/rules'
import { students } from '@/students/data'
import { makeDevice } from '../services/device'
import { baselineClient, type BaselineClient } from './baseline/client'
import * as baselineDashboard from './baseline/dashboard'
import * as baselineReads from './baseline/reads'
import * as baselineWrites from './baseline/register'
import { intentOf, lessonOf } from './lesson'
import { PUBLIC, type LoadWorld } from './load-world'
import { makeMeter } from './meter'
import { studentId } from './world'

/** One action of a coach or visitor, in both apps. Each returns what is shown, or throws. */
interface Case {
  name: string
  ours: () => Promise<unknown>
  theirs: () => Promise<unknown>
  /** The action's rows stay, so reads cannot be measured after it. */
  writes?: true
}

export interface Cases {
  list: Case[]
  /** Measures the requests of both apps. */
  meter: ReturnType<typeof makeMeter>
}

const PAGE_SIZE = 5
const REGISTERED = [1, 10, 30] as const
/** The number of students that the dashboard shows. */
const NEWEST = 4

const ranged = (dateRange: SessionFilters['dateRange']) => ({ ...NO_SESSION_FILTERS, dateRange })

const shown = ({ items, total }: { items: readonly { id: Uuid }[]; total: number }) => ({
  total,
  lessons: items.map(({ id }) => id),
})

async function done<Data>(result: Promise<Result<Data>>): Promise<Data> {
  const answer = await result
  if (!answer.success) throw new Error(answer.message)
  return answer.data
}

/** The actions of this world's busy coach to be measured. Ours are the app's own services. */
export async function casesOf(world: LoadWorld): Promise<Cases> {
  const { backend, busy } = world
  const meter = makeMeter((request) => backend.fetch(request))
  const network: typeof fetch = (input, init) => meter.send(new Request(input, init))
  // The public page uses the global fetch, because it has no client.
  vi.stubGlobal('fetch', network)
  const device = makeDevice(backend)
  device.network(meter.send)
  await device.use().signIn(busy)
  const client = baselineClient(backend.url, backend.anonKey, network)
  const { error } = await client.auth.signInWithPassword(busy)
  if (error) throw error
  const visitor = baselineClient(backend.url, backend.anonKey, network)

  const own = Array.from({ length: busy.size.students }, (_, n) => studentId('busy', n))
  let turn = 0
  const lesson = (count: number) => {
    turn += count
    return lessonOf(Array.from({ length: count }, (_, n) => own[(turn + n) % own.length] ?? ''))
  }

  const history = (name: string, page: number, filters: SessionFilters = NO_SESSION_FILTERS): Case => {
    const since = rangeBounds(filters.dateRange).from
    return {
      name: `history: ${name}`,
      ours: async () => shown(await done(sessions.listPage({ page, filters, pageSize: PAGE_SIZE }))),
      theirs: async () =>
        shown(
          await baselineReads.history(client, busy.id, {
            page,
            pageSize: PAGE_SIZE,
            since,
            unassignedOnly: filters.showUnassignedOnly,
          }),
        ),
    }
  }
  const today = toLocalDate(new Date())
  const halfOfThePast = Math.round((busy.size.lessons * busy.size.everyMinutes) / 1440 / 2)
  const last = Math.ceil(busy.size.lessons / PAGE_SIZE)

  const list: Case[] = [
    history('first page', 1),
    history('middle page', Math.ceil(last / 2)),
    history('last page', last),
    history('unassigned only', 1, { ...NO_SESSION_FILTERS, showUnassignedOnly: true }),
    history('last 7 days', 1, ranged(quickRange('7-days', today))),
    history('half of the past', 1, ranged({ start: addDays(today, -halfOfThePast), end: today })),
    {
      name: 'dashboard',
      // Parts that the baseline does not have cost our app time, and are not compared.
      ours: async () => {
        const now = new Date()
        const [stats, charts, newest] = await Promise.all([
          done(dashboard.stats(now)),
          done(dashboard.charts(now)),
          done(students.newest(NEWEST)),
          done(alerts.list()),
          done(alerts.reconcile(today)),
        ])
        const {
          firstSteps: _steps,
          openAmount: _open,
          openByDay: _due,
          renewals: _renewals,
          ...figures
        } = stats
        return {
          ...figures,
          lessonsByWeek: charts.lessons.map(({ value }) => value),
          ratingByMonth: charts.rating.map(({ value }) => value),
          revenueByMonth: charts.revenue.map(({ value }) => value),
          newest: newest.map(({ id }) => id),
        }
      },
      theirs: () => baselineDashboard.dashboard(client, busy.id, new Date()),
    },
    ...PUBLIC.map(({ key, lessons }) => publicPage(visitor, lessons, studentId(key, 0))),
    ...REGISTERED.map((count) => ({
      name: `register, ${count} student${count === 1 ? '' : 's'}`,
      ours: async () => void (await done(sessions.register(intentOf(lesson(count))))),
      theirs: () => baselineWrites.register(client, busy.id, lesson(count)),
      writes: true as const,
    })),
  ]
  return { list, meter }
}

function publicPage(visitor: BaselineClient, lessons: number, id: Uuid): Case {
  return {
    name: `public page, ${lessons.toLocaleString('en')} lessons`,
    ours: async () => {
      const { sessions: past, packages, teacher } = await done(publicStudent.get(id))
      return {
        teacher: teacher.name,
        packages: packages.length,
        lessons: past.map(({ id: lesson }) => lesson),
      }
    },
    theirs: () => baselineReads.publicPage(visitor, id),
  }
}
