import 'fake-indexeddb/auto'
import { afterAll, beforeAll, it, vi } from 'vitest'
import { alerts } from '@/alerts/data'
import { clubs } from '@/clubs/data'
import type { Backend } from '../support/backend'
import { addStudent, dataOf } from '../support/world/services'
import { newId } from '../support/world/values'
import { COMPARISONS, imported, lost, saved, waited } from './tellings/compare'
import { DEEDS, type Done } from './tellings/deeds'
import { DAY, HOUR, MINUTE, Nothing, startWorld, World, type Scene } from './tellings/world'

/** Short random histories, in which different code must tell the same (docs/proof.md, 'Tellings'). */

const FIRST = Number(process.env['SEED'] ?? 1)
const COUNT = Number(process.env['SEEDS'] ?? 1)
const STEPS = 30
/** After so many steps everything is compared. */
const EVERY = 10
const BEGIN = ['sell', 'sell', 'sell', 'slot', 'slot', 'publish', 'held', 'edit'] as const
const KINDS = Object.keys(DEEDS).filter((kind): kind is keyof typeof DEEDS => kind in DEEDS)
const OFTEN = [...KINDS, 'held', 'held', 'edit', 'edit', 'reply', 'change'] as const

const machine = process.env['TZ']
let backend: Backend

beforeAll(async () => {
  backend = await startWorld()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // A student's page asks without the library.
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) => {
    const headers = { 'content-type': 'application/json', apikey: backend.anonKey }
    const { pathname } = new URL(address)
    return backend.fetch(
      new Request(`${backend.url}${pathname}`, { method: 'POST', headers, body: body ?? null }),
    )
  })
})
afterAll(async () => {
  await backend.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  if (machine === undefined) delete process.env['TZ']
  else process.env['TZ'] = machine
})

async function step(world: World, scene: Scene, first: keyof typeof DEEDS | undefined): Promise<void> {
  const { chance, story } = world
  if (!first && chance.happens(0.2)) {
    // Time passes; the coach goes on with a device that may be in another zone.
    vi.setSystemTime(Date.now() + world.pick([7 * MINUTE, 40 * MINUTE, 9 * HOUR, DAY, 2 * DAY]))
    await world.takeDevice()
    dataOf(await alerts.reconcile(world.today))
    return
  }
  if (!first && chance.happens(0.15)) return waited(world, scene)
  const kind = first ?? world.pick(OFTEN)
  const done: Done = await DEEDS[kind](world, scene)
  story.push(`${new Date().toISOString()} ${kind}: ${done.result.success ? 'done' : done.result.code}`)
  if (!done.result.success) return
  if (done.saved) await saved(world, scene, done.saved)
  if (done.loses) lost(scene, await world.look(), done.loses)
}

async function play(world: World): Promise<void> {
  dataOf(await clubs.create(newId(), { name: 'Clube', address: '', phone: '', isDefault: true }))
  for (const name of ['Bia Um', 'Caio Dois', 'Duda Três']) await addStudent({ name })
  let scene = await world.look()
  for (let count = 1; count <= STEPS; count++) {
    try {
      await step(world, scene, BEGIN[count - 1])
    } catch (thrown) {
      if (!(thrown instanceof Nothing)) throw thrown
    }
    scene = await world.look()
    if (count % EVERY === 0) for (const compare of COMPARISONS) await compare(world, scene)
  }
  await imported(world, scene)
}

it.each(Array.from({ length: COUNT }, (_, index) => FIRST + index))(
  'whatever tells of history %i tells the same',
  async (seed) => {
    const world = await World.begin(seed, backend)
    await play(world).catch((thrown: unknown) => {
      throw new Error(`${String(thrown)}\n${world.story.join('\n')}`, { cause: thrown })
    })
  },
)
