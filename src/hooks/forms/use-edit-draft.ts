import { useCallback, useMemo, useState } from 'react'
import { useDraft } from './use-draft'

/**
 * The draft of an edit. Besides the text it keeps `seen`, what was stored when the edit began, so that after a
 * reload or a new login it is still known what the coach changed, and whether somebody else changed it meanwhile.
 */
export function useEditDraft<Values extends object, Seen extends object>(
  name: string,
  current: Values,
  currentSeen: Seen,
) {
  // What comes in later must not replace what is being typed.
  const [defaults] = useState(() => ({ values: current, seen: currentSeen }))
  const draft = useDraft(name, defaults)
  const [initial] = useState<Values>(() => ({ ...current, ...draft.initial.values }))
  const [seen, setSeen] = useState<Seen>(draft.initial.seen)
  const { keep: keepAll } = draft
  const keep = useCallback((values: Values) => keepAll({ values, seen }), [keepAll, seen])
  return useMemo(
    () => ({ initial, restored: draft.restored, clear: draft.clear, seen, setSeen, keep }),
    [initial, draft, seen, keep],
  )
}
