import { useId } from 'react'
import { useQuickFeedback } from '@/agenda/use-quick-feedback'
import { FOCUS_TAGS } from '@/core/constants'
import type { LocalDate, Uuid } from '@/core/model'
import { MessageButton } from '@/messages/message-button'
import { summaryRequest } from '@/messages/requests'
import { Chip } from '@/ui/fields/choices'
import { StarsInput } from '@/ui/fields/stars-input'

const NOTHING_TAPPED = { rating: 0, tags: [] as readonly string[] }

/**
 * Stars, then tags, for each student of a lesson that was answered; each tap is saved as it is made. Tags wait for the stars:
 * a feedback has a rating, and none is invented.
 */
export function LessonFeedback({
  lesson,
  clubId = null,
  students,
}: {
  /** Its day and time as the agenda tells them. */
  lesson: { id: Uuid; day: LocalDate; time: string }
  /** Of the planned lesson; null: the default one. */
  clubId?: Uuid | null
  students: readonly { id: Uuid; name: string }[]
}) {
  const { tapped, tap } = useQuickFeedback({ sessionId: lesson.id, students, clubId })
  const name = useId()
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-sunken px-3 py-2.5">
      <p className="text-[15px] text-ink-soft">Toque nas estrelas: é salvo na hora.</p>
      <ul className="flex flex-col gap-3">
        {students.map((student) => {
          const feedback = tapped.get(student.id) ?? NOTHING_TAPPED
          const { rating, tags } = feedback
          const summary = rating > 0 && summaryRequest(lesson, student, { ...feedback, notes: null })
          return (
            <li key={student.id} className="min-w-0 [overflow-wrap:anywhere]">
              <StarsInput
                name={`${name}-${student.id}`}
                legend={student.name}
                value={rating}
                onChange={(stars) => tap(student.id, { ...feedback, rating: stars })}
              />
              {rating > 0 && (
                <fieldset className="mt-1 min-w-0">
                  <legend className="sr-only">Foco da aula de {student.name}</legend>
                  {/* One line to swipe: five lines of tags for each student would push the next one away. */}
                  <div className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 md:flex-wrap">
                    {FOCUS_TAGS.map((tag) => {
                      const toggled = FOCUS_TAGS.filter((other) => tags.includes(other) !== (other === tag))
                      return (
                        <Chip
                          key={tag}
                          className="shrink-0"
                          pressed={tags.includes(tag)}
                          onToggle={() => tap(student.id, { rating, tags: toggled })}
                        >
                          {tag}
                        </Chip>
                      )
                    })}
                  </div>
                </fieldset>
              )}
              {summary && <MessageButton request={summary} className="mt-1.5 px-3" />}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
