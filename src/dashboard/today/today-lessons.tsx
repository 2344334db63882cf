import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CloudRain from 'lucide-react/icons/cloud-rain'
import MessageSquareHeart from 'lucide-react/icons/message-square-heart'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Sunrise from 'lucide-react/icons/sunrise'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { formatShortDay } from '@/agenda/days'
import { occurrenceKey, stateOf, type Agenda, type AgendaLesson, type Occurrence } from '@/agenda/rules'
import { SameLessonDialog } from '@/agenda/same-lesson-dialog'
import { canRainOn, countUnanswered, shownOf, todayOf, tomorrowOf, type AnsweredAt } from '@/agenda/today'
import { useAnswer } from '@/agenda/use-answer'
import { useFeedbackDue } from '@/agenda/use-recent-lessons'
import { dayIn, dayOf, epochOf, type AgendaTime } from '@/agenda/zone'
import { COACH_REPLIES as texts } from '@/agreement/coach-reply-texts'
import { replyNews, type ReplyNews } from '@/agreement/news'
import { saidBy, shortWhen } from '@/agreement/replies'
import { useSeenAt, useSeenWhenLeft } from '@/agreement/use-news'
import { useKnownClubs } from '@/clubs/use-clubs'
import { countOf } from '@/core/common-texts'
import { BREAKPOINTS } from '@/core/constants'
import { addDays } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { knock, setBadge } from '@/lib/browser/touch'
import { useKnownStudents } from '@/students/use-students'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-page'
import { useMediaQuery } from '@/ui/use-media-query'
import { DayDone, LessonRow, ROW_LOOK, Fold, Unanswered } from './day-rows'
import type { Opened } from './dialogs'
import { preloadFeedback, TodayItem, type KnownStudents } from './today-item'

const TodayDialog = lazyPart(() => import('./dialogs'), 'TodayDialog')

const TomorrowList = lazyPart(() => import('./tomorrow-list'), 'TomorrowList')

/** A row of the day: an occurrence, or a lesson without a slot. */
type DayRow = { at: AgendaTime } & (
  | { occurrence: Occurrence; lesson?: never }
  | { occurrence?: never; lesson: AgendaLesson }
)

interface TodayLessonsProps {
  agenda: Agenda
  now: Date
  /** The coach has no lesson yet: shows an example of the day. */
  isNew: boolean
  onRain: () => void
}

