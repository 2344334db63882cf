import { CLASSES, GENDERS, STUDENT_STATUSES, STUDENT_TYPES } from '@/core/model'
import { putParams } from '@/ui/use-address'
import type { StudentFilters } from './rules'

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

const unlessAll = (value: string) => (value === 'all' ? null : value)

/** The same address with these filters; unset filters have no parameter. */
export function writeFilters(params: URLSearchParams, filters: StudentFilters): URLSearchParams {
  return putParams(new URLSearchParams(params), {
    [NAMES.text]: filters.text.trim(),
    [NAMES.credits]: unlessAll(filters.credits),
    [NAMES.gender]: unlessAll(filters.gender),
    [NAMES.classes]: filters.classes.join(','),
    [NAMES.type]: unlessAll(filters.type),
    [NAMES.status]: unlessAll(filters.status),
  })
}

/** Number of active filters besides the search, shown on 'Filtros'. Classes count as one. */
export function countFilters(filters: StudentFilters): number {
  const { credits, gender, type, status } = filters
  const set = [credits, gender, type, status].filter((value) => value !== 'all').length
  return set + (filters.classes.length > 0 ? 1 : 0)
}
