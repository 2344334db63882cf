import { CLASSES, GENDERS, STUDENT_STATUSES, STUDENT_TYPES } from '@/domain/shared/model'
import type { StudentFilters } from '@/domain/students/students'

/** Query parameters of the filters; others (refresh) stay untouched. */
const NAMES = {
  text: 'busca',
  credits: 'creditos',
  gender: 'genero',
  classes: 'classes',
  type: 'tipo',
  status: 'status',
} as const satisfies Record<keyof StudentFilters, string>

const CREDIT_FILTERS = ['ending', 'zero'] as const

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | 'all' {
  return values.find((value) => value === text) ?? 'all'
}

/** The filters of an address. Unknown values are ignored, because people type and share addresses. */
export function readFilters(params: URLSearchParams): StudentFilters {
  const classes = (params.get(NAMES.classes) ?? '').split(',')
  return {
    text: params.get(NAMES.text) ?? '',
    credits: oneOf(CREDIT_FILTERS, params.get(NAMES.credits)),
    gender: oneOf(GENDERS, params.get(NAMES.gender)),
    classes: CLASSES.filter((classe) => classes.includes(classe)),
    type: oneOf(STUDENT_TYPES, params.get(NAMES.type)),
    status: oneOf(STUDENT_STATUSES, params.get(NAMES.status)),
  }
}

/** The same address with these filters; unset filters have no parameter. */
export function writeFilters(params: URLSearchParams, filters: StudentFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string) => {
    if (value === '' || value === 'all') next.delete(name)
    else next.set(name, value)
  }
  put(NAMES.text, filters.text.trim())
  put(NAMES.credits, filters.credits)
  put(NAMES.gender, filters.gender)
  put(NAMES.classes, filters.classes.join(','))
  put(NAMES.type, filters.type)
  put(NAMES.status, filters.status)
  return next
}

/** Number of active filters besides the search, shown on 'Filtros'. Classes count as one. */
export function countFilters(filters: StudentFilters): number {
  const { credits, gender, type, status } = filters
  const set = [credits, gender, type, status].filter((value) => value !== 'all').length
  return set + (filters.classes.length > 0 ? 1 : 0)
}
