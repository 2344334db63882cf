import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { participantIn, type SessionFeedback } from '@/core/model'
import { Button } from '@/ui/button'
import { DraftForm } from '@/ui/forms/draft-form'
import { useAttemptId } from '@/ui/forms/use-attempt-id'
import { useEditForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { Stars } from '@/ui/stars'
import { FeedbackFields } from '../feedback-fields'
import { PrivateNotes } from '../private-notes'
import type { StudentFeedback } from '../session-reads-data'
import { feedbackDraft, feedbackSchema, type FeedbackForm } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { useUpdateFeedback } from '../use-sessions'

const { service, toast: toasts } = SESSION_MESSAGES

type SeenFeedback = Pick<SessionFeedback, 'rating' | 'notes' | 'private_notes' | 'tags'>

const seenOf = ({ rating, notes, private_notes, tags }: SessionFeedback): SeenFeedback => ({
  rating,
  notes,
  private_notes,
  tags,
})
const formOf = ({ rating, notes, private_notes, tags }: SeenFeedback): FeedbackForm => ({
  rating,
  notes: notes ?? '',
  privateNotes: private_notes ?? '',
  tags,
})

/**
 * The inline form of one feedback. If another device saved first, its version is shown (docs/product.md, 'Two
 * devices').
 */
export function FeedbackEditor({ feedback, onClose }: { feedback: StudentFeedback; onClose: () => void }) {
  const { session_id: sessionId, student_id: studentId } = feedback
  const stored = seenOf(feedback)
  const update = useUpdateFeedback()
  const opIdOf = useAttemptId()
  const [theirs, setTheirs] = useState<SeenFeedback | null>(null)
  const fields = useRef<HTMLFormElement>(null)
  const focusOn = (selector: string) => fields.current?.querySelector<HTMLElement>(selector)?.focus()

  const { form, frame, setSeen } = useEditForm({
    name: `feedback:${sessionId}:${studentId}`,
    schema: feedbackSchema,
    shape: feedbackDraft,
    stored: formOf(stored),
    seen: stored,
    focus: () => focusOn('input:checked'),
    focusAtOnce: true,
    onInvalid: ({ notes }) => focusOn(`[name$=${notes ? '-notes' : '-private-notes'}]`),
    send: (values, seen) =>
      update.mutateAsync({
        intent: { opId: opIdOf(values), sessionId, studentId, feedback: values },
        seen,
      }),
    done: service.feedbackUpdated,
    failed: toasts.feedbackFailed,
    onClose,
    onFailed: (failure) => {
      const current = 'current' in failure && participantIn(failure.current, studentId)?.feedback
      if (!current) return false
      setTheirs(seenOf(current))
      setSeen(seenOf(current))
      return true
    },
  })
  const [rating, tags, notes, privateNotes] = useWatch({
    control: form.control,
    name: ['rating', 'tags', 'notes', 'privateNotes'],
  })
  const change = (next: FeedbackForm) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('rating', next.rating, options)
    form.setValue('tags', next.tags, options)
    form.setValue('notes', next.notes, options)
    form.setValue('privateNotes', next.privateNotes, options)
  }

  return (
    <DraftForm
      ref={fields}
      label="Editar feedback"
      frame={frame}
      offline={OFFLINE.needs.feedback}
      submit={theirs ? 'Salvar o meu' : 'Salvar'}
      pending="Salvando..."
    >
      <FeedbackFields
        name={`feedback-${sessionId}`}
        value={{ rating, tags, notes, privateNotes }}
        onChange={change}
        errors={{
          notes: form.formState.errors.notes?.message,
          privateNotes: form.formState.errors.privateNotes?.message,
        }}
      />
      {theirs && <Theirs feedback={theirs} onTake={frame.onCancel} />}
    </DraftForm>
  )
}

/** The version that another device saved meanwhile. `onTake` discards what was typed here. */
function Theirs({ feedback, onTake }: { feedback: SeenFeedback; onTake: () => void }) {
  return (
    <div role="alert" className="mt-5 flex flex-col gap-2 rounded-lg bg-warn-soft px-4 py-3 text-warn">
      <p className="font-bold">Este feedback mudou em outro aparelho. Agora está assim:</p>
      <Stars rating={feedback.rating} />
      {feedback.tags.length > 0 && <p>{feedback.tags.join(', ')}</p>}
      {feedback.notes && <p className="line-clamp-6 whitespace-pre-line">{feedback.notes}</p>}
      <PrivateNotes notes={feedback.private_notes} />
      <Button tone="outline" size="sm" className="self-start text-warn!" onClick={onTake}>
        Ficar com esse
      </Button>
    </div>
  )
}
