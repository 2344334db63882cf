import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent, useState, type BaseSyntheticEvent } from 'react'
import { useForm, type FieldPath, type FieldValues } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import type { Failure, Success } from '@/domain/shared/result'
import { useConnection } from '@/hooks/offline/use-connection'
import { toast } from '@/lib/browser/toast'
import type { DraftShape } from '@/lib/storage/draft-shape'
import { toastFailure } from './toast-failure'
import { useCreate, type Creation } from './use-create'
import { useDraft, useFormDraft, type Draft } from './use-draft'
import { useEditDraft } from './use-edit-draft'
import { useSingleFlight } from './use-single-flight'

interface FormOptions<Form extends FieldValues, Values> {
  /** Of the draft. */
  name: string
  schema: ZodMiniType<Values, Form>
  /** What a draft of it holds, in this release and before. */
  shape: DraftShape<Form>
  /** Puts the focus where the form begins, when the coach starts afresh: the name of a field, or how. */
  focus: FieldPath<Form> | (() => void)
  /** Also as soon as the form is there. */
  focusAtOnce?: boolean
  onInvalid?: () => void
}

/** What the new and the edited have in common: the fields, and what `DraftForm` shows around them. */
function useDraftForm<Form extends FieldValues, Values>({
  schema,
  focus,
  focusAtOnce = false,
  onInvalid,
  draft,
  save,
  saving,
  onCancel,
  onStartAfresh,
}: Omit<FormOptions<Form, Values>, 'name' | 'shape'> & {
  draft: Pick<Draft<Form>, 'initial' | 'restored' | 'keep' | 'clear'>
  save: (values: Values, typed: () => Form) => Promise<void>
  saving: boolean
  onCancel: () => void
  /** Answers what the form begins with then. */
  onStartAfresh: () => Form
}) {
  const form = useForm<Form, unknown, Values>({
    resolver: standardSchemaResolver(schema),
    // They never change, so that nothing that is typed is replaced.
    values: draft.initial,
    mode: 'onTouched',
  })
  useFormDraft(form, draft)
  const { online } = useConnection()
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
    onStartAfresh: () => {
      draft.clear()
      // The pressed button goes away. Before the reset, which forgets the fields until they are drawn again.
      focusFirst()
      form.reset(onStartAfresh())
      setRestored(false)
    },
    restored,
    saving,
    online,
  }
  return { form, frame }
}

/** A form that creates something, by the policy of `useCreate`. */
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
  const draft = useDraft(options.name, defaults, options.shape)
  const [create, saving] = useCreate<Values, Row, Form>(options)
  return useDraftForm({
    ...options,
    draft,
    save: (values, typed) => create(values, draft, typed),
    saving,
    onCancel,
    onStartAfresh: () => defaults,
  })
}

/**
 * A form that changes what is `stored`. `seen` is what was stored when the edit began, also after a reload: it tells what
 * the coach changed, and whether another device was faster.
 */
export function useEditForm<Form extends FieldValues, Seen extends object, Values, Failed extends Failure>({
  stored,
  seen: storedSeen,
  send,
  done,
  failed,
  onFailed,
  onClose,
  ...options
}: FormOptions<Form, Values> & {
  stored: Form
  seen: Seen
  /** Null when nothing was changed. */
  send: (values: Values, seen: Seen) => Promise<Success<unknown> | Failed | null>
  /** The toast of a success. */
  done: string
  failed: { title: string; description: string }
  /** True when the form tells it, so that no toast has to. */
  onFailed?: (failure: Failed) => boolean | void | Promise<boolean>
  onClose: () => void
}) {
  const { seen, setSeen, ...draft } = useEditDraft(options.name, stored, storedSeen, options.shape)
  const close = () => {
    draft.clear()
    onClose()
  }
  const [save, saving] = useSingleFlight(async (values: Values) => {
    const result = await send(values, seen)
    if (result?.success === false) {
      if (!(await onFailed?.(result))) toastFailure(failed, result)
      return
    }
    if (result) toast({ title: done })
    close()
  })
  const { form, frame } = useDraftForm({
    ...options,
    draft,
    save,
    saving,
    onCancel: onClose,
    onStartAfresh: () => {
      setSeen(storedSeen)
      return stored
    },
  })
  return { form, frame, setSeen }
}
