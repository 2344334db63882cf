import { clsx } from 'clsx'
import { Suspense, useEffect, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { TODAY as texts } from '@/agenda/answer-texts'
import { OccurrenceSigns } from '@/agenda/occurrence-signs'
import { canAnswer, namesOf, stateOf, type Occurrence } from '@/agenda/rules'
import { timeOf } from '@/agenda/zone'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { lazyPage } from '@/ui/lazy-page'

const LessonFeedback = lazyPage(() => import('./lesson-feedback'), 'LessonFeedback')
export const preloadFeedback = LessonFeedback.preload

/**
 * One planned lesson of 'Hoje': when, who, what became of it, and what can be answered now (docs/product.md, 'Today'). Each
 * answer is a button that names its lesson, because many rows stand on one screen.
 */
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
  /** The day, in the names of the buttons; undefined for today. */
  when: string | undefined
  /** An answer is under way. */
  saving: boolean
  onHeld: () => void
  onNotHeld: () => void
}) {
  const { slot_id: slotId, slot_date: slotDate, session_id: sessionId, students } = occurrence
  /** null: it was never opened. Folded away it keeps what was tapped. */
  const [feedbackOpen, setFeedbackOpen] = useState<boolean | null>(null)
  const id = useId()
  // Read before the answer is drawn: by then the control that had the focus is gone.
  const hadFocus = document.getElementById(id)?.contains(document.activeElement) === true
  useEffect(() => {
    // An answer, or its undo, removes the control that had the focus: a keyboard would start again at the top of the page.
    if (!hadFocus || document.activeElement !== document.body) return
    document.getElementById(id)?.focus({ preventScroll: true })
  })
  const state = stateOf(occurrence, now)
  const isOpen = canAnswer(occurrence, now)
  const time = timeOf(occurrence.starts_at)
  const names = namesOf(occurrence)
  const named = (action: string) => `${action}: ${when ? `${when}, ` : ''}${time}, ${names}`
  const feedbackAction = feedbackOpen ? 'Fechar feedback' : 'Dar feedback'
  return (
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-time ${id}-names`}
      tabIndex={-1}
      className="flex flex-col gap-2 py-3"
    >
      <div className="flex items-start gap-2">
        <p id={`${id}-time`} className="figures w-13 shrink-0 text-[17px] leading-tight font-extrabold">
          {time}
        </p>
        <div className="min-w-0 flex-1">
          <p id={`${id}-names`} className="line-clamp-2 leading-tight font-bold [overflow-wrap:anywhere]">
            {names}
          </p>
          <div className="mt-0.5 flex min-h-6 flex-wrap items-center justify-between gap-x-2 gap-y-1">
            <p className="figures line-clamp-2 min-w-0 text-[15px] leading-snug text-ink-soft [overflow-wrap:anywhere]">
              {[texts.minutes(occurrence.minutes), place].filter(Boolean).join(' · ')}
            </p>
            <div role="status" className="flex flex-wrap gap-1">
              {/* The list says of the unanswered what they are. */}
              {state !== 'unanswered' && <OccurrenceSigns occurrence={occurrence} now={now} />}
            </div>
          </div>
        </div>
      </div>
      {(isOpen || state === 'upcoming') && (
        <div className={clsx('flex flex-wrap gap-2', !isOpen && '-my-1 pl-12')}>
          {isOpen && (
            <>
              <Button
                size="sm"
                className="flex-1 px-2.5! whitespace-nowrap sm:flex-none sm:px-4!"
                aria-label={named(texts.held)}
                pending={saving}
                pendingLabel={texts.saving}
                onClick={() => {
                  setFeedbackOpen(true)
                  onHeld()
                }}
              >
                {texts.held}
              </Button>
              <Button asChild tone="outline" size="sm" className="px-2.5! sm:px-4!">
                <Link
                  to={paths.newSession.href({ slot: { slotId, slotDate, day: occurrence.day } })}
                  aria-label={named(texts.details)}
                >
                  {texts.details}
                </Link>
              </Button>
            </>
          )}
          <Button
            tone="ghost"
            size="sm"
            className="px-2.5! whitespace-nowrap"
            aria-label={named(texts.notHeld)}
            disabled={saving}
            onClick={onNotHeld}
          >
            {texts.notHeld}
          </Button>
        </div>
      )}
      {state === 'held' && sessionId !== null && (
        <>
          {feedbackOpen !== null && (
            <div hidden={!feedbackOpen}>
              <Suspense fallback={null}>
                <LessonFeedback
                  lesson={{ id: sessionId, day: occurrence.day, time }}
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
            aria-label={`${feedbackAction}: ${students.map(({ name }) => name).join(', ')}`}
            onClick={() => setFeedbackOpen(!feedbackOpen)}
          >
            {feedbackAction}
          </Button>
        </>
      )}
    </div>
  )
}
