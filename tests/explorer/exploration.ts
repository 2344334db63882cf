import { violationsOf } from '../../e2e/support/axe.ts'
import { perform, type Step } from './act.ts'
import { changedTables, figuresReader, namesOf, type Figures } from './figures.ts'
import { kindOf } from './memory.ts'
import type { Look } from './probe.ts'
import { PROMISES, type Finding, type Moment } from './promises.ts'
import { openScene, type Device, type DeviceName, type Person, type Scene } from './scene.ts'
import type { Screen } from './screen.ts'
import { STATES, stored } from './states.ts'

export interface Found extends Finding {
  screen: string
  /** All steps up to the finding. */
  steps: readonly Step[]
  picture: Buffer
}

export interface Report {
  steps: readonly Step[]
  found: readonly Found[]
  screens: ReadonlySet<string>
  checks: number
  reached: ReadonlySet<string>
  toasts: ReadonlySet<string>
  milliseconds: number
}

/** Identifies a finding without ids and numbers. */
export const signatureOf = ({ promise, screen, found }: Omit<Found, 'steps' | 'picture'>): string =>
  `${promise} ${screen} ${found.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#').slice(0, 60)}`

const PERSONS = ['ana', 'beto'] as const
const both = async <Value>(read: (person: Person) => Promise<Value>): Promise<Record<Person, Value>> => ({
  ana: await read('ana'),
  beto: await read('beto'),
})

/** A world that is being explored. Keeps the state before the next step. */
export class Exploration {
  readonly scene: Scene
  readonly steps: Step[] = []
  readonly found: Found[] = []
  readonly #say: (line: string) => void
  readonly #read: (person: Person) => Promise<Figures>
  readonly #began = new Date()
  readonly #screens = new Set<string>()
  readonly #reached = new Set<string>()
  readonly #toasts = new Set<string>()
  #checks = 0
  readonly #now = new Map<DeviceName, Screen>()
  readonly #looks = new Map<DeviceName, Look>()
  #figures: Record<Person, Figures>
  #names: Record<Person, ReadonlySet<string>>
  /** How many writes each device had sent when the figures were read. */
  readonly #written = new Map<Device, number>()
  /** Devices that have not yet read what another device wrote. */
  readonly #outdated = new Set<DeviceName>()

  private constructor(
    scene: Scene,
    say: (line: string) => void,
    read: (person: Person) => Promise<Figures>,
    first: { figures: Record<Person, Figures>; names: Record<Person, ReadonlySet<string>> },
  ) {
    this.scene = scene
    this.#say = say
    this.#read = read
    this.#figures = first.figures
    this.#names = first.names
  }

  static async begin(say: (line: string) => void): Promise<Exploration> {
    const scene = await openScene()
    const read = await figuresReader(scene)
    return new Exploration(scene, say, read, {
      figures: await both(read),
      names: await both((person) => namesOf(scene, person)),
    })
  }

