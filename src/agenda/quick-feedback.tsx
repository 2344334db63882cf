import { useId } from 'react'
import { FOCUS_TAGS } from '@/core/constants'
import type { Uuid } from '@/core/model'
import { MessageButton } from '@/messages/message-button'
import type { MessageRequest } from '@/messages/requests'
import { Chip } from '@/ui/fields/choices'
import { StarsInput } from '@/ui/stars'
import { TODAY } from './today-texts'

const { feedback: texts } = TODAY

/** What was tapped about one student; a rating of 0: nothing yet. */
export interface TappedFeedback {
  rating: number
  tags: readonly string[]
}

const NOTHING: TappedFeedback = { rating: 0, tags: [] }

/**
 * Stars, then tags, for each student of a lesson; each tap is an answer of its own. Tags wait for the stars: a feedback
 * has a rating, and none is invented.
 */
export function QuickFeedback({
  students,
  tapped,
  onTap,
  summaryOf,
}: {
  students: readonly { id: Uuid; name: string }[]
  tapped: ReadonlyMap<Uuid, TappedFeedback>
  onTap: (studentId: Uuid, feedback: TappedFeedback) => void
  /** What the student is told of the lesson, once there are stars. */
  summaryOf: (student: { id: Uuid; name: string }, feedback: TappedFeedback) => MessageRequest | null
}) {
  const name = useId()
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-sunken px-3 py-2.5">
      <p className="text-[15px] text-ink-soft">{texts.hint}</p>
      <ul className="flex flex-col gap-3">
        {students.map((student) => {
          const feedback = tapped.get(student.id) ?? NOTHING
          const summary = feedback.rating > 0 ? summaryOf(student, feedback) : null
          return (
            <li key={student.id} className="min-w-0 [overflow-wrap:anywhere]">
              <StarsInput
                name={`${name}-${student.id}`}
                legend={student.name}
                value={feedback.rating}
                onChange={(rating) => onTap(student.id, { ...feedback, rating })}
              />
              {feedback.rating > 0 && (
                <fieldset className="mt-1 min-w-0">
                  <legend className="sr-only">{texts.tags(student.name)}</legend>
                  {/* One line to swipe: five lines of tags for each student would push the next one away. */}
                  <div className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 md:flex-wrap">
                    {FOCUS_TAGS.map((tag) => (
                      <Chip
                        key={tag}
                        className="shrink-0"
                        pressed={feedback.tags.includes(tag)}
                        onToggle={() =>
                          onTap(student.id, {
                            ...feedback,
                            tags: FOCUS_TAGS.filter(
                              (other) => feedback.tags.includes(other) !== (other === tag),
                            ),
                          })
                        }
                      >
                        {tag}
                      </Chip>
                    ))}
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
