import type * as z from 'zod/mini'
import type { StoredDraft } from './draft-store'

/** The shape of a form's drafts. */
export interface DraftShape<Values> {
  /**
   * Raise it if stored values would be misread, because a field was renamed, split, or changed its meaning. A draft of
   * another version is set aside. Added fields do not need it: a draft without them takes the defaults.
   */
  version: number
  /** The form's own schema. Half-typed values may break its rules, but never its types. */
  schema: z.ZodMiniType<unknown, Values>
}

/** A stored draft's values; null if this version cannot read them. */
export function readValues<Values extends object>(
  { values, version }: Omit<StoredDraft, 'id'>,
  defaults: Values,
  shape: DraftShape<Values>,
): Values | null {
  if (version !== shape.version || typeof values !== 'object' || values === null) return null
  const complete = { ...defaults, ...values }
  const problems = shape.schema.safeParse(complete).error?.issues ?? []
  return problems.some(({ code }) => code === 'invalid_type') ? null : complete
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
