import Search from 'lucide-react/icons/search'
import { startTransition, useEffect, useOptimistic, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { SEARCH_FIRST } from '@/core/constants'
import { CLASSES } from '@/core/model'
import { Chip, ChipGroup } from '@/ui/fields/choices'
import { Input, LabeledSelect } from '@/ui/fields/field'
import { Filters } from '@/ui/filters'
import type { StudentFilters } from './filter'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_LABELS } from './rules'
import { countFilters } from './use-student-filters'

const CREDIT_CHIPS = [
  { value: 'ending', label: 'Créditos Acabando' },
  { value: 'zero', label: 'Sem Créditos' },
] as const

interface StudentFilterBarProps {
  filters: StudentFilters
  onChange: (change: Partial<StudentFilters>) => void
  onLeave: () => void
}

/** The search is always in view (docs/product.md, 'Students list'). */
export const StudentFilterBar = ({ filters, onChange, onLeave }: StudentFilterBarProps) => (
  <Filters
    folds
    count={countFilters(filters)}
    beside={<SearchInput text={filters.text} onChange={(text) => onChange({ text })} onLeave={onLeave} />}
  >
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
      <Choice
        label="Gênero"
        labels={GENDER_LABELS}
        value={filters.gender}
        onChange={(gender) => onChange({ gender })}
      />
      <Choice
        label="Tipo"
        labels={STUDENT_TYPE_LABELS}
        value={filters.type}
        onChange={(type) => onChange({ type })}
      />
      <Choice
        label="Status"
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
  </Filters>
)

interface ChoiceProps<Value extends string> {
  label: string
  labels: Readonly<Record<Value, string>>
  value: Value | 'all'
  onChange: (value: Value | 'all') => void
}

function Choice<Value extends string>({ label, labels, value, onChange }: ChoiceProps<Value>) {
  const isValue = (text: string): text is Value => text in labels
  return (
    <LabeledSelect
      label={label}
      options={Object.entries<string>(labels).map(([each, text]) => ({ value: each, label: text }))}
      placeholder="Todos"
      value={value === 'all' ? '' : value}
      onChange={({ target }) => onChange(isValue(target.value) ? target.value : 'all')}
    />
  )
}

type SearchInputProps = { text: string; onChange: (text: string) => void; onLeave: () => void }

/** Shows a letter before the list that it filters. */
function SearchInput({ text, onChange, onLeave }: SearchInputProps) {
  const [shown, setShown] = useOptimistic(text)
  const search = useRef<HTMLInputElement>(null)
  const { state }: { state: unknown } = useLocation()
  useEffect(() => {
    if (state !== SEARCH_FIRST) return
    // After the shell, which moves the focus to the new screen.
    const frame = requestAnimationFrame(() => search.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [state])
  return (
    <div className="relative min-w-0 flex-1">
      <Search className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft" />
      <Input
        ref={search}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-label="Buscar por nome, email ou telefone"
        placeholder="Buscar"
        className="pl-11"
        value={shown}
        onChange={({ target: { value } }) =>
          startTransition(() => {
            setShown(value)
            onChange(value)
          })
        }
        onBlur={onLeave}
      />
    </div>
  )
}
