/**
 * The fields of `values` that differ from what was `seen` when the edit began; null if none does. Only these are sent,
 * so that another device's changes to the other fields stay.
 */
export function changedFields<Values extends object>(values: Values, seen: object): Partial<Values> | null {
  const changed = { ...values }
  for (const name in changed) {
    if (Reflect.get(seen, name) === changed[name]) delete changed[name]
  }
  return Object.keys(changed).length === 0 ? null : changed
}
