import CalendarDays from 'lucide-react/icons/calendar-days'
import Clock3 from 'lucide-react/icons/clock-3'
import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { FIRST_DAY, LAST_DAY } from '@/core/constants'
import { addDays, fromDateTimeInput, isLocalDate, toDateTimeInput, toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { Chip } from './choices'
import { completed, isStored, masked, storedOf, textOf, type DateType } from './date-text'
import { Field, type ControlProps, Input } from './field'

const PLACEHOLDERS = { date: 'dd/mm/aaaa', time: 'hh:mm', 'datetime-local': 'dd/mm/aaaa hh:mm' } as const

interface DateInputProps {
  type: DateType
  /** As the browser's own input of this type has it; '' for none; an incomplete text as typed. */
  value: string
  onChange: (value: string) => void
  min?: string | undefined
  max?: string | undefined
}

/** A date, a time or both: dd/mm/aaaa and 24 hours in every language. The icon opens the browser's own picker. */
export function DateInput({
  type,
  value,
  onChange,
  onBlur,
  min = FIRST_DAY,
  max = LAST_DAY,
  ref,
  name,
  ...aria
}: Partial<ControlProps> &
  DateInputProps & { onBlur?: () => void; ref?: Ref<HTMLInputElement>; name?: string }) {
  const native = useRef<HTMLInputElement>(null)
  /** While the input has the focus, so that nothing is rewritten under the fingers. */
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? textOf(type, value)

  function change({ target }: ChangeEvent<HTMLInputElement>) {
    // In the middle of a text the mask would move the caret.
    const isAtEnd = target.selectionStart === target.value.length
    const text = isStored(type, target.value) ? textOf(type, target.value) : target.value
    const next = isAtEnd ? masked(type, text, text.length > shown.length) : text
    if (document.activeElement === target) setTyped(next)
    onChange(storedOf(type, next))
  }
  function complete() {
    if (typed === null) return
    const whole = storedOf(type, completed(type, typed, toLocalDate(new Date()).slice(0, 4)))
    if (whole !== value) onChange(whole)
    setTyped(null)
  }
  // A tap on the submit button leaves the focus here. This runs before React calls the form's own handler.
  const onSubmit = useEffectEvent(() => flushSync(complete))
  useEffect(() => {
    const form = native.current?.form
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [])
  function open() {
    try {
      native.current?.showPicker()
    } catch {
      // The browser is old, or forbids the picker here.
      native.current?.focus()
    }
  }
  return (
    <div className="relative min-w-0">
      <Input
        {...aria}
        {...(ref !== undefined && { ref })}
        name={name}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={PLACEHOLDERS[type]}
        className="figures pr-12"
        value={shown}
        onChange={change}
        onKeyDown={({ key }) => {
          if (key === 'Enter') complete()
        }}
        onBlur={() => {
          complete()
          onBlur?.()
        }}
      />
      <input
        ref={native}
        type={type}
        tabIndex={-1}
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 h-11 opacity-0"
        {...(type === 'datetime-local'
          ? { min: dayStart(min), max: dayEnd(max) }
          : type === 'date' && { min, max })}
        // The picker offers quarters of an hour; other times can be typed.
        step={type === 'date' ? undefined : 900}
        value={isStored(type, value) ? value : ''}
        onChange={({ target }) => {
          setTyped(null)
          onChange(target.value)
        }}
      />
      <button
        type="button"
        aria-label={type === 'time' ? 'Abrir relógio' : 'Abrir calendário'}
        onClick={open}
        className={
          'absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-lg text-ink-soft ' +
          'hover:bg-sunken hover:text-ink'
        }
      >
        {type === 'time' ? <Clock3 className="size-5" /> : <CalendarDays className="size-5" />}
      </button>
    </div>
  )
}

const dayStart = (limit: string) => (isLocalDate(limit) ? `${limit}T00:00` : limit)
const dayEnd = (limit: string) => (isLocalDate(limit) ? `${limit}T23:59` : limit)

type DayInputProps = ControlProps & { value: string; onChange: (value: string) => void }

/** A day in a filter; '' for none, and while the text is incomplete. */
const DayInput = ({ value, onChange, ...aria }: DayInputProps) => (
  <DateInput
    {...aria}
    type="date"
    value={value}
    onChange={(typed) => {
      const day = isLocalDate(typed) ? typed : ''
      if (day !== value) onChange(day)
    }}
  />
)

type Period = { start: LocalDate; end: LocalDate }

/** The two days of a period in a filter; '' is open on that side. */
export function PeriodFields({
  start,
  end,
  onChange,
}: Period & { onChange: (change: Partial<Period>) => void }) {
  const isReversed = start !== '' && end !== '' && end < start
  return (
    <>
      <Field label="Data inicial">
        {(aria) => <DayInput {...aria} value={start} onChange={(day) => onChange({ start: day })} />}
      </Field>
      <Field label="Data final" error={isReversed ? 'A data final vem antes da inicial' : undefined}>
        {(aria) => <DayInput {...aria} value={end} onChange={(day) => onChange({ end: day })} />}
      </Field>
    </>
  )
}

type RecentChipsProps = Pick<DateInputProps, 'type' | 'value' | 'onChange'> & { now: Date }

/** Shortcuts for the recent past: 'Hoje', 'Ontem' and, with an hour, '−30 min'. None leads beyond `now`. */
export function RecentChips({ type, value, onChange, now }: RecentChipsProps) {
  const today = toLocalDate(now)
  const latest = toDateTimeInput(now)
  const hasHour = type === 'datetime-local'
  const hour = isStored(type, value) ? value.slice(10) : latest.slice(10)
  const at = fromDateTimeInput(value)
  const days = [
    ['Hoje', today],
    ['Ontem', addDays(today, -1)],
  ] as const
  return (
    <div role="group" aria-label="Atalhos da data" className="flex flex-wrap gap-2">
      {days.map(([word, day]) => (
        <Chip
          key={word}
          pressed={value.slice(0, 10) === day}
          onToggle={() => {
            const chosen = hasHour ? `${day}${hour}` : day
            onChange(hasHour && chosen > latest ? latest : chosen)
          }}
        >
          {word}
        </Chip>
      ))}
      {hasHour && (
        <Chip
          pressed={false}
          onToggle={() =>
            onChange(
              toDateTimeInput(
                new Date(Math.min((at ? Date.parse(at) : now.getTime()) - 30 * 60_000, now.getTime())),
              ),
            )
          }
        >
          −30 min
        </Chip>
      )}
    </div>
  )
}
