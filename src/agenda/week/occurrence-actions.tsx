import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarX from 'lucide-react/icons/calendar-x'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Repeat from 'lucide-react/icons/repeat'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { OfflineNotice } from '@/ui/offline-notice'
import { OccurrenceSigns } from '../occurrence-signs'
import { canAnswer, canSkip, hasBegun, stateOf, type Occurrence } from '../rules'
import { SameLessonDialog } from '../same-lesson-dialog'
import { asPlannedPlan, movePlan } from '../slots'
import { AGENDA_TEXTS } from '../texts'
import { TODAY } from '../today-texts'
import { useAnswer } from '../use-answer'
import { useApplyPlan } from '../use-apply-plan'
import { useSlots } from '../use-slots'
import type { AgendaView } from './agenda-view'

const texts = AGENDA_TEXTS.occurrence

/** One occurrence: what became of it, the answers, and the changes of its slot. */
export function OccurrenceActions({
  occurrence,
  view,
  onOpen,
  onClose,
}: {
  occurrence: Occurrence
  view: AgendaView
  onOpen: (kind: 'skip' | 'day' | 'onward' | 'end') => void
  onClose: () => void
}) {
  const { now, online } = view
  const { held, same, asked, dismiss, answering } = useAnswer()
  const [apply, applying] = useApplyPlan()
  // Only for words: without network nothing is asked, and nothing fails.
  const slots = useSlots(online)
  const { slot_id: slotId, slot_date: slotDate, moved_to: movedTo, students } = occurrence
  const isPast = hasBegun(occurrence, now)
  const isOpen = canSkip(occurrence) && !occurrence.pending
  const isSkipped = stateOf(occurrence, now) === 'skipped'
  const canRegister = occurrence.session_id === null && !occurrence.pending && isPast
  const slot = slots.data?.find(({ id }) => id === slotId)
  const isOnce = slot?.weekday === null
  const isAnswered = occurrence.session_id !== null || occurrence.pending === true
  // What was only once and took place stays as it was. A slot that is not known may be such a one.
  const canChange = !isAnswered || (slot !== undefined && !isOnce)
  const failed = AGENDA_TEXTS.form.failed

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2 empty:hidden">
        <OccurrenceSigns occurrence={occurrence} now={now} />
      </div>
      {students.length > 0 && (
        <ul aria-label={texts.students} className="flex flex-wrap gap-2">
          {students.map(({ id, name }) => (
            <li key={id} className="max-w-full min-w-0">
              <Link
                to={paths.studentProfile.href({ id })}
                className="inline-flex min-h-11 max-w-full items-center rounded-full border-[1.5px] border-line-strong px-4 text-[15px] font-semibold hover:bg-sunken"
              >
                <span className="truncate">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {(canRegister || occurrence.session_id !== null || isSkipped || isOpen) && (
        <div className="grid gap-3 *:w-full min-[400px]:grid-cols-2">
          {canAnswer(occurrence, now) && !occurrence.pending && (
            <Button
              tone="main"
              className="min-[400px]:col-span-2"
              pending={answering.size > 0}
              pendingLabel={TODAY.row.saving}
              onClick={() => void held(occurrence).then((answer) => answer && onClose())}
            >
              {TODAY.row.held}
            </Button>
          )}
          {canRegister && (
            <Button asChild tone="outline">
              <Link to={paths.newSession.href({ slot: { slotId, slotDate, day: occurrence.day } })}>
                {TODAY.row.details}
              </Link>
            </Button>
          )}
          {isOpen && students.length > 0 && (
            <Button tone="outline" onClick={() => onOpen('skip')}>
              {isPast ? TODAY.row.notHeld : texts.skip}
            </Button>
          )}
          {occurrence.session_id !== null && !occurrence.pending && (
            <Button asChild tone="outline">
              <Link to={paths.sessions.href({ day: occurrence.day })}>{texts.seeLesson}</Link>
            </Button>
          )}
          {isSkipped && !occurrence.pending && (
            <Button
              tone="outline"
              pending={applying}
              pendingLabel={AGENDA_TEXTS.form.saving}
              onClick={() =>
                void apply({
                  // What had moved before it was skipped stays where it moved to.
                  planOf: (opId) =>
                    movedTo === null
                      ? asPlannedPlan(opId, occurrence)
                      : movePlan(opId, occurrence, movedTo.instant),
                  done: texts.unskipped,
                  namesAgenda: true,
                  failed,
                  onDone: onClose,
                })
              }
            >
              <Undo2 aria-hidden="true" />
              {texts.unskip}
            </Button>
          )}
        </div>
      )}
      {asked && (
        <SameLessonDialog
          {...asked}
          saving={answering.size > 0}
          onSame={(lesson) => void same(occurrence, lesson).then((answer) => answer && onClose())}
          onOther={() =>
            void held(
              occurrence,
              asked.lessons.map(({ id }) => id),
            ).then((answer) => answer && onClose())
          }
          onClose={dismiss}
        />
      )}
      {(isOpen || canChange) && (
        <section aria-labelledby="mudar-horario" className="border-t border-line pt-4">
          <h3 id="mudar-horario" className="mb-2 text-base">
            {texts.change}
          </h3>
          <OfflineNotice online={online}>{AGENDA_TEXTS.needsInternet}</OfflineNotice>
          <ul className="-mx-2 flex flex-col">
            {isOpen && !isOnce && (
              <Choice icon={CalendarClock} onClick={() => onOpen('day')}>
                {texts.move}
              </Choice>
            )}
            {isOpen && movedTo !== null && (
              <Choice
                icon={Undo2}
                onClick={() =>
                  void apply({
                    planOf: (opId) => asPlannedPlan(opId, occurrence),
                    done: texts.movedBack,
                    namesAgenda: true,
                    failed,
                    onDone: onClose,
                  })
                }
              >
                {texts.moveBack}
              </Choice>
            )}
            {canChange && (
              <>
                <Choice icon={Repeat} onClick={() => onOpen('onward')}>
                  {isOnce ? texts.changeOnce : texts.onward}
                </Choice>
                <Choice icon={CalendarX} onClick={() => onOpen('end')}>
                  {isOnce ? texts.removeOnce : texts.end}
                </Choice>
              </>
            )}
          </ul>
        </section>
      )}
    </div>
  )
}

function Choice({
  icon: Icon,
  onClick,
  children,
}: {
  icon: LucideIcon
  onClick: () => void
  children: ReactNode
}) {
  return (
    <li>
      <button
        type="button"
        className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 text-left font-semibold hover:bg-sunken"
        onClick={onClick}
      >
        <Icon className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
        <span className="min-w-0 flex-1">{children}</span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
      </button>
    </li>
  )
}
