import type { Chance } from '../../support/chance.ts'
import type { App, Told } from '../app.tsx'
import type { Device } from '../device.ts'
import type { Deed } from '../model.ts'

export type Hands = NonNullable<ReturnType<App['hands']>>
export type Shown = NonNullable<ReturnType<App['shown']>>

/** What somebody decided to do. */
export interface Decision {
  deed: Deed
  press: (hands: Hands) => Promise<Told | null>
  /** 'It may have happened': something else in the form is changed, and it is sent again under its id. */
  again?: (device: Pick<Scene, 'named' | 'chance' | 'shown'>) => Decision
}

/** A kind of thing that people do. */
export interface Action {
  /** How often, beside the others. */
  weight: number
  /** It begins on a student's profile. */
  onProfile?: true
  /**
   * Its toast has no 'Desfazer' and replaces one that had; or it has none, and the toast of what was done before stays.
   */
  toast?: 'plain' | 'none'
  /** Decides by what the screens show, as a person does. Null: there is nothing to do it to. */
  decide: (scene: Scene) => Decision | null | Promise<Decision | null>
}

/** What a person has before the eyes. */
export class Scene {
  readonly shown: Shown
  /** To open a screen and look, before anything is pressed. */
  readonly hands: Hands
  readonly chance: Chance
  /** Whose profile is open. */
  readonly student: string
  /** An id of the last press, which 'Desfazer' is about. */
  readonly last: string | null
  readonly #device: Device

  constructor(
    { shown, hands }: { shown: Shown; hands: Hands },
    device: Device,
    chance: Chance,
    about: { student: string; last: string | null },
  ) {
    this.shown = shown
    this.hands = hands
    this.chance = chance
    this.student = about.student
    this.last = about.last
    this.#device = device
  }

  get now(): number {
    return this.#device.now()
  }

  get today(): string {
    return localDay(this.now)
  }

  readonly id = () => this.#device.uuid()

  /** The name of an operation for which the app makes no id (journal.ts). */
  readonly named = (operation: string) => this.#device.made(operation)

  /** Who can be chosen for a lesson. */
  get active() {
    return this.shown.students.filter(
      ({ status, anonymized_at }) => status === 'active' && anonymized_at === null,
    )
  }

  /** Half of what people do is about what is nearest to now, on both devices: so they meet. */
  readonly focus = <Each extends { starts_at: { instant: string } }>(
    from: readonly Each[],
  ): Each | undefined => {
    const apart = ({ starts_at: { instant } }: Each) => Math.abs(Date.parse(instant) - this.now)
    const isNearest = this.chance.happens(0.5)
    const any = this.chance.pick(from)
    return isNearest ? from.toSorted((a, b) => apart(a) - apart(b))[0] : any
  }

  /** More time, which some want to give. */
  readonly moreTime = () => {
    const extendBy = this.chance.happens(0.6) ? this.chance.whole(1, 14) : 0
    return { extendBy, withMore: extendBy > 0 ? { extension: { days: extendBy } } : {} }
  }
}

const HOUR = 3_600_000

export const two = (part: number) => String(part).padStart(2, '0')

export function localDay(instant: number): string {
  const date = new Date(instant)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** 'HH:MM' */
export function localTime(instant: number): string {
  const date = new Date(instant)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

export const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10)

export const cents = (reais: number): number => Math.round(reais * 100)

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (24 * HOUR))
