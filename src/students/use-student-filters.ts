import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CLASSES, GENDERS, STUDENT_STATUSES, STUDENT_TYPES } from '@/core/model'
import { putParams, useOwnParams } from '@/ui/use-address'
import { NO_STUDENT_FILTERS, type StudentFilters } from './filter'

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
export const countFilters = (filters: StudentFilters): number =>
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
