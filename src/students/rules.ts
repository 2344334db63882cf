import { CREDIT_TONES } from '@/core/constants'
import type { Classe, Gender, Student, StudentStatus, StudentType } from '@/core/model'

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

export const choiceName = ({ name, status }: Pick<Student, 'name' | 'status'>): string =>
  status === 'inactive' ? `${name} (inativo)` : name

export type CreditTone = 'red' | 'yellow' | 'green'

/** The colour of a count of credits (docs/product.md, 'Students list'). */
export function creditTone(credits: number): CreditTone {
  if (credits <= CREDIT_TONES.redUpTo) return 'red'
  return credits <= CREDIT_TONES.yellowUpTo ? 'yellow' : 'green'
}

export const creditLabel = (credits: number): string =>
  credits === 0 ? 'Sem créditos' : `${credits} crédito(s)`

export const studentCountLabel = (count: number): string => `${count} aluno(s) encontrado(s)`

type Named = Pick<Student, 'name'>
type Listed = Pick<Student, 'name' | 'anonymized_at'>

/** Made once: `localeCompare` would look a collator up for each pair of 500 students. */
let collator: Intl.Collator | undefined

/** Sorts by name in Portuguese order. */
export const compareByName = (a: Named, b: Named): number =>
  (collator ??= new Intl.Collator('pt-BR')).compare(a.name, b.name)

/** By name, anonymised students last. */
export const compareForList = (a: Listed, b: Listed): number =>
  Number(a.anonymized_at !== null) - Number(b.anonymized_at !== null) || compareByName(a, b)
