import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useAuth } from '@/account/use-auth'
import { toast } from '@/lib/browser/toast'
import { readValues, type DraftShape, isLike } from '@/lib/storage/draft-shape'
import {
  readDraft,
  removeDraft,
  setDraftAside,
  writeDraft,
  type StoredDraft,
} from '@/lib/storage/draft-store'

const TEXTS = {
  setAside: {
    title: 'Um rascunho não pôde ser aberto',
    description: 'Ele é de outra versão do app. Confira o formulário antes de enviar.',
  },
  notKept: {
    title: 'O rascunho não pôde ser guardado',
    description: 'Confira o formulário e envie antes de sair ou recarregar.',
  },
} as const

export interface Draft<Values> {
  /** Becomes the id of the new row. It stays the same until `clear`, across reloads and new logins. */
  id: string
  /** The restored values, or the defaults. */
  initial: Values
  /** True if `initial` was restored from an earlier visit. */
  restored: boolean
  /**
   * This tab may have sent it. What carries its id all the same was saved by another tab, of which this one is a copy.
   */
  sent: boolean
  /** Nothing was typed since it was sent first. */
  asSent: boolean
  /** What is left out takes the default when it is restored. `isSent`: it is about to be sent. */
  keep: (values: Partial<Values>, isSent?: boolean) => void
  /**
   * Forgets the text and makes a new id, after saving or cancelling. Returns whether a form with this draft is open:
   * this one or, closed and opened again, another one, which would save the next row under the same id.
   */
  clear: () => boolean
  /** What is stored, to tell whether something is typed since, also where the form is opened again. */
  kept: () => string
}

/**
 * Stores what the signed-in coach types under `name` until it is sent (docs/product.md, 'Drafts'). The coach's id is
 * part of the key, so another coach on this device never sees it. A draft that this version cannot read, or of another
 * version, is set aside, and the coach is told.
 */
export const useDraft = <Values extends object>(
  name: string,
  defaults: Values,
  shape: DraftShape<Values>,
): Draft<Values> =>
  useStoredDraft(name, defaults, shape.version, (stored) => readValues(stored, defaults, shape))

/** What is known of the drafts of the forms that are open. */
const openForms = new Set<{ readonly current: { id: string } }>()

/** `useDraft` with a custom parser: `read` returns the stored values, or null if it cannot read them. */
function useStoredDraft<Values extends object>(
  name: string,
  defaults: Values,
  version: number,
  read: (stored: StoredDraft) => Values | null,
): Draft<Values> {
  const key = useKey(name)
  const [opened] = useState(() => openDraft(key, read))
  const now = useRef(opened.now)
  const isTold = useRef(false)

  useEffect(() => {
    if (!opened.isUnreadable) return
    setDraftAside(key)
    toast({ ...TEXTS.setAside, tone: 'warning' })
  }, [opened, key])

  const keep = useCallback(
    (values: Partial<Values>, isSent = false) => {
      const { id, sent, asSent } = now.current
      // A later press sends other text, perhaps, than the outbox has.
      now.current = { id, sent: sent || isSent, asSent: isSent && (asSent || !sent) }
      // Text equal to the defaults was undone and must not be restored. The id stays, because it may have been sent.
      const isTyped = JSON.stringify({ ...defaults, ...values }) !== JSON.stringify(defaults)
      const isKept = writeDraft(key, { ...now.current, version, values: isTyped ? values : null })
      if (isKept || !isTyped || isTold.current) return
      isTold.current = true
      toast({ ...TEXTS.notKept, tone: 'warning' })
    },
    [key, defaults, version],
  )
  const clear = useCallback(() => {
    const { id } = now.current
    const isOpen = [...openForms].some(({ current }) => current.id === id)
    // A form that was opened since, with an id of its own, keeps its text.
    if (readDraft(key)?.id === id) removeDraft(key)
    now.current = { id: crypto.randomUUID(), sent: false, asSent: false }
    return isOpen
  }, [key])
  const kept = useCallback(() => JSON.stringify(readDraft(key)?.values ?? null), [key])
  useEffect(() => {
    openForms.add(now)
    return () => void openForms.delete(now)
  }, [])
  return useMemo(
    () => ({
      get id() {
        return now.current.id
      },
      get sent() {
        return now.current.sent
      },
      get asSent() {
        return now.current.asSent
      },
      initial: opened.values ?? defaults,
      restored: opened.values !== null,
      keep,
      clear,
      kept,
    }),
    [opened, defaults, keep, clear, kept],
  )
}

/** True if, when the screen opened, `name` had a draft with text that was not sent yet. */
export function useHasDraft(name: string): boolean {
  const key = useKey(name)
  const [hasDraft] = useState(() => (readDraft(key)?.values ?? null) !== null)
  return hasDraft
}

export function useKey(name: string): string {
  const { user } = useAuth()
  return `${user?.id ?? 'nobody'}:${name}`
}

function openDraft<Values>(key: string, read: (stored: StoredDraft) => Values | null) {
  const stored = readDraft(key)
  const values = stored && stored.values !== null ? read(stored) : null
  const isUnreadable = stored !== null && stored.values !== null && values === null
  const known = isUnreadable ? null : stored
  const now = {
    id: known?.id ?? crypto.randomUUID(),
    sent: known?.sent === true,
    asSent: known?.asSent === true,
  }
  return { now, values, isUnreadable }
}

/** Writes a form's values into its draft as the coach types. */
export function useFormDraft<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'subscribe'>,
  draft: { keep: (values: Values) => void },
) {
  const { subscribe } = form
  const { keep } = draft
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // A reset, which names no field, was not typed.
          if (name !== undefined) keep(values)
        },
      }),
    [subscribe, keep],
  )
}

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
  const { keep: keepAll, restored, clear, kept } = draft
  const keep = useCallback((values: Values) => keepAll({ values, seen }), [keepAll, seen])
  return useMemo(
    () => ({ initial, restored, clear, kept, seen, setSeen, keep }),
    [initial, restored, clear, kept, seen, keep],
  )
}

type Edit<Values, Seen> = { values: Values; seen: Seen }

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
