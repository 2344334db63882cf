/**
 * Random numbers decided by a seed, the `name` (cyrb128 into sfc32). Drawing from one stream does not change the
 * numbers of a stream of another name.
 */
export class Chance {
  readonly name: string
  #a = 0
  #b = 0
  #c = 0
  #d = 1

  constructor(name: string) {
    this.name = name
    let [h1, h2, h3] = [1779033703, 3144134277, 1013904242]
    for (const letter of name) {
      const k = letter.codePointAt(0) ?? 0
      h1 = h2 ^ Math.imul(h1 ^ k, 597399067)
      h2 = h3 ^ Math.imul(h2 ^ k, 2869860233)
      h3 = h1 ^ Math.imul(h3 ^ k, 951274213)
    }
    ;[this.#a, this.#b, this.#c] = [h1, h2, h3]
    for (let i = 0; i < 12; i++) this.next()
  }

  /** A number from 0 up to but not including 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** A random element; undefined if the list is empty. */
  pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.next() * from.length)]
  }

  /** A random key of `weights`, each as often as its weight says. Throws if there is none. */
  weighted<T extends string>(weights: ReadonlyMap<T, number>): T {
    let left = this.next() * [...weights.values()].reduce((sum, weight) => sum + weight, 0)
    for (const [one, weight] of weights) if ((left -= weight) < 0) return one
    throw new Error('Nothing to choose from')
  }

  randomize(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(this.next() * 256)
  }

  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const bytes = new Uint8Array(16)
    this.randomize(bytes)
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = Buffer.from(bytes).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}
