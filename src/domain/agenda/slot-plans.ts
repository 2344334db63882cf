import type { LocalDate, Uuid } from '@/domain/shared/model'
import type { ExceptionPlan, Slot } from './agenda'

/** The wire format of `apply_slot_plan`, and what the coach's changes of the week become as one. */

export type NewSlot = Omit<Slot, 'updated_at'>

export interface SlotPlan {
  /** One per intent of the coach. */
  op_id: Uuid
  /** `expected` is the slot's `updated_at`; without a last day, or with one before its first, the slot goes. */
  end: readonly { slot_id: Uuid; expected: string; last_day: LocalDate | null }[]
  add: readonly NewSlot[]
  skips?: ExceptionPlan
}
