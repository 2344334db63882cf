import { Chance } from '../support/chance.ts'
import { choose, come, inWords, isOn, type Step } from './act.ts'
import { Exploration, signatureOf, type Report } from './exploration.ts'
import { Memory } from './memory.ts'
import { PAGES, type DeviceName } from './scene.ts'

interface Order {
  say: (line: string) => void
  /** Whether every step is printed. */
  trace: boolean
}

const SITTINGS: ReadonlyMap<DeviceName, number> = new Map([
  ['ana-phone', 4],
  ['ana-desk', 4],
  ['beto-phone', 1],
  ['student-phone', 2],
])

/**
 * Explores for this time or this number of steps, in sittings. Most begin at another address or where the coach's other
 * device is, others go on where the device was left, and most end with the form that was begun.
 */
export async function explore(
  seed: string,
  most: { milliseconds: number; steps: number },
  { say, trace }: Order,
): Promise<Report> {
  const exploration = await Exploration.begin(say)
  const until = Date.now() + most.milliseconds
  const memory = new Memory()
  const isOver = () => Date.now() > until || exploration.steps.length >= most.steps
  for (let sitting = 0; !isOver(); sitting++) {
    const chance = new Chance(`${seed} sitting ${sitting}`)
    const name = chance.weighted(SITTINGS)
    const device = await exploration.scene.device(name)
    const steps = name === 'student-phone' ? chance.whole(6, 10) : chance.whole(12, 32)
    const longest = steps + (chance.happens(0.85) ? 12 : 0)
    const other = exploration.scene.opened().find((each) => each !== device && each.person === device.person)
    const beside = other && chance.happens(0.25) ? (await exploration.screen(other.name)).path : null
    const begin = () =>
      (device.person === null ? chance.pick(PAGES) : null) ?? beside ?? memory.address(chance)
    const isOpened = !device.isOffline && chance.happens(0.7)
    let told = false
    let visit = come(chance)
    for (let at = 0; (at < steps || (visit.touched.size > 0 && at < longest)) && !isOver(); at++) {
      const screen = await exploration.screen(name)
      const step =
        at === 0 && isOpened
          ? ({ device: name, at: screen.path, do: 'open', value: begin() } satisfies Step)
          : choose({ device, screen, visit, told }, memory, chance)
      if (trace) say(`${exploration.steps.length + 1} ${inWords(step)}   [${screen.route}]`)
      const outcome = await exploration.do(step)
      told = outcome.hasTold
      const next = await exploration.screen(name)
      memory.saw(screen, next, outcome.hasWritten, exploration.names)
      if (outcome.hasWritten || next.path.split('?')[0] !== screen.path.split('?')[0]) visit = come(chance)
    }
  }
  return exploration.end()
}

/**
 * Plays steps again. If a step was done at another address, that address is opened first. Stops at the finding with
 * this signature.
 */
export async function replay(
  steps: readonly Step[],
  signature: string,
  { say, trace }: Order,
): Promise<Report> {
  const exploration = await Exploration.begin(say)
  for (const step of steps) {
    const screen = await exploration.screen(step.device)
    const mayOpen = ['press', 'fill', 'choose', 'key'].includes(step.do)
    if (mayOpen && !isOn(step, screen)) {
      await exploration.do({ device: step.device, at: screen.path, do: 'open', value: step.at })
    }
    if (trace) say(`${exploration.steps.length + 1} ${inWords(step)}   [${screen.route}]`)
    await exploration.do(step)
    if (exploration.found.some((found) => signatureOf(found) === signature)) break
  }
  return exploration.end()
}
