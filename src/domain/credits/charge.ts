import type { Uuid } from '@/domain/shared/model'
import type { SessionFacts } from './plan-types'

/**
 * How one student's place in a session is paid for: by a credit of a package, which the rule or the coach chose, or
 * not yet ('sem pacote': the lesson is owed until a package is assigned).
 */
export type Charge = { kind: 'package'; packageId: Uuid; by: 'rule' | 'hand' } | { kind: 'owed' }

/** The columns of the database that hold a charge. */
type ChargeColumns = Pick<SessionFacts['assignments'][number], 'package_id' | 'manually_assigned'>

export function chargeOf({ package_id, manually_assigned }: ChargeColumns): Charge {
  return package_id === null
    ? { kind: 'owed' }
    : { kind: 'package', packageId: package_id, by: manually_assigned ? 'hand' : 'rule' }
}

export function chargeColumns(charge: Charge): ChargeColumns {
  switch (charge.kind) {
    case 'package':
      return { package_id: charge.packageId, manually_assigned: charge.by === 'hand' }
    case 'owed':
      return { package_id: null, manually_assigned: false }
  }
}

/** The package whose credit the charge takes; null for none. */
export function packageOf(charge: Charge | null): Uuid | null {
  return charge?.kind === 'package' ? charge.packageId : null
}

/** True when both take the same credit, chosen the same way; null, 'not in the session', equals only itself. */
export function isSameCharge(a: Charge | null, b: Charge | null): boolean {
  if (a?.kind !== 'package' || b?.kind !== 'package') return a?.kind === b?.kind
  return a.packageId === b.packageId && a.by === b.by
}
