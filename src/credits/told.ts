import type { LocalDate, Uuid } from '@/core/model'
import { isExpired } from '@/packages/rules'
import { toCents } from '@/payments/money'
import type { Change, Effects, PackageFigures } from './applied'
import { isCharged } from './charge'
import { withoutEffects, type PackageEffect, type StudentEffect } from './effects'
import { EFFECTS } from './effects-texts'
import type { CreditFacts } from './plan-types'

/** The names that effects, which hold ids, are told with. */
export interface Names {
  students: ReadonlyMap<Uuid, string>
  packages: ReadonlyMap<Uuid, string>
}

/** The names that the facts know; `packages` names others, such as one that is sold now. */
export const namesOf = (
  { students }: Pick<CreditFacts, 'students'>,
  packages: readonly { id: Uuid; name: string }[] = [],
): Names => ({
  students: new Map(students.map(({ id, name }) => [id, name])),
  packages: new Map(
    [...students.flatMap((each) => each.packages), ...packages].map(({ id, name }) => [id, name]),
  ),
})

/** The title of the toast says that the package is gone; what went with it are its credits, what was open and what was received. */
export const asEmptied = (effects: Effects): Effects => ({
  ...effects,
  packages: effects.packages.map(({ before, after }) => ({
    before,
    after: after ?? (before && { ...before, remaining_classes: 0, open_amount: 0, paid_total: 0 }),
  })),
})

/**
 * What effects mean for each student, the same for those of a plan and for those that the database answered; in the order
 * of the names, so that the same change is always told in the same words.
 */
export function toldOf(effects: Effects, names: Names, today: LocalDate): StudentEffect[] {
  const ids = new Set([
    ...effects.participants.map((change) => figuresOf(change).student_id),
    ...effects.packages.map((change) => figuresOf(change).student_id),
    ...effects.feedbacks.map((change) => figuresOf(change).student_id),
  ])
  const known = [...names.students.keys()]
  const place = (id: Uuid) => (known.includes(id) ? known.indexOf(id) : known.length)
  return [...ids]
    .toSorted((a, b) => place(a) - place(b))
    .map((id) => toldOfStudent(id, effects, names, today))
}

function toldOfStudent(studentId: Uuid, effects: Effects, names: Names, today: LocalDate): StudentEffect {
  const isTheirs = <Figures extends { student_id: Uuid }>(change: Change<Figures>) =>
    figuresOf(change).student_id === studentId
  const packages = effects.packages.filter(isTheirs)
  const taken: PackageEffect[] = []
  const returned: PackageEffect[] = []
  const told: StudentEffect = {
    ...withoutEffects({ studentId, studentName: names.students.get(studentId) ?? EFFECTS.somebody }),
    taken,
    returned,
  }
  const add = (list: PackageEffect[], id: Uuid | null, day: LocalDate): void => {
    const after = packages.find((change) => change.after?.id === id)?.after
    // A package that goes takes its credits along.
    if (id === null || !after) return
    const there = list.find(({ packageId }) => packageId === id)
    if (there) there.credits += 1
    else {
      list.push({
        packageId: id,
        packageName: nameOf(id, names),
        credits: 1,
        remaining: after.remaining_classes,
        expired: isExpired(after, day),
      })
    }
  }
  for (const { before, after } of effects.participants.filter(isTheirs)) {
    const sessionId = (after ?? before)?.session_id
    const lesson = effects.lessons.find((change) => figuresOf(change).id === sessionId)
    if (before?.package_id !== after?.package_id) {
      add(returned, before?.package_id ?? null, today)
      add(taken, after?.package_id ?? null, lesson ? figuresOf(lesson).day : today)
    }
    if (after === null) continue
    told.withoutPackage ||= isCharged(after.attendance) && after.package_id === null
    if (isCharged(after.attendance)) continue
    told.uncharged ||= before === null
    told.choiceLost ||= before !== null && before.package_id !== null && before.manually_assigned
  }
  for (const { before, after } of packages) {
    if (before === null && after !== null) {
      told.sold.push({
        packageId: after.id,
        packageName: nameOf(after.id, names),
        credits: after.remaining_classes + creditsOf(taken, after.id),
        price: after.price,
        paid: after.paid_total,
        expiry: after.expiry_date,
      })
    }
    if (before !== null && after === null) told.removed.push(nameOf(before.id, names))
    if (before === null || after === null) continue
    const { id } = after
    const byLessons = creditsOf(returned, id) - creditsOf(taken, id)
    const rest = { packageId: id, packageName: nameOf(id, names) }
    if (after.remaining_classes - before.remaining_classes !== byLessons) {
      told.adjusted.push({ ...rest, from: before.remaining_classes + byLessons, to: after.remaining_classes })
    }
    const extendedBy = after.extended_days - before.extended_days
    if (extendedBy !== 0 || before.expiry_date !== after.expiry_date) {
      told.validity.push({ ...rest, extendedBy, from: before.expiry_date, expiry: after.expiry_date })
    }
    if (before.open_amount !== after.open_amount) {
      told.money.push({ ...rest, from: before.open_amount, to: after.open_amount })
    }
    // A payment alone is what is open less; a price that takes the payment of its sale along is more.
    const paid = toCents(after.paid_total) - toCents(before.paid_total)
    if (paid !== 0 && paid !== toCents(before.open_amount) - toCents(after.open_amount)) {
      told.received.push({ ...rest, from: before.paid_total, to: after.paid_total })
    }
  }
  told.feedbackRemoved = effects.feedbacks.filter(
    (change) => isTheirs(change) && change.after === null,
  ).length
  return told
}

const figuresOf = <Figures>({ before, after }: Change<Figures>): Figures => {
  const figures = after ?? before
  if (figures === null) throw new Error('A change of nothing')
  return figures
}

const creditsOf = (list: readonly PackageEffect[], id: Uuid): number =>
  list.find(({ packageId }) => packageId === id)?.credits ?? 0

const nameOf = (id: PackageFigures['id'], { packages }: Names): string =>
  packages.get(id) ?? EFFECTS.somePackage
