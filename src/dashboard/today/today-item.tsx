import { Suspense, useState } from 'react'
import { OccurrenceSigns } from '@/agenda/occurrence-signs'
import { stateOf, type Occurrence } from '@/agenda/rules'
import { TODAY } from '@/agenda/today-texts'
import { timeOf } from '@/agenda/zone'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { lazyPage } from '@/ui/lazy-page'
import { OccurrenceRow } from './occurrence-row'

const LessonFeedback = lazyPage(() => import('./lesson-feedback'), 'LessonFeedback')
export const preloadFeedback = LessonFeedback.preload

const { feedback: texts } = TODAY

/** One planned lesson of 'Hoje', with what can be answered now. */
export function TodayItem({
  occurrence,
  now,
  place,
  when,
  saving,
  onHeld,
  onNotHeld,
}: {
  occurrence: Occurrence
  now: Date
  /** The club's name. */
  place: string | undefined
  /** The day, unless it is today. */
  when?: string
  saving: boolean
  onHeld: () => void
  onNotHeld: () => void
}) {
  const { slot_id: slotId, slot_date: slotDate, session_id: sessionId, students } = occurrence
  /** null: it was never opened. Folded away it keeps what was tapped. */
  const [feedbackOpen, setFeedbackOpen] = useState<boolean | null>(null)
  const names = students.map(({ name }) => name)
  const state = stateOf(occurrence, now)
  const isOpen = state === 'running' || state === 'unanswered'
  return (
    <OccurrenceRow
      time={timeOf(occurrence.starts_at)}
      minutes={occurrence.minutes}
      names={names}
      place={place}
      {...(when && { when })}
      // The list says of the unanswered what they are.
      signs={state !== 'unanswered' && <OccurrenceSigns occurrence={occurrence} now={now} />}
      saving={saving}
      onHeld={
        isOpen
          ? () => {
              setFeedbackOpen(true)
              onHeld()
            }
          : undefined
      }
      detailsTo={
        isOpen ? paths.newSession.href({ slot: { slotId, slotDate, day: occurrence.day } }) : undefined
      }
      onNotHeld={isOpen || state === 'upcoming' ? onNotHeld : undefined}
    >
      {state === 'held' && sessionId !== null && (
        <>
          {feedbackOpen !== null && (
            <div hidden={!feedbackOpen}>
              <Suspense fallback={null}>
                <LessonFeedback
                  lesson={{ id: sessionId, day: occurrence.day, time: timeOf(occurrence.starts_at) }}
                  clubId={occurrence.club_id}
                  students={students}
                />
              </Suspense>
            </div>
          )}
          <Button
            tone="ghost"
            size="sm"
            className="-my-1 -ml-2.5 self-start px-2.5!"
            aria-expanded={feedbackOpen === true}
            aria-label={TODAY.row.named(feedbackOpen ? texts.close : texts.open, names.join(', '))}
            onClick={() => setFeedbackOpen(!feedbackOpen)}
          >
            {feedbackOpen ? texts.close : texts.open}
          </Button>
        </>
      )}
    </OccurrenceRow>
  )
}
