import { addDays, daysBetween } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { meanRating } from '@/sessions/ratings'

/** A lesson at which the student was present. */
export type HeldLesson = { day: LocalDate; feedback: { rating: number; tags: readonly string[] } | null }

export interface Period {
  lessons: number
  /** null: no lesson was rated. */
  mean: number | null
}

/** How many lessons a student had, with mean ratings (docs/product.md, 'Public student page'). */
export function evolutionOf(lessons: readonly HeldLesson[]) {
  const months = groups(lessons.map((lesson) => [lesson.day.slice(0, 7), lesson]))
  const tags = groups(
    lessons.flatMap((lesson) => [...new Set(lesson.feedback?.tags)].map((tag) => [tag, lesson] as const)),
  )
  return {
    /** 'YYYY-MM', newest first; months without a lesson are left out. */
    months: months
      .map(([month, period]) => ({ month, ...period }))
      .toSorted((a, b) => b.month.localeCompare(a.month)),
    /** By number of lessons, most first. */
    tags: tags
      .map(([tag, period]) => ({ tag, ...period }))
      .toSorted((a, b) => b.lessons - a.lessons || a.tag.localeCompare(b.tag)),
  }
}

function groups(pairs: readonly (readonly [string, HeldLesson])[]): [string, Period][] {
  const found = new Map<string, HeldLesson[]>()
  for (const [key, lesson] of pairs) found.set(key, [...(found.get(key) ?? []), lesson])
  return [...found].map(([key, lessons]) => [
    key,
    {
      lessons: lessons.length,
      mean: meanRating(lessons.flatMap(({ feedback }) => (feedback ? [feedback.rating] : []))),
    },
  ])
}

const A_MONDAY = '2024-01-01'
const weekOf = (day: LocalDate): number => Math.floor(daysBetween(A_MONDAY, day) / 7)

/** Weeks in a row with a lesson, from Monday on. A running week without a lesson yet does not break the row. */
export function weeksInARow(lessons: readonly HeldLesson[], today: LocalDate): number {
  const weeks = new Set(lessons.map(({ day }) => weekOf(day)))
  const running = weekOf(today)
  let week = weeks.has(running) ? running : running - 1
  let count = 0
  for (; weeks.has(week); week--) count += 1
  return count
}

const MONTH_DAYS = 30

/**
 * The tag that was trained most in the last 30 days; null if no lesson has a tag. `rises`: the tag's mean rating is
 * better than before those days.
 */
export function focusOf(
  lessons: readonly HeldLesson[],
  today: LocalDate,
): { tag: string; rises: boolean } | null {
  const since = addDays(today, -MONTH_DAYS)
  const recent = lessons.filter(({ day }) => day > since)
  const [most] = evolutionOf(recent).tags
  if (!most) return null
  const before = evolutionOf(lessons.filter((lesson) => !recent.includes(lesson)))
  const mean = before.tags.find(({ tag }) => tag === most.tag)?.mean ?? null
  return { tag: most.tag, rises: mean !== null && most.mean !== null && most.mean > mean }
}

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
