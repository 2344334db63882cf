import type { ReactNode } from 'react'
import { Chip } from '@/ui/fields/choices'
import { DayInput } from '@/ui/fields/date-input'
import { Field } from '@/ui/fields/field'
import { Filters } from '@/ui/filters'
import { useToday } from '@/ui/use-now'
import {
  NO_SESSION_FILTERS,
  QUICK_RANGES,
  quickRange,
  type QuickRange,
  type SessionFilterChange,
  type SessionFilters,
} from '../rules'

const QUICK_LABELS = {
  today: 'Hoje',
  yesterday: 'Ontem',
  '7-days': '7 dias',
  '30-days': '30 dias',
} as const satisfies Record<QuickRange, string>

type Range = SessionFilters['dateRange']

const OPEN_RANGE: Range = NO_SESSION_FILTERS.dateRange

const isSame = (a: Range, b: Range): boolean => a.start === b.start && a.end === b.end

interface SessionFilterBarProps {
  filters: SessionFilters
  onChange: (change: SessionFilterChange) => void
  /** On a phone it shares the line of the filter button. */
  beside: ReactNode
}

export function SessionFilterBar({ filters, onChange, beside }: SessionFilterBarProps) {
  const today = useToday()
  const { dateRange, showUnassignedOnly, showCancelledOnly } = filters
  const setRange = (range: Partial<Range>) => onChange({ dateRange: range })
  const isReversed = dateRange.start !== '' && dateRange.end !== '' && dateRange.end < dateRange.start
  const set = [!isSame(dateRange, OPEN_RANGE), showUnassignedOnly, showCancelledOnly]
  return (
    <Filters
      count={set.filter(Boolean).length}
      beside={beside}
      className="lg:flex-row lg:flex-wrap lg:items-start"
    >
      <Chips legend="Período">
        {QUICK_RANGES.map((quick) => {
          const range = quickRange(quick, today)
          const pressed = isSame(range, dateRange)
          return (
            <Chip key={quick} pressed={pressed} onToggle={() => setRange(pressed ? OPEN_RANGE : range)}>
              {QUICK_LABELS[quick]}
            </Chip>
          )
        })}
      </Chips>
      <div className="grid gap-4 min-[400px]:grid-cols-2 lg:w-90">
        <Field label="Data inicial">
          {(aria) => <DayInput {...aria} value={dateRange.start} onChange={(start) => setRange({ start })} />}
        </Field>
        <Field label="Data final" error={isReversed ? 'A data final vem antes da inicial' : undefined}>
          {(aria) => <DayInput {...aria} value={dateRange.end} onChange={(end) => setRange({ end })} />}
        </Field>
      </div>
      <Chips legend="Pacotes">
        <Chip
          pressed={showUnassignedOnly}
          onToggle={() => onChange({ showUnassignedOnly: !showUnassignedOnly })}
        >
          Apenas sem pacote
        </Chip>
      </Chips>
      <Chips legend="Aulas">
        <Chip
          pressed={showCancelledOnly}
          onToggle={() => onChange({ showCancelledOnly: !showCancelledOnly })}
        >
          Canceladas
        </Chip>
      </Chips>
    </Filters>
  )
}

const Chips = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-2 text-[15px] font-bold">{legend}</legend>
    <div className="flex flex-wrap gap-2">{children}</div>
  </fieldset>
)
