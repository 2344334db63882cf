import { dayOf, epochOf, type AgendaTime } from '@/agenda/zone'
import type { PlannedLesson } from '@/agreement/planned'
import { addDays, daysBetween } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import type { Failure } from '@/core/result'
import { choosePackage, type Candidate, type PackageOrder } from '@/credits/charge'
import { expiryAfter, usableCredits } from '@/packages/rules'
import type { PublicOpening, PublicPackage } from './data'

/** The outcome of asking for a place. */
export interface Answer {
  /** As the student saw it. */
  opening: PublicOpening
  /** Why it was refused, or no answer came; null: the student has it, or it was read to be full, or theirs, since. */
  refused: Failure | null
}

/** A lost answer may have given the place too. */
const mayHave = ({ refused }: Answer) => refused?.code !== 'invalid'

/**
 * Whether the answer gives the student the place. An opening read since is newer: it may have been given back. One that
 * has ended is shown to who may have it only while it is among the next lessons.
 */
export const isMineBy = (answer: Answer, shown: PublicOpening & { ended?: true }): boolean =>
  shown.ended ? mayHave(answer) : answer.refused === null && shown === answer.opening

type Held = Candidate & Pick<PublicPackage, 'validity_days' | 'floor_days'>

/** The package after a lesson on this day took a credit, and began a validity that begins with the first lesson. */
const afterLesson = (pkg: Held, day: LocalDate): Held => ({
  ...pkg,
  remaining_classes: pkg.remaining_classes - 1,
  expiry_date: expiryAfter(pkg.expiry_date, day, pkg.validity_days),
})

/** The package after an absence on this day that was told in time: valid at least until its floor. */
const afterAbsence = (pkg: Held, day: LocalDate, makeup: number): Held => {
  const { expiry_date: last, validity_days: days, floor_days: given } = pkg
  if (last === null) return pkg
  // Absences do not chain: all of them together add at most the days of one.
  const added = Math.min(daysBetween(last, addDays(day, makeup)), makeup - given)
  if (added <= 0) return pkg
  return {
    ...pkg,
    expiry_date: addDays(last, added),
    floor_days: given + added,
    // The days that it adds stay when another lesson takes a credit.
    validity_days: days === null ? null : days + added,
  }
}

/**
 * The credits that are valid at an hour, and how many of them are `left` once the lessons before it have taken theirs,
 * by the coach's order of packages.
 */
export function creditsThen(
  packages: readonly Held[],
  order: PackageOrder,
  lessons: readonly PlannedLesson[],
  at: AgendaTime,
): { valid: number; left: number } {
  let after = packages
  const inOrder = lessons.toSorted((a, b) => epochOf(a.starts_at) - epochOf(b.starts_at))
  for (const { starts_at, reply, outcome, makeup_days } of inOrder) {
    if (epochOf(starts_at) >= epochOf(at)) continue
    const day = dayOf(starts_at)
    const taken = choosePackage(after, day, order)
    const isFree = reply === 'not_coming' && outcome === 'kept'
    const then = taken && (isFree ? afterAbsence(taken, day, makeup_days ?? 0) : afterLesson(taken, day))
    after = after.map((pkg) => (then && pkg === taken ? then : pkg))
  }
  const unused = after.map((pkg) => ({
    ...pkg,
    remaining_classes: packages.find(({ id }) => id === pkg.id)?.remaining_classes ?? 0,
  }))
  return { valid: usableCredits(unused, dayOf(at)), left: usableCredits(after, dayOf(at)) }
}

/**
 * The openings to show: the one that the address asks for, then those with free places, then full ones. A place that
 * was taken and is among the next lessons is left out, unless the student asked for it on this visit. What the student
 * asked for stays, even once it has ended, unless it was full; a place only while it is among the next lessons.
 */
export function shownOpenings(
  openings: readonly PublicOpening[],
  lessons: readonly PlannedLesson[],
  answers: ReadonlyMap<Uuid, Answer>,
  asked: Uuid | null = null,
): (PublicOpening & { ended?: true })[] {
  const isPlanned = ({ starts_at }: PublicOpening) =>
    lessons.some(({ starts_at: { instant } }) => Date.parse(instant) === Date.parse(starts_at))
  const isFull = ({ id, left }: PublicOpening) => Number(left === 0 && !answers.has(id))
  const comes = ({ starts_at }: PublicOpening) =>
    lessons.some(
      ({ starts_at: { instant }, reply }) =>
        Date.parse(instant) === Date.parse(starts_at) && reply !== 'not_coming',
    )
  const ended = [...answers.values()].flatMap((answer) =>
    openings.some(({ id }) => id === answer.opening.id) || (mayHave(answer) && !comes(answer.opening))
      ? []
      : { ...answer.opening, left: 0, ended: true as const },
  )
  return [...openings, ...ended]
    .filter((each) => answers.has(each.id) || !each.taken || !isPlanned(each))
    .toSorted(
      (a, b) =>
        Number(b.id === asked) - Number(a.id === asked) ||
        isFull(a) - isFull(b) ||
        Date.parse(a.starts_at) - Date.parse(b.starts_at),
    )
}