/** The content of 'Hoje' once the agenda has been read. */
export function TodayLessons({ agenda, now, isNew, onRain }: TodayLessonsProps) {
  const clubs = useKnownClubs()
  const known = useKnownStudents()
  const students = useMemo((): KnownStudents => new Map(known?.map((each) => [each.id, each])), [known])
  const navigate = useNavigate()
  const answer = useAnswer((of) => void navigate(paths.sessions.href({ day: of })))
  const due = useFeedbackDue().data ?? []
  const isWide = useMediaQuery(`(min-width: ${BREAKPOINTS.wide}px)`)
  /** Answered on this screen. They keep their place, so that the stars appear under the thumb. */
  const [answered, setAnswered] = useState<ReadonlyMap<string, AnsweredAt>>(new Map())
  const [opened, setOpened] = useState<Opened | null>(null)
  // The tap shows first: opening a dialog renders the whole day again.
  const open = (what: Opened) => startTransition(() => setOpened(what))
  const [showsDay, setShowsDay] = useState(false)

  const { occurrences, zone } = agenda
  const today = dayIn(zone, now)
  const { card, rest, unanswered } = todayOf(occurrences, now, today, (each) =>
    answered.get(occurrenceKey(each)),
  )
  const lessons = agenda.lessons.filter(({ starts_at }) => dayOf(starts_at) === today)
  const tomorrow = tomorrowOf(occurrences, now, today)
  const waiting = countUnanswered(occurrences, now)
  const isAnswerable = card !== null || waiting > 0
  useEffect(() => {
    // The answers work without a connection, and so must what they open.
    if (isAnswerable) void Promise.all([preloadFeedback(), TodayDialog.preload()])
  }, [isAnswerable])
  useEffect(() => setBadge(waiting), [waiting])

  const keep = (those: readonly Occurrence[]) =>
    setAnswered(
      new Map([
        // The place of the first answer counts, even after an undo and another answer.
        ...those.map((each) => [occurrenceKey(each), { now, today, wasCard: each === card }] as const),
        ...answered,
      ]),
    )
  const held = useRef<(occurrence: Occurrence) => void>(() => {})
  useLayoutEffect(() => {
    held.current = (occurrence) => {
      knock()
      keep([occurrence])
      void answer.held(occurrence)
    }
  })
  // Stable, so that a memoised row renders again only if what it shows has changed.
  const [on] = useState(() => ({
    held: (occurrence: Occurrence) => held.current(occurrence),
    notHeld: (occurrence: Occurrence) => open([occurrence]),
  }))
  const item = (occurrence: Occurrence, when?: string) => {
    const key = occurrenceKey(occurrence)
    return (
      <TodayItem
        key={key}
        occurrence={occurrence}
        now={now}
        isCard={occurrence === card}
        isWide={isWide}
        place={clubs?.find(({ id }) => id === occurrence.club_id)?.name}
        students={students}
        when={when}
        saving={answer.answering.has(key)}
        excuses={answer.excuses}
        onHeld={on.held}
        onNotHeld={on.notHeld}
      />
    )
  }

  const ofDay: DayRow[] = [
    ...rest.map((occurrence) => ({ at: occurrence.starts_at, occurrence })),
    ...lessons.map((lesson) => ({ at: lesson.starts_at, lesson })),
  ].toSorted((a, b) => epochOf(a.at) - epochOf(b.at))
  const shown = shownOf(rest, now, (each) => answered.has(occurrenceKey(each)))
  // A button that hides a single row would save no room.
  const showsAll = isWide || showsDay || ofDay.length <= shown.size + 1
  const rows = ofDay.filter(
    ({ occurrence }) => showsAll || (occurrence !== undefined && shown.has(occurrenceKey(occurrence))),
  )
  const more = ofDay.length - rows.length
  const dayName = (day: LocalDate) => (day === addDays(today, -1) ? 'Ontem' : formatShortDay(day))

  const canRain = canRainOn(today, rest.concat(card ?? []), now)
  const chips = (
    <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
      <ChipItem icon={RotateCcw} onClick={() => open('repeat')}>
        Repetir turma
      </ChipItem>
      {!isWide && tomorrow.length > 0 && (
        <ChipItem icon={Sunrise} onClick={() => open('tomorrow')}>
          Amanhã ({tomorrow.length})
        </ChipItem>
      )}
      {canRain && (
        <ChipItem icon={CloudRain} onClick={onRain}>
          Choveu
        </ChipItem>
      )}
      {due.length > 0 && (
        <ChipItem icon={MessageSquareHeart} onClick={() => open('feedback')}>
          Feedback por dar ({due.length})
        </ChipItem>
      )}
    </ul>
  )
  const news = replyNews(occurrences, useSeenAt(), now)
  return (
    <>
      {news.length > 0 && <ReplyNewsList news={news} />}
      {occurrences.length === 0 ? (
        <>
          {isNew ? (
            <ExampleDay>
              <AgendaLink>Montar minha semana</AgendaLink>
            </ExampleDay>
          ) : (
            <div className="flex flex-wrap items-center gap-x-3 text-ink-soft">
              <p>Coloque sua semana na agenda e registre cada aula com um toque.</p>
              <AgendaLink>Montar minha semana</AgendaLink>
            </div>
          )}
          {lessons.length > 0 && (
            <ul className="mb-2">
              {lessons.map((lesson) => (
                <LessonRow key={lesson.id} lesson={lesson} now={now} />
              ))}
            </ul>
          )}
          {!isNew && chips}
        </>
      ) : (
        <>
          <div className="flex items-center justify-between gap-3 mb-3 min-h-11 max-lg:sr-only">
            <h2 className="text-xl">Hoje</h2>
            <span className="hidden lg:block">
              <AgendaLink>Ver dia</AgendaLink>
            </span>
          </div>
          <ul>
            {!card && <DayDone rest={rest} lessons={lessons} next={nextOf(occurrences, now)} now={now} />}
            {/* One array: a lesson that gives the card up moves to its row with its open feedback and the focus. */}
            {[...(card ? [{ at: card.starts_at, occurrence: card }] : []), ...rows].map(
              ({ occurrence, lesson }) =>
                occurrence ? item(occurrence) : <LessonRow key={lesson.id} lesson={lesson} now={now} />,
            )}
          </ul>
          {more > 0 && (
            <Button tone="ghost" size="sm" className="w-full" onClick={() => setShowsDay(true)}>
              Mais {countOf(more, 'aula', 'aulas')} hoje
            </Button>
          )}
          {unanswered.length > 0 && (
            <Unanswered
              days={unanswered}
              now={now}
              nameOf={dayName}
              item={item}
              onAllHeld={(those) => {
                knock()
                keep(those)
                void answer.allHeld(those)
              }}
              onNoneHeld={open}
            />
          )}
          {isWide && tomorrow.length > 0 && (
            <Fold title={`Amanhã (${tomorrow.length})`} icon={Sunrise}>
              <div className={clsx(ROW_LOOK, 'p-3')}>
                <TomorrowList occurrences={tomorrow} />
              </div>
            </Fold>
          )}
          <div className="mt-0.5">{chips}</div>
        </>
      )}
      <SameLessonDialog answer={answer} />
      {opened !== null && (
        <TodayDialog
          opened={opened}
          zone={zone}
          now={now}
          occurrences={occurrences}
          tomorrow={tomorrow}
          due={due}
          onSkip={(those, reason, extension) => {
            knock()
            keep(those)
            return answer.skip(those, reason, extension)
          }}
          // An answer that comes later must not close what is open by then.
          onClose={() => setOpened((what) => (what === opened ? null : what))}
        />
      )}
    </>
  )
}

