import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { Link } from 'react-router-dom'
import type { Student } from '@/core/model'
import { paths } from '@/core/paths'
import { LoadFailed } from '@/students/profile/load-failed'
import { PagedList } from '@/students/profile/paged-list'
import { RegisterLink } from '@/students/profile/register-link'
import { Button } from '@/ui/button'
import { CourtDrawing } from '@/ui/drawings'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { COURT } from '../court-texts'
import { SESSION_MESSAGES } from '../texts'
import { useStudentSessions } from '../use-sessions'
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
        title={SESSION_MESSAGES.empty.lessons}
        description={SESSION_MESSAGES.empty.ofStudent}
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
