import { useCallback } from 'react'
import { FeedbackDrawing } from '@/components/ui/drawings'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState } from '@/components/ui/states'
import type { Student } from '@/domain/shared/model'
import { useStudentFeedbacks } from '@/hooks/sessions/use-sessions'
import { MESSAGES } from '@/texts/shared/messages'
import { LoadFailed } from '../load-failed'
import { PagedList } from '../paged-list'
import { RegisterLink } from '../register-link'
import type { OpenForm } from '../use-profile-address'
import { FeedbackCard } from './feedback-card'

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
    return (
      <div role="status" aria-label="Carregando feedbacks" className="flex flex-col gap-4">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-48 rounded-xl" />
        ))}
      </div>
    )
  }
  if (feedbacks.isLoadingError) {
    return <LoadFailed query={feedbacks} />
  }
  const { items, total } = feedbacks.data
  if (total === 0) {
    return (
      <EmptyState
        drawing={<FeedbackDrawing />}
        title={MESSAGES.sessions.empty.feedbacks}
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
