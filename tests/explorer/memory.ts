import type { Chance } from '../support/chance.ts'
import { routeOf, type Control, type Screen } from './screen.ts'

/** Somebody who came to a form this often without a write leaves it to chance. */
const PATIENCE = 6

export const alike = (name: string): string => name.replace(/\d+/g, '#')

export function pickBy<T>(from: readonly T[], weight: (each: T) => number, chance: Chance): T | undefined {
  const weights = from.map(weight)
  let left = chance.next() * weights.reduce((sum, each) => sum + each, 0)
  return from.find((_, at) => (left -= weights[at] ?? 0) < 0)
}

/** Whether the screen asks for something. */
export const isForm = ({ dialog, controls }: Screen): boolean =>
  controls.some(({ asks }) => asks === 'value' || (dialog !== null && asks !== null))

/**
 * How often each control was used and where it led. What was never used is tried first, and what leads to a form that
 * never ended in a write, or to much that was never used, is tried again.
 */
export class Memory {
  readonly #used = new Map<string, number>()
  readonly #led = new Map<string, string>()
  /** How often each form was come to; infinite once it ended in a write. */
  readonly #forms = new Map<string, number>()
  /** How many controls of a place were never used. */
  readonly #fresh = new Map<string, number>()
  /** The addresses that were seen, by route. */
  readonly #addresses = new Map<string, Set<string>>()
  #last = ''

  /** A link is identified by its address, on whatever screen it appears. */
  readonly #key = ({ place }: Screen, { role, name, url }: Control): string =>
    url === undefined ? `${place} ${role} ${alike(name).slice(0, 60)}` : routeOf(url)

  readonly #weight = (key: string): number => {
    const place = this.#led.get(key) ?? key
    const isUnfinished = (this.#forms.get(place) ?? Infinity) < PATIENCE
    const worth = (isUnfinished ? 4 : 1) * (1 + Math.min(this.#fresh.get(place) ?? 0, 10) / 5)
    return worth / (1 + (this.#used.get(key) ?? 0))
  }

  readonly #use = (key: string): void => {
    this.#used.set(key, (this.#used.get(key) ?? 0) + 1)
    this.#last = key
  }

  weight = (screen: Screen, control: Control): number => this.#weight(this.#key(screen, control))
  use = (screen: Screen, control: Control): void => this.#use(this.#key(screen, control))

  /** An address that was seen on a screen. */
  address(chance: Chance): string {
    const route = pickBy([...this.#addresses.keys()], this.#weight, chance) ?? ''
    this.#use(route)
    return chance.pick([...(this.#addresses.get(route) ?? [])]) ?? '/app/dashboard'
  }

  /** Learns from what the last step led to. */
  saw(before: Screen, after: Screen, hasWritten: boolean): void {
    this.#led.set(this.#last, after.place)
    this.#last = ''
    const fresh = after.controls.filter((control) => !this.#used.has(this.#key(after, control)))
    this.#fresh.set(after.place, fresh.length)
    if (hasWritten) this.#forms.set(before.place, Infinity)
    const isNew = before.place !== after.place && isForm(after)
    if (isNew) this.#forms.set(after.place, (this.#forms.get(after.place) ?? 0) + 1)
    for (const url of [after.path, ...after.controls.map((control) => control.url ?? '')]) {
      const known = this.#addresses.get(routeOf(url)) ?? new Set()
      if (/^\/app\/(?!login)/.test(url)) this.#addresses.set(routeOf(url), known.add(url))
    }
  }
}