const AgendaLink = ({ children }: { children: ReactNode }) => (
  <Link
    to={paths.agenda.href()}
    className="inline-flex min-h-11 items-center gap-2 rounded font-bold text-info hover:underline"
  >
    <CalendarDays className="size-5 shrink-0" />
    {children}
  </Link>
)

const nextOf = (occurrences: readonly Occurrence[], now: Date) =>
  occurrences.find((each) => stateOf(each, now) === 'upcoming')

type ChipItemProps = { icon: LucideIcon; onClick: () => void; children: ReactNode }

/** A shortcut below the day's rows. */
const ChipItem = ({ icon: Icon, onClick, children }: ChipItemProps) => (
  <li>
    <Button size="sm" className="rounded-full! bg-surface px-3 whitespace-nowrap" onClick={onClick}>
      <Icon className="max-sm:hidden" />
      <span>{children}</span>
    </Button>
  </li>
)

const ROWS = [
  { time: '10:00', names: 'João Pedro', credits: '6' },
  { time: '17:30', names: 'Beatriz Lima', credits: '2' },
] as const

/** An example of 'Hoje' for a coach without slots, labelled as such. Nothing in it can be tapped. */
const ExampleDay = ({ children }: { children: ReactNode }) => (
  <>
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p className="min-w-0 text-ink-soft">Com a sua semana na agenda, cada aula é um toque.</p>
      {children}
    </div>
    <div
      aria-hidden="true"
      className="mt-1 mb-2 rounded-xl border-2 border-dashed border-line-strong p-3 text-ink-soft"
    >
      <p className="flex items-center justify-between gap-2">
        <span className="figures text-xl font-extrabold">09:00–10:00</span>
        <Badge>exemplo</Badge>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-[17px] font-bold">
        <span>
          Marina Costa <Sign>4</Sign>
        </span>
        <span>
          Lucas Prado <Sign>1</Sign>
        </span>
      </p>
      <p
        className={
          'mt-2.5 grid min-h-12 place-items-center rounded-lg border-2 border-dashed border-line-strong ' +
          'font-bold'
        }
      >
        Aconteceu
      </p>
      {ROWS.map(({ time, names, credits }) => (
        <p key={time} className="mt-1 flex min-h-11 items-center gap-2 border-t border-line pt-1">
          <span className="figures w-12 font-extrabold">{time}</span>
          <span className="flex-1 font-bold">
            {names} <Sign>{credits}</Sign>
          </span>
          <span className="text-[15px]">exemplo</span>
        </p>
      ))}
    </div>
  </>
)

const Sign = ({ children }: { children: string }) => (
  <span
    className={
      'figures inline-flex h-[22px] min-w-[22px] items-center justify-center rounded-full bg-sunken px-1.5 ' +
      'text-[13px] leading-none font-extrabold'
    }
  >
    {children}
  </span>
)

/** Replies of students about lessons to come, one line each, with a link to the lesson. */
function ReplyNewsList({ news }: { news: readonly ReplyNews[] }) {
  useSeenWhenLeft(news)
  return (
    <ul aria-label={texts.news} className="mb-3 flex flex-col gap-1">
      {news.map(({ occurrence, student, at, kind, isNew }) => {
        const { day, starts_at } = occurrence
        const Icon = kind === 'sign' ? UserX : UserCheck
        const { zone } = starts_at
        const said = saidBy({ told_by: student.told_by ?? 'student', replied_at: { instant: at, zone } })
        return (
          <li key={`${occurrenceKey(occurrence)} ${student.id}`}>
            <Link
              to={paths.agenda.href({ day, occurrence })}
              className={
                'flex min-h-11 items-center gap-2.5 rounded-lg bg-caution-soft px-3 py-1.5 text-[15px] ' +
                'leading-tight text-caution'
              }
            >
              <Icon className="size-5 shrink-0" />
              <span className="figures min-w-0 flex-1 [overflow-wrap:anywhere]">
                <strong>{texts[kind](student.name)}</strong> {shortWhen(starts_at)} · {said}
              </span>
              {isNew && <span className="shrink-0 font-bold">{texts.new}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
