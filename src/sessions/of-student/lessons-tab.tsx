import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { countOf } from '@/core/common-texts'
import { formatDateTime } from '@/core/dates'
import { participantIn, type SessionDetails, type Student, type Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { LoadFailed } from '@/students/profile/load-failed'
import { PagedList } from '@/students/profile/paged-list'
import { RegisterLink } from '@/students/profile/register-link'
import { useProfileAddress } from '@/students/profile/use-profile-address'
import { Badge } from '@/ui/badge'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { CourtDrawing } from '@/ui/drawings'
import { Stars } from '@/ui/stars'
import { SkeletonList, EmptyState } from '@/ui/states'
import { AttendanceBadge, CancelledBadge } from '../lesson-marks'
import { SESSION_MESSAGES } from '../texts'
import { useStudentSessions } from '../use-sessions'

const GRID = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3'

/** The student's lessons, and for an active student the link to a new slot of the agenda. */
export const LessonsTab = ({ student }: { student: Student }) => (
  <>
    {student.status === 'active' && student.anonymized_at === null && (
      <ButtonLink to={paths.agenda.href({ slotFor: { student: student.id } })} size="sm" className="mb-4">
        <CalendarPlus />
        Novo horário na agenda
      </ButtonLink>
    )}
    <Lessons student={student} />
  </>
)

/** Newest first, 9 per page, paged by the database. */
function Lessons({ student }: { student: Student }) {
  const { page, showPage } = useProfileAddress(student)
  const lessons = useStudentSessions(student.id, { page })
  if (lessons.isPending) {
    return <SkeletonList label="Carregando aulas" count={6} each="h-32" className={GRID} />
  }
  if (lessons.isLoadingError) return <LoadFailed query={lessons} />
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
      heading={countOf(total, 'aula', 'aulas')}
      pagerLabel="Páginas de aulas"
      page={page}
      total={total}
      stale={lessons.isPlaceholderData}
      onPage={showPage}
    >
      <ul className={GRID}>
        {items.map((lesson) => (
          <li key={lesson.id}>
            <LessonCard session={lesson} studentId={student.id} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

/** One lesson from this student's side: date, teacher, group size, notes, package and rating. */
export function LessonCard({ session, studentId }: { session: SessionDetails; studentId: Uuid }) {
  const place = participantIn(session, studentId)
  return (
    <Card className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="figures text-base">{formatDateTime(session.date)}</h3>
        {place?.feedback && <Stars rating={place.feedback.rating} />}
      </div>
      <p className="text-[15px] text-ink-soft">
        {session.teacher}
        {session.student_count > 1 && ` · ${SESSION_MESSAGES.inGroup(session.student_count)}`}
      </p>
      {session.notes && <p className="line-clamp-2 whitespace-pre-line">{session.notes}</p>}
      <p className="mt-auto flex flex-wrap gap-1.5 pt-1">
        {session.cancelled_reason ? (
          <CancelledBadge reason={session.cancelled_reason} />
        ) : (
          <>
            {place && <AttendanceBadge of={place} />}
            {place?.package ? (
              <Badge className="[overflow-wrap:anywhere]">{place.package.name}</Badge>
            ) : (
              place?.attendance !== 'excused' && <Badge tone="bad">Sem pacote</Badge>
            )}
          </>
        )}
      </p>
    </Card>
  )
}
