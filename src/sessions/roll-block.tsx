import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import { useId, type ReactNode, startTransition, useOptimistic } from 'react'
import { CHOSEN_ATTENDANCES, type ChosenAttendance, type Uuid } from '@/core/model'
import { Avatar } from '@/ui/avatar'
import { Segmented } from '@/ui/fields/choices'
import { StarsInput } from '@/ui/fields/stars-input'
import { ATTENDANCE } from './attendance-texts'

const { labels } = ATTENDANCE
/** Labels on a phone; screen readers get the full ones. */
const LETTERS = { present: 'V', absent: 'F', excused: 'FJ' } as const
const CHOICES = CHOSEN_ATTENDANCES.map((value) => ({
  value,
  label: labels[value],
  short: LETTERS[value],
  ...(value === 'excused' && { long: 'Justificada' }),
}))

interface Unfolded {
  /** Label of the button: 'Foco e notas'. */
  label: string
  summary: string
  open: boolean
  onOpen: (open: boolean) => void
  /** Something in it is wrong, so it stays unfolded. */
  invalid?: boolean
  content: ReactNode
}

type GivenStars = { rating: number; isDefault?: boolean; onChange: (rating: number) => void }

/**
 * One student of a roll call: attendance, stars, and what unfolds. Two lines on a phone, one in a wide `@container`. A
 * student who was not present has a note in the place of the stars, so that nothing below moves.
 */
export function RollBlock({
  student,
  aside,
  attendance,
  onAttendance,
  stars,
  note,
  unfolded,
  children,
}: {
  student: { id: Uuid; name: string }
  /** Below the name: what happens to the credits. */
  aside?: ReactNode
  /** null: attendance is not asked, because the lesson did not happen. */
  attendance: ChosenAttendance | null
  onAttendance: (attendance: ChosenAttendance) => void
  /** `rating` is 0 for none. null: no stars can be given. */
  stars: GivenStars | null
  /** Shown instead of the stars. */
  note: ReactNode
  unfolded: Unfolded | null
  /** Shown below everything else. */
  children?: ReactNode
}) {
  const id = useId()
  const { name } = student
  const isOpen = unfolded !== null && (unfolded.open || unfolded.invalid === true)
  return (
    <div
      role="group"
      aria-label={name}
      className={
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 ' +
        '@4xl:grid-cols-[minmax(0,1fr)_15rem_14rem_9.5rem] @4xl:gap-x-4'
      }
    >
      <div className="flex min-h-11 min-w-0 items-center gap-2.5 @4xl:gap-3">
        <span className="hidden min-[375px]:block">
          <Avatar of={student} />
        </span>
        <div className="min-w-0">
          <h3
            className={
              'line-clamp-2 text-[15px] leading-[1.15] font-bold tracking-normal [overflow-wrap:anywhere] ' +
              'sm:text-base'
            }
          >
            {name}
          </h3>
          {aside && <p className="figures text-sm leading-tight font-medium text-ink-soft">{aside}</p>}
        </div>
      </div>
      {attendance !== null && <Attendance name={name} attendance={attendance} onChange={onAttendance} />}
      {(stars !== null || note) && (
        <div
          className={
            'col-span-full flex min-h-11 min-w-0 flex-wrap items-center justify-between gap-1 ' +
            '@4xl:col-span-2 @4xl:grid @4xl:grid-cols-[14rem_9.5rem] @4xl:gap-4'
          }
        >
          {stars && <Stars name={name} {...stars} />}
          <p
            role="status"
            className={clsx('text-sm leading-snug text-ink-soft @4xl:col-span-2', !note && 'hidden')}
          >
            {note}
          </p>
          {unfolded && (
            <button
              type="button"
              aria-label={[`${unfolded.label}: ${name}`, unfolded.summary].filter(Boolean).join(', ')}
              aria-expanded={isOpen}
              aria-controls={`${id}-more`}
              onClick={() => unfolded.onOpen(!isOpen)}
              className={clsx(
                'ml-auto flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-lg px-1 ' +
                  'text-left text-[15px] leading-tight font-bold hover:bg-sunken @sm:px-2 ' +
                  '@4xl:justify-self-end',
                unfolded.invalid && 'text-bad',
              )}
            >
              <NotebookPen
                className={clsx('size-5 shrink-0 @min-[19.75rem]:hidden', unfolded.summary && 'text-ok')}
              />
              <span className="hidden min-w-0 @min-[19.75rem]:block">
                <span className="block whitespace-nowrap">{unfolded.label}</span>
                {unfolded.summary && !isOpen && (
                  <span className="block max-w-26 truncate text-xs font-semibold text-ink-soft">
                    {unfolded.summary}
                  </span>
                )}
              </span>
              <ChevronDown
                className={clsx(
                  'hidden size-5 shrink-0 transition-transform sm:block',
                  isOpen && 'rotate-180',
                )}
              />
            </button>
          )}
        </div>
      )}
      {unfolded && (
        <div id={`${id}-more`} hidden={!isOpen} className="col-span-full pt-2 pr-1 pb-1">
          {isOpen && unfolded.content}
        </div>
      )}
      {children && <div className="col-span-full">{children}</div>}
    </div>
  )
}

interface AttendanceProps {
  name: string
  attendance: ChosenAttendance
  onChange: (attendance: ChosenAttendance) => void
}

function Attendance({ name, attendance, onChange }: AttendanceProps) {
  const [shown, choose] = useTappedFirst(attendance, onChange)
  return (
    <Segmented
      legend={`${ATTENDANCE.legend} de ${name}`}
      hiddenLegend
      options={CHOICES}
      value={shown}
      onChange={choose}
      className="w-33 grid-cols-3 gap-0! p-0! sm:w-60 sm:grid-cols-[1fr_1fr_1.35fr]"
    />
  )
}

function Stars({ name, rating, isDefault = false, onChange }: GivenStars & { name: string }) {
  const [shown, choose] = useTappedFirst(rating, onChange)
  return (
    <StarsInput
      name={useId()}
      legend={`Avaliação de ${name}`}
      hiddenLegend
      value={shown}
      isDefault={isDefault}
      onChange={choose}
    />
  )
}

/**
 * Returns [shown, choose]. A chosen value shows in a frame of its own, before the rest of the screen renders for it.
 * Only for a value kept outside React's state, in a form or a ref: a press before that render must read the new one.
 */
function useTappedFirst<Value>(value: Value, onChange: (value: Value) => void) {
  const [shown, setShown] = useOptimistic(value)
  const choose = (chosen: Value) =>
    startTransition(() => {
      setShown(chosen)
      onChange(chosen)
    })
  return [shown, choose] as const
}
