import { Suspense } from 'react'
import { OccurrenceRow } from '@/components/agenda/occurrence-row'
import { lazyPage } from '@/components/shared/lazy-page'
import { Button } from '@/components/ui/button'
import { stateOf, type Occurrence } from '@/domain/agenda/agenda'
import { paths } from '@/domain/shared/paths'
import { TODAY } from '@/texts/agenda/today'
import { ATTENDANCE } from '@/texts/sessions/attendance'

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
  feedbackOpen,
  onFeedbackOpen,
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
  feedbackOpen: boolean
  onFeedbackOpen: (isOpen: boolean) => void
  onHeld: () => void
  onNotHeld: () => void
}) {
  const { slot_id: slotId, slot_date: slotDate, session_id: sessionId, students } = occurrence
  const state = stateOf(occurrence, now)
  const isOpen = state === 'running' || state === 'unanswered'
  return (
    <OccurrenceRow
      startsAt={occurrence.starts_at}
      minutes={occurrence.minutes}
      names={students.map(({ name }) => name)}
      place={place}
      {...(when && { when })}
      isRunning={state === 'running'}
      isMoved={occurrence.moved_to !== null}
      outcome={outcomeOf(occurrence)}
      isWaiting={occurrence.pending === true}
      saving={saving}
      onHeld={isOpen ? onHeld : undefined}
      detailsTo={isOpen ? paths.newSession.href({ slot: { slotId, slotDate } }) : undefined}
      onNotHeld={isOpen || state === 'upcoming' ? onNotHeld : undefined}
    >
      {state === 'held' && sessionId !== null && (
        <>
          {feedbackOpen && (
            <Suspense fallback={null}>
              <LessonFeedback sessionId={sessionId} students={students} />
            </Suspense>
          )}
          <Button
            tone="ghost"
            size="sm"
            className="-my-1 self-start px-3"
            aria-expanded={feedbackOpen}
            onClick={() => onFeedbackOpen(!feedbackOpen)}
          >
            {feedbackOpen ? texts.close : texts.open}
          </Button>
        </>
      )}
    </OccurrenceRow>
  )
}

function outcomeOf({ session_id, cancelled_reason, reason }: Occurrence) {
  if (cancelled_reason !== null)
    return { held: false, words: ATTENDANCE.cancelled(ATTENDANCE.reasons[cancelled_reason]) } as const
  if (session_id !== null) return { held: true } as const
  if (reason === null) return undefined
  const words = { ...ATTENDANCE.reasons, ...TODAY.reasons }[reason]
  return { held: false, words: TODAY.row.skipped(words) } as const
}
