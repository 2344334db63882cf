/** A promise that the product broke. */
export class BrokenPromise extends Error {
  override name = 'BrokenPromise'
}

/** A field of an object that was sent or answered; undefined if there is none. */
export const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** The field's value if it is a text, else null. */
export function textIn(value: unknown, key: string): string | null {
  const text = valueIn(value, key)
  return typeof text === 'string' ? text : null
}

/** The field's value if it is a list, else an empty list. */
export function listIn(value: unknown, key: string): readonly unknown[] {
  const list = valueIn(value, key)
  return Array.isArray(list) ? list : []
}
