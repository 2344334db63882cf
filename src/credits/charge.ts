import type { Attendance, Uuid } from '@/core/model'
import type { PlaceRow } from './plan-types'

/**
 * How one student's place in a session is paid for: by a credit of a package, which the rule or the coach chose; not
 * yet ('sem pacote': the lesson is owed until a package is assigned); or not at all, because the absence is excused or
 * the lesson did not happen (docs/product.md, 'Attendance').
 */
export type Charge =
  | { kind: 'package'; packageId: Uuid; by: 'rule' | 'hand' }
  | { kind: 'owed' }
  | { kind: 'none' }

/** A charge that a coach chooses by hand. */
export type ChosenCharge = Exclude<Charge, { kind: 'none' }>

/** One student's place in a session: who came, and how it is paid for. */
export interface Place {
  attendance: Attendance
  charge: Charge
}

/** Whether who has this attendance pays for the lesson (docs/product.md, 'Attendance'). */
export function isCharged(attendance: Attendance): boolean {
  return attendance === 'present' || attendance === 'absent'
}

export function placeOf({ attendance, package_id, manually_assigned }: PlaceRow): Place {
  if (!isCharged(attendance)) return { attendance, charge: { kind: 'none' } }
  return {
    attendance,
    charge:
      package_id === null
        ? { kind: 'owed' }
        : { kind: 'package', packageId: package_id, by: manually_assigned ? 'hand' : 'rule' },
  }
}

/** The columns of the database that hold a place. */
export function placeColumns({ attendance, charge }: Place): PlaceRow {
  const chosen = charge.kind === 'package' ? charge : null
  return {
    package_id: chosen?.packageId ?? null,
    manually_assigned: chosen?.by === 'hand',
    attendance,
  }
}

/** The package whose credit the charge takes; null for none. */
export function packageOf(charge: Charge | null | undefined): Uuid | null {
  return charge?.kind === 'package' ? charge.packageId : null
}

/** True when both mean the same attendance and take the same credit, chosen the same way; null: not in the session. */
export function isSamePlace(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null) return a === b
  if (a.attendance !== b.attendance) return false
  if (a.charge.kind !== 'package' || b.charge.kind !== 'package') return a.charge.kind === b.charge.kind
  return a.charge.packageId === b.charge.packageId && a.charge.by === b.charge.by
}
