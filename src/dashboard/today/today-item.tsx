import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { memo, useEffect, useId, useState, type ReactNode } from 'react'
import { TODAY as texts } from '@/agenda/answer-texts'
import { OccurrenceSigns, signsOf } from '@/agenda/occurrence-signs'
import { canAnswer, namesOf, stateOf, timesOf, type Occurrence } from '@/agenda/rules'
import { minutesUntil } from '@/agenda/today'
import type { useAnswer } from '@/agenda/use-answer'
import { nobodyComes, notComing } from '@/agreement/coach-replies'
import { ToldLines } from '@/agreement/told-lines'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { creditWords } from '@/credits/credit-state'
import { unhurryAround } from '@/lib/browser/touch'
import { OfferButton } from '@/openings/offer-button'
import { usableCredits } from '@/packages/rules'
import type { CreditTone } from '@/students/rules'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-page'
import { useSwipe } from '@/ui/use-swipe'
import { ROW_LOOK, RowTime } from './day-rows'
import { Answers, HeldButton, heldLabel } from './today-answers'

const LessonFeedback = lazyPart(() => import('./lesson-feedback'), 'LessonFeedback')
export const preloadFeedback = LessonFeedback.preload

/** The students that this device has read, to show what their credits are worth. */
export type KnownStudents = ReadonlyMap<Uuid, Pick<StudentWithCredits, 'packages' | 'open'>>

export interface TodayItemProps {
  occurrence: Occurrence
  now: Date
  /** The lesson of now is the card, any other one a row. */
  isCard: boolean
  /** The answers have room beside the lesson; otherwise a row unfolds them. */
  isWide: boolean
  /** The club's name. */
  place: string | undefined
  students: KnownStudents
  /** The day in the buttons' accessible names; undefined for today. */
  when?: string | undefined
  saving: boolean
  excuses: ReturnType<typeof useAnswer>['excuses']
  onHeld: (occurrence: Occurrence) => void
  onNotHeld: (occurrence: Occurrence) => void
}

/**
 * One occurrence in 'Hoje': its time, students and state, and its possible answers (docs/product.md, 'Today'). The name
 * of each button includes the lesson, because one screen has many rows. Card and row are the same list item, so that
 * tapped feedback stays when the next lesson becomes the card. Memoised, so that a tap on one of many rows shows in the
 * next frame.
 */
