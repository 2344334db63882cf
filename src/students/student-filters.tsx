import Search from 'lucide-react/icons/search'
import {
  CLASSES,
  GENDERS,
  STUDENT_STATUSES,
  STUDENT_TYPES,
  type Gender,
  type StudentStatus,
  type StudentType,
} from '@/core/model'
import { Chip, ChipGroup } from '@/ui/fields/choices'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select, type Option } from '@/ui/fields/select'
import { Filters } from '@/ui/filters'
import {
  CLASSE_LABELS,
  GENDER_LABELS,
  STUDENT_STATUS_LABELS,
  STUDENT_TYPE_LABELS,
  type StudentFilters,
} from './rules'
import { countFilters } from './use-filters-in-address'

const CREDIT_CHIPS = [
  { value: 'ending', label: 'Créditos Acabando' },
  { value: 'zero', label: 'Sem Créditos' },
] as const

interface FilterProps {
  filters: StudentFilters
  onChange: (change: Partial<StudentFilters>) => void
}

/** The search is always in view (docs/product.md, 'Students list'). */
export function StudentFilterBar({ filters, onChange, onLeave }: FilterProps & { onLeave: () => void }) {
  return (
    <Filters
      count={countFilters(filters)}
      beside={
        <div className="relative min-w-0 flex-1">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
            aria-hidden="true"
          />
          <Input
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            aria-label="Buscar por nome, email ou telefone"
            placeholder="Buscar"
            className="pl-11"
            value={filters.text}
            onChange={(event) => onChange({ text: event.target.value })}
            onBlur={onLeave}
          />
        </div>
      }
    >
      <Choices filters={filters} onChange={onChange} />
    </Filters>
  )
}

function Choices({ filters, onChange }: FilterProps) {
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-3 xl:grid-cols-[auto_repeat(3,1fr)]">
        <fieldset className="sm:col-span-3 xl:col-span-1">
          <legend className="mb-2 text-[15px] font-bold">Créditos</legend>
          <div className="flex flex-wrap gap-2">
            {CREDIT_CHIPS.map(({ value, label }) => (
              <Chip
                key={value}
                pressed={filters.credits === value}
                // Choosing one clears the other.
                onToggle={() => onChange({ credits: filters.credits === value ? 'all' : value })}
              >
                {label}
              </Chip>
            ))}
          </div>
        </fieldset>
        <Choice<Gender>
          label="Gênero"
          values={GENDERS}
          labels={GENDER_LABELS}
          value={filters.gender}
          onChange={(gender) => onChange({ gender })}
        />
        <Choice<StudentType>
          label="Tipo"
          values={STUDENT_TYPES}
          labels={STUDENT_TYPE_LABELS}
          value={filters.type}
          onChange={(type) => onChange({ type })}
        />
        <Choice<StudentStatus>
          label="Status"
          values={STUDENT_STATUSES}
          labels={STUDENT_STATUS_LABELS}
          value={filters.status}
          onChange={(status) => onChange({ status })}
        />
      </div>
      <ChipGroup
        legend="Classes"
        options={CLASSES}
        value={filters.classes}
        labelOf={(classe) => CLASSE_LABELS[classe]}
        onChange={(classes) => onChange({ classes })}
      />
    </>
  )
}

function Choice<Value extends string>({
  label,
  values,
  labels,
  value,
  onChange,
}: {
  label: string
  values: readonly Value[]
  labels: Record<Value, string>
  value: Value | 'all'
  onChange: (value: Value | 'all') => void
}) {
  const options: Option[] = values.map((each) => ({ value: each, label: labels[each] }))
  return (
    <Field label={label}>
      {(aria) => (
        <Select
          {...aria}
          options={options}
          placeholder="Todos"
          value={value === 'all' ? '' : value}
          onChange={(event) => onChange(values.find((each) => each === event.target.value) ?? 'all')}
        />
      )}
    </Field>
  )
}
