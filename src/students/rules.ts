import { CREDIT_TONES } from '@/core/constants'
import type { Classe, Gender, Student, StudentStatus, StudentType } from '@/core/model'
import { unaccented } from '@/core/names'

export const GENDER_LABELS = { male: 'Masculino', female: 'Feminino' } as const satisfies Record<
  Gender,
  string
>

/** For forms. */
export const STUDENT_TYPE_LABELS = {
  fixed: 'Aluno Fixo',
  occasional: 'Aluno Pontual',
} as const satisfies Record<StudentType, string>

/** For badges. */
export const STUDENT_TYPE_BADGES = { fixed: 'Fixo', occasional: 'Pontual' } as const satisfies Record<
  StudentType,
  string
>

export const CLASSE_LABELS = {
  profissional: 'Profissional',
  '1-classe': '1 Classe',
  '2-classe': '2 Classe',
  '3-classe': '3 Classe',
  '4-classe': '4 Classe',
  '5-classe': '5 Classe',
  '6-classe': '6 Classe',
  '7-classe': '7 Classe',
} as const satisfies Record<Classe, string>

export const STUDENT_STATUS_LABELS = { active: 'Ativo', inactive: 'Inativo' } as const satisfies Record<
  StudentStatus,
  string
>

/** 'ending' is exactly 1 credit, 'zero' exactly 0 (docs/product.md, 'Students list'). */
type CreditFilter = 'all' | 'ending' | 'zero'

export interface StudentFilters {
  /** Part of a name, email or phone. */
  text: string
  credits: CreditFilter
  gender: Gender | 'all'
  /** Empty means all. */
  classes: readonly Classe[]
  type: StudentType | 'all'
  status: StudentStatus | 'all'
}

export const NO_STUDENT_FILTERS: StudentFilters = {
  text: '',
  credits: 'all',
  gender: 'all',
  classes: [],
  type: 'all',
  status: 'all',
}

type Filterable = Pick<
  Student,
  'name' | 'email' | 'phone' | 'gender' | 'type' | 'classe' | 'status' | 'total_credits'
>

const fold = (text: string): string => unaccented(text).replace(/\s+/g, ' ').trim()

function matchesText(student: Filterable, text: string): boolean {
  const wanted = fold(text)
  if (wanted === '') return true
  if (fold(student.name).includes(wanted) || fold(student.email ?? '').includes(wanted)) return true
  // Treat the text as a phone only if it looks like one ('(11) 98765', '11 98765'), not a name with a digit.
  const digits = text.replace(/\D/g, '')
  return digits !== '' && !/[^\d\s()+.-]/.test(text) && student.phone.replace(/\D/g, '').includes(digits)
}

/** Students that pass every filter, in the given order (docs/product.md, 'Students list'). */
export function filterStudents<S extends Filterable>(students: readonly S[], filters: StudentFilters): S[] {
  return students.filter(
    (student) =>
      matchesText(student, filters.text) &&
      (filters.credits === 'all' || student.total_credits === (filters.credits === 'ending' ? 1 : 0)) &&
      (filters.gender === 'all' || student.gender === filters.gender) &&
      (filters.classes.length === 0 || filters.classes.includes(student.classe)) &&
      (filters.type === 'all' || student.type === filters.type) &&
      (filters.status === 'all' || student.status === filters.status),
  )
}

/** Whether any filter is set, which decides the message of an empty list. */
export function hasStudentFilters(filters: StudentFilters): boolean {
  return (
    filters.text.trim() !== '' ||
    filters.classes.length > 0 ||
    [filters.credits, filters.gender, filters.type, filters.status].some((value) => value !== 'all')
  )
}

export type CreditTone = 'red' | 'yellow' | 'green'

/** Colour of a credit count (docs/product.md, 'Students list'). */
export function creditTone(credits: number): CreditTone {
  if (credits <= CREDIT_TONES.redUpTo) return 'red'
  return credits <= CREDIT_TONES.yellowUpTo ? 'yellow' : 'green'
}

/** 'Sem créditos' or '{n} crédito(s)'. */
export function creditLabel(credits: number): string {
  return credits === 0 ? 'Sem créditos' : `${credits} crédito(s)`
}

/** '{n} aluno(s) encontrado(s)'. */
export function studentCountLabel(count: number): string {
  return `${count} aluno(s) encontrado(s)`
}

/** Sorts by name in Portuguese order. */
export function compareByName(a: Pick<Student, 'name'>, b: Pick<Student, 'name'>): number {
  return a.name.localeCompare(b.name, 'pt-BR')
}

/** By name, anonymised students last. */
export function compareForList(
  a: Pick<Student, 'name' | 'anonymized_at'>,
  b: Pick<Student, 'name' | 'anonymized_at'>,
): number {
  return Number(a.anonymized_at !== null) - Number(b.anonymized_at !== null) || compareByName(a, b)
}
