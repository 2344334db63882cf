import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import { useCallback, useState } from 'react'
import { formatDate, formatTime, localDayOf } from '@/core/dates'
import type { Student } from '@/core/model'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { feedbackLines, firstName } from '@/messages/compose'
import { MessageButton } from '@/messages/message-button'
import { summaryRequest } from '@/messages/requests'
import { LoadFailed } from '@/students/profile/load-failed'
import { PagedList } from '@/students/profile/paged-list'
import { RegisterLink } from '@/students/profile/register-link'
import type { OpenForm } from '@/students/profile/use-profile-address'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CopyDialog } from '@/ui/copy-dialog'
import { FeedbackDrawing } from '@/ui/drawings'
import { SkeletonList } from '@/ui/skeleton'
import { Stars } from '@/ui/stars'
import { EmptyState } from '@/ui/states'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { PrivateNotes } from '../private-notes'
import type { StudentFeedback } from '../reads-data'
import { SESSION_MESSAGES } from '../texts'
import { useStudentFeedbacks } from '../use-sessions'
import { FeedbackEditor } from './feedback-editor'

/** The student's feedbacks, newest first; one at a time can be edited in place. */
export function FeedbacksTab({
  student,
  page,
  onPage,
  form,
  openForm,
}: {
  student: Student
  page: number
  onPage: (page: number) => void
  form: OpenForm | null
  openForm: (form: OpenForm | null) => void
}) {
  const feedbacks = useStudentFeedbacks(student.id, { page })
  const editing = form?.kind === 'feedback' ? form.sessionId : null
  const close = useCallback(() => openForm(null), [openForm])

  if (feedbacks.isPending) {
    return <SkeletonList label="Carregando feedbacks" count={3} each="h-48" className="flex flex-col gap-4" />
  }
  if (feedbacks.isLoadingError) return <LoadFailed query={feedbacks} />
  const { items, total } = feedbacks.data
  if (total === 0) {
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
  // The address may name a session of another page. Then no form is open, and every card can be edited.
  const isEditing = items.some(({ session_id }) => session_id === editing)
  return (
    <PagedList
      heading={total === 1 ? '1 feedback' : `${total} feedbacks`}
      pagerLabel="Páginas de feedbacks"
      page={page}
      total={total}
      stale={feedbacks.isPlaceholderData}
      onPage={onPage}
    >
      <ul className="grid items-start gap-4 lg:grid-cols-2">
        {items.map((feedback) => (
          <li key={feedback.session_id}>
            <FeedbackCard
              student={student}
              feedback={feedback}
              editing={feedback.session_id === editing}
              canEdit={!isEditing}
              onEdit={() => openForm({ kind: 'feedback', sessionId: feedback.session_id })}
              onClose={close}
            />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

/** One feedback: to read, to copy into a chat, or in its edit form. */
function FeedbackCard({
  student,
  feedback,
  editing,
  canEdit,
  onEdit,
  onClose,
}: {
  student: Student
  feedback: StudentFeedback
  editing: boolean
  /** False while another one is being edited. */
  canEdit: boolean
  onEdit: () => void
  onClose: () => void
}) {
  const [refused, setRefused] = useState<string | null>(null)
  const editButton = useFocusAfterEditing(editing)

  const copy = async () => {
    const text = feedbackText(student.name, feedback)
    if (await copyText(text)) toast({ title: 'Feedback copiado!' })
    else setRefused(text)
  }

  const day = formatDate(feedback.session.date)
  const { id, date } = feedback.session
  const summary = summaryRequest({ id, day: localDayOf(date), time: formatTime(date) }, student, feedback)
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
                tone="outline"
                size="sm"
                className="flex-1"
                aria-label={`Copiar feedback de ${day}`}
                onClick={() => void copy()}
              >
                <Copy aria-hidden="true" />
                Copiar
              </Button>
              <Button
                ref={editButton}
                tone="outline"
                size="sm"
                className="flex-1"
                disabled={!canEdit}
                aria-label={`Editar feedback de ${day}`}
                onClick={onEdit}
              >
                <Pencil aria-hidden="true" />
                Editar
              </Button>
            </div>
          )}
        </>
      )}
      <CopyDialog title="Feedback" label="Texto" text={refused} onClose={() => setRefused(null)} />
    </Card>
  )
}

/**
 * A feedback as a chat message to the student: greeting, rating, tags, notes and the teacher (docs/product.md,
 * 'Feedback and notes of a lesson').
 */
const feedbackText = (studentName: string, feedback: StudentFeedback): string =>
  [
    `Oi, ${firstName(studentName)}! Feedback da sua aula de ${formatDate(feedback.session.date)}:`,
    feedbackLines(feedback),
    feedback.session.teacher,
  ].join('\n\n')
