import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent, useRef, useState, type BaseSyntheticEvent } from 'react'
import { useForm, type FieldErrors, type FieldPath, type FieldValues } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { changedFields } from '@/core/records'
import { failure, type Failure, type Success, type Created, type Result } from '@/core/result'
import { tellRow } from '@/credits/tell'
import type { Opened } from '@/credits/untold'
import type { Seen } from '@/data/table'
import type { ToastAction } from '@/lib/browser/toast'
import { knock } from '@/lib/browser/touch'
import type { DraftShape } from '@/lib/storage/draft-shape'
import { toastFailure, type FailedWords } from './toast-failure'
import { useDraft, useFormDraft, type Draft, useEditDraft, useKey } from './use-draft'
import { useSingleFlight } from './use-single-flight'

interface FormOptions<Form extends FieldValues, Values> {
  /** The name of the draft. */
  name: string
  schema: ZodMiniType<Values, Form>
  /** The shape of the form's drafts, if it is not `schema` in version 1. */
  shape?: DraftShape<Form>
  /** The field to focus after a reset: its name, or a function that focuses the field. */
  focus: FieldPath<Form> | (() => void)
  /** Focuses the field also when the form opens. */
  focusAtOnce?: boolean
  onInvalid?: (errors: FieldErrors<Form>) => void
}

const shapeOf = <Form extends FieldValues, Values>({
  schema,
  shape = { version: 1, schema },
}: Pick<FormOptions<Form, Values>, 'schema' | 'shape'>): DraftShape<Form> => shape

/** Shared by new and edit forms: the react-hook-form form, and the props of `DraftForm`. */
function useDraftForm<Form extends FieldValues, Values>({
  schema,
  focus,
  focusAtOnce = false,
  onInvalid,
  draft,
  save,
  saving,
  onCancel,
  onReset,
}: Omit<FormOptions<Form, Values>, 'name' | 'shape'> & {
  draft: Pick<Draft<Form>, 'initial' | 'restored' | 'clear'> & { keep: (values: Form) => void }
  save: (values: Values, typed: () => Form) => Promise<void>
  saving: boolean
  onCancel: () => void
  /** Returns the values to start again with. */
  onReset: () => Form
}) {
  const form = useForm<Form, unknown, Values>({
    resolver: standardSchemaResolver(schema),
    // They never change: changed values would replace what is typed.
    values: draft.initial,
    // An effect resets the form to them once it is shown: without this, what was typed before it ran would go.
    // `form.reset` takes these options too.
    resetOptions: { keepValues: true },
    mode: 'onTouched',
  })
  useFormDraft(form, draft)
  const [restored, setRestored] = useState(draft.restored)

  const focusFirst = () => (typeof focus === 'function' ? focus() : form.setFocus(focus))
  const begin = useEffectEvent(() => {
    if (focusAtOnce) focusFirst()
  })
  useEffect(() => begin(), [])

  const frame = {
    onSubmit: (event: BaseSyntheticEvent) =>
      void form.handleSubmit((values) => save(values, form.getValues), onInvalid)(event),
    onCancel: () => {
      draft.clear()
      onCancel()
    },
    onReset: () => {
      draft.clear()
      // The pressed button disappears. Before the reset, which forgets the fields until the next render.
      focusFirst()
      form.reset(onReset(), { keepValues: false })
      setRestored(false)
    },
    restored,
    saving,
  }
  return { form, frame }
}

/** A form that creates a row, by the policy of `useCreate`. */
export function useNewForm<Form extends FieldValues, Values, Row>({
  defaults: makeDefaults,
  onCancel,
  ...options
}: FormOptions<Form, Values> &
  Creation<Values, Row> & {
    defaults: () => Form
    onCancel: () => void
  }) {
  const [defaults] = useState(makeDefaults)
  const draft = useDraft(options.name, defaults, shapeOf(options))
  const [create, saving] = useCreate<Values, Row, Form>(options)
  const { form, frame } = useDraftForm({
    ...options,
    draft,
    save: (values, typed) => create(values, draft, typed),
    saving,
    onCancel,
    onReset: () => defaults,
  })
  return { form, frame, draft }
}

interface Edit<Base, Values, Failed extends Failure, Saved> {
  /** Resolves with null if the coach changed nothing. */
  send: (values: Values, seen: Base) => Promise<Success<Saved> | Failed | null>
  /** The title of the toast of a success. */
  done: string
  /** Further lines of that toast. */
  lines?: (saved: Opened<Saved>) => string[]
  failed: FailedWords
  /** Returns true if the form has shown the failure itself, so that no toast is needed. */
  onFailed?: (failure: Failed) => boolean | void | Promise<boolean>
  onClose: () => void
}

