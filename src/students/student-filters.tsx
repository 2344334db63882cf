import Search from 'lucide-react/icons/search'
import { startTransition, useCallback, useEffect, useOptimistic, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { SEARCH_FIRST } from '@/core/constants'
import { CLASSES, GENDERS, STUDENT_STATUSES, STUDENT_TYPES } from '@/core/model'
import { Chip, ChipGroup } from '@/ui/fields/choices'
import { Input, LabeledSelect } from '@/ui/fields/field'
import { Filters } from '@/ui/filters'
import { putParams, useOwnParams } from '@/ui/use-address'
import { NO_STUDENT_FILTERS, type StudentFilters } from './filter'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_LABELS } from './rules'

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

/** Reads the filters from an address. Ignores unknown values, because people type and share addresses. */
function readFilters(params: URLSearchParams): StudentFilters {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name)) ?? 'all'
  const classes = (params.get('classes') ?? '').split(',')
  return {
    text: params.get('busca') ?? '',
    credits: oneOf('creditos', ['ending', 'zero']),
    gender: oneOf('genero', GENDERS),
    classes: CLASSES.filter((classe) => classes.includes(classe)),
    type: oneOf('tipo', STUDENT_TYPES),
    status: oneOf('status', STUDENT_STATUSES),
  }
}

const unlessAll = (value: string) => (value === 'all' ? null : value)

/** The same parameters with these filters; unset filters have none, others (refresh) stay. */
const writeFilters = (params: URLSearchParams, filters: StudentFilters): URLSearchParams =>
  putParams(new URLSearchParams(params), {
    busca: filters.text.trim(),
    creditos: unlessAll(filters.credits),
    genero: unlessAll(filters.gender),
    classes: filters.classes.join(','),
    tipo: unlessAll(filters.type),
    status: unlessAll(filters.status),
  })

const asText = (filters: StudentFilters): string => writeFilters(new URLSearchParams(), filters).toString()

/** Number of active filters besides the search, shown on 'Filtros'. Classes count as one. */
const countFilters = (filters: StudentFilters): number =>
  [...writeFilters(new URLSearchParams(), { ...filters, text: '' })].length

/** Debounces the search text: Safari allows only 100 address changes in 30 s. */
const TYPING_PAUSE_MS = 300

/** The filters of the list. The address keeps them, so that a reload, 'back' and shared links find them. */
export function useStudentFilters() {
  // The location, not just its parameters: two changes that cancel out leave equal parameters, but must both be
  // noticed.
  const location = useLocation()
  const [params, setParams] = useOwnParams()
  const [filters, setFilters] = useState(() => readFilters(params))
  const now = useRef({ filters, address: filters, setParams })
  const timer = useRef<number | undefined>(undefined)
  /** What was written to the address and has not come back from the router yet; null if nothing. */
  const sent = useRef<string | null>(null)

  useEffect(() => {
    const address = readFilters(new URLSearchParams(location.search))
    now.current = { ...now.current, address, setParams }
    const text = asText(address)
    if (sent.current === text) sent.current = null
    else if (sent.current === null && timer.current === undefined) {
      // Something else changed the address (back, or 'Alunos' in the menu), and the address wins.
      now.current.filters = address
      setFilters(address)
    }
  }, [location, setParams])

  /** Writes the typed text to the address now. Call it before leaving, so that going back restores it. */
  const flush = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    const { filters: wanted, address, setParams: go } = now.current
    const text = asText(wanted)
    if (text === (sent.current ?? asText(address))) return
    sent.current = text
    go((current) => writeFilters(current, wanted), { replace: true })
  }, [])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const change = useCallback(
    (some: Partial<StudentFilters>) => {
      const wanted = { ...now.current.filters, ...some }
      now.current.filters = wanted
      setFilters(wanted)
      window.clearTimeout(timer.current)
      timer.current = undefined
      if (Object.keys(some).every((name) => name === 'text')) {
        timer.current = window.setTimeout(flush, TYPING_PAUSE_MS)
      } else {
        flush()
      }
    },
    [flush],
  )
  const clear = useCallback(() => change(NO_STUDENT_FILTERS), [change])
  return { filters, isFiltered: asText(filters) !== '', change, clear, flush }
}
