import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Stars } from '@/components/ui/stars'
import { formatDateTime } from '@/domain/shared/dates'
import type { SessionDetails, Uuid } from '@/domain/shared/model'

/** One lesson as it concerns this student: when, with whom, from which package, and how it went. */
export function LessonCard({ lesson, studentId }: { lesson: SessionDetails; studentId: Uuid }) {
  const assignment = lesson.assignments.find(({ student_id }) => student_id === studentId)
  const feedback = lesson.feedbacks.find(({ student_id }) => student_id === studentId)
  const others = lesson.student_count - 1
  return (
    <Card className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="figures text-base">{formatDateTime(lesson.date)}</h3>
        {feedback && <Stars rating={feedback.rating} />}
      </div>
      <p className="text-[15px] text-ink-soft">
        {lesson.teacher}
        {others > 0 && ` · em grupo, ${lesson.student_count} alunos`}
      </p>
      {lesson.notes && <p className="line-clamp-2 whitespace-pre-line">{lesson.notes}</p>}
      <p className="mt-auto pt-1">
        {assignment?.package ? (
          <Badge>{assignment.package.name}</Badge>
        ) : (
          <Badge tone="bad">Sem pacote</Badge>
        )}
      </p>
    </Card>
  )
}