/**
 * A form that edits `stored`. `seen` is what was stored when the edit began, also after a reload: it tells what the
 * coach changed, and whether another device saved first.
 */
export function useEditForm<
  Form extends FieldValues,
  Base extends object,
  Values,
  Failed extends Failure,
  Saved,
>({
  stored,
  seen: storedSeen,
  send,
  done,
  lines,
  failed,
  onFailed,
  onClose,
  ...options
}: FormOptions<Form, Values> & Edit<Base, Values, Failed, Saved> & { stored: Form; seen: Base }) {
  const { seen, setSeen, ...draft } = useEditDraft(options.name, stored, storedSeen, shapeOf(options))
  /** The draft that the answer ends. */
  const sent = useRef('')
  const isTypedSince = () => draft.kept() !== sent.current
  const [save, saving] = useSingleFlight(async (values: Values) => {
    sent.current = draft.kept()
    const result = await send(values, seen)
    if (result?.success === false) {
      if (!(await onFailed?.(result))) toastFailure(failed, result)
      return
    }
    if (result) {
      knock()
      tellRow(result.data, (saved) => ({ title: done, lines: lines?.(saved) ?? [] }))
    }
    // What was typed during the save is not saved yet, and closing would lose it.
    if (!isTypedSince() && draft.clear()) onClose()
  })
  const { form, frame } = useDraftForm({
    ...options,
    draft,
    save,
    saving,
    onCancel: onClose,
    onReset: () => {
      setSeen(storedSeen)
      return stored
    },
  })
  // What is being saved stays a draft, so that the answer closes the form if it was opened again, and is not begun
  // afresh. There the save would look like another device's.
  const onCancel = () => {
    sent.current = draft.kept()
    onClose()
  }
  return { form, frame: saving ? { ...frame, onCancel, restored: false } : frame, setSeen, isTypedSince }
}

/**
 * What this page's forms of rows sent without an answer, by coach and name: a form may be closed, and opened again,
 * since.
 */
const unanswered = new Map<string, FieldValues[]>()

/**
 * A form that edits a row, by one policy for two devices (docs/product.md, 'Two devices'). If another device saved
 * other fields meanwhile, both changes are kept, and the toast says which came from elsewhere. If it saved the same
 * field, nothing is written: the coach sees what changed, what was typed stays, the other fields show what is stored
 * now, and the next save is based on that.
 */
export function useRowForm<
  Form extends FieldValues,
  Row extends Seen,
  Values,
  Failed extends Failure,
  Saved,
