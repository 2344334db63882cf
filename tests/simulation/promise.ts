/** A promise that the product broke. */
export class BrokenPromise extends Error {
  override name = 'BrokenPromise'
}

/** A field of what was sent or answered. */
export const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** A field that is a text, else null. */
export function textIn(value: unknown, key: string): string | null {
  const text = valueIn(value, key)
  return typeof text === 'string' ? text : null
}

/** A field that is a list, else nothing. */
export function listIn(value: unknown, key: string): readonly unknown[] {
  const list = valueIn(value, key)
  return Array.isArray(list) ? list : []
}
