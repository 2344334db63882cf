import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { toast } from '@/lib/browser/toast'
import { readValues, type DraftShape } from '@/lib/storage/draft-shape'
import {
  readDraft,
  removeDraft,
  setDraftAside,
  writeDraft,
  type StoredDraft,
} from '@/lib/storage/draft-store'
import { MESSAGES } from '@/texts/shared/messages'
import { useAuth } from '@/hooks/account/use-auth'

export interface Draft<Values> {
  /** The id of this intention; the same until `clear`, also across reloads and a new login. */
  id: string
  /** What was being typed before, or the defaults. */
  initial: Values
  /** True when `initial` is text that came back from an earlier visit. */
  restored: boolean
  /** True when an earlier visit had this id, and may have sent it. */
  reopened: boolean
  keep: (values: Values) => void
  /** Forgets the text and the id: the intention was carried out or given up. */
  clear: () => void
}

/**
 * Keeps what the signed-in coach types under `name` until it is sent: nothing typed is lost, also when the login
 * expires. Another coach on the same device never sees it, because the owner's id is part of the key. A draft of another
 * release is migrated as `shape` says; one that cannot be read is set aside, and the coach is told.
 */
export function useDraft<Values extends object>(
  name: string,
  defaults: Values,
  shape: DraftShape<Values>,
): Draft<Values> {
  return useStoredDraft(name, defaults, shape.version, (stored) => readValues(stored, defaults, shape))
}

/** `read` understands the values of a stored draft, or answers null. */
export function useStoredDraft<Values extends object>(
  name: string,
  defaults: Values,
  version: number,
  read: (stored: Required<StoredDraft>) => Values | null,
): Draft<Values> {
  const { user } = useAuth()
  const key = `${user?.id ?? 'nobody'}:${name}`
  const [opened] = useState(() => openDraft(key, read))
  const id = useRef(opened.id)

  useEffect(() => {
    if (!opened.isUnreadable) return
    setDraftAside(key)
    toast({ ...MESSAGES.common.draftSetAside, tone: 'warning' })
  }, [opened, key])

  const keep = useCallback(
    (values: Values) => {
      // What was undone must not come back. The id stays, because it may have been sent.
      const isTyped = JSON.stringify(values) !== JSON.stringify(defaults)
      writeDraft(key, { id: id.current, version, values: isTyped ? values : null })
    },
    [key, defaults, version],
  )
  const clear = useCallback(() => {
    removeDraft(key)
    id.current = crypto.randomUUID()
  }, [key])
  return useMemo(
    () => ({
      get id() {
        return id.current
      },
      initial: opened.values ?? defaults,
      restored: opened.values !== null,
      reopened: opened.isKnown,
      keep,
      clear,
    }),
    [opened, defaults, keep, clear],
  )
}

function openDraft<Values>(key: string, read: (stored: Required<StoredDraft>) => Values | null) {
  const stored = readDraft(key)
  const values = stored && stored.values !== null ? read(stored) : null
  const isUnreadable = stored !== null && stored.values !== null && values === null
  const isKnown = stored !== null && !isUnreadable
  return { id: isKnown ? stored.id : crypto.randomUUID(), values, isKnown, isUnreadable }
}

/** Writes a form's values into its draft as fields change; what a reset puts there was not typed. */
export function useFormDraft<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'subscribe'>,
  draft: Pick<Draft<Values>, 'keep'>,
) {
  const { subscribe } = form
  const { keep } = draft
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // A reset names no field.
          if (name !== undefined) keep(values)
        },
      }),
    [subscribe, keep],
  )
}
