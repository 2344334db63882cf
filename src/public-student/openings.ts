import { dayOf, type AgendaTime } from '@/agenda/zone'
import type { PlannedLesson } from '@/agreement/planned'
import type { LocalDate, Uuid } from '@/core/model'
import { choosePackage, type Candidate, type PackageOrder } from '@/credits/charge'
import { expiryDate, usableCredits } from '@/packages/rules'
import type { PublicOpening, PublicPackage } from './data'

/** What came of asking for a place. */
export interface Answer {
  /** As it was asked for. */
  opening: PublicOpening
  /** Why not; null: the student has it. */
  refused: string | null
}

/** What was read again since is newer than the answer: by then the place may have been given back. */
export const isMineBy = ({ opening, refused }: Answer, shown: PublicOpening & { ended?: true }): boolean =>
  refused === null && (shown === opening || shown.ended === true)

type Held = Candidate & Pick<PublicPackage, 'validity_days'>

/** Once a lesson has taken a credit: it begins a validity that begins with the first lesson. */
const afterLesson = (pkg: Held, day: LocalDate): Held => ({
  ...pkg,
  remaining_classes: pkg.remaining_classes - 1,
  expiry_date: pkg.expiry_date ?? expiryDate(day, pkg.validity_days ?? 0),
})

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
  for (const { starts_at, reply, outcome } of lessons) {
    const isFree = reply === 'not_coming' && outcome === 'kept'
    if (isFree || Date.parse(starts_at.instant) >= Date.parse(at.instant)) continue
    const day = dayOf(starts_at)
    const taken = choosePackage(after, day, order)
    after = after.map((pkg) => (pkg === taken ? afterLesson(pkg, day) : pkg))
  }
  const unused = after.map((pkg) => ({
    ...pkg,
    remaining_classes: packages.find(({ id }) => id === pkg.id)?.remaining_classes ?? 0,
  }))
  return { valid: usableCredits(unused, dayOf(at)), left: usableCredits(after, dayOf(at)) }
}

/**
 * The openings that a student reads, the one that the address asks for first, then those with a place. A place that was
 * taken stands in the next lessons, and here only what was asked for on this visit, which stays also when it has ended
 * meanwhile, or what is further ahead than they reach.
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
  const isGivenBack = ({ starts_at }: PublicOpening) =>
    lessons.some(
      ({ starts_at: { instant }, reply }) =>
        Date.parse(instant) === Date.parse(starts_at) && reply === 'not_coming',
    )
  const ended = [...answers.values()].flatMap(({ opening, refused }) =>
    openings.some(({ id }) => id === opening.id) || (refused === null && isGivenBack(opening))
      ? []
      : { ...opening, left: 0, ended: true as const },
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
