import type { Classe, Gender, Student, StudentStatus, StudentType } from '@/core/model'
import { unaccented } from '@/core/names'

/** 'ending' is exactly 1 credit, 'zero' exactly 0 (docs/product.md, 'Students list'). */
type CreditFilter = 'all' | 'ending' | 'zero'

export interface StudentFilters {
  /** Part of a name, an email or a phone. */
  text: string
  credits: CreditFilter
  gender: Gender | 'all'
  /** Empty: all classes. */
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

/** A student's searchable text. Folded once per student, because every typed letter searches all students. */
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
export const filterStudents = <S extends Filterable>(students: readonly S[], filters: StudentFilters): S[] =>
  students.filter(
    (student) =>
      matchesText(student, filters.text) &&
      (filters.credits === 'all' || student.total_credits === (filters.credits === 'ending' ? 1 : 0)) &&
      (filters.gender === 'all' || student.gender === filters.gender) &&
      (filters.classes.length === 0 || filters.classes.includes(student.classe)) &&
      (filters.type === 'all' || student.type === filters.type) &&
      (filters.status === 'all' || student.status === filters.status),
  )
