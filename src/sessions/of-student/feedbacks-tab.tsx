import { useCallback } from 'react'
import type { Student } from '@/core/model'
import { LoadFailed } from '@/students/profile/load-failed'
import { PagedList } from '@/students/profile/paged-list'
import { RegisterLink } from '@/students/profile/register-link'
import type { OpenForm } from '@/students/profile/use-profile-address'
import { FeedbackDrawing } from '@/ui/drawings'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { SESSION_MESSAGES } from '../texts'
import { useStudentFeedbacks } from '../use-sessions'
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
