import { useCallback, useMemo, useState } from 'react'
import { isLike, readValues, type DraftShape } from '@/lib/storage/draft-shape'
import type { StoredDraft } from '@/lib/storage/draft-store'
import { useStoredDraft } from './use-draft'

/**
 * The draft of an edit. It also stores `seen`, the values from which the edit started: after a reload they still tell
 * what the coach changed and whether another device saved meanwhile (docs/product.md, 'Two devices').
 */
export function useEditDraft<Values extends object, Seen extends object>(
  name: string,
  current: Values,
  currentSeen: Seen,
  shape: DraftShape<Values>,
) {
  // A refetch must not replace what is being typed.
  const [defaults] = useState(() => ({ values: current, seen: currentSeen }))
  const draft = useStoredDraft(name, defaults, shape.version, (stored) => readEdit(stored, defaults, shape))
  const [initial] = useState(draft.initial.values)
  const [seen, setSeen] = useState<Seen>(draft.initial.seen)
  const { keep: keepAll } = draft
  const keep = useCallback((values: Values) => keepAll({ values, seen }), [keepAll, seen])
  return useMemo(
    () => ({ initial, restored: draft.restored, clear: draft.clear, seen, setSeen, keep }),
    [initial, draft, seen, keep],
  )
}

interface Edit<Values, Seen> {
  values: Values
  seen: Seen
}

function readEdit<Values extends object, Seen extends object>(
  { values: edit, version }: StoredDraft,
  current: Edit<Values, Seen>,
  shape: DraftShape<Values>,
): Edit<Values, Seen> | null {
  if (typeof edit !== 'object' || edit === null || !('values' in edit) || !('seen' in edit)) return null
  if (typeof edit.seen !== 'object' || edit.seen === null) return null
  const values = readValues({ values: edit.values, version }, current.values, shape)
  const seen = { ...current.seen, ...edit.seen }
  return values !== null && isLike(seen, current.seen) ? { values, seen } : null
}
