import type { SkipReason } from '@/agenda/rules'
import type {
  Alert,
  Instant,
  LocalDate,
  Package,
  Payment,
  Session,
  SessionFeedback,
  Uuid,
} from '@/core/model'
import { isExpired } from '@/packages/rules'
import { toCents, type PackageMoney } from '@/payments/money'
import { isCharged } from './charge'
import { isOtherValidity, withoutEffects, type PackageEffect, type StudentEffect } from './effects'
import type { CreditFacts, PlaceRow } from './plan-types'
import { EFFECTS } from './texts'

/**
 * What a write did: every row of credits, validity, lessons, feedback, skips, payments and alerts that differs, with
 * its figures before and after. The database takes them from the stored rows, within the transaction of the write
 * (docs/data-model.md, 'Effects'). They hold ids and figures but no texts.
 */
export interface Effects {
  packages: Change<PackageFigures>[]
  /** `version` rises with every change of a lesson, so every changed lesson is here. */
  lessons: Change<LessonFigures>[]
  participants: Change<ParticipantFigures>[]
  /** If only the words of a feedback changed, `before` equals `after`. */
  feedbacks: Change<FeedbackFigures>[]
  /** Exceptions: occurrences that are skipped or moved. */
  skips: Change<SkipFigures>[]
  payments: Change<PaymentFigures>[]
  /** Alerts that were raised (`before` null), or whose cause ended (`after` null). */
  alerts: Change<AlertFigures>[]
}

/** `before` null: the row is new; `after` null: it is gone. */
export type Change<Figures> = { before: Figures | null; after: Figures | null }

type PackageFigures = PackageMoney &
  Pick<Package, 'id' | 'student_id' | 'remaining_classes' | 'expiry_date' | 'extended_days' | 'payment_date'>

type LessonFigures = Pick<
  Session,
  'id' | 'date' | 'day' | 'cancelled_reason' | 'slot_id' | 'slot_date' | 'version'
>

interface ParticipantFigures extends Omit<PlaceRow, 'spared_package_id'> {
  session_id: Uuid
  student_id: Uuid
  /** When the student or the coach told that the student does not come. */
  told_at?: Instant | null
}

type FeedbackFigures = Pick<SessionFeedback, 'session_id' | 'student_id' | 'rating'>

export interface SkipFigures {
  slot_id: Uuid
  slot_date: LocalDate
  reason: SkipReason | null
  moved_to: Instant | null
  recess_id: Uuid | null
}

type PaymentFigures = Pick<Payment, 'id' | 'package_id' | 'student_id' | 'kind' | 'amount' | 'paid_on'>

type AlertFigures = Pick<Alert, 'type' | 'student_id' | 'session_id' | 'package_id'> & { key: string }

/**
 * A guest who is no longer expected, because the occurrence was skipped, moved or left the agenda; with `told_for`, a
 * student whose 'Não vou' was for the hour that the occurrence had then; with `busy`, a student of an occurrence that
 * was put back or moved, who has another lesson then.
 */
export type Released = { student_id: Uuid; told_for?: Instant; busy?: boolean }

/** The part of the database's answer that is common to every write of credits, validity, feedback, skips and money. */
export interface Applied {
  /** This request was a repeat: an earlier one had done it. */
  replayed: boolean
  /** For a repeat: whether the coach had entered the same as now. null: not a repeat, or no longer known. */
  same: boolean | null
  /** For a repeat: what the first request did. null: that was more than 30 days ago and is no longer known. */
  effects: Effects | null
}

/** Whether what is stored is what the coach entered now. An earlier attempt may have stored something else. */
export const isAsEntered = ({ replayed, same }: Pick<Applied, 'replayed' | 'same'>): boolean =>
  !replayed || same === true

/** The names of the students and packages whose ids the effects hold. */
export type Names = { students: ReadonlyMap<Uuid, string>; packages: ReadonlyMap<Uuid, string> }

/** The names in the facts, and those of further `packages`, such as one that is being sold. */
export const namesInFacts = (
  { students }: Pick<CreditFacts, 'students'>,
  packages: readonly { id: Uuid; name: string }[] = [],
): Names => ({
  students: new Map(students.map(({ id, name }) => [id, name])),
  packages: new Map(
    [...students.flatMap((each) => each.packages), ...packages].map(({ id, name }) => [id, name]),
  ),
})

/**
 * Shows deleted packages as emptied ones: the toast's title tells the deletion, its lines the credits, debt and
 * payments that went with the package.
 */
export const asEmptied = (effects: Effects): Effects => ({
  ...effects,
  packages: effects.packages.map(({ before, after }) => ({
    before,
    after: after ?? (before && { ...before, remaining_classes: 0, open_amount: 0, paid_total: 0 }),
  })),
})

export type ToldPackage = Omit<PackageFigures, 'payment_date'>