>({
  row,
  formOf,
  read,
  tell,
  send,
  whole = false,
  ...options
}: FormOptions<Form, Values> &
  Edit<Form & Seen, Values, Failed, Saved> & {
    row: Row
    formOf: (row: Row) => Form
    read: () => Promise<Row | null | undefined>
    /** For every field its label and its value as the coach reads it. */
    tell: (row: Row) => Record<keyof Form, readonly [label: string, value: string | null]>
    /** The fields belong together: a change of any field elsewhere is a conflict. */
    whole?: boolean
  }) {
  const key = useKey(options.name)
  const [elsewhere, setElsewhere] = useState<Elsewhere | null>(null)
  const sent = useRef<Form[]>([])
  const merged = useRef<() => string[]>(() => [])
  const seenOf = (seen: Row) => ({ ...formOf(seen), updated_at: seen.updated_at })
  const forget = () => {
    sent.current = []
    unanswered.delete(key)
  }
  const post = async (values: Values, seen: Form & Seen) => {
    const typed = { ...form.getValues() }
    const result = await send(values, seen)
    const isTyped = result?.success && isTypedSince()
    if (result?.success) forget()
    if (isTyped || (result?.success === false && result.code !== 'overtaken')) {
      sent.current = [...sent.current, typed]
      unanswered.set(key, [...(unanswered.get(key) ?? []), typed])
    }
    const now = isTyped && (await read())
    if (now) setSeen(seenOf(now))
    return result
  }
  const { form, frame, setSeen, isTypedSince } = useEditForm({
    ...options,
    stored: formOf(row),
    seen: seenOf(row),
    lines: (saved: Opened<Saved>) => [...(options.lines?.(saved) ?? []), ...merged.current()],
    send: async (values, seen): Promise<Success<Saved> | Failed | null> => {
      const result = await post(values, seen)
      // Typed back after a lost answer, by which something else may be stored.
      const isBack = result === null && (sent.current.length > 0 || (frame.restored && unanswered.has(key)))
      if (!isBack && (result?.success !== false || result.code !== 'overtaken')) return result
      const now = await read()
      if (!now || now.updated_at === seen.updated_at) return result
      // They tell of the next newer version alone: who saves the same later is another device.
      const here = sent.current
      const earlier = unanswered.get(key)
      forget()
      const stored = formOf(now)
      setSeen(seenOf(now))
      // No field has changed elsewhere, or the answer to an earlier save of this form was lost.
      // A price may be typed otherwise than it is shown once stored.
      const meaning = (of: FieldValues) => JSON.stringify(options.schema.safeParse(of).data ?? of)
      const isStored = (before: FieldValues) =>
        differences<FieldValues>(before, stored).length === 0 || meaning(before) === meaning(stored)
      const isEarlier = earlier?.some(isStored)
      if ([seen, ...here].some(isStored) || (whole && isEarlier)) return post(values, seenOf(now))
      const told = tell(now)
      const changed = differences(seen, stored)
      // What was typed back is a change of what this device has saved.
      const own = isBack
        ? changed.filter((name) =>
            [...here, ...(earlier ?? [])].some((before) =>
              isStored({ ...stored, [name]: valueAt(before, name) }),
            ),
          )
        : []
      const began = { ...seen, ...Object.fromEntries(own.map((name) => [name, stored[name]])) }
      const theirs = isEarlier ? [] : differences(began, stored)
      const mine: Partial<Form> | null = changedFields(form.getValues(), began)
      const both: Form = { ...stored, ...mine }
      form.reset(both, { keepValues: false })
      const parsed: Values | null = whole
        ? null
        : bothHold(options.schema, { values, stored, both, mine, theirs })
      if (parsed === null) {
        setElsewhere(changed.map((name) => told[name]))
        return isBack ? post(values, { ...stored, updated_at: seen.updated_at }) : result
      }
      merged.current = () => {
        // After a save that failed, the coach may have replaced what came from elsewhere.
        const replaced = differences(stored, form.getValues())
        const from = changed
          .filter((name) => !replaced.includes(name))
          .map((name) => `${told[name][0]}: ${told[name][1] || '(vazio)'}`)
        const origin = isEarlier ? COMMON_MESSAGES.before : COMMON_MESSAGES.elsewhere
        return from.length > 0 ? [`${origin}: ${from.join(' · ')}`] : []
      }
      return post(parsed, seenOf(now))
    },
  })
  const onReset = () => {
    setElsewhere(null)
    frame.onReset()
  }
  return { form, frame: { ...frame, elsewhere, onReset } }
}

/**
 * The values with the changes of both devices; null if one would undo the other: both changed the same field, or one
 * changed a field that the other change determines, as one class determines the validity.
 */
function bothHold<Form extends FieldValues, Values>(
  schema: ZodMiniType<Values, Form>,
  edit: { values: Values; stored: Form; both: Form; mine: Partial<Form> | null; theirs: (keyof Form)[] },
): Values | null {
  const mine = Object.keys(edit.mine ?? {})
  if (edit.theirs.some((name) => mine.includes(String(name)))) return null
  const parsed = [edit.both, edit.stored].map((form) => schema.safeParse(form).data)
  const [both, stored] = parsed
  const isKept = (of: unknown, names: readonly PropertyKey[]) =>
    names.every((name) => valueAt(both, name) === valueAt(of, name))
  return both !== undefined && isKept(stored, edit.theirs) && isKept(edit.values, mine) ? both : null
}

const valueAt = (values: unknown, name: PropertyKey): unknown =>
  typeof values === 'object' && values !== null ? Reflect.get(values, name) : undefined

/** Labels and values of the fields that another device changed. */
type Elsewhere = (readonly [label: string, value: string | null])[]

function differences<Form extends object>(before: Form, now: Form): (keyof Form)[] {
  const names: (keyof Form)[] = []
  for (const name in now) {
    if (String(before[name]).trim() !== String(now[name]).trim()) names.push(name)
  }
  return names
}

