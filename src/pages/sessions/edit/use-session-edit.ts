import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import type { Club, SessionDetails, Uuid } from '@/domain/shared/model'
import {
  changesBetween,
  editFormOf,
  isStored,
  rebaseEdit,
  toEditIntent,
  withEditedStudents,
} from '@/domain/sessions/session-edit'
import {
  sessionEditDraft,
  sessionEditSchema,
  type SessionEditForm,
  type SessionEditValues,
} from '@/domain/sessions/session.schema'
import { useFormDraft } from '@/hooks/forms/use-draft'
import { useEditDraft } from '@/hooks/forms/use-edit-draft'
import { useEditSession } from '@/hooks/sessions/use-sessions'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { effectsInShort } from '../effect-lines'
import { toastFailure } from '@/hooks/forms/toast-failure'

const { service, toast: toasts } = MESSAGES.sessions

const resolver: Resolver<SessionEditForm, unknown, SessionEditValues> = standardSchemaResolver(
  sessionEditSchema(() => new Date()),
)

/**
 * The edit of one lesson: its form, its draft, and what happens when another device changes or deletes the lesson
 * meanwhile. `session` is the newest version that this device knows.
 */
export function useSessionEdit(
  session: SessionDetails,
  { clubs, onSaved }: { clubs: readonly Club[] | undefined; onSaved: () => void },
) {
  const draft = useEditDraft(`session:${session.id}`, editFormOf(session), session, sessionEditDraft)
  const { seen, setSeen } = draft
  const [restored, setRestored] = useState(draft.restored)
  /** What the coach saw first: changes of other devices are told from there on. */
  const [base, setBase] = useState(draft.seen)
  const [deleted, setDeleted] = useState(false)
  const form = useForm<SessionEditForm, unknown, SessionEditValues>({
    resolver,
    defaultValues: draft.initial,
    mode: 'onTouched',
    // The wrong field may be folded away: the form looks for it itself.
    shouldFocusError: false,
  })
  useFormDraft(form, draft)
  const [dateTime, teacher, notes, participants, removed] = useWatch({
    control: form.control,
    name: ['dateTime', 'teacher', 'notes', 'participants', 'removed'],
  })
  const values: SessionEditForm = { dateTime, teacher, notes, participants, removed }
  const edit = useEditSession()
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const attempt = useRef({ what: '', opId: '' })

  /** What was typed stays, on top of the newer lesson; saving from here on is deliberate. */
  const putOnTopOf = (now: SessionDetails) => {
    form.reset(rebaseEdit(seen, form.getValues(), now))
    setSeen(now)
  }
  useEffect(() => {
    if (session.version > seen.version) putOnTopOf(session)
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
  const done = (title: string, description: string | undefined) => {
    draft.clear()
    toast({ title, description })
    onSaved()
  }

  const save = async (typed: SessionEditValues) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    const what = JSON.stringify([seen.version, typed])
    // The same text sent again is the same intention; another text, or over another version, is another one.
    if (attempt.current.what !== what) attempt.current = { what, opId: crypto.randomUUID() }
    const result = await edit.mutateAsync(toEditIntent(attempt.current.opId, typed, seen, clubs))
    busy.current = false
    setSaving(false)
    if (result.success) {
      done(service.updated, effectsInShort(result.data.effects))
      return
    }
    const current = 'current' in result ? result.current : null
    if (current && isStored(typed, current)) {
      done(service.updated, MESSAGES.common.alreadySaved)
      return
    }
    if (current && current.version > seen.version) putOnTopOf(current)
    if (result.code === 'session-not-found' || result.code === 'already-deleted') setDeleted(true)
    if (result.code === 'session-in-future') form.setError('dateTime', { message: result.message })
    toastFailure(toasts.updateFailed, result)
  }

  return {
    form,
    values,
    seen,
    restored,
    /** What other devices changed since this edit began. */
    changes: seen.version > base.version ? changesBetween(base, seen, values) : [],
    deleted,
    saving,
    save,
    choose,
    discard,
    /** Forgets what was typed. */
    giveUp: draft.clear,
  }
}

export type SessionEdit = ReturnType<typeof useSessionEdit>
