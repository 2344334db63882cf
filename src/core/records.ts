/** Object.keys with the keys' own type. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  const keys: Key[] = []
  for (const key in record) keys.push(key)
  return keys
}

/** The same keys, each value mapped. */
export function mapRecord<Key extends string, Value, Mapped>(
  record: Readonly<Record<Key, Value>>,
  of: (value: Value, key: Key) => Mapped,
): Record<Key, Mapped>
export function mapRecord<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  of: (value: Value, key: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, of(value, key)]))
}

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
