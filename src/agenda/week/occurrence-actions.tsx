import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarX from 'lucide-react/icons/calendar-x'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Repeat from 'lucide-react/icons/repeat'
import Undo2 from 'lucide-react/icons/undo-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { nobodyComes } from '@/agreement/coach-replies'
import { COACH_REPLIES } from '@/agreement/coach-reply-texts'
import { NoteButton, ToldLines } from '@/agreement/told-lines'
import { localDayOf } from '@/core/dates'
import { paths } from '@/core/paths'
import { OfferButton } from '@/openings/offer-button'
import { OpeningSection } from '@/openings/opening-section'
import { OPENINGS } from '@/openings/texts'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { lazyPart } from '@/ui/lazy-page'
import { OfflineNotice } from '@/ui/offline-notice'
import { usePreloaded } from '@/ui/use-preloaded'
import { TODAY } from '../answer-texts'
import { OccurrenceSigns } from '../occurrence-signs'
import { canAnswer, canSkip, hasBegun, stateOf, type Occurrence } from '../rules'
import { SameLessonDialog } from '../same-lesson-dialog'
import { asPlannedPlan, putBackPlan, type SlotPlan } from '../slots'
import { useSlots } from '../use-agenda'
import { useAnswer } from '../use-answer'
import { useApplyPlan } from '../use-slot-plans'
import { Expected } from './lesson-actions'
import { AGENDA_TEXTS } from './texts'
import type { AgendaView } from './use-weeks'

const GuestDialog = lazyPart(() => import('@/openings/guest-dialog'), 'GuestDialog')
const SHEETS = [GuestDialog]

interface OccurrenceActionsProps {
  occurrence: Occurrence
  view: AgendaView
  onOpen: (kind: 'skip' | 'day' | 'onward' | 'end') => void
  onClose: () => void
}

/** One occurrence: its state, the answers, and the changes of its slot. */
export function OccurrenceActions({ occurrence, view, onOpen, onClose }: OccurrenceActionsProps) {
  usePreloaded(SHEETS)
  const { now, online } = view
  const navigate = useNavigate()
  const answer = useAnswer((of) => void navigate(paths.sessions.href({ day: of })))
  const [apply, applying] = useApplyPlan()
  const [addsGuest, setAddsGuest] = useState(false)
  // The slots are only for words: without a network nothing is asked, so nothing fails.
  const slots = useSlots(online)
  const {
    slot_id: slotId,
    slot_date: slotDate,
    moved_to: movedTo,
    starts_at: { instant },
    session_id,
    session_date,
    pending,
    students,
  } = occurrence
  const isPast = hasBegun(occurrence, now)
  const isOpen = canSkip(occurrence)
  const isEmpty = nobodyComes(occurrence)
  const isSkipped = stateOf(occurrence, now) === 'skipped'
  const isRegistered = session_id !== null || pending === true
  const canRegister = !isRegistered && isPast
  const slot = slots.data?.find(({ id }) => id === slotId)
  const isOnce = slot?.weekday === null
  // A slot that was only once and is answered stays as it was. A slot that is not known may be such a one.
  const canChange = !isRegistered || (slot !== undefined && !isOnce)
  const putBack = (planOf: (opId: string) => SlotPlan, done: string) =>
    void apply({ planOf, done, namesAgenda: true, failed: AGENDA_TEXTS.failed, onDone: onClose })

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-2 empty:hidden">
        <OccurrenceSigns occurrence={occurrence} now={now} />
      </div>
      <Expected students={students} occurrence={isOpen ? occurrence : undefined} />
      <ToldLines occurrence={occurrence} excuses={answer.excuses} />
      {(canRegister || session_id !== null || isSkipped || isOpen) && (
        <div className="grid gap-3 *:w-full min-[400px]:grid-cols-2">
          {canAnswer(occurrence, now) && (
            <Button
              tone="main"
              className="min-[400px]:col-span-2"
              pending={answer.answering.size > 0}
              pendingLabel={TODAY.saving}
              onClick={() => void answer.held(occurrence).then((done) => done && onClose())}
            >
              {isEmpty ? COACH_REPLIES.absences : TODAY.held}
            </Button>
          )}
          {canRegister && (
            <ButtonLink
              to={paths.newSession.href({
                slot: { slotId, slotDate, day: occurrence.day, excused: answer.excuses.of(occurrence) },
              })}
            >
              {TODAY.details}
            </ButtonLink>
          )}
          {isOpen && students.length > 0 && !(isEmpty && isPast) && (
            <Button onClick={() => onOpen('skip')}>{isPast ? TODAY.notHeld : 'Não vai acontecer'}</Button>
          )}
          {isOpen && <NoteButton occurrence={occurrence} />}
          <OfferButton occurrence={occurrence} now={now} />
          {session_id !== null && !pending && (
            <ButtonLink to={paths.sessions.href({ day: localDayOf(session_date ?? instant) })}>
              Ver a aula
            </ButtonLink>
          )}
          {isSkipped && !pending && (
            <Button
              pending={applying}
              pendingLabel="Salvando..."
              onClick={() => putBack((opId) => putBackPlan(opId, occurrence), 'A aula voltou para a agenda')}
            >
              <Undo2 />
              Colocar de volta
            </Button>
          )}
        </div>
      )}
      <SameLessonDialog answer={answer} onAnswered={onClose} />
      {occurrence.opening && <OpeningSection occurrence={occurrence} opening={occurrence.opening} />}
      {(isOpen || canChange) && (
        <section aria-labelledby="mudar-horario" className="border-t border-line pt-4">
          <h3 id="mudar-horario" className="mb-2 text-base">
            Mudar o horário
          </h3>
          <OfflineNotice>{AGENDA_TEXTS.needsInternet}</OfflineNotice>
          <ul className="-mx-2 flex flex-col">
            {isOpen && (
              <Choice icon={UserPlus} words={OPENINGS.guest.add} onClick={() => setAddsGuest(true)} />
            )}
            {isOpen && !isOnce && (
              <Choice icon={CalendarClock} words="Mudar só este dia" onClick={() => onOpen('day')} />
            )}
            {isOpen && movedTo !== null && (
              <Choice
                icon={Undo2}
                words="Voltar para o horário original"
                onClick={() =>
                  putBack(
                    (opId) => asPlannedPlan(opId, occurrence, movedTo.instant),
                    'A aula voltou para o horário original',
                  )
                }
              />
            )}
            {canChange && (
              <>
                <Choice
                  icon={Repeat}
                  words={isOnce ? 'Mudar dia, hora ou alunos' : 'Mudar deste dia em diante'}
                  onClick={() => onOpen('onward')}
                />
                <Choice
                  icon={CalendarX}
                  words={isOnce ? 'Tirar da agenda' : 'Encerrar horário'}
                  onClick={() => onOpen('end')}
                />
              </>
            )}
          </ul>
        </section>
      )}
      {addsGuest && <GuestDialog occurrence={occurrence} onClose={() => setAddsGuest(false)} />}
    </div>
  )
}

const Choice = ({ icon: Icon, words, onClick }: { icon: LucideIcon; words: string; onClick: () => void }) => (
  <li>
    <button
      type="button"
      className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 text-left font-semibold hover:bg-sunken"
      onClick={onClick}
    >
      <Icon className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1">{words}</span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" />
    </button>
  </li>
)
