import { countOf } from '@/core/common-texts'
import { shortName } from '@/core/names'
import { canAnswer, endOf, hasBegun, stateOf, type Occurrence } from './rules'
import { idsOf, minutesUntil, type RecentGroup } from './today'
import { epochOf } from './zone'

/** What '+' and 'Nova Sessão' offer first (docs/product.md, 'New session'). */

const MINUTE_MS = 60_000
/** A lesson is offered from `BEFORE_MS` before it begins until `AFTER_MS` after it ends. */
const BEFORE_MS = 30 * MINUTE_MS
const AFTER_MS = 60 * MINUTE_MS

/** '+' names at most this many lessons: of two in a row, the one that ends and the one that begins. */
const LESSONS = 2

/** 'Agora': unanswered lessons around this minute; those that can be registered first, each by its time. */
export function lessonsOfNow(occurrences: readonly Occurrence[], now: Date): Occurrence[] {
  const isNear = (each: Occurrence) =>
    epochOf(each.starts_at) - BEFORE_MS <= now.getTime() && now.getTime() <= epochOf(endOf(each)) + AFTER_MS
  const near = occurrences.filter(
    (each) => isNear(each) && (canAnswer(each, now) || stateOf(each, now) === 'upcoming'),
  )
  return near
    .toSorted(
      (a, b) =>
        Number(hasBegun(b, now)) - Number(hasBegun(a, now)) || epochOf(a.starts_at) - epochOf(b.starts_at),
    )
    .slice(0, LESSONS)
}

/** 'Turmas recentes' without the groups that these lessons already name. */
export const groupsBeside = (
  groups: readonly RecentGroup[],
  lessons: readonly Pick<Occurrence, 'students'>[],
): RecentGroup[] => groups.filter((group) => !lessons.some((lesson) => idsOf(lesson) === idsOf(group)))

/** Number of names in a group's label. */
const NAMES = 2

/** 'Clara M. e Helena R.', 'Clara M., Helena R. e +2' */
export function groupName(students: readonly { name: string }[]): string {
  const named = students.slice(0, NAMES).map(({ name }) => shortName(name))
  const more = students.length - named.length
  if (more > 0) return `${named.join(', ')} e +${more}`
  return named.join(' e ')
}

/** A group's label for screen readers: the shown label, then everybody's full name. */
export const groupLabel = (students: readonly { name: string }[]): string =>
  `${groupName(students)}: ${students.map(({ name }) => name).join(', ')}`

/** 'Começa em 20 minutos' */
export const startsIn = (occurrence: Pick<Occurrence, 'starts_at'>, now: Date): string =>
  `Começa em ${countOf(minutesUntil(occurrence, now), 'minuto', 'minutos')}`
