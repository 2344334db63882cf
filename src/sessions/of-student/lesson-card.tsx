import { formatDateTime } from '@/core/dates'
import type { SessionDetails, Uuid } from '@/core/model'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Stars } from '@/ui/stars'
import { AttendanceBadge, CancelledBadge } from '../attendance-badges'

/** One session from this student's side: date, teacher, group size, notes, package and rating. */
export function LessonCard({ session, studentId }: { session: SessionDetails; studentId: Uuid }) {
  const assignment = session.assignments.find(({ student_id }) => student_id === studentId)
  const feedback = session.feedbacks.find(({ student_id }) => student_id === studentId)
  const others = session.student_count - 1
  return (
    <Card className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="figures text-base">{formatDateTime(session.date)}</h3>
        {feedback && <Stars rating={feedback.rating} />}
      </div>
      <p className="text-[15px] text-ink-soft">
        {session.teacher}
        {others > 0 && ` · em grupo, ${session.student_count} alunos`}
      </p>
      {session.notes && <p className="line-clamp-2 whitespace-pre-line">{session.notes}</p>}
      <p className="mt-auto flex flex-wrap gap-1.5 pt-1">
        {session.cancelled_reason ? (
          <CancelledBadge reason={session.cancelled_reason} />
        ) : (
          <>
            {assignment && <AttendanceBadge attendance={assignment.attendance} />}
            {assignment?.package ? (
              <Badge className="[overflow-wrap:anywhere]">{assignment.package.name}</Badge>
            ) : (
              assignment?.attendance !== 'excused' && <Badge tone="bad">Sem pacote</Badge>
            )}
          </>
        )}
      </p>
    </Card>
  )
}
