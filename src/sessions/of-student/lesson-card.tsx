import { formatDateTime } from '@/core/dates'
import { participantIn, type SessionDetails, type Uuid } from '@/core/model'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Stars } from '@/ui/stars'
import { AttendanceBadge, CancelledBadge } from '../attendance-badges'

/** One session from this student's side: date, teacher, group size, notes, package and rating. */
export function LessonCard({ session, studentId }: { session: SessionDetails; studentId: Uuid }) {
  const participant = participantIn(session, studentId)
  const others = session.student_count - 1
  return (
    <Card className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="figures text-base">{formatDateTime(session.date)}</h3>
        {participant?.feedback && <Stars rating={participant.feedback.rating} />}
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
            {participant && <AttendanceBadge attendance={participant.attendance} />}
            {participant?.package ? (
              <Badge className="[overflow-wrap:anywhere]">{participant.package.name}</Badge>
            ) : (
              participant?.attendance !== 'excused' && <Badge tone="bad">Sem pacote</Badge>
            )}
          </>
        )}
      </p>
    </Card>
  )
}
