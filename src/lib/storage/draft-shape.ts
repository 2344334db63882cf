import type * as z from 'zod/mini'
import type { StoredDraft } from './draft-store'

/** What the drafts of a form hold; declared beside the form's schema. */
export interface DraftShape<Values> {
  /**
   * Raise it when older values would be misread: a field was renamed, split, or means something else. A field that is
   * only added needs nothing, an older draft takes its default.
   */
  version: number
  /** The form's own schema. Half-typed values break its rules, but never its types. */
  schema: z.ZodMiniType<unknown, Values>
  /** Makes values of this version out of an older one's; null when it cannot. */
  migrate?: (values: unknown, version: number) => unknown
}

/** The values of a stored draft as this release understands them; null when it does not. */
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
    // A newer version is there after a release was taken back.
    return version < shape.version ? shape.migrate?.(values, version) : null
  } catch {
    return null
  }
}

/** True when `value` has everything that `sample` has, of the same types; null is of any type. */
export function isLike<Sample>(value: unknown, sample: Sample): value is Sample {
  if (value === null || sample === null) return true
  if (Array.isArray(sample)) {
    return Array.isArray(value) && (sample.length === 0 || value.every((item) => isLike(item, sample[0])))
  }
  if (typeof sample !== 'object' || typeof value !== 'object') return typeof value === typeof sample
  return Object.entries(sample).every(([name, part]) => isLike(Reflect.get(value, name), part))
}
