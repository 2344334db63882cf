import { CREDIT_TONES } from '@/core/constants'
import type { Classe, Gender, Student, StudentStatus, StudentType } from '@/core/model'
import { unaccented } from '@/core/names'

export const GENDER_LABELS: Record<Gender, string> = { male: 'Masculino', female: 'Feminino' }

/** For forms. */
export const STUDENT_TYPE_LABELS: Record<StudentType, string> = {
  fixed: 'Aluno Fixo',
  occasional: 'Aluno Pontual',
}

/** For badges. */
export const STUDENT_TYPE_BADGES: Record<StudentType, string> = { fixed: 'Fixo', occasional: 'Pontual' }

export const CLASSE_LABELS: Record<Classe, string> = {
  profissional: 'Profissional',
  '1-classe': '1 Classe',
  '2-classe': '2 Classe',
  '3-classe': '3 Classe',
  '4-classe': '4 Classe',
  '5-classe': '5 Classe',
  '6-classe': '6 Classe',
  '7-classe': '7 Classe',
}

export const STUDENT_STATUS_LABELS: Record<StudentStatus, string> = { active: 'Ativo', inactive: 'Inativo' }

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

/** What of a student is searched; folded once, because each typed letter asks for it of everybody. */
const searched = new WeakMap<Filterable, string>()
function searchedOf(student: Filterable): string {
  const known = searched.get(student)
  if (known !== undefined) return known
  const made = `${fold(student.name)}\n${fold(student.email ?? '')}`
  searched.set(student, made)
  return made
}

function matchesText(student: Filterable, text: string): boolean {
  const wanted = fold(text)
  if (wanted === '' || searchedOf(student).includes(wanted)) return true
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

export type CreditTone = 'red' | 'yellow' | 'green'

/** Colour of a credit count (docs/product.md, 'Students list'). */
export function creditTone(credits: number): CreditTone {
  if (credits <= CREDIT_TONES.redUpTo) return 'red'
  return credits <= CREDIT_TONES.yellowUpTo ? 'yellow' : 'green'
}

export const creditLabel = (credits: number): string =>
  credits === 0 ? 'Sem créditos' : `${credits} crédito(s)`

export const studentCountLabel = (count: number): string => `${count} aluno(s) encontrado(s)`

type Named = Pick<Student, 'name'>
type Listed = Pick<Student, 'name' | 'anonymized_at'>

/** Made at its first use, and once: `localeCompare` looks one up for each pair of 500 students. */
let collator: Intl.Collator | undefined

/** Sorts by name in Portuguese order. */
export const compareByName = (a: Named, b: Named): number =>
  (collator ??= new Intl.Collator('pt-BR')).compare(a.name, b.name)

/** By name, anonymised students last. */
export const compareForList = (a: Listed, b: Listed): number =>
  Number(a.anonymized_at !== null) - Number(b.anonymized_at !== null) || compareByName(a, b)
