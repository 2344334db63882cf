/** Only what differs from `seen` goes out: what another device changed in the other fields meanwhile stays. */
export function changedFields<Values extends object>(values: Values, seen: object): Partial<Values> {
  const changed = { ...values }
  for (const name in changed) {
    if (Reflect.get(seen, name) === changed[name]) delete changed[name]
  }
  return changed
}
