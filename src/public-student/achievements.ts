import type { LocalDate } from '@/core/model'
import { evolutionOf, type HeldLesson, weeksInARow } from './evolution'

/** What a student reached, measured against nobody else (docs/product.md, 'Public student page'). */
export type Achievement =
  | { kind: 'lessons' | 'weeks'; count: number }
  /** The running month, 'YYYY-MM', with more lessons than any before. */
  | { kind: 'month'; month: string; count: number }

const LESSONS = [50, 25, 10] as const
const WEEKS = [12, 8, 4] as const
/** Fewer lessons are no achievement. */
const BEST_MONTH_FROM = 4

/** The highest achievement of each kind, in the order in which they are shown. */
export function achievementsOf(lessons: readonly HeldLesson[], today: LocalDate): Achievement[] {
  const reached: Achievement[] = []
  const count = LESSONS.find((least) => lessons.length >= least)
  if (count !== undefined) reached.push({ kind: 'lessons', count })
  const inARow = weeksInARow(lessons, today)
  const weeks = WEEKS.find((least) => inARow >= least)
  if (weeks !== undefined) reached.push({ kind: 'weeks', count: weeks })
  const month = bestMonth(lessons, today)
  return month ? [...reached, month] : reached
}

function bestMonth(lessons: readonly HeldLesson[], today: LocalDate): Achievement | null {
  const [running, ...before] = evolutionOf(lessons).months
  if (!running || before.length === 0 || running.lessons < BEST_MONTH_FROM) return null
  if (running.month !== today.slice(0, 7)) return null
  if (before.some((month) => month.lessons >= running.lessons)) return null
  return { kind: 'month', month: running.month, count: running.lessons }
}

/** The name under which a device remembers that it has shown an achievement. */
export const nameOf = (achievement: Achievement): string =>
  `${achievement.kind}-${achievement.kind === 'month' ? achievement.month : achievement.count}`