  /** The words of the names of both coaches' students and clubs. */
  get names(): ReadonlySet<string> {
    return new Set(PERSONS.flatMap((person) => [...this.#names[person]].flatMap((name) => name.split(' '))))
  }

  /** The screen that the device shows now. */
  async screen(name: DeviceName): Promise<Screen> {
    const screen = this.#now.get(name) ?? (await (await this.scene.device(name)).settle())
    this.#now.set(name, screen)
    return screen
  }

  /** Does a step, and checks every promise. */
  async do(step: Step): Promise<{ hasTold: boolean; hasWritten: boolean }> {
    const device = await this.scene.device(step.device)
    // A busy machine may have drawn more since.
    if (step.do === 'reload') this.#now.delete(step.device)
    const before = await this.screen(step.device)
    this.steps.push(step)
    const { isOffline: wasOffline, person: was, requests } = device
    // Events on this device while other devices acted do not belong to this step.
    device.toasts.length = 0
    device.opened.length = 0
    const { done, blocked } = await perform(this.scene, device, step, before)
    let after = await device.settle()
    const seemsIdle = () =>
      after.lines.join() === before.lines.join() &&
      device.toasts.length + device.opened.length === 0 &&
      (device.requests === requests || after.path !== before.path)
    if (done && step.do === 'press') {
      // A slow machine may take longer to show the first sign.
      for (let wait = 0; wait < 8 && seemsIdle(); wait++) {
        await device.page.waitForTimeout(250)
        after = await device.settle()
      }
    }
    const look = await device.look()
    const { focus, scrolled } = this.#looks.get(step.device) ?? look
    this.#looks.set(step.device, look)
    this.#now.set(step.device, after)
    if (['reload', 'open', 'sign in'].includes(step.do)) this.#outdated.delete(step.device)
    const { figures, writers } = await this.#readFigures(step.device)
    await this.#check({
      scene: this.scene,
      device,
      was,
      step,
      done,
      blocked,
      before,
      after,
      look,
      errors: device.errors.splice(0),
      // A toast that moves into or out of a dialog says nothing new.
      toasts: device.toasts.filter(({ title }) => title !== '' && !before.toast.includes(title)),
      opened: device.opened,
      didMore:
        device.requests > requests ||
        device.toasts.length + device.opened.length + look.did.length > 0 ||
        focus !== look.focus ||
        scrolled !== look.scrolled,
      wasOffline,
      isCurrent: !this.#outdated.has(step.device),
      figures,
      names: this.#names,
      isAlone: writers.every((each) => each === device),
    })
    const { before: had, after: has } = figures[device.person ?? 'ana']
    const hasWritten = step.do === 'press' && step.role !== 'link' && changedTables(had, has).length > 0
    return { hasTold: device.toasts.length > 0, hasWritten }
  }

  /**
   * Reads the figures again after every write, also when devices send waiting entries or end alerts while another
   * device acts.
   */
  async #readFigures(by: DeviceName): Promise<{ figures: Moment['figures']; writers: readonly Device[] }> {
    const before = this.#figures
    const writers = this.scene.opened().filter((each) => each.writes > (this.#written.get(each) ?? 0))
    if (writers.length > 0) {
      for (const each of writers) this.#written.set(each, each.writes)
      this.#figures = await both(this.#read)
      this.#names = await both((person) => namesOf(this.scene, person))
      // Not only at the end: what was done may be undone.
      for (const state of await stored(this.scene, this.#began)) this.#reached.add(state)
      const changed = PERSONS.filter((each) => changedTables(before[each], this.#figures[each]).length > 0)
      for (const { name, person } of this.scene.opened()) {
        // A student's page reads only once, so its own writes outdate it too.
        const isOld = person === null ? changed.length > 0 : name !== by && changed.includes(person)
        if (isOld) this.#outdated.add(name)
      }
    }
    const after = this.#figures
    return {
      figures: {
        ana: { before: before.ana, after: after.ana },
        beto: { before: before.beto, after: after.beto },
      },
      writers,
    }
  }

  async #check(moment: Moment): Promise<void> {
    const { page, size } = moment.device
    const screen = `${kindOf(moment.after.place, this.names)}, ${size}`
    for (const { title } of moment.toasts) this.#toasts.add(title)
    for (const [state, is] of Object.entries(STATES)) if (is(moment)) this.#reached.add(state)
    const findings: Finding[] = []
    for (const [promise, check] of Object.entries(PROMISES)) {
      this.#checks += 1
      const found = await check(moment)
      if (found !== null) findings.push({ promise, found })
    }
    if (!this.#screens.has(screen)) {
      this.#screens.add(screen)
      this.#checks += 1
      const violations = await violationsOf(page).catch(() => [])
      // The size of a target under a bar depends on the scroll position, so it is no finding.
      const lasting = violations.filter((each) => !each.startsWith('target-size'))
      findings.push(...lasting.map((found) => ({ promise: 'axe finds nothing', found })))
    }
    for (const finding of findings) await this.#note({ ...finding, screen })
  }

  async #note(finding: Finding & { screen: string }): Promise<void> {
    const signature = signatureOf(finding)
    if (this.found.some((each) => signatureOf(each) === signature)) return
    const { promise, screen, found } = finding
    this.#say(`BROKEN by step ${this.steps.length}, ${screen}: ${promise}\n       ${found.slice(0, 600)}`)
    const { page } = await this.scene.device(this.steps.at(-1)?.device ?? 'ana-desk')
    this.found.push({ ...finding, steps: [...this.steps], picture: await page.screenshot() })
  }

  async end(): Promise<Report> {
    await this.scene.close()
    return {
      steps: this.steps,
      found: this.found,
      screens: this.#screens,
      checks: this.#checks,
      reached: this.#reached,
      toasts: this.#toasts,
      milliseconds: Date.now() - this.#began.getTime(),
    }
  }
}
