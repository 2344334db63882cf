import { clsx } from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { memo, useMemo, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { formatShortDay } from '@/agenda/days'
import { type Occurrence, keptDays } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { useAgendaToday } from '@/agenda/use-time-zone'
import { timeOf } from '@/agenda/zone'
import { addDays, formatDate } from '@/core/dates'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { creditWords } from '@/credits/credit-state'
import { firstToExpire } from '@/packages/rules'
import { sumOpen } from '@/payments/money'
import { Avatar } from '@/ui/avatar'
import { lazyPage } from '@/ui/lazy-page'
import { NearBlocks } from '@/ui/near-blocks'
import { MoreActions } from '@/ui/overlay/more-actions'
import { useAddress } from '@/ui/use-address'
import { useNow } from '@/ui/use-now'
import { ANONYMIZED } from './anonymized-texts'
import { STUDENT_LIST } from './list-texts'
import {
  nextLessons,
  pressedOrder,
  readOrder,
  sortStudents,
  writeOrder,
  type StudentOrder,
  type StudentOrderBy,
} from './order'
import { CREDIT_INK } from './owed-text'
import { CLASSE_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_BADGES } from './rules'

const StudentSheet = lazyPage(() => import('./student-actions'), 'StudentSheet')

const { table: texts } = STUDENT_LIST
/** The address's parameter for the order. */
const ORDER = 'ordem'
/** Rows that fill a screen of 900 px. */
const BLOCK = 20
const COLUMNS: readonly { by: StudentOrderBy; width?: string; right?: true }[] = [
  // Takes the width that the other columns leave.
  { by: 'aluno' },
  { by: 'aula', width: 'w-28 xl:w-46' },
  { by: 'creditos', width: 'w-36 xl:w-56' },
  { by: 'validade', width: 'w-26 xl:w-36' },
  { by: 'aberto', width: 'w-26 xl:w-36', right: true },
]
const CELL = 'px-2 py-0 xl:px-3'

interface StudentsTableProps {
  /** By name. */
  students: readonly StudentWithCredits[]
  today: LocalDate
}

/** The students at a desk (docs/product.md, 'Students list'), sorted by any column. Arrow keys move between rows. */
export const StudentsTable = memo(function StudentsTable({ students, today }: StudentsTableProps) {
  const [params, put] = useAddress()
  const asked = params.get(ORDER)
  const order = useMemo(() => readOrder(asked), [asked])
  const agendaToday = useAgendaToday()
  const next = useNextLessons(agendaToday, keptDays(today).to)
  const sorted = useMemo(() => sortStudents(students, order, { today, next }), [students, order, today, next])
  return (
    <div className="overflow-clip rounded-xl border border-line bg-surface shadow-card">
      <table
        aria-label={texts.label}
        // Only the rows near the viewport are in the document.
        aria-rowcount={sorted.length + 1}
        className="w-full table-fixed border-collapse text-sm leading-tight xl:text-[15px]"
      >
        <thead className="sticky top-0 z-10 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
          <tr aria-rowindex={1}>
            {COLUMNS.map(({ by, width, right }) => (
              <Heading
                key={by}
                by={by}
                order={order}
                className={clsx(width, right && 'text-right')}
                onPress={() => put({ [ORDER]: writeOrder(pressedOrder(order, by)) })}
              />
            ))}
            <th scope="col" className="w-13">
              <span className="sr-only">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <NearBlocks
            items={sorted}
            size={BLOCK}
            renderRow={(student, at) => (
              <Row
                key={student.id}
                student={student}
                at={at}
                today={today}
                next={next.get(student.id)}
                agendaToday={agendaToday}
              />
            )}
            renderPlaceholder={(rows, ref) => (
              <tr ref={ref} key="placeholder" aria-hidden="true" style={{ height: `${rows * ROW_PX}px` }}>
                <td colSpan={COLUMNS.length + 1}>{'\u00a0'}</td>
              </tr>
            )}
          />
        </tbody>
      </table>
    </div>
  )
})

const ROW_PX = 48

/** Each student's next lesson within these days of the agenda; empty until they are read. */
function useNextLessons(from: LocalDate, to: LocalDate) {
  const now = useNow()
  const occurrences = useAgenda(from, to).data?.occurrences
  return useMemo(() => nextLessons(occurrences ?? [], now), [occurrences, now])
}

type HeadingProps = { by: StudentOrderBy; order: StudentOrder; className: string; onPress: () => void }

function Heading({ by, order, className, onPress }: HeadingProps) {
  const isOn = order.by === by
  const [Icon, direction] = order.descending
    ? ([ArrowDown, 'descending'] as const)
    : ([ArrowUp, 'ascending'] as const)
  return (
    <th scope="col" aria-sort={isOn ? direction : undefined} className={clsx('p-0 text-left', className)}>
      <button
        type="button"
        className={clsx(
          'inline-flex min-h-11 items-center gap-1 rounded px-2 font-bold xl:px-3 hover:text-ink ' +
            'hover:underline [&_svg]:size-4',
          isOn ? 'text-ink' : 'text-ink-soft',
        )}
        onClick={onPress}
      >
        {texts.columns[by]}
        {isOn && <Icon />}
      </button>
    </th>
  )
}

interface RowProps {
  student: StudentWithCredits
  at: number
  today: LocalDate
  next: Occurrence | undefined
  agendaToday: LocalDate
}

const Row = memo(function Row({ student, at, today, next, agendaToday }: RowProps) {
  const { sentence, tone, aside, balance, owed, state } = creditWords(student, today)
  const until = firstToExpire(student.packages, today)
  // Without what expires soon, which has a column of its own.
  const others = aside.filter(({ tone: look }) => look !== 'caution')
  return (
    <tr
      aria-rowindex={at + 2}
      className="relative h-12 border-t border-line first:border-t-0 focus-within:bg-sunken hover:bg-sunken"
    >
      <th scope="row" className={clsx(CELL, 'text-left font-medium')}>
        <div className="flex items-center gap-2.5">
          <Avatar of={student} size="sm" />
          <div className="min-w-0">
            <Link
              to={paths.studentProfile.href({ id: student.id })}
              title={student.name}
              onKeyDown={moveByArrow}
              // The whole row is the target.
              className="block truncate font-bold after:absolute after:inset-0"
            >
              {student.name}
            </Link>
            <span className="block truncate text-[13px] text-ink-soft">{aboutOf(student)}</span>
          </div>
        </div>
      </th>
      <td className={clsx(CELL, 'figures')}>{next ? whenOf(next, agendaToday) : <Nothing />}</td>
      <td className={clsx(CELL, 'figures')}>
        <span className={clsx('font-bold', CREDIT_INK[tone])}>{sentence}</span>
        {others.map(({ text }) => (
          <span key={text} className="text-ink-soft">{` · ${text}`}</span>
        ))}
      </td>
      <td className={clsx(CELL, 'figures', balance === 'expiring' && 'font-bold text-caution')}>
        {until ? formatDate(until.day) : <Nothing />}
      </td>
      <td
        className={clsx(CELL, 'figures text-right font-bold', state === 'owes' ? 'text-bad' : 'text-caution')}
      >
        {owed === null ? <Nothing /> : formatBRL(sumOpen(student.open))}
        {state === 'owes' && <span className="block text-[13px] font-medium">{texts.late}</span>}
      </td>
      <td className="px-1">
        <MoreActions about={student.name} className="relative">
          {(sheet) => <StudentSheet {...sheet} student={student} />}
        </MoreActions>
      </td>
    </tr>
  )
})

/** An empty cell, which screen readers skip. */
const Nothing = () => (
  <span aria-hidden="true" className="font-medium text-ink-soft">
    –
  </span>
)

/** '3 Classe · Fixo', 'Inativo · 3 Classe · Fixo' */
function aboutOf({ status, classe, type, anonymized_at: since }: StudentWithCredits): string {
  if (since !== null) return ANONYMIZED.badge
  const about = [CLASSE_LABELS[classe], STUDENT_TYPE_BADGES[type]]
  return (status === 'inactive' ? [STUDENT_STATUS_LABELS.inactive, ...about] : about).join(' · ')
}

/** 'hoje, 18:00', 'amanhã, 07:00', 'seg, 30/11, 07:00' */
function whenOf({ day, starts_at }: Occurrence, today: LocalDate): string {
  const words = { [today]: texts.today, [addDays(today, 1)]: texts.tomorrow }[day] ?? formatShortDay(day)
  return `${words}, ${timeOf(starts_at)}`
}

const WAYS: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

/** Arrow keys move to the student above or below. */
function moveByArrow(event: KeyboardEvent<HTMLElement>) {
  const way = WAYS[event.key]
  const there = way && event.currentTarget.closest('tr')?.[way]?.querySelector('a')
  if (!there) return
  event.preventDefault()
  there.focus()
}
