import type { Chance } from '../../support/chance.ts'
import type { App, Told } from '../app.tsx'
import type { Device } from '../device.ts'
import type { Deed } from '../model.ts'

export type Hands = NonNullable<ReturnType<App['hands']>>
export type Shown = NonNullable<ReturnType<App['shown']>>

/** What a person decided to do. */
export interface Decision {
  deed: Deed
  press: (hands: Hands) => Promise<Told | null>
  /** After an unknown outcome: the person changes something else in the form, and sends it again under the same id. */
  again?: (device: Pick<Scene, 'named' | 'chance' | 'shown'>) => Decision
}

/** A kind of deed. */
export interface Action {
  /** How often people do it, relative to other kinds. */
  weight: number
  /** Whether it begins on a student's profile. */
  onProfile?: true
  /**
   * 'plain': its toast has no 'Desfazer', and replaces one that had it. 'none': it has no toast, so the toast of the
   * deed before stays.
   */
  toast?: 'plain' | 'none'
  /** Decides by what the screens show, as a person would; null if there is nothing to do it to. */
  decide: (scene: Scene) => Decision | null | Promise<Decision | null>
}

/** What a person sees and can use. */
export class Scene {
  readonly shown: Shown
  /** For opening a screen and looking, before anything is pressed. */
  readonly hands: Hands
  readonly chance: Chance
  /** The student whose profile is open. */
  readonly student: string
  /** An id of the last press, which 'Desfazer' would undo. */
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

  /** Names an operation for which the app makes no id (journal.ts). */
  readonly named = (operation: string) => this.#device.made(operation)

  /** Students who can be chosen for a lesson. */
  get active() {
    return this.shown.students.filter(
      ({ status, anonymized_at }) => status === 'active' && anonymized_at === null,
    )
  }

  /**
   * Half of all decisions are about the occurrence nearest to now, on both devices, so that the devices' deeds meet.
   */
  readonly focus = <Each extends { starts_at: { instant: string } }>(
    from: readonly Each[],
  ): Each | undefined => {
    const apart = ({ starts_at: { instant } }: Each) => Math.abs(Date.parse(instant) - this.now)
    const isNearest = this.chance.happens(0.5)
    const any = this.chance.pick(from)
    return isNearest ? from.toSorted((a, b) => apart(a) - apart(b))[0] : any
  }

  /** More time, which some people choose to give. */
  readonly moreTime = () => {
    const extendBy = this.chance.happens(0.3) ? this.chance.whole(1, 14) : 0
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
