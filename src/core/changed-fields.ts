/**
 * What a coach changed of what was `seen` when the edit began; null for nothing. Only that goes out: what another
 * device changed in the other fields meanwhile stays.
 */
export function changedFields<Values extends object>(values: Values, seen: object): Partial<Values> | null {
  const changed = { ...values }
  for (const name in changed) {
    if (Reflect.get(seen, name) === changed[name]) delete changed[name]
  }
  return Object.keys(changed).length === 0 ? null : changed
}
