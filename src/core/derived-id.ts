import type { Uuid } from './model'

/**
 * The id of what an operation does to one of its parts, such as a package: the same for every try, so that a repeat adds
 * nothing.
 *
 * @param part an id, or a date.
 */
export function derivedId(opId: Uuid, part: string): Uuid {
  const other = digitsOf(part)
  const mixed = digitsOf(opId).map((digit, at) => (digit ^ (other[at] ?? 0)).toString(16))
  // Version 8 of a UUID: made by a rule of one's own.
  mixed.splice(12, 1, '8')
  mixed.splice(16, 1, '8')
  return mixed.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, '$1-$2-$3-$4-$5')
}

const digitsOf = (id: Uuid): number[] =>
  Array.from(id.replaceAll('-', ''), (digit) => Number.parseInt(digit, 16))
