/** The same keys with other values. */
export function mapRecord<Key extends string, Value, Mapped>(
  record: Readonly<Record<Key, Value>>,
  of: (value: Value, key: Key) => Mapped,
): Record<Key, Mapped> {
  const mapped = { ...record } as Record<Key, Value | Mapped>
  for (const key in record) mapped[key] = of(record[key], key)
  return mapped as Record<Key, Mapped>
}

/** The keys, by their own type. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[]
