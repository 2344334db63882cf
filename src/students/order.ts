import { stateOf, type Occurrence } from '@/agenda/rules'
import { epochOf } from '@/agenda/zone'
import { stillExpected } from '@/agreement/coach-replies'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { firstToExpire } from '@/packages/rules'
import { sumOpen } from '@/payments/money'

/** The order of the table of students (docs/product.md, 'Students list'). */

/** The columns by their names in the address. */
const STUDENT_ORDERS = ['aluno', 'aula', 'creditos', 'validade', 'aberto'] as const
export type StudentOrderBy = (typeof STUDENT_ORDERS)[number]

export type StudentOrder = { by: StudentOrderBy; descending: boolean }

/** The direction of a column at its first press: the students who need the coach soonest come first. */
const firstOf = (by: StudentOrderBy): StudentOrder => ({ by, descending: by === 'aberto' })

/** Reads 'creditos', or '-creditos' for descending; anything else is by name. */
export function readOrder(text: string | null): StudentOrder {
  const by = STUDENT_ORDERS.find((name) => name === text?.replace(/^-/, '')) ?? 'aluno'
  return { by, descending: text === `-${by}` }
}

/** The order as the address has it; null for the default, by name. */
export const writeOrder = ({ by, descending }: StudentOrder): string | null =>
  by === 'aluno' && !descending ? null : `${descending ? '-' : ''}${by}`

/** The order after a press on this column's heading. */
export const pressedOrder = (now: StudentOrder, by: StudentOrderBy): StudentOrder =>
  now.by === by ? { by, descending: !now.descending } : firstOf(by)

/** Each student's next lesson that is not over and was not refused. `occurrences` must be sorted by start. */
export function nextLessons(occurrences: readonly Occurrence[], now: Date): ReadonlyMap<Uuid, Occurrence> {
  const next = new Map<Uuid, Occurrence>()
  for (const occurrence of occurrences) {
    if (!['upcoming', 'running'].includes(stateOf(occurrence, now))) continue
    for (const { id } of stillExpected(occurrence)) if (!next.has(id)) next.set(id, occurrence)
  }
  return next
}

/**
 * Sorted by a column. Students without a value come last, in both directions, and anonymised students after them.
 *
 * @param students by name, which breaks ties.
 */
export function sortStudents(
  students: readonly StudentWithCredits[],
  { by, descending }: StudentOrder,
  { today, next }: { today: LocalDate; next: ReadonlyMap<Uuid, Occurrence> },
): StudentWithCredits[] {
  const valueOf = (student: StudentWithCredits, at: number): number | null => {
    if (by === 'aluno') return at
    if (by === 'creditos') return student.total_credits
    if (by === 'aberto') return sumOpen(student.open) || null
    if (by === 'validade') return dayNumber(firstToExpire(student.packages, today)?.day)
    const lesson = next.get(student.id)
    return lesson ? epochOf(lesson.starts_at) : null
  }
  return students
    .map((student, at) => ({ student, at, value: valueOf(student, at) }))
    .toSorted(
      (a, b) =>
        rank(a.student, a.value) - rank(b.student, b.value) ||
        ((a.value ?? 0) - (b.value ?? 0)) * (descending ? -1 : 1) ||
        a.at - b.at,
    )
    .map(({ student }) => student)
}

function rank({ anonymized_at: since }: StudentWithCredits, value: number | null): number {
  if (since !== null) return 2
  return value === null ? 1 : 0
}

/** 20261122 for '2026-11-22': grows with the day. */
const dayNumber = (day: LocalDate | undefined): number | null =>
  day === undefined ? null : Number(day.replaceAll('-', ''))
