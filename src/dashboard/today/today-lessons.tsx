import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import MessageSquareHeart from 'lucide-react/icons/message-square-heart'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Sunrise from 'lucide-react/icons/sunrise'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDay, formatShortDay } from '@/agenda/days'
import {
  occurrenceKey,
  stateOf,
  todayOf,
  tomorrowOf,
  type Agenda,
  type AnsweredAt,
  type Occurrence,
} from '@/agenda/rules'
import { SameLessonDialog } from '@/agenda/same-lesson-dialog'
import { TODAY } from '@/agenda/today-texts'
import { useAnswer } from '@/agenda/use-answer'
import { useFeedbackDue } from '@/agenda/use-recent-lessons'
import { dayIn, timeOf } from '@/agenda/zone'
import { useKnownClubs } from '@/clubs/use-clubs'
import { addDays } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { lazyPage } from '@/ui/lazy-page'
import { preloadFeedback, TodayItem } from './today-item'

const SkipAnswer = lazyPage(() => import('./skip-answer'), 'SkipAnswer')
const FeedbackDueDialog = lazyPage(() => import('./feedback-due-dialog'), 'FeedbackDueDialog')
const RepeatDialog = lazyPage(() => import('./repeat-dialog'), 'RepeatDialog')
const TomorrowDialog = lazyPage(() => import('./dialogs'), 'TomorrowDialog')

/** Unanswered lessons that show before the coach asks for the rest. */
const SHOWN = 4

type Opened = 'repeat' | 'tomorrow' | 'feedback' | readonly Occurrence[] | null