/** The part of the effects that screens tell, either of a plan or as the database answered them. */
export interface ToldEffects {
  packages: readonly Change<ToldPackage>[]
  lessons: readonly Change<Pick<LessonFigures, 'id' | 'day'>>[]
  participants: readonly Change<ParticipantFigures>[]
  feedbacks: readonly Change<Pick<FeedbackFigures, 'student_id'>>[]
}

/**
 * What the effects mean for each student, in the order of `names.students`. Preview and toast share it, so both use the
 * same words.
 */
export function toldOf(effects: ToldEffects, names: Names, today: LocalDate): StudentEffect[] {
  const { packages, participants, feedbacks } = effects
  const ids = new Set([...participants, ...packages, ...feedbacks].map((each) => figuresOf(each).student_id))
  const known = [...names.students.keys()]
  const place = (id: Uuid) => (known.includes(id) ? known.indexOf(id) : known.length)
  return [...ids]
    .toSorted((a, b) => place(a) - place(b))
    .map((id) => toldOfStudent(id, effects, names, today))
}

function toldOfStudent(studentId: Uuid, effects: ToldEffects, names: Names, today: LocalDate): StudentEffect {
  const isTheirs = (change: Change<{ student_id: Uuid }>) => figuresOf(change).student_id === studentId
  const packages = effects.packages.filter(isTheirs)
  const told = withoutEffects({ studentId, studentName: names.students.get(studentId) ?? EFFECTS.somebody })
  const nameOf = (id: Uuid) => names.packages.get(id) ?? EFFECTS.somePackage
  const add = (list: PackageEffect[], id: Uuid | null | undefined, day: LocalDate): void => {
    const after = packages.find((change) => change.after?.id === id)?.after
    // A deleted package's credits are deleted with it, and not told one by one.
    if (!after) return
    const expired = isExpired(after, day)
    const listed = list.find(({ packageId }) => packageId === after.id)
    if (listed) {
      listed.credits += 1
      listed.expired ||= expired
    } else list.push({ packageId: after.id, packageName: nameOf(after.id), credits: 1, expired })
  }
  for (const change of effects.participants.filter(isTheirs)) {
    const { before, after } = change
    const lesson = effects.lessons.find((each) => figuresOf(each).id === figuresOf(change).session_id)
    if (before?.package_id !== after?.package_id) {
      add(told.returned, before?.package_id, today)
      add(told.taken, after?.package_id, lesson ? figuresOf(lesson).day : today)
    }
    if (after === null) continue
    if (!before?.told_at && after.attendance === 'present') told.toldAt = after.told_at ?? null
    told.withoutPackage ||= isCharged(after.attendance) && after.package_id === null
    if (isCharged(after.attendance)) continue
    told.uncharged ||= before === null
    told.choiceLost ||= before !== null && before.manually_assigned
  }
  for (const change of packages) {
    const { before, after } = change
    const { id } = figuresOf(change)
    const of = { packageId: id, packageName: nameOf(id) }
    if (after === null) {
      told.removed.push(of.packageName)
      continue
    }
    const taken = creditsOf(told.taken, after.id)
    if (before === null) {
      const { remaining_classes, price, paid_total: paid, expiry_date: expiry } = after
      told.sold.push({ ...of, credits: remaining_classes + taken, price, paid, expiry })
      continue
    }
    const left = before.remaining_classes + creditsOf(told.returned, after.id) - taken
    if (left !== after.remaining_classes) {
      told.adjusted.push({ ...of, from: left, to: after.remaining_classes })
    }
    const extendedBy = after.extended_days - before.extended_days
    const validity = { extendedBy, from: before.expiry_date, expiry: after.expiry_date }
    if (isOtherValidity(validity)) told.validity.push({ ...of, ...validity })
    if (before.open_amount !== after.open_amount) {
      told.money.push({ ...of, from: before.open_amount, to: after.open_amount })
    }
    if (before.price !== after.price) told.price.push({ ...of, from: before.price, to: after.price })
    // A payment alone moves the open amount by its own sum, which `money` tells.
    const paid = toCents(after.paid_total) - toCents(before.paid_total)
    if (paid !== 0 && paid !== toCents(before.open_amount) - toCents(after.open_amount)) {
      told.received.push({ ...of, from: before.paid_total, to: after.paid_total })
    }
  }
  const removed = effects.feedbacks.filter((change) => isTheirs(change) && change.after === null)
  told.feedbackRemoved = removed.length
  return told
}

function figuresOf<Figures>({ before, after }: Change<Figures>): Figures {
  const figures = after ?? before
  if (figures === null) throw new Error('A change of nothing')
  return figures
}

const creditsOf = (list: readonly PackageEffect[], id: Uuid): number =>
  list.find(({ packageId }) => packageId === id)?.credits ?? 0
