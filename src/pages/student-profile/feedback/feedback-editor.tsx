import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { DraftNotice } from '@/components/forms/draft-notice'
import { FeedbackFields } from '@/components/sessions/feedback-fields'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { Button } from '@/components/ui/button'
import { Stars } from '@/components/ui/stars'
import type { SessionFeedback } from '@/domain/shared/model'
import {
  feedbackDraft,
  feedbackSchema,
  type FeedbackForm,
  type FeedbackValues,
} from '@/domain/sessions/session.schema'
import { useConnection } from '@/hooks/offline/use-connection'
import { useFormDraft } from '@/hooks/forms/use-draft'
import { useEditDraft } from '@/hooks/forms/use-edit-draft'
import { useUpdateFeedback, type StudentFeedback } from '@/hooks/sessions/use-sessions'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OFFLINE } from '@/texts/offline/offline'

const { service, toast: toasts } = MESSAGES.sessions

type SeenFeedback = Pick<SessionFeedback, 'rating' | 'notes' | 'tags'>

const seenOf = ({ rating, notes, tags }: SessionFeedback): SeenFeedback => ({ rating, notes, tags })
const formOf = ({ rating, notes, tags }: SeenFeedback): FeedbackForm => ({ rating, notes: notes ?? '', tags })

/** One feedback edited in place. An edit that another device overtook is shown, and never written over unseen. */
export function FeedbackEditor({ feedback, onClose }: { feedback: StudentFeedback; onClose: () => void }) {
  const { session_id: sessionId, student_id: studentId } = feedback
  const stored = seenOf(feedback)
  const draft = useEditDraft(`feedback:${sessionId}:${studentId}`, formOf(stored), stored, feedbackDraft)
  const form = useForm<FeedbackForm, unknown, FeedbackValues>({
    resolver: standardSchemaResolver(feedbackSchema),
    defaultValues: draft.initial,
  })
  useFormDraft(form, draft)
  const [rating, tags, notes] = useWatch({ control: form.control, name: ['rating', 'tags', 'notes'] })
  const update = useUpdateFeedback()
  const { online } = useConnection()
  const [notice, setNotice] = useState(draft.restored)
  const [theirs, setTheirs] = useState<SeenFeedback | null>(null)
  const busy = useRef(false)
  const attempt = useRef({ text: '', opId: '' })
  const fields = useRef<HTMLFormElement>(null)
  const focusRating = () => fields.current?.querySelector<HTMLElement>('input:checked')?.focus()
  useEffect(focusRating, [])

  const change = (next: FeedbackForm) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('rating', next.rating, options)
    form.setValue('tags', next.tags, options)
    form.setValue('notes', next.notes, options)
  }
  const cancel = () => {
    draft.clear()
    onClose()
  }

  const save = async (values: FeedbackValues) => {
    if (busy.current) return
    busy.current = true
    // The same text sent again is the same intention; another text is another one.
    const text = JSON.stringify(values)
    if (attempt.current.text !== text) attempt.current = { text, opId: crypto.randomUUID() }
    const result = await update.mutateAsync({
      intent: { opId: attempt.current.opId, sessionId, studentId, feedback: values },
      seen: draft.seen,
    })
    busy.current = false
    if (result.success) {
      toast({ title: service.feedbackUpdated })
      cancel()
      return
    }
    const current =
      'current' in result && result.current?.feedbacks.find(({ student_id }) => student_id === studentId)
    if (current) {
      setTheirs(seenOf(current))
      draft.setSeen(seenOf(current))
      return
    }
    toast({
      title: toasts.feedbackFailed.title,
      description: result.code === 'server' ? toasts.feedbackFailed.description : result.message,
      tone: 'error',
    })
  }
  const pointAtNotes = () => fields.current?.querySelector('textarea')?.focus()

  return (
    <form
      ref={fields}
      noValidate
      aria-label="Editar feedback"
      onSubmit={(event) => void form.handleSubmit(save, pointAtNotes)(event)}
    >
      <OfflineNotice online={online}>{OFFLINE.needs.feedback}</OfflineNotice>
      {notice && (
        <DraftNotice
          onDiscard={() => {
            draft.clear()
            draft.setSeen(stored)
            form.reset(formOf(stored))
            setNotice(false)
            focusRating()
          }}
        />
      )}
      <FeedbackFields
        name={`feedback-${sessionId}`}
        value={{ rating, tags, notes }}
        onChange={change}
        errors={{ notes: form.formState.errors.notes?.message }}
      />
      {theirs && <Theirs feedback={theirs} onTake={cancel} />}
      <div className="mt-5 flex gap-3 *:flex-1">
        <Button tone="outline" onClick={cancel}>
          Cancelar
        </Button>
        <Button type="submit" tone="main" pending={update.isPending} pendingLabel="Salvando...">
          {theirs ? 'Salvar o meu' : 'Salvar'}
        </Button>
      </div>
    </form>
  )
}

/** What another device saved while this coach was writing. */
function Theirs({ feedback, onTake }: { feedback: SeenFeedback; onTake: () => void }) {
  return (
    <div role="alert" className="mt-5 flex flex-col gap-2 rounded-lg bg-warn-soft px-4 py-3 text-warn">
      <p className="font-bold">Este feedback mudou em outro aparelho. Agora está assim:</p>
      <Stars rating={feedback.rating} />
      {feedback.tags.length > 0 && <p>{feedback.tags.join(', ')}</p>}
      {feedback.notes && <p className="line-clamp-6 whitespace-pre-line">{feedback.notes}</p>}
      <Button tone="outline" size="sm" className="self-start text-warn!" onClick={onTake}>
        Ficar com esse
      </Button>
    </div>
  )
}
