import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import { Link } from 'react-router-dom'
import { countOf } from '@/agenda/answer-texts'
import { formatDay } from '@/agenda/days'
import { canAnswer, stateOf, type AgendaLesson, type Occurrence } from '@/agenda/rules'
import { timeOf } from '@/agenda/zone'
import { paths } from '@/core/paths'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { Badge } from '@/ui/badge'

/** What a row of 'Hoje' looks like, below the card. */
export const ROW_LOOK = 'mt-1.5 rounded-xl border border-line bg-surface'

/** In place of the card once nothing is ahead. */
export function DayDone({
  rest,
  lessons,
  next,
  now,
}: {
  rest: readonly Occurrence[]
  lessons: readonly AgendaLesson[]
  /** The next lesson of another day. */
  next: Occurrence | undefined
  now: Date
}) {
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

/** A lesson of today that is of no slot: it is answered, and leads to the history. */
export function LessonRow({
  lesson: { day, starts_at, students, cancelled_reason },
}: {
  lesson: AgendaLesson
}) {
  const [Icon, tone, words] = cancelled_reason
    ? ([Ban, 'caution', ATTENDANCE.cancelled(ATTENDANCE.reasons[cancelled_reason])] as const)
    : ([Check, 'ok', 'Registrada'] as const)
  return (
    <li className={ROW_LOOK}>
      <Link
        to={paths.sessions.href({ day })}
        className="flex min-h-13 items-center gap-2 rounded-xl px-3 py-1 hover:bg-sunken"
      >
        <span className="figures w-13 shrink-0 text-[17px] leading-tight font-extrabold whitespace-nowrap">
          {timeOf(starts_at)}
        </span>
        <span className="line-clamp-2 min-w-0 flex-1 leading-snug font-bold">
          {students.map(({ name }) => name).join(', ')}
        </span>
        <Badge tone={tone} className="shrink-0">
          <Icon className="size-4 shrink-0" />
          {words}
        </Badge>
      </Link>
    </li>
  )
}
