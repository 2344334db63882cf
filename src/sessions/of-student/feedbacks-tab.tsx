import { useQueryClient } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import { useCallback, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useOwner } from '@/account/use-auth'
import { useToldZone } from '@/agenda/use-time-zone'
import { countOf } from '@/core/common-texts'
import { formatDate } from '@/core/dates'
import { participantIn, type SessionFeedback, type Student } from '@/core/model'
import { firstName } from '@/core/names'
import { ownerKey } from '@/data/queries/owner-query'
import { feedbackLines } from '@/messages/compose'
import { MessageButton } from '@/messages/message-button'
import { summaryRequest } from '@/messages/requests'
import { LoadFailed } from '@/students/profile/load-failed'
import { PagedList } from '@/students/profile/paged-list'
import { RegisterLink } from '@/students/profile/register-link'
import { useProfileAddress } from '@/students/profile/use-profile-address'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { useCopy } from '@/ui/copy-dialog'
import { FeedbackDrawing } from '@/ui/drawings'
import { StarsInput } from '@/ui/fields/stars-input'
import { DraftForm } from '@/ui/forms/draft-form'
import { useAttemptId } from '@/ui/forms/use-action'
import { useEditForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { Stars } from '@/ui/stars'
import { SkeletonList, EmptyState } from '@/ui/states'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { PrivateNotes } from '../lesson-marks'
import { FocusAndNotes } from '../participant-fields'
import type { Page, StudentFeedback } from '../reads-data'
import { feedbackRow, isSameFeedback } from '../rules'
import { feedbackSchema, type FeedbackForm } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { useStudentFeedbacks } from '../use-sessions'
import { useUpdateFeedback } from '../use-write-sessions'

/** The student's feedbacks, newest first; one at a time can be edited in place. */
export function FeedbacksTab({ student }: { student: Student }) {
  const { page, form, showPage, openForm } = useProfileAddress(student)
  const feedbacks = useStudentFeedbacks(student.id, { page })
  const editing = form?.kind === 'feedback' ? form.sessionId : null
  const close = useCallback(() => openForm(null), [openForm])
  const found = feedbacks.data?.items.find(({ session_id }) => session_id === editing)
  // Keeps a feedback that another device deletes meanwhile, because otherwise the typed text would be gone with its
  // form.
  const [known, setKnown] = useState(found)
  if (found && found !== known) setKnown(found)
  const edited = found ?? (known?.session_id === editing ? known : undefined)

  if (feedbacks.isPending) {
    return <SkeletonList label="Carregando feedbacks" count={3} each="h-48" className="flex flex-col gap-4" />
  }
  if (feedbacks.isLoadingError) return <LoadFailed query={feedbacks} />
  const { items, total } = feedbacks.data
  if (total === 0 && !edited) {
    return (
      <EmptyState
        drawing={<FeedbackDrawing />}
        title={SESSION_MESSAGES.empty.feedbacks}
        description="Cada aula registrada com avaliação aparece aqui, pronta para enviar ao aluno."
      >
        <RegisterLink student={student} />
      </EmptyState>
    )
  }
  return (
    <PagedList
      heading={countOf(total, 'feedback', 'feedbacks')}
      pagerLabel="Páginas de feedbacks"
      page={page}
      total={total}
      stale={feedbacks.isPlaceholderData}
      onPage={showPage}
    >
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {(edited && !found ? [edited, ...items] : items).map((feedback) => (
          <li key={feedback.session_id}>
            <FeedbackCard
              student={student}
              feedback={feedback}
              editing={feedback.session_id === editing}
              // The address may name a session of another page: then no form is open.
              canEdit={edited === undefined}
              onEdit={() => openForm({ kind: 'feedback', sessionId: feedback.session_id })}
              onClose={close}
            />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

interface FeedbackCardProps {
  student: Student
  feedback: StudentFeedback
  editing: boolean
  /** False while another feedback is being edited. */
  canEdit: boolean
  onEdit: () => void
  onClose: () => void
}

/** One feedback: to read, to copy into a chat, or in its edit form. */
function FeedbackCard({ student, feedback, editing, canEdit, onEdit, onClose }: FeedbackCardProps) {
  const [copy, copyDialog] = useCopy({ title: 'Feedback', label: 'Texto' })
  const editButton = useFocusAfterEditing(editing)
  const zone = useToldZone()
  const { id, date, day: lessonDay } = feedback.session
  const day = formatDate(lessonDay)
  const at = zone && { instant: date, zone }
  const summary = at && summaryRequest({ id, day: lessonDay, at }, student, feedback)
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <h3 className="figures text-base">{day}</h3>
          <p className="text-[15px] text-ink-soft">{feedback.session.teacher}</p>
        </div>
        {!editing && <Stars rating={feedback.rating} />}
      </div>
      {editing ? (
        <FeedbackEditor feedback={feedback} onClose={onClose} />
      ) : (
        <>
          {feedback.tags.length > 0 && (
            <ul aria-label="Foco da aula" className="flex flex-wrap gap-1.5">
              {feedback.tags.map((tag) => (
                <li key={tag}>
                  <Badge tone="info">{tag}</Badge>
                </li>
              ))}
            </ul>
          )}
          {feedback.notes && <p className="whitespace-pre-line">{feedback.notes}</p>}
          <PrivateNotes notes={feedback.private_notes} />
          {student.anonymized_at === null && (
            <div className="flex flex-wrap gap-3">
              {summary && <MessageButton request={summary} className="flex-1 whitespace-nowrap" />}
              <Button
                size="sm"
                className="flex-1 whitespace-nowrap"
                aria-label={`Copiar feedback de ${day}`}
                onClick={() =>
                  void copy(feedbackText(student.name, feedback), { title: 'Feedback copiado!' })
                }
              >
                <Copy />
                Copiar
              </Button>
              <Button
                ref={editButton}
                size="sm"
                className="flex-1"
                disabled={!canEdit}
                aria-label={`Editar feedback de ${day}`}
                onClick={onEdit}
              >
                <Pencil />
                Editar
              </Button>
            </div>
          )}
        </>
      )}
      {copyDialog}
    </Card>
  )
}

/** A feedback as a chat message to the student (docs/product.md, 'Feedback and notes of a lesson'). */
const feedbackText = (studentName: string, feedback: StudentFeedback): string =>
  [
    `Oi, ${firstName(studentName)}! Feedback da sua aula de ${formatDate(feedback.session.day)}:`,
    feedbackLines(feedback),
    feedback.session.teacher,
  ].join('\n\n')

/** What this page's forms sent without an answer, by name: a form may be closed, and opened again, since. */
const unanswered = new Map<string, FeedbackForm[]>()

/** The form of one feedback. It shows what another device saved first (docs/product.md, 'Two devices'). */
function FeedbackEditor({ feedback, onClose }: { feedback: StudentFeedback; onClose: () => void }) {
  const { session_id: sessionId, student_id: studentId, rating, notes, private_notes, tags } = feedback
  const update = useUpdateFeedback()
  const client = useQueryClient()
  const owner = useOwner()
  const opIdOf = useAttemptId()
  const [theirs, setTheirs] = useState<SessionFeedback | null>(null)
  const name = `feedback:${sessionId}:${studentId}`
  const fields = useRef<HTMLFormElement>(null)
  const focusOn = (selector: string) => fields.current?.querySelector<HTMLElement>(selector)?.focus()

  /** The form closes at once, and the card below must already show, and copy, what was saved. */
  const show = (saved: FeedbackForm) =>
    client.setQueriesData<Page<StudentFeedback>>(
      { queryKey: ownerKey(owner, ['sessions', 'feedbacks', studentId]) },
      (shown) => {
        const at = shown?.items.findIndex((each) => each.session_id === sessionId) ?? -1
        const before = shown?.items[at]
        // undefined: another page stays as it is, also marked as old.
        return (
          before && {
            ...shown,
            items: shown.items.with(at, { ...before, ...feedbackRow(saved, before.club_id) }),
          }
        )
      },
    )
  const { form, frame, setSeen } = useEditForm({
    name,
    schema: feedbackSchema,
    stored: { rating, notes: notes ?? '', privateNotes: private_notes ?? '', tags },
    seen: feedback,
    focus: () => focusOn('input:checked'),
    focusAtOnce: true,
    onInvalid: (invalid) => focusOn(`[name$=${invalid.notes ? '-notes' : '-private-notes'}]`),
    send: async (values, before) => {
      const intent = { opId: opIdOf(values), sessionId, studentId, feedback: values }
      const result = await update.mutateAsync({ intent, seen: before })
      const there = 'current' in result ? participantIn(result.current, studentId)?.feedback : null
      // Saved here, and the answer was lost.
      const isOwn = there && unanswered.get(name)?.some((each) => isSameFeedback(each, there))
      const answer = isOwn ? await update.mutateAsync({ intent, seen: { ...before, ...there } }) : result
      if (answer.success || 'current' in answer) unanswered.delete(name)
      else unanswered.set(name, [...(unanswered.get(name) ?? []), values])
      if (answer.success) {
        show(values)
        setSeen({ ...feedback, ...feedbackRow(values, before.club_id) })
      }
      return answer
    },
    done: SESSION_MESSAGES.service.feedbackUpdated,
    failed: SESSION_MESSAGES.toast.feedbackFailed,
    onClose,
    onFailed: (failure) => {
      const current = 'current' in failure ? failure.current : null
      const there = participantIn(current, studentId)?.feedback
      if (!there) return false
      setTheirs(there)
      setSeen({ ...feedback, ...there })
      return true
    },
  })
  const { errors, isSubmitted } = form.formState
  // A copy, because the form changes its own values in place.
  const typed = useWatch({ control: form.control, compute: (now: FeedbackForm) => structuredClone(now) })
  const change = (changed: Partial<FeedbackForm>) => {
    const next = { ...form.getValues(), ...changed }
    const options = { shouldDirty: true, shouldValidate: isSubmitted }
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
    >
      <div className="flex flex-col gap-5">
        <StarsInput
          name={`feedback-${sessionId}-rating`}
          legend="Avaliação"
          value={typed.rating}
          onChange={(stars) => change({ rating: stars })}
        />
        <FocusAndNotes name={`feedback-${sessionId}`} value={typed} onChange={change} errors={errors} />
      </div>
      {theirs && <Theirs feedback={theirs} onTake={frame.onCancel} />}
    </DraftForm>
  )
}

/** The version that another device saved meanwhile. `onTake` discards what was typed here. */
const Theirs = ({ feedback, onTake }: { feedback: SessionFeedback; onTake: () => void }) => (
  <div role="alert" className="mt-5 flex flex-col gap-2 rounded-lg bg-warn-soft px-4 py-3 text-warn">
    <p className="font-bold">Este feedback mudou em outro aparelho. Agora está assim:</p>
    <Stars rating={feedback.rating} />
    {feedback.tags.length > 0 && <p>{feedback.tags.join(', ')}</p>}
    {feedback.notes && <p className="line-clamp-6 whitespace-pre-line">{feedback.notes}</p>}
    <PrivateNotes notes={feedback.private_notes} />
    <Button size="sm" className="self-start text-warn!" onClick={onTake}>
      Ficar com esse
    </Button>
  </div>
)
