import { Chip } from '@/ui/fields/choices'
import { Field } from '@/ui/fields/field'
import { DayInput } from '@/ui/fields/input'
import { Filters } from '@/ui/filters'
import { useToday } from '@/ui/use-now'
import { QUICK_RANGES, quickRange, type QuickRange, type SessionFilters } from '../session-filters'

const QUICK_LABELS = {
  today: 'Hoje',
  yesterday: 'Ontem',
  '7-days': '7 dias',
  '30-days': '30 dias',
} as const satisfies Record<QuickRange, string>

type Range = SessionFilters['dateRange']

const OPEN_RANGE: Range = { start: '', end: '' }

const isSame = (a: Range, b: Range): boolean => a.start === b.start && a.end === b.end

interface FilterProps {
  filters: SessionFilters
  onChange: (filters: SessionFilters) => void
}

export function SessionFilterBar({ filters, onChange }: FilterProps) {
  const count =
    Number(!isSame(filters.dateRange, OPEN_RANGE)) +
    Number(filters.showUnassignedOnly) +
    Number(filters.showCancelledOnly)
  return (
    <Filters count={count} className="lg:flex-row lg:flex-wrap lg:items-start">
      <Choices filters={filters} onChange={onChange} />
    </Filters>
  )
}

function Choices({ filters, onChange }: FilterProps) {
  const today = useToday()
  const { dateRange } = filters
  const setRange = (range: Range) => onChange({ ...filters, dateRange: range })
  const isReversed = dateRange.start !== '' && dateRange.end !== '' && dateRange.end < dateRange.start
  return (
    <>
      <fieldset>
        <legend className="mb-2 text-[15px] font-bold">Período</legend>
        <div className="flex flex-wrap gap-2">
          {QUICK_RANGES.map((quick) => {
            const range = quickRange(quick, today)
            const pressed = isSame(range, dateRange)
            return (
              <Chip key={quick} pressed={pressed} onToggle={() => setRange(pressed ? OPEN_RANGE : range)}>
                {QUICK_LABELS[quick]}
              </Chip>
            )
          })}
        </div>
      </fieldset>
      <div className="grid gap-4 min-[400px]:grid-cols-2 lg:w-90">
        <Field label="Data inicial">
          {(aria) => (
            <DayInput
              {...aria}
              value={dateRange.start}
              onChange={(start) => setRange({ ...dateRange, start })}
            />
          )}
        </Field>
        <Field label="Data final" error={isReversed ? 'A data final vem antes da inicial' : undefined}>
          {(aria) => (
            <DayInput {...aria} value={dateRange.end} onChange={(end) => setRange({ ...dateRange, end })} />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="mb-2 text-[15px] font-bold">Pacotes</legend>
        <Chip
          pressed={filters.showUnassignedOnly}
          onToggle={() => onChange({ ...filters, showUnassignedOnly: !filters.showUnassignedOnly })}
        >
          Apenas sem pacote
        </Chip>
      </fieldset>
      <fieldset>
        <legend className="mb-2 text-[15px] font-bold">Aulas</legend>
        <Chip
          pressed={filters.showCancelledOnly}
          onToggle={() => onChange({ ...filters, showCancelledOnly: !filters.showCancelledOnly })}
        >
          Canceladas
        </Chip>
      </fieldset>
    </>
  )
}
