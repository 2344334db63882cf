import { occurrenceKey, overlaps, type Invite, type Occurrence, type OccurrenceKey } from '@/agenda/rules'
import { epochOf, type AgendaTime } from '@/agenda/zone'
import type { Instant, StudentWithCredits, Uuid } from '@/core/model'
import { firstToExpire, usableCredits } from '@/packages/rules'
import { compareByName } from '@/students/rules'
import { OPENINGS } from './texts'

/** Hours that are offered to students (docs/product.md, 'Guests and openings'). */

/** The limit of the database. */
export const MOST_PLACES = 10
/** The most students who are asked at once: the limit of the database too. */
const MOST_ASKED = 200

/** How a student is expected at an occurrence; 'not_coming': the student told not to come. */
export type Expected = 'expected' | 'not_coming'

const HOUR_MS = 3_600_000

/** Whom an hour can be offered to: active students without a lesson then, those whose credits end soonest first. */
export function candidatesFor(
  occurrence: Occurrence,
  students: readonly StudentWithCredits[],
  occurrences: readonly Occurrence[],
): StudentWithCredits[] {
  const busy = new Set(occurrence.students.map(({ id }) => id))
  for (const other of occurrences) {
    if (occurrenceKey(other) === occurrenceKey(occurrence) || !overlaps(other, occurrence)) continue
    for (const { id, reply } of other.students) if (reply !== 'not_coming') busy.add(id)
  }
  return students
    .filter(({ id, status, anonymized_at: since }) => status === 'active' && since === null && !busy.has(id))
    .toSorted((a, b) => urgency(a, occurrence).localeCompare(urgency(b, occurrence)) || compareByName(a, b))
}

/** Sorts by the last day of the credits that end first, then credits that never end, then no credits. */
function urgency({ packages }: StudentWithCredits, { day }: Occurrence): string {
  if (usableCredits(packages, day) === 0) return 'none'
  return firstToExpire(packages, day)?.day ?? 'a'
}

/** The number of students who are chosen when the dialog opens. */
const CHOSEN_FIRST = 4

export const chosenFirst = (candidates: readonly StudentWithCredits[], { day }: Occurrence): Uuid[] =>
  candidates
    .filter(({ packages }) => usableCredits(packages, day) > 0)
    .slice(0, CHOSEN_FIRST)
    .map(({ id }) => id)

/** The places that are offered at first: those that were freed and that nobody took, at least one. */
export function freedPlaces({ students }: Occurrence): number {
  const freed = students.filter(({ reply, taken_at: at }) => reply === 'not_coming' && !at).length
  const taken = students.filter(({ reply, taken_at: at }) => reply !== 'not_coming' && at).length
  return Math.min(MOST_PLACES, Math.max(1, freed - taken))
}

/** Why these students cannot be asked at once; undefined: they can. */
export function offerProblem(count: number): string | undefined {
  if (count === 0) return OPENINGS.choose
  return count > MOST_ASKED ? OPENINGS.tooMany(MOST_ASKED) : undefined
}

/** How many hours before the lesson an offer may end. */
const HOURS_BEFORE = [24, 12, 6, 2, 1, 0] as const
const USUAL = 2

/** When an offer can end, earliest first. `usualEnd` takes two hours before the lesson, unless less time remains. */
export const endsOf = (start: AgendaTime, now: Date): { hours: number; at: AgendaTime }[] =>
  HOURS_BEFORE.map((hours) => ({
    hours,
    at: { ...start, instant: new Date(epochOf(start) - hours * HOUR_MS).toISOString() },
  })).filter(({ at }) => epochOf(at) > now.getTime())

export const usualEnd = (ends: readonly { hours: number; at: AgendaTime }[]): Instant | undefined =>
  (ends.find(({ hours }) => hours === USUAL) ?? ends.at(-1))?.at.instant

/** Places of an occurrence, and the students who are offered them. Sent again with more students, it asks those too. */
export interface Offer extends OccurrenceKey {
  /** Made on the device. */
  id: Uuid
  /** When the occurrence begins, as the coach saw it. */
  starts_at: Instant
  places: number
  closes_at: Instant
  students: readonly Uuid[]
}

/** The offer as it is now. An offer that has ended asks no more students. */
export interface Offered {
  closed_at: Instant | null
  /** All students who were asked. */
  students: readonly Uuid[]
}

/** True if the student who was asked has a place now. */
export const hasPlace = ({ id, taken_at }: Invite, { students }: Occurrence): boolean =>
  taken_at !== null && students.some((student) => student.id === id && student.reply !== 'not_coming')