/** What 'Hoje' holds once the agenda is read. */
export function TodayLessons({ agenda, now }: { agenda: Agenda; now: Date }) {
  const clubs = useKnownClubs()
  const answer = useAnswer()
  const due = useFeedbackDue()
  /** Answered on this screen, as they were: they keep their place, so that the thumb finds the stars. */
  const [answered, setAnswered] = useState<ReadonlyMap<string, AnsweredAt & { occurrence: Occurrence }>>(
    new Map(),
  )
  const [opened, setOpened] = useState<Opened>(null)
  const [showsAll, setShowsAll] = useState(false)
  const close = () => setOpened(null)

  const { occurrences, zone } = agenda
  const today = dayIn(zone, now)
  const current = new Map(occurrences.map((each) => [occurrenceKey(each), each]))
  const placed = occurrences.map((each) => answered.get(occurrenceKey(each))?.occurrence ?? each)
  const { next, unanswered } = todayOf(placed, now, today, (each) => answered.get(occurrenceKey(each)))
  const tomorrow = tomorrowOf(occurrences, now, today)
  const isAnswerable = next.length + unanswered.length > 0
  useEffect(() => {
    // The answers work without a connection, and so must what they open.
    if (isAnswerable) void Promise.all([preloadFeedback(), SkipAnswer.preload()])
  }, [isAnswerable])

  const keep = (those: readonly Occurrence[]) =>
    setAnswered(
      new Map([
        // Where it was answered first it stays, also when that is undone and it is answered again.
        ...those.map((each) => [occurrenceKey(each), { occurrence: each, now, today }] as const),
        ...answered,
      ]),
    )
  const item = (placedHere: Occurrence, when?: string) => {
    const key = occurrenceKey(placedHere)
    const occurrence = current.get(key) ?? placedHere
    return (
      <li key={key}>
        <TodayItem
          occurrence={occurrence}
          now={now}
          place={clubs?.find(({ id }) => id === occurrence.club_id)?.name}
          {...(when && { when })}
          saving={answer.answering.has(key)}
          onHeld={() => {
            keep([occurrence])
            void answer.held(occurrence)
          }}
          onNotHeld={() => setOpened([occurrence])}
        />
      </li>
    )
  }

  const shortcuts = (
    <ul className="-mx-2 flex flex-wrap gap-x-2">
      <Shortcut icon={RotateCcw} onOpen={() => setOpened('repeat')}>
        {TODAY.repeat.action}
      </Shortcut>
      {due.data && due.data.length > 0 && (
        <Shortcut icon={MessageSquareHeart} onOpen={() => setOpened('feedback')}>
          {TODAY.feedback.due(due.data.length)}
        </Shortcut>
      )}
      {tomorrow.length > 0 && (
        <Shortcut icon={Sunrise} onOpen={() => setOpened('tomorrow')}>
          {TODAY.tomorrow.action(tomorrow.length)}
        </Shortcut>
      )}
    </ul>
  )
  const total = unanswered.flatMap((day) => day.occurrences).length
  const first = unanswered.flatMap((day) => day.occurrences).slice(0, SHOWN)
  const isLong = total > SHOWN && !showsAll
  return (
    <>
      {occurrences.length === 0 ? (
        <div className="mt-5 flex flex-wrap items-center gap-x-3 text-ink-soft">
          <p>{TODAY.withoutSlots}</p>
          <TextLink to={paths.agenda.href()}>{TODAY.openAgenda}</TextLink>
          {shortcuts}
        </div>
      ) : (
        <section aria-labelledby="hoje" className="mt-6">
          <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
            <h2 id="hoje" className="text-xl">
              {TODAY.title}
            </h2>
            <TextLink to={paths.agenda.href()}>{TODAY.seeDay}</TextLink>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
            <div className="min-w-0">
              <Card className="py-1!">
                {next.length > 0 ? (
                  <ul className="divide-y divide-line">{next.map((each) => item(each))}</ul>
                ) : (
                  <p className="py-3 text-ink-soft">{nothingLeft(occurrences, now)}</p>
                )}
              </Card>
              <div className="mt-2">{shortcuts}</div>
            </div>
            {unanswered.length > 0 && (
              <Card className="py-1!">
                <h3 className="pt-3 text-base">{TODAY.unanswered}</h3>
                {unanswered.map(({ day, occurrences: ofDay }) => {
                  const shown = isLong ? ofDay.filter((each) => first.includes(each)) : ofDay
                  if (shown.length === 0) return null
                  const name = dayName(day, today)
                  const open = ofDay.filter((each) => isOpen(current.get(occurrenceKey(each)) ?? each, now))
                  return (
                    <section key={day} aria-label={name} className="border-line not-first-of-type:border-t">
                      <div className="flex flex-wrap items-center justify-between gap-x-3 pt-2">
                        <h4 className="figures text-[15px] text-ink-soft first-letter:uppercase">
                          {open.length > 1 ? TODAY.dayWithLessons(name, open.length) : name}
                        </h4>
                        {open.length > 1 && (
                          <div className="-mx-2 flex flex-wrap">
                            <Button
                              tone="ghost"
                              size="sm"
                              className="px-2!"
                              aria-label={TODAY.ofDay(TODAY.allHeld, name)}
                              onClick={() => {
                                keep(open)
                                void answer.allHeld(open)
                              }}
                            >
                              {TODAY.allHeld}
                            </Button>
                            <Button
                              tone="ghost"
                              size="sm"
                              className="px-2!"
                              aria-label={TODAY.ofDay(TODAY.noneHeld, name)}
                              onClick={() => setOpened(open)}
                            >
                              {TODAY.noneHeld}
                            </Button>
                          </div>
                        )}
                      </div>
                      <ul className="divide-y divide-line">
                        {shown.map((each) => item(each, day === today ? undefined : name))}
                      </ul>
                    </section>
                  )
                })}
                {isLong && (
                  <Button tone="ghost" size="sm" className="mb-2 w-full" onClick={() => setShowsAll(true)}>
                    {TODAY.more(total - SHOWN)}
                  </Button>
                )}
              </Card>
            )}
          </div>
        </section>
      )}
      {answer.asked && (
        <SameLessonDialog
          {...answer.asked}
          saving={answer.answering.size > 0}
          onSame={(lesson) => answer.asked && void answer.same(answer.asked.occurrence, lesson)}
          onOther={() =>
            answer.asked &&
            void answer.held(
              answer.asked.occurrence,
              answer.asked.lessons.map(({ id }) => id),
            )
          }
          onClose={answer.dismiss}
        />
      )}
      <Suspense fallback={null}>
        {opened === 'repeat' && <RepeatDialog zone={zone} onClose={close} />}
        {opened === 'tomorrow' && <TomorrowDialog occurrences={tomorrow} onClose={close} />}
        {opened === 'feedback' && <FeedbackDueDialog due={due.data ?? []} zone={zone} onClose={close} />}
        {opened !== null && typeof opened === 'object' && (
          <SkipAnswer
            occurrences={opened}
            now={now}
            onSkip={(reason, extension) => {
              keep(opened)
              return answer.skip(opened, reason, extension)
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

function Shortcut({
  icon: Icon,
  onOpen,
  children,
}: {
  icon: LucideIcon
  onOpen: () => void
  children: ReactNode
}) {
  return (
    <li>
      <Button tone="ghost" size="sm" className="px-2! text-ink-soft" onClick={onOpen}>
        <Icon aria-hidden="true" />
        {children}
      </Button>
    </li>
  )
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 rounded font-bold text-info hover:underline"
    >
      <CalendarDays className="size-5 shrink-0" aria-hidden="true" />
      {children}
    </Link>
  )
}

const isOpen = (occurrence: Occurrence, now: Date): boolean =>
  ['running', 'unanswered'].includes(stateOf(occurrence, now))

/** 'Nenhuma aula à frente hoje. Próxima: terça-feira, 18:00.' */
function nothingLeft(occurrences: readonly Occurrence[], now: Date): string {
  const next = occurrences.find((each) => stateOf(each, now) === 'upcoming')
  return [
    TODAY.nothingLeft,
    ...(next ? [TODAY.nextOn(formatDay(next.day), timeOf(next.starts_at))] : []),
  ].join(' ')
}

/** 'Mais cedo hoje', 'Ontem', 'ter, 18/11' */
function dayName(day: LocalDate, today: LocalDate): string {
  if (day === today) return TODAY.earlierToday
  return day === addDays(today, -1) ? TODAY.yesterday : formatShortDay(day)
}
