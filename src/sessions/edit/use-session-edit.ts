import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Club, SessionDetails, Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import { tell } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { toast } from '@/lib/browser/toast'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-attempt-id'
import { useFormDraft } from '@/ui/forms/use-draft'
import { useEditDraft } from '@/ui/forms/use-edit-draft'
import {
  changesBetween,
  editFormOf,
  isStored,
  rebaseEdit,
  toEditIntent,
  withEditedStudents,
} from '../session-edit'
import {
  sessionEditDraft,
  sessionEditSchema,
  type SessionEditForm,
  type SessionEditValues,
} from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { useEditSession } from '../use-sessions'

const { service, toast: toasts } = SESSION_MESSAGES

const resolver: Resolver<SessionEditForm, unknown, SessionEditValues> = standardSchemaResolver(
  sessionEditSchema(() => new Date()),
)

/**
 * Form and draft of one session's edit. If another device changes the session meanwhile, the typed values are rebased
 * on the newer version (docs/product.md, 'Two devices'). `session` is the newest version known to this device.
 */
export function useSessionEdit(
  session: SessionDetails,
  { clubs, onSaved }: { clubs: readonly Club[] | undefined; onSaved: () => void },
) {
  const draft = useEditDraft(`session:${session.id}`, editFormOf(session), session, sessionEditDraft)
  const { seen, setSeen } = draft
  const [restored, setRestored] = useState(draft.restored)
  /** The version from which the edit started. Changes of other devices are listed against it. */
  const [base, setBase] = useState(draft.seen)
  const [deleted, setDeleted] = useState(false)
  const form = useForm<SessionEditForm, unknown, SessionEditValues>({
    resolver,
    defaultValues: draft.initial,
    mode: 'onTouched',
    // The invalid field may be folded away; `SessionEditor` unfolds and focuses it.
    shouldFocusError: false,
  })
  useFormDraft(form, draft)
  const [dateTime, teacher, notes, cancelledReason, extension, participants, removed] = useWatch({
    control: form.control,
    name: ['dateTime', 'teacher', 'notes', 'cancelledReason', 'extension', 'participants', 'removed'],
  })
  const values: SessionEditForm = {
    dateTime,
    teacher,
    notes,
    cancelledReason,
    extension,
    participants,
    removed,
  }
  const edit = useEditSession()
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const opIdOf = useAttemptId()
  const undoAction = useUndoAction()

  /** Keeps what was typed on top of the newer version. Saving after that overwrites it knowingly. */
  const rebaseOn = (now: SessionDetails) => {
    form.reset(rebaseEdit(seen, form.getValues(), now))
    setSeen(now)
  }
  useEffect(() => {
    if (session.version > seen.version) rebaseOn(session)
  })

  const choose = (ids: readonly Uuid[]) => {
    const defaultClub = clubs?.find(({ is_default }) => is_default)?.id ?? null
    const next = withEditedStudents(form.getValues(), ids, defaultClub)
    form.setValue('removed', next.removed, { shouldDirty: true })
    form.setValue('participants', next.participants, { shouldDirty: true })
    if (ids.length > 0) form.clearErrors('participants')
  }
  const discard = () => {
    draft.clear()
    setSeen(session)
    setBase(session)
    form.reset(editFormOf(session))
    setRestored(false)
  }
  const done = () => {
    draft.clear()
    onSaved()
  }

  const save = async (typed: SessionEditValues, offer: ExtensionOffer | undefined) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    const intent = toEditIntent(opIdOf([seen.version, typed]), typed, seen, clubs, offer)
    const result = await edit.mutateAsync(intent)
    busy.current = false
    setSaving(false)
    if (result.success) {
      tell(result.data, ({ undo }) => ({
        title: service.updated,
        action: undoAction(undo && { kind: 'lessons', change: undo }),
      }))
      done()
      return
    }
    const current = 'current' in result ? result.current : null
    if (current && isStored(typed, current)) {
      toast({ title: service.updated, description: COMMON_MESSAGES.alreadySaved })
      done()
      return
    }
    if (current && current.version > seen.version) rebaseOn(current)
    if (result.code === 'session-not-found' || result.code === 'already-deleted') setDeleted(true)
    if (result.code === 'session-in-future') form.setError('dateTime', { message: result.message })
    toastFailure(toasts.updateFailed, result)
  }

  return {
    form,
    values,
    seen,
    restored,
    /** What other devices changed since the edit started. */
    changes: seen.version > base.version ? changesBetween(base, seen, values) : [],
    deleted,
    saving,
    save,
    choose,
    discard,
    clearDraft: draft.clear,
  }
}

export type SessionEdit = ReturnType<typeof useSessionEdit>
