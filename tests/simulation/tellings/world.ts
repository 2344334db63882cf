import { vi } from 'vitest'
import { agenda } from '@/agenda/data'
import type { Occurrence } from '@/agenda/rules'
import { dayIn, epochOf } from '@/agenda/zone'
import { alerts } from '@/alerts/data'
import { addDays, toLocalDate } from '@/core/dates'
import type { Package } from '@/core/model'
import { sessions } from '@/sessions/data'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { students } from '@/students/data'
import { startEmbeddedSupabase } from '../../../supabase/embedded/embedded-supabase'
import { makeDevice, skipRetryDelays } from '../../services/device'
import { backendOf, type Backend, type Coach } from '../../support/backend'
import { Chance } from '../../support/chance'
import { sharedPostgres } from '../../support/shared-postgres'
import { dataOf } from '../../support/world/services'
import { makeDatabase } from '../server'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const ZONES = [
  'America/Sao_Paulo',
  'Asia/Tokyo',
  'America/New_York',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Australia/Lord_Howe',
]
/** An evening, the ends of a month and of a year, clocks that change, a leap day. */
const STARTS = ['2026-11-23T12', '2026-10-29T02', '2026-12-30T23', '2027-03-12T05', '2028-02-27T02']

/** There is nothing to do this to. */
export class Nothing extends Error {}

const apart = (each: Occurrence): number => Math.abs(epochOf(each.starts_at) - Date.now())

/** A backend whose database and API have the time of the faked `Date`. */
export async function startWorld(): Promise<Backend> {
  vi.useFakeTimers({ toFake: ['Date'] })
  skipRetryDelays()
  const url = await sharedPostgres().copyDatabase('simulation', makeDatabase)
  const data = { connectionString: `${url}&max=1&simulation.seed=1` }
  const embedded = await startEmbeddedSupabase({ data, seed: false, mailEverySeconds: 0 })
  const answer = async (request: Request) => {
    // No two requests happen at one moment.
    vi.setSystemTime(Date.now() + 7)
    await embedded.sql(`select set_config('simulation.now', $1, false)`, [new Date().toISOString()])
    return embedded.fetch(request)
  }
  return backendOf({ ...embedded, fetch: answer })
}

export type Scene = Awaited<ReturnType<World['look']>>

/** A coach of one short history. */
export class World {
  readonly chance: Chance
  readonly backend: Backend
  readonly coach: Coach
  readonly story: string[] = []

  constructor(name: string, backend: Backend, coach: Coach) {
    this.chance = new Chance(name)
    this.backend = backend
    this.coach = coach
  }

  static async begin(seed: number, backend: Backend): Promise<World> {
    const ids = new Chance(`tellings ${seed}, ids`)
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => ids.uuid())
    vi.setSystemTime(Date.parse(`${new Chance(`tellings ${seed}, start`).pick(STARTS)}:30Z`))
    const world = new World(`tellings ${seed}`, backend, await backend.coach())
    await world.takeDevice()
    return world
  }

  /** Signs in on a device, which may be in any zone. */
  async takeDevice(zone = this.zone()): Promise<void> {
    process.env['TZ'] = zone
    await makeDevice(this.backend).use().signIn(this.coach)
  }

  zone = (): string => this.pick(ZONES)

  get today(): string {
    return toLocalDate(new Date())
  }

  pick<T>(from: readonly T[]): T {
    const picked = this.chance.pick(from)
    if (picked === undefined) throw new Nothing()
    return picked
  }

  /** Mostly one that begins about now, so that deeds meet. */
  near(from: readonly Occurrence[]): Occurrence {
    return this.pick(
      this.chance.happens(0.6) ? from.toSorted((a, b) => apart(a) - apart(b)).slice(0, 2) : from,
    )
  }

  /** What the coach's screens read now. */
  async look() {
    const deviceToday = this.today
    const { zone } = dataOf(await agenda.get(deviceToday, deviceToday))
    const today = dayIn(zone, new Date())
    const page = { page: 1, filters: NO_SESSION_FILTERS, pageSize: 100 }
    const packages = this.coach.client.from('packages').select('*').order('id')
    return {
      ...dataOf(await agenda.get(addDays(today, -60), addDays(today, 40))),
      today,
      deviceToday,
      list: dataOf(await students.list()),
      slots: dataOf(await agenda.slots()),
      registered: dataOf(await sessions.listPage(page)).items,
      packages: (await packages.overrideTypes<Package[], { merge: false }>().throwOnError()).data,
      alerts: dataOf(await alerts.list()),
    }
  }
}
