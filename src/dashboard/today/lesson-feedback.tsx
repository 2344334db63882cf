import { useState } from 'react'
import type { ExpectedStudent } from '@/agenda/rules'
import { useQuickAttendance } from '@/agenda/use-quick-attendance'
import { NOTHING_TAPPED, useQuickFeedback } from '@/agenda/use-quick-feedback'
import type { AgendaTime } from '@/agenda/zone'
import { FOCUS_TAGS } from '@/core/constants'
import type { LocalDate, Uuid } from '@/core/model'
import { MessageButton } from '@/messages/message-button'
import { summaryRequest } from '@/messages/requests'
import { RollBlock } from '@/sessions/roll-block'
import { ChipGroup } from '@/ui/fields/choices'

interface LessonFeedbackProps {
  /** `day` is in the agenda's time zone. */
  lesson: { id: Uuid; day: LocalDate; at: AgendaTime }
  /** The club of the occurrence; null: the default club. */
  clubId?: Uuid | null | undefined
  students: readonly ExpectedStudent[]
  /** Those whose late reply the coach has excused here. */
  excused?: readonly Uuid[] | undefined
}

/**
 * The roll call of an answered lesson: attendance, stars, then tags for each student. Each tap is saved at once. Tags
 * appear only after the stars: a feedback needs a rating, and the app never invents one.
 */
export function LessonFeedback({ lesson, clubId = null, students, excused }: LessonFeedbackProps) {
  const { tapped, tap, ...feedbacks } = useQuickFeedback({ lesson, students, clubId })
  const { attendanceOf, change } = useQuickAttendance(lesson.id, students, feedbacks, excused)
  const [open, setOpen] = useState<Uuid | null>(null)
  return (
    <ul aria-label="Chamada" className="flex flex-col divide-y divide-line border-y border-line">
      {students.map((student) => {
        const feedback = tapped.get(student.id) ?? NOTHING_TAPPED
        const { rating, tags } = feedback
        const attendance = attendanceOf(student.id)
        const came = attendance === 'present'
        const summary = rating > 0 && summaryRequest(lesson, student, { ...feedback, notes: null })
        return (
          <li key={student.id} className="@container py-2">
            <RollBlock
              student={student}
              attendance={attendance}
              onAttendance={(chosen) => void change(student, chosen)}
              stars={came ? { rating, onChange: (stars) => tap(student.id, { rating: stars }) } : null}
              note={came ? null : ABSENCES[attendance]}
              unfolded={
                came && rating > 0
                  ? {
                      label: 'Foco',
                      summary: tags.join(', '),
                      open: open === student.id,
                      onOpen: (isOpen) => setOpen(isOpen ? student.id : null),
                      content: (
                        <ChipGroup
                          legend={`Foco da aula de ${student.name}`}
                          hiddenLegend
                          options={FOCUS_TAGS}
                          value={tags}
                          onChange={(chosen) => tap(student.id, { tags: chosen })}
                        />
                      ),
                    }
                  : null
              }
            >
              {came && summary && <MessageButton request={summary} className="px-3" />}
            </RollBlock>
          </li>
        )
      })}
    </ul>
  )
}

const ABSENCES = { absent: 'A falta é cobrada.', excused: 'Não usa crédito.' } as const
