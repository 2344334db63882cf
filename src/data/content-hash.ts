import { digestOf } from '@/core/digest'

/** Not entered by the coach: names of the attempt, and what the screen had read. A repeat may read anew. */
const NOT_ENTERED: ReadonlySet<string> = new Set(['opId', 'expectedVersion', 'seen', 'op_id', 'expected'])

/**
 * The hash of what the coach entered, whatever the order of its fields. Sent with each plan, it tells a repeat with the same
 * content from one with another (docs/product.md, 'Sent twice'). Never of the plan: a repeat is planned anew.
 */
export function contentHash(entered: object): Promise<string> {
  return digestOf(canonical(entered))
}

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
