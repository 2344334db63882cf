import type { Uuid } from './model'

/**
 * The id of a row that an operation makes for one part, such as a package: the same at every attempt, so that a repeat
 * adds nothing.
 *
 * @param part an id or a date.
 */
export function derivedId(opId: Uuid, part: string): Uuid {
  const other = digitsOf(part)
  const mixed = digitsOf(opId).map((digit, at) => (digit ^ (other[at] ?? 0)).toString(16))
  // UUID version 8: the id is made by a rule of our own.
  mixed.splice(12, 1, '8')
  mixed.splice(16, 1, '8')
  return mixed.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5')
}

const digitsOf = (id: Uuid): number[] =>
  Array.from(id.replaceAll('-', ''), (digit) => Number.parseInt(digit, 16))

/** The SHA-256 of a text, as hexadecimal digits. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Not entered by the coach: ids of the attempt, and what the screen had read. A repeat may have others. */
const NOT_ENTERED: ReadonlySet<string> = new Set([
  'opId',
  'expectedVersion',
  'seen',
  'slot_moved_to',
  'zone',
  'op_id',
  'expected',
])

/**
 * The hash of what the coach entered, whatever the order of its fields. Sent with each plan, it tells a repeat with the
 * same content from one with different content (docs/product.md, 'Sent twice'). Not a hash of the plan, because a
 * repeat is planned from new facts.
 */
export const contentHash = (entered: object): Promise<string> => digestOf(canonical(entered))

const canonical = (entered: object): string =>
  JSON.stringify(entered, (_, value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => !NOT_ENTERED.has(key))
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        ),
  )
