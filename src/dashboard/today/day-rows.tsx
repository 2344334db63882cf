import Check from 'lucide-react/icons/check'
import { Link } from 'react-router-dom'
import { formatDay } from '@/agenda/days'
import { OccurrenceSigns } from '@/agenda/occurrence-signs'
import { canAnswer, stateOf, type AgendaLesson, type Occurrence } from '@/agenda/rules'
import { timeOf, type AgendaTime } from '@/agenda/zone'
import { countOf } from '@/core/common-texts'
import { localDayOf } from '@/core/dates'
import { paths } from '@/core/paths'

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
    rest.filter((each) => stateOf(each, now) === 'held').length +
    lessons.filter(({ cancelled_reason: reason }) => reason === null).length
  const isDone = held > 0 && !rest.some((each) => canAnswer(each, now))
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
        <span className="flex shrink-0 flex-col items-end gap-1 max-[359px]:basis-full max-[359px]:items-start max-[359px]:pl-15">
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
