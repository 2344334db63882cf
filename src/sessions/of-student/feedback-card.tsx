import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { formatDate, formatTime, localDayOf } from '@/core/dates'
import type { Instant, Student } from '@/core/model'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { feedbackLines, firstName } from '@/messages/compose'
import { MessageButton } from '@/messages/message-button'
import { summaryRequest, type LessonFeedback } from '@/messages/requests'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CopyDialog } from '@/ui/copy-dialog'
import { Stars } from '@/ui/stars'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { PrivateNotes } from '../private-notes'
import type { StudentFeedback } from '../session-reads-data'
import { SESSION_MESSAGES } from '../texts'
import { FeedbackEditor } from './feedback-editor'

/** One feedback: to read, to copy into a chat, or in its edit form. */
export function FeedbackCard({
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
    if (await copyText(text)) toast({ title: SESSION_MESSAGES.toast.feedbackCopied })
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
function feedbackText(
  studentName: string,
  feedback: LessonFeedback & { session: { date: Instant; teacher: string } },
): string {
  const { date, teacher } = feedback.session
  return [
    `Oi, ${firstName(studentName)}! Feedback da sua aula de ${formatDate(date)}:`,
    feedbackLines(feedback),
    teacher,
  ].join('\n\n')
}