export const TodayItem = memo(function TodayItem(props: TodayItemProps) {
  const { occurrence, now, isCard, isWide, place, students, saving } = props
  /** null: never opened. Once opened, folding keeps what was tapped. */
  const [open, setOpen] = useState<boolean | null>(null)
  const [isAnswered, setAnswered] = useState(false)
  const id = useId()
  // Read while rendering: after the commit the focused control is gone.
  const hadFocus = document.getElementById(id)?.contains(document.activeElement) === true
  useEffect(() => {
    // An answer or its undo removes the focused control: a keyboard would start again at the top of the page.
    if (!hadFocus || document.activeElement !== document.body) return
    document.getElementById(id)?.focus({ preventScroll: true })
  })
  const state = stateOf(occurrence, now)
  const isOpen = canAnswer(occurrence, now)
  const isEmpty = isOpen && nobodyComes(occurrence)
  // Before 'Aconteceu' the row says what that makes of who told not to come. Once it does, taking that back does not
  // fold it under the finger.
  const [isTold, setTold] = useState(false)
  if (!isTold && notComing(occurrence).length > 0) setTold(true)
  const isUnfolded = open ?? (isOpen && isTold)
  const folds = !isCard && !isWide
  const onHeld = () => {
    setOpen(true)
    setAnswered(true)
    // With the tap itself, and a second one does nothing: it would meet the button of the next row, and register that
    // lesson.
    if (folds) {
      const row = document.getElementById(id)
      row?.scrollIntoView({ block: 'nearest' })
      // Each day of 'Sem resposta' is a list of its own.
      unhurryAround(row, '#hoje')
    }
    props.onHeld(occurrence)
  }
  const onNotHeld = () => props.onNotHeld(occurrence)
  const canSwipe = folds && (isOpen || state === 'upcoming')
  // Also without anything to answer: if another device answers it under the finger, the row must return to its place.
  const swipe = useSwipe({
    right: canSwipe && isOpen && !saving ? onHeld : null,
    left: canSwipe && !saving && !isEmpty ? onNotHeld : null,
  })
  const canUnfold = canSwipe || isHeld(occurrence, now)
  const { start } = timesOf(occurrence)
  const shown = !folds || isUnfolded
  return (
    <li
      className={clsx(
        'relative overflow-hidden',
        isCard ? 'rounded-xl border border-line bg-surface shadow-card' : ROW_LOOK,
      )}
    >
      {canSwipe && <Behind held={isOpen && heldLabel(occurrence)} canSkip={!isEmpty} />}
      <div
        id={id}
        role="group"
        aria-label={`${start} ${namesOf(occurrence)}`}
        tabIndex={-1}
        // Room for the stars of three, which the toast would cover.
        style={{ scrollMarginBottom: `${Math.min(3, occurrence.students.length) * 8}rem` }}
        className={clsx(
          'relative bg-surface',
          isCard ? 'flex flex-col p-3' : 'px-3',
          isCard && !isWide && 'min-h-44 pb-1',
          !isCard && isWide && 'flex flex-wrap items-center justify-between gap-x-3',
          state === 'held' && isAnswered && 'animate-settle',
          canSwipe && 'touch-pan-y',
        )}
        {...swipe}
      >
        {isCard ? (
          <CardHead {...{ occurrence, now, isWide, place, students }} />
        ) : (
          <RowHead
            {...props}
            onHeld={onHeld}
            unfold={
              canUnfold
                ? {
                    isOpen: isUnfolded,
                    label: foldLabel(occurrence, now, isUnfolded),
                    toggle: () => setOpen(!isUnfolded),
                  }
                : null
            }
          />
        )}
        {shown && (
          <>
            {canSwipe && (
              <p className="pb-2 pl-15 text-[15px] text-ink-soft [overflow-wrap:anywhere]">
                {[texts.minutes(occurrence.minutes), place].filter(Boolean).join(' · ')}
              </p>
            )}
            <ToldLines occurrence={occurrence} excuses={props.excuses} />
            {notComing(occurrence).length > 0 && (
              <div className={clsx('flex empty:hidden', folds || isCard ? 'pb-2' : 'my-1')}>
                <OfferButton occurrence={occurrence} now={now} size="sm" />
              </div>
            )}
            <Answers {...props} onHeld={onHeld} onNotHeld={onNotHeld} />
          </>
        )}
        {isHeld(occurrence, now) && occurrence.session_id !== null && (
          <>
            {open !== null && (
              <div hidden={!open} className={isCard ? 'mt-2' : 'w-full pb-3'}>
                <LessonFeedback
                  // Taps on one lesson must not pass to another device's lesson in its place.
                  key={occurrence.session_id}
                  lesson={{ id: occurrence.session_id, day: occurrence.day, at: occurrence.starts_at }}
                  clubId={occurrence.club_id}
                  students={occurrence.students}
                  excused={props.excuses.of(occurrence)}
                />
              </div>
            )}
            {isCard && (
              <Button
                tone="ghost"
                size="sm"
                className="mt-auto -ml-2.5 self-start px-2.5!"
                aria-expanded={open === true}
                aria-label={`${foldLabel(occurrence, now, open)}: ${namesOf(occurrence)}`}
                onClick={() => setOpen(!open)}
              >
                {foldLabel(occurrence, now, open)}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
})

const isHeld = (occurrence: Occurrence, now: Date) => stateOf(occurrence, now) === 'held'

function foldLabel(occurrence: Occurrence, now: Date, open: boolean | null): string {
  if (isHeld(occurrence, now)) return open ? 'Fechar feedback' : 'Dar feedback'
  return open ? 'Fechar opções' : 'Opções'
}

/** What a swipe uncovers: the labels of the buttons that do the same. */
const Behind = ({ held, canSkip }: { held: string | false; canSkip: boolean }) => (
  <div aria-hidden="true" className="absolute inset-0 flex text-[15px] font-bold">
    <span className={clsx('flex flex-1 items-center px-4', held ? 'bg-ok-soft text-ok' : 'bg-sunken')}>
      {held}
    </span>
    {canSkip && (
      <span className="flex flex-1 items-center justify-end bg-caution-soft px-4 text-caution">
        {texts.notHeld}
      </span>
    )}
  </div>
)

interface NamesProps {
  occurrence: Occurrence
  students: KnownStudents
  /** All students, in as many lines as needed; otherwise two, or of more only the first, a line each. */
  wraps: boolean
  /** Beside a button or a state there is room for little more than the name: who does not come is only crossed out. */
  isTight?: boolean
}

/** The students, each with what their credits are worth on the lesson's day. */
function Names({ occurrence, students, wraps, isTight = false }: NamesProps) {
  const all = occurrence.students
  const shown = wraps || all.length < 3 ? all : all.slice(0, 1)
  const more = all.length - shown.length
  return (
    <span className={clsx('flex min-w-0', wraps ? 'flex-wrap gap-x-3 gap-y-1' : 'flex-col')}>
      {shown.map((student) => (
        <Name
          key={student.id}
          student={student}
          known={students.get(student.id)}
          day={occurrence.day}
          isTight={isTight}
          isAlone={all.length === 1}
        />
      ))}
      {more > 0 && <span className="text-[15px] font-semibold text-ink-soft">e mais {more}</span>}
    </span>
  )
}

interface NameProps {
  student: Occurrence['students'][number]
  known: Pick<StudentWithCredits, 'packages' | 'open'> | undefined
  day: LocalDate
  isTight: boolean
  /** The only name of its row, which is high enough for two lines. */
  isAlone: boolean
}

function Name({ student, known, day, isTight, isAlone }: NameProps) {
  const cut = isAlone ? 'line-clamp-2 [overflow-wrap:anywhere]' : 'truncate'
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 font-bold text-ink">
      {student.reply === 'not_coming' ? (
        <span className="flex min-w-0 gap-1 font-semibold text-ink-soft">
          <s className={cut}>{student.name}</s>{' '}
          <span className={isTight ? 'sr-only' : 'shrink-0'}>não vem</span>
        </span>
      ) : (
        <span className={cut}>{student.name}</span>
      )}
      {/* Reserves the sign's room: on a new device students are read last, and the buttons must not move. */}
      {known ? <CreditSign student={known} day={day} /> : <span className="w-[22px] shrink-0" />}
    </span>
  )
}

/** Whether the time until the lesson begins is shown instead of its state. */
const isAhead = (occurrence: Occurrence, now: Date) =>
  stateOf(occurrence, now) === 'upcoming' && !occurrence.pending

/** Longer than 'Registrada' or 'em 10 h 55' the state leaves a name no room on a phone, so it goes below. */
const isLong = (occurrence: Occurrence, now: Date) => {
  const words = signsOf(occurrence, now, true).map((sign) => sign.words)
  return words.length > 1 || (isAhead(occurrence, now) && words.length > 0) || (words[0]?.length ?? 0) > 14
}

const State = ({ occurrence, now, look }: { occurrence: Occurrence; now: Date; look?: string }) => (
  <div className={clsx('flex flex-wrap items-center gap-x-2 gap-y-1', look ?? 'shrink-0 justify-end')}>
    {isAhead(occurrence, now) && (
      <span className="figures text-[15px] font-semibold whitespace-nowrap text-ink-soft">
        {texts.in(minutesUntil(occurrence, now))}
      </span>
    )}
    {/* Without the minutes: a screen reader would read each change. */}
    <span role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 [justify-content:inherit]">
      <OccurrenceSigns occurrence={occurrence} now={now} isBrief />
    </span>
  </div>
)

type CardHeadProps = Pick<TodayItemProps, 'occurrence' | 'now' | 'isWide' | 'place' | 'students'>

function CardHead({ occurrence, now, isWide, place, students }: CardHeadProps) {
  const { start, end } = timesOf(occurrence)
  const isBelow = !isWide && isLong(occurrence, now)
  return (
    <>
      <div className={clsx('flex min-h-7 items-center justify-between gap-2', isBelow && 'flex-wrap')}>
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="figures shrink-0 text-xl leading-tight font-extrabold">
            {start}–{end}
          </span>
          {place && <span className="truncate text-[15px] text-ink-soft">{place}</span>}
        </p>
        {/* Once it is over, the button asks what happened. */}
        {stateOf(occurrence, now) !== 'unanswered' && (
          <State occurrence={occurrence} now={now} {...(isBelow && { look: 'basis-full' })} />
        )}
      </div>
      <div className="mt-1 mb-2.5 text-[17px] leading-snug">
        <Names occurrence={occurrence} students={students} wraps />
      </div>
    </>
  )
}

/** The state below the names; in the narrowest windows always: beside 'Registrada' a name had two letters left. */
const BELOW = 'order-last basis-full pb-2 pl-15'
const NARROW_BELOW =
  'shrink-0 justify-end max-[359px]:order-last max-[359px]:basis-full max-[359px]:justify-start ' +
  'max-[359px]:pb-2 max-[359px]:pl-15'

type RowHeadProps = Omit<TodayItemProps, 'onHeld'> & {
  onHeld: () => void
  unfold: { isOpen: boolean; label: string; toggle: () => void } | null
}

function RowHead({ occurrence, now, isWide, place, students, when, saving, onHeld, unfold }: RowHeadProps) {
  const isOpen = canAnswer(occurrence, now)
  const isRunning = stateOf(occurrence, now) === 'running'
  const isBelow = !isWide && isLong(occurrence, now)
  const content: ReactNode = (
    <>
      <RowTime at={occurrence.starts_at} />
      <span className="min-w-0 flex-1 leading-snug">
        <Names
          occurrence={occurrence}
          students={students}
          wraps={isWide || unfold?.isOpen === true}
          isTight={!isWide && !(isOpen && unfold?.isOpen)}
        />
        {isWide && place && <span className="block truncate text-[15px] text-ink-soft">{place}</span>}
      </span>
    </>
  )
  const line = 'flex min-h-13 min-w-0 flex-1 items-center gap-2 py-1 text-left'
  return (
    <div
      className={clsx(
        'flex items-center gap-x-2',
        isWide && 'min-w-0 flex-1 basis-56',
        isBelow ? 'flex-wrap' : 'max-[359px]:flex-wrap',
      )}
    >
      {unfold ? (
        <button type="button" aria-expanded={unfold.isOpen} className={line} onClick={unfold.toggle}>
          <span className="sr-only">{unfold.label}: </span>
          {content}
        </button>
      ) : (
        <div className={line}>{content}</div>
      )}
      {isOpen && !isWide && !unfold?.isOpen && <HeldButton {...{ occurrence, when, saving, onHeld }} />}
      {/* Beside the answers the state would be redundant. */}
      {(!isOpen || (isWide && isRunning)) && (
        <State occurrence={occurrence} now={now} look={isBelow ? BELOW : NARROW_BELOW} />
      )}
      {unfold && (
        <ChevronDown className={clsx('size-5 shrink-0 text-ink-soft', unfold.isOpen && 'rotate-180')} />
      )}
    </div>
  )
}

const LOOK = {
  red: 'bg-bad-soft text-bad',
  yellow: 'bg-caution-soft text-caution',
  green: 'bg-sunken text-ink',
} as const satisfies Record<CreditTone, string>

type CreditSignProps = { student: Pick<StudentWithCredits, 'packages' | 'open'>; day: LocalDate }

/**
 * The coach's question on court, answered beside a student's name: how many credits can be used on this day, or that a
 * payment is late. Screen readers hear the sentence of `creditWords`.
 */
function CreditSign({ student, day }: CreditSignProps) {
  const { state, sentence, tone, owed } = creditWords(student, day, 'usable')
  const isLate = state === 'owes'
  const left = usableCredits(student.packages, day)
  const [before] = useState(left)
  return (
    <span
      className={clsx(
        'figures inline-flex h-[22px] min-w-[22px] shrink-0 items-center justify-center rounded-full ' +
          'px-1.5 text-[13px] leading-none font-extrabold',
        LOOK[isLate ? 'red' : tone],
      )}
    >
      {/* The figure drops when a credit is used. */}
      <span key={left} aria-hidden="true" className={clsx(left < before && 'animate-drop')}>
        {isLate ? 'R$' : left}
      </span>
      <span className="sr-only">{isLate ? `${sentence}, ${owed}` : sentence}</span>
    </span>
  )
}
