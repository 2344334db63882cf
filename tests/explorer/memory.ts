import type { Chance } from '../support/chance.ts'
import { routeOf, type Control, type Screen } from './screen.ts'

/** Somebody who came to a form this often without a write leaves it to chance. */
const PATIENCE = 6

export const alike = (name: string): string => name.replace(/\d+/g, '#')

/** The name of a control or a dialog without the numbers and the names in it; `names` are the words of these. */
export const kindOf = (name: string, names: ReadonlySet<string>): string =>
  alike(name)
    .replace(/(domingo|(segunda|terça|quarta|quinta|sexta)-feira|sábado)/gi, '#')
    .replace(/\p{Lu}[\p{L}.]*/gu, (word) => (names.has(word) ? '*' : word))
    .replace(/\*(,? \*| e \*| d[aeo]s? \*)+/g, '*')

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
 * never ended in a write, or to much that was never used, is tried again. Who or which number a control is about makes
 * no difference: 'Cobrar: Helena' is as good as 'Cobrar: Rafael'.
 */
export class Memory {
  readonly #used = new Map<string, number>()
  /** How often controls of each name were used on any screen, and of each first word on each screen. */
  readonly #alike = new Map<string, number>()
  readonly #led = new Map<string, string>()
  /** How often each form was come to, and how often it ended in a write. */
  readonly #forms = new Map<string, number>()
  readonly #written = new Map<string, number>()
  /** The controls of each place but its links, when it was last seen. */
  readonly #has = new Map<string, ReadonlySet<string>>()
  /** The addresses that were seen, by route. */
  readonly #addresses = new Map<string, Set<string>>()
  /** The words of the names of students and clubs. */
  #names: ReadonlySet<string> = new Set()
  #last = ''

  readonly #kind = (name: string): string => kindOf(name, this.#names)

  /** A dialog is the same on every screen. */
  readonly #place = ({ route, dialog }: Screen): string =>
    dialog === null ? route : `'${this.#kind(dialog)}'`

  readonly #name = ({ role, name, url }: Control): string =>
    url === undefined ? `${role} ${this.#kind(name).slice(0, 60)}` : routeOf(url)

  /** A link is identified by its address, on whatever screen it appears. */
  readonly #key = (screen: Screen, control: Control): string =>
    control.url === undefined ? `${this.#place(screen)} ${this.#name(control)}` : routeOf(control.url)

  readonly #isUnfinished = (place: string): boolean =>
    !this.#written.has(place) && (this.#forms.get(place) ?? Infinity) < PATIENCE

  /** How much of a place is left to try: what was never used, and what leads to a form that never ended in a write. */
  readonly #left = (place: string): number =>
    [...(this.#has.get(place) ?? [])].filter(
      (key) => !this.#used.has(key) || this.#isUnfinished(this.#led.get(key) ?? ''),
    ).length

  readonly #weight = (key: string): number => {
    const used = this.#used.get(key) ?? 0
    const place = this.#led.get(key) ?? key
    const left = Math.min(this.#left(place), 4)
    if (this.#written.has(place)) return (0.3 + left / 2) / (1 + used)
    return used === 0 ? 4 : ((this.#isUnfinished(place) ? 12 : 0) + left + 0.5 / used) / used
  }

  readonly #use = (key: string): void => {
    this.#used.set(key, (this.#used.get(key) ?? 0) + 1)
    this.#last = key
  }

  /** By its name wherever it is, as the menu; and by the first word, as each 'Editar' of a list. */
  readonly #likes = (screen: Screen, control: Control): string[] => {
    const name = this.#name(control)
    const word = name.split(' ').slice(0, 2).join(' ')
    return control.url === undefined ? [name, `${this.#place(screen)} ${word}`] : []
  }

  /** What is like something that was used is less new. */
  weight(screen: Screen, control: Control): number {
    const key = this.#key(screen, control)
    const used = this.#used.get(key) ?? 0
    const like = this.#likes(screen, control).reduce(
      (sum, each) => sum + (this.#alike.get(each) ?? 0) - used,
      0,
    )
    // What a screen has is tried before it is left.
    const isNew = used === 0 && control.url === undefined
    return (this.#weight(key) * (isNew ? 2 : 1)) / (1 + Math.max(0, like))
  }

  use(screen: Screen, control: Control): void {
    for (const each of this.#likes(screen, control)) this.#alike.set(each, (this.#alike.get(each) ?? 0) + 1)
    this.#use(this.#key(screen, control))
  }

  left = (screen: Screen): number => this.#left(this.#place(screen))
  isUnfinished = (screen: Screen): boolean => this.#isUnfinished(this.#place(screen))
  /** How often the form on this screen ended in a write. */
  written = (screen: Screen): number => this.#written.get(this.#place(screen)) ?? 0

  /** An address that was seen on a screen. */
  address(chance: Chance): string {
    const route = pickBy([...this.#addresses.keys()], this.#weight, chance) ?? ''
    this.#use(route)
    return chance.pick([...(this.#addresses.get(route) ?? [])]) ?? '/app/dashboard'
  }

  /** Learns from what the last step led to. */
  saw(before: Screen, after: Screen, hasWritten: boolean, names: ReadonlySet<string>): void {
    this.#names = names
    const [from, place] = [this.#place(before), this.#place(after)]
    // What unfolds or filters leads nowhere.
    if (place !== from) this.#led.set(this.#last, place)
    this.#last = ''
    const own = after.controls.filter(({ url }) => url === undefined)
    this.#has.set(place, new Set(own.map((control) => this.#key(after, control))))
    if (hasWritten) this.#written.set(from, this.written(before) + 1)
    const isNew = before.place !== after.place && isForm(after)
    if (isNew) this.#forms.set(place, (this.#forms.get(place) ?? 0) + 1)
    for (const url of [after.path, ...after.controls.map((control) => control.url ?? '')]) {
      const known = this.#addresses.get(routeOf(url)) ?? new Set()
      if (/^\/app\/(?!login)/.test(url)) this.#addresses.set(routeOf(url), known.add(url))
    }
  }
}
