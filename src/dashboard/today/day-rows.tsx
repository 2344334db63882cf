import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDay } from '@/agenda/days'
import { OccurrenceSigns } from '@/agenda/occurrence-signs'
import { canAnswer, type Occurrence, stateOf, type AgendaLesson } from '@/agenda/rules'
import type { Today } from '@/agenda/today'
import { timeOf, type AgendaTime } from '@/agenda/zone'
import { countOf } from '@/core/common-texts'
import { localDayOf } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { showMore } from '@/ui/show-more'

interface FoldProps {
  title: string
  icon: LucideIcon
  /** Something in it waits for an answer. */
  asks?: boolean
  children: ReactNode
}

/** A line of 52 px that unfolds. */
export function Fold({ title, icon: Icon, asks = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="mt-2">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className={clsx(
            'flex min-h-13 w-full items-center gap-2.5 rounded-xl border border-line px-3 text-left ' +
              'text-base shadow-card',
            asks ? 'bg-caution-soft text-caution' : 'bg-surface',
          )}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon className="size-5 shrink-0" />
          <span className="figures min-w-0 flex-1 truncate">{title}</span>
          <ChevronDown className={clsx('size-5 shrink-0', isOpen && 'rotate-180')} />
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}

/** How many lessons show before the coach asks for the others. */
const SHOWN = 4

interface UnansweredProps {
  days: Today['unanswered']
  now: Date
  nameOf: (day: LocalDate) => string
  item: (occurrence: Occurrence, when: string) => ReactNode
  onAllHeld: (occurrences: readonly Occurrence[]) => void
  onNoneHeld: (occurrences: readonly Occurrence[]) => void
}

/** 'Sem resposta': the unanswered lessons of earlier days, each day answered in one tap or row by row. */
export function Unanswered({ days, now, nameOf, item, onAllHeld, onNoneHeld }: UnansweredProps) {
  const [showsAll, setShowsAll] = useState(false)
  const all = days.flatMap(({ occurrences }) => occurrences)
  const waiting = all.filter((each) => canAnswer(each, now)).length
  const shown = showsAll ? all : all.slice(0, SHOWN)
  return (
    <Fold
      title={waiting > 0 ? `Sem resposta (${waiting})` : 'Tudo respondido'}
      icon={CircleHelp}
      asks={waiting > 0}
    >
      {days.map(({ day, occurrences }) => {
        const rows = occurrences.filter((each) => shown.includes(each))
        if (rows.length === 0) return null
        const name = nameOf(day)
        const open = occurrences.filter((each) => canAnswer(each, now))
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
          <section key={day} aria-label={name}>
            <div className="-mb-1.5 flex min-h-9 flex-wrap items-center justify-between gap-x-3">
              <h4 className="figures text-[15px] text-ink-soft first-letter:uppercase">
                {open.length > 1 ? `${name} · ${open.length} aulas` : name}
              </h4>
              {open.length > 1 && (
                <div className="-mx-2 flex flex-wrap">
                  {dayButton('Todas aconteceram', () => onAllHeld(open))}
                  {dayButton('Nenhuma aconteceu', () => onNoneHeld(open))}
                </div>
              )}
            </div>
            <ul>{rows.map((each) => item(each, name))}</ul>
          </section>
        )
      })}
      {all.length > shown.length && (
        <Button
          tone="ghost"
          size="sm"
          className="mt-1 w-full"
          onClick={({ currentTarget }) => showMore(currentTarget.parentElement, () => setShowsAll(true))}
        >
          Mostrar mais {countOf(all.length - SHOWN, 'aula', 'aulas')}
        </Button>
      )}
    </Fold>
  )
}

/** The look of the rows of 'Hoje' below the card. */
export const ROW_LOOK = 'mt-1.5 rounded-xl border border-line bg-surface'

interface DayDoneProps {
  rest: readonly Occurrence[]
  lessons: readonly AgendaLesson[]
  /** The next occurrence, on a later day. */
  next: Occurrence | undefined
  now: Date
}

/** Takes the card's place once no lesson of today is ahead. */
export function DayDone({ rest, lessons, next, now }: DayDoneProps) {
  const held =
    rest.filter((each) => stateOf(each, now) === 'held' && !each.isRefused).length +
    lessons.filter(({ cancelled_reason: reason }) => reason === null).length
  const isDone = held > 0 && !rest.some((each) => each.isRefused || canAnswer(each, now))
  return (
    <li className="mb-2 flex min-h-20 items-center gap-3 rounded-xl border border-line bg-surface p-3 shadow-card">
      {isDone && (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-ok-soft text-ok">
          <Check className="size-6" />
        </span>
      )}
      <p className="min-w-0">
        <span className="figures block text-[17px] font-extrabold">
          {isDone ? `Dia completo: ${countOf(held, 'aula', 'aulas')}` : 'Nenhuma aula à frente hoje'}
        </span>
        {next && (
          <span className="figures block text-[15px] text-ink-soft">
            Próxima: {formatDay(next.day)}, {timeOf(next.starts_at)}
          </span>
        )}
      </p>
    </li>
  )
}

/** A lesson of today without a slot. It needs no answer; the row leads to the history. */
export function LessonRow({ lesson, now }: { lesson: AgendaLesson; now: Date }) {
  const { starts_at, students } = lesson
  return (
    <li className={ROW_LOOK}>
      <Link
        to={paths.sessions.href({ day: localDayOf(starts_at.instant) })}
        className="flex min-h-13 items-center gap-2 rounded-xl px-3 py-1 hover:bg-sunken max-[359px]:flex-wrap"
      >
        <RowTime at={starts_at} />
        <span className="line-clamp-2 min-w-0 flex-1 leading-snug font-bold">
          {students.map(({ name }) => name).join(', ')}
        </span>
        <span
          className={
            'flex shrink-0 flex-col items-end gap-1 max-[359px]:basis-full max-[359px]:items-start ' +
            'max-[359px]:pl-15'
          }
        >
          <OccurrenceSigns occurrence={lesson} now={now} isBrief />
        </span>
      </Link>
    </li>
  )
}

/** '07:30', as wide as any time. */
export const RowTime = ({ at }: { at: AgendaTime }) => (
  <span className="figures w-13 shrink-0 text-[17px] leading-tight font-extrabold whitespace-nowrap">
    {timeOf(at)}
  </span>
)
