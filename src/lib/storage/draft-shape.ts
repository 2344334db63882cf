import type * as z from 'zod/mini'
import type { StoredDraft } from './draft-store'

/** What a form's drafts hold; declared beside its schema. */
export interface DraftShape<Values> {
  /**
   * Raise it if older values would be misread: a field was renamed, split, or changed its meaning. Added fields need
   * nothing; older drafts take the default.
   */
  version: number
  /** The form's own schema. Half-typed values break its rules, but never its types. */
  schema: z.ZodMiniType<unknown, Values>
  /** Converts an older version's values; null if it cannot. */
  migrate?: (values: unknown, version: number) => unknown
  /** The same for what an edit began from. */
  migrateSeen?: (seen: object) => object
}

/** A stored draft's values as this release reads them; null if it cannot. */
export function readValues<Values extends object>(
  stored: Omit<Required<StoredDraft>, 'id'>,
  defaults: Values,
  shape: DraftShape<Values>,
): Values | null {
  const values = currentValues(stored, shape)
  if (typeof values !== 'object' || values === null) return null
  const complete = { ...defaults, ...values }
  const problems = shape.schema.safeParse(complete).error?.issues ?? []
  return problems.some(({ code }) => code === 'invalid_type') ? null : complete
}

function currentValues<Values>(
  { values, version }: Omit<Required<StoredDraft>, 'id'>,
  shape: DraftShape<Values>,
): unknown {
  if (version === shape.version) return values
  try {
    // A newer version exists after a release was rolled back.
    return version < shape.version ? shape.migrate?.(values, version) : null
  } catch {
    return null
  }
}

/** True if `value` has every field of `sample` with the same type; null matches any type. */
export function isLike<Sample>(value: unknown, sample: Sample): value is Sample {
  if (value === null || sample === null) return true
  if (Array.isArray(sample)) {
    return Array.isArray(value) && (sample.length === 0 || value.every((item) => isLike(item, sample[0])))
  }
  if (typeof sample !== 'object' || typeof value !== 'object') return typeof value === typeof sample
  return Object.entries(sample).every(([name, part]) => isLike(Reflect.get(value, name), part))
}