export interface Creation<Values, Row> {
  /** The mutation. 'queued': the row waits in the outbox. `isFirst`: this tab has not sent the id before. */
  create: (id: Uuid, values: Values, isFirst: boolean) => Promise<Created<Row> | Failure | 'queued'>
  /** What overwrites the stored row with the values corrected since; undefined if that is not allowed. */
  correct?: (stored: Row, values: Values) => (() => Promise<Result<Row>>) | undefined
  /** The row is as it was created, where `correct` does not tell. */
  isAsCreated?: (row: Row) => boolean
  done: string
  failed: FailedWords
  /** Warnings for the toast of a success. */
  warnings?: (row: Opened<Row>) => string[]
  /** `done` already names the affected occurrences of the agenda. */
  namesAgenda?: true
  /** The toast's button, unless the stored row is not what was typed. */
  action?: (row: Opened<Row>, id: Uuid, values: Values) => ToastAction | undefined
  /** A second button. */
  also?: (row: Opened<Row>, id: Uuid, values: Values) => ToastAction | undefined
  /** `isOther`: the row is what an earlier request saved; the coach is led to it. */
  onDone: (row: Opened<Row>, isOther: boolean) => Promise<never> | void
  /** `isOpen`: the form is still open, and may be left. */
  onQueued?: (id: Uuid, values: Values, isOpen: boolean) => Promise<never> | void
  /** Called after the toast, to show the failure beside a field too. */
  onFailure?: (failure: Failure) => void
}

/** True if the row has not been edited since it was created. */
export const isUntouched = (row: { created_at: string; updated_at: string }): boolean =>
  row.created_at === row.updated_at

/**
 * Creates a row from a form, with one policy for all forms (docs/product.md, 'Sent twice'):
 *
 * - The row gets the draft's id. The draft is stored before the request and survives retries, reloads and new logins,
 *   so that a retry after a lost answer finds the row instead of creating a second one.
 * - One request at a time: a press during a request does nothing.
 * - 'already-saved': an earlier request has stored other values. `correct` overwrites them if nobody has edited the
 *   row; otherwise nothing is overwritten, and the coach is told.
 * - The same at the first attempt, or of a row that nobody has edited where nothing was typed since: a tab, of which
 *   this one is a copy, has saved its own row under this id (failure 'already-exists').
 * - 'already-deleted', and that: the failure is shown, and the next press creates another row under a new id.
 * - Any other failure is shown; text and id stay for a retry.
 */
export const useCreate = <Values, Row, Form>(creation: Creation<Values, Row>) =>
  useSingleFlight(
    async (
      values: Values,
      draft: Pick<Draft<Form>, 'id' | 'sent' | 'asSent' | 'keep' | 'clear'>,
      typed: () => Partial<Form>,
    ): Promise<void> => {
      const { id, sent, asSent } = draft
      draft.keep(typed(), true)
      // An answer that comes later must close neither what is open by then, nor what was begun afresh.
      const end = () => draft.id === id && draft.clear()
      const answer = await creation.create(id, values, !sent)
      if (answer === 'queued') {
        const isOpen = end()
        knock()
        return creation.onQueued?.(id, values, isOpen)
      }
      const isAlreadySaved = answer.success && answer.outcome === 'already-saved'
      const correct = isAlreadySaved ? creation.correct?.(answer.data, values) : undefined
      const isOtherTabs =
        isAlreadySaved && (!sent || (asSent && (correct ?? creation.isAsCreated?.(answer.data))))
      const created = isOtherTabs ? failure('already-exists', COMMON_MESSAGES.otherTab) : answer
      const result = created.success && correct ? await correct() : created
      if (!result.success) {
        toastFailure(creation.failed, result)
        creation.onFailure?.(result)
        const isUsedUp =
          isOtherTabs || result.code === 'already-deleted' || (!sent && result.code === 'already-exists')
        if (isUsedUp && draft.id === id) {
          draft.clear()
          draft.keep(typed())
        }
        return
      }
      const isOpen = end()
      const isOther = isAlreadySaved && !correct
      knock()
      // For a row of an earlier request, its effects are that request's.
      const saved = tellRow(result.data, (row) => ({
        title: isOther ? COMMON_MESSAGES.notAsTyped : creation.done,
        warnings: [...(isOther ? [COMMON_MESSAGES.alreadySaved] : []), ...(creation.warnings?.(row) ?? [])],
        namesOwed: creation.warnings !== undefined,
        ...(creation.namesAgenda && { namesAgenda: true }),
        action: isOther ? undefined : creation.action?.(row, id, values),
        also: isOther ? undefined : creation.also?.(row, id, values),
      }))
      return isOpen ? creation.onDone(saved, isOther) : undefined
    },
  )
