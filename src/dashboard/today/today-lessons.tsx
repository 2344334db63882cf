import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import MessageSquareHeart from 'lucide-react/icons/message-square-heart'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Sunrise from 'lucide-react/icons/sunrise'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { countOf } from '@/agenda/answer-texts'
import { formatDay, formatShortDay } from '@/agenda/days'
import { canAnswer, occurrenceKey, stateOf, type Agenda, type Occurrence } from '@/agenda/rules'
import { SameLessonDialog } from '@/agenda/same-lesson-dialog'
import { todayOf, tomorrowOf, type AnsweredAt } from '@/agenda/today'
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
import type { Opened } from './dialogs'
import { preloadFeedback, TodayItem } from './today-item'

const TodayDialog = lazyPage(() => import('./dialogs'), 'TodayDialog')

/** Unanswered lessons that show before the coach asks for the rest. */
const SHOWN = 4

/** What 'Hoje' holds once the agenda is read. */
export function TodayLessons({ agenda, now }: { agenda: Agenda; now: Date }) {
  const clubs = useKnownClubs()
  const answer = useAnswer()
  const due = useFeedbackDue().data ?? []
  /** Answered on this screen, as they were: they keep their place, so that the thumb finds the stars. */
  const [answered, setAnswered] = useState<ReadonlyMap<string, AnsweredAt & { occurrence: Occurrence }>>(
    new Map(),
  )
  const [opened, setOpened] = useState<Opened | null>(null)
  const [showsAll, setShowsAll] = useState(false)

  const { occurrences, zone } = agenda
  const today = dayIn(zone, now)
  const current = new Map(occurrences.map((each) => [occurrenceKey(each), each]))
  const nowOf = (placed: Occurrence) => current.get(occurrenceKey(placed)) ?? placed
  const placed = occurrences.map((each) => answered.get(occurrenceKey(each))?.occurrence ?? each)
  const { next, unanswered } = todayOf(placed, now, today, (each) => answered.get(occurrenceKey(each)))
  const tomorrow = tomorrowOf(occurrences, now, today)
  const isAnswerable = next.length + unanswered.length > 0
  useEffect(() => {
    // The answers work without a connection, and so must what they open.
    if (isAnswerable) void Promise.all([preloadFeedback(), TodayDialog.preload()])
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
    const occurrence = nowOf(placedHere)
    return (
      <li key={key}>
        <TodayItem
          occurrence={occurrence}
          now={now}
          place={clubs?.find(({ id }) => id === occurrence.club_id)?.name}
          when={when}
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

  const all = unanswered.flatMap((day) => day.occurrences)
  const shown = showsAll ? all : all.slice(0, SHOWN)
  const daySection = ({ day, occurrences: ofDay }: (typeof unanswered)[number]) => {
    const rows = ofDay.filter((each) => shown.includes(each))
    if (rows.length === 0) return null
    const name = dayName(day, today)
    const open = ofDay.map(nowOf).filter((each) => canAnswer(each, now))
    const dayButton = (action: string, onClick: () => void) => (
      <Button
        tone="ghost"
        size="sm"
        className="px-2!"
        aria-label={`${action}: ${name.toLowerCase()}`}
        onClick={onClick}
      >
        {action}
      </Button>
    )
    return (
      <section key={day} aria-label={name} className="border-line not-first-of-type:border-t">
        <div className="flex flex-wrap items-center justify-between gap-x-3 pt-2">
          <h4 className="figures text-[15px] text-ink-soft first-letter:uppercase">
            {open.length > 1 ? `${name} · ${open.length} aulas` : name}
          </h4>
          {open.length > 1 && (
            <div className="-mx-2 flex flex-wrap">
              {dayButton('Todas aconteceram', () => {
                keep(open)
                void answer.allHeld(open)
              })}
              {dayButton('Nenhuma aconteceu', () => setOpened(open))}
            </div>
          )}
        </div>
        <ul className="divide-y divide-line">
          {rows.map((each) => item(each, day === today ? undefined : name))}
        </ul>
      </section>
    )
  }

  const shortcut = (Icon: LucideIcon, opens: Opened, words: string) => (
    <li>
      <Button tone="ghost" size="sm" className="px-2! text-ink-soft" onClick={() => setOpened(opens)}>
        <Icon aria-hidden="true" />
        {words}
      </Button>
    </li>
  )
  const shortcuts = (
    <ul className="-mx-2 flex flex-wrap gap-x-2">
      {shortcut(RotateCcw, 'repeat', 'Repetir última turma')}
      {due.length > 0 && shortcut(MessageSquareHeart, 'feedback', `Feedback por dar (${due.length})`)}
      {tomorrow.length > 0 && shortcut(Sunrise, 'tomorrow', `Amanhã (${tomorrow.length})`)}
    </ul>
  )
  return (
    <>
      {occurrences.length === 0 ? (
        <div className="mt-5 flex flex-wrap items-center gap-x-3 text-ink-soft">
          <p>Coloque sua semana na agenda e registre cada aula com um toque.</p>
          <AgendaLink>Montar minha semana</AgendaLink>
          {shortcuts}
        </div>
      ) : (
        <section aria-labelledby="hoje" className="mt-6">
          <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
            <h2 id="hoje" className="text-xl">
              Hoje
            </h2>
            <AgendaLink>Ver dia</AgendaLink>
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
            {all.length > 0 && (
              <Card className="py-1!">
                <h3 className="pt-3 text-base">Sem resposta</h3>
                {unanswered.map(daySection)}
                {all.length > shown.length && (
                  <Button tone="ghost" size="sm" className="mb-2 w-full" onClick={() => setShowsAll(true)}>
                    Mostrar mais {countOf(all.length - SHOWN, 'aula', 'aulas')}
                  </Button>
                )}
              </Card>
            )}
          </div>
        </section>
      )}
      <SameLessonDialog answer={answer} />
      <Suspense fallback={null}>
        {opened !== null && (
          <TodayDialog
            opened={opened}
            zone={zone}
            now={now}
            tomorrow={tomorrow}
            due={due}
            onSkip={(those, reason, extension) => {
              keep(those)
              return answer.skip(those, reason, extension)
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}

function AgendaLink({ children }: { children: ReactNode }) {
  return (
    <Link
      to={paths.agenda.href()}
      className="inline-flex min-h-11 items-center gap-2 rounded font-bold text-info hover:underline"
    >
      <CalendarDays className="size-5 shrink-0" aria-hidden="true" />
      {children}
    </Link>
  )
}

/** 'Nenhuma aula à frente hoje. Próxima: terça-feira, 24 de novembro, 18:00.' */
function nothingLeft(occurrences: readonly Occurrence[], now: Date): string {
  const next = occurrences.find((each) => stateOf(each, now) === 'upcoming')
  const nothing = 'Nenhuma aula à frente hoje.'
  return next ? `${nothing} Próxima: ${formatDay(next.day)}, ${timeOf(next.starts_at)}.` : nothing
}

/** 'Mais cedo hoje', 'Ontem', 'ter, 18/11' */
function dayName(day: LocalDate, today: LocalDate): string {
  if (day === today) return 'Mais cedo hoje'
  return day === addDays(today, -1) ? 'Ontem' : formatShortDay(day)
}
