import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readDraft, removeDraft, writeDraft } from '@/lib/storage/draft-store'
import { useAuth } from '@/hooks/account/use-auth'

export interface Draft<Values> {
  /** The id of this intention; the same until `clear`, also across reloads and a new login. */
  id: string
  /** What was being typed before, or the defaults. */
  initial: Values
  /** True when `initial` came back from an earlier visit. */
  restored: boolean
  keep: (values: Values) => void
  /** Forgets the text and the id: the intention was carried out or given up. */
  clear: () => void
}

/**
 * Keeps what the signed-in coach types under `name` until it is sent (product: nothing typed is lost, an expired
 * login included). Another coach on the same device never sees it: the owner's id is part of the key.
 */
export function useDraft<Values extends object>(name: string, defaults: Values): Draft<Values> {
  const { user } = useAuth()
  const key = `${user?.id ?? 'nobody'}:${name}`
  const [found] = useState(() => {
    const stored = readDraft(key)
    const values = stored && fits(stored.values, defaults) ? { ...defaults, ...stored.values } : null
    return { id: values && stored ? stored.id : crypto.randomUUID(), values }
  })
  const id = useRef(found.id)
  const keep = useCallback((values: Values) => writeDraft(key, { id: id.current, values }), [key])
  const clear = useCallback(() => {
    removeDraft(key)
    id.current = crypto.randomUUID()
  }, [key])
  return useMemo(
    () => ({
      get id() {
        return id.current
      },
      initial: found.values ?? defaults,
      restored: found.values !== null,
      keep,
      clear,
    }),
    [found, defaults, keep, clear],
  )
}

/** Writes a form's values into its draft as they change. */
export function useFormDraft<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'subscribe'>,
  draft: Pick<Draft<Values>, 'keep'>,
) {
  const { subscribe } = form
  const { keep } = draft
  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          if (isDirty !== false) keep(values)
        },
      }),
    [subscribe, keep],
  )
}

/** A draft of an older version of a form is dropped rather than half understood. */
function fits<Values extends object>(values: unknown, defaults: Values): values is Partial<Values> {
  if (typeof values !== 'object' || values === null) return false
  return Object.entries(defaults).every(([name, value]) => {
    const kept: unknown = Reflect.get(values, name)
    return kept === undefined || value === null || kept === null || typeof kept === typeof value
  })
}
