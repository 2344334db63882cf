import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { CourtDrawing } from '@/components/ui/drawings'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState } from '@/components/ui/states'
import type { Student } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import { useStudentSessions } from '@/hooks/sessions/use-sessions'
import { COURT } from '@/texts/sessions/court'
import { MESSAGES } from '@/texts/shared/messages'
import { LoadFailed } from '../load-failed'
import { PagedList } from '../paged-list'
import { RegisterLink } from '../register-link'
import { LessonCard } from './lesson-card'

interface Props {
  student: Student
  page: number
  onPage: (page: number) => void
}

/** The student's sessions, and the way to a new slot of the agenda for who still comes. */
export function LessonsTab(props: Props) {
  return (
    <>
      {props.student.status === 'active' && props.student.anonymized_at === null && (
        <Button asChild tone="outline" size="sm" className="mb-4">
          <Link to={paths.agenda.href({ slotFor: { student: props.student.id } })}>
            <CalendarPlus aria-hidden="true" />
            {COURT.newSlot}
          </Link>
        </Button>
      )}
      <Lessons {...props} />
    </>
  )
}

/** Newest first, 9 per page, paged by the database. */
function Lessons({ student, page, onPage }: Props) {
  const lessons = useStudentSessions(student.id, { page })
  if (lessons.isPending) {
    return (
      <div role="status" aria-label="Carregando aulas" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} className="h-32 rounded-xl" />
        ))}
      </div>
    )
  }
  if (lessons.isLoadingError) {
    return <LoadFailed query={lessons} />
  }
  const { items, total } = lessons.data
  if (total === 0) {
    return (
      <EmptyState
        drawing={<CourtDrawing />}
        title={MESSAGES.sessions.empty.lessons}
        description={MESSAGES.sessions.empty.ofStudent}
      >
        <RegisterLink student={student} />
      </EmptyState>
    )
  }
  return (
    <PagedList
      heading={total === 1 ? '1 aula' : `${total} aulas`}
      pagerLabel="Páginas de aulas"
      page={page}
      total={total}
      stale={lessons.isPlaceholderData}
      onPage={onPage}
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((lesson) => (
          <li key={lesson.id}>
            <LessonCard session={lesson} studentId={student.id} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
