import type { OccurrenceKey } from '@/agenda/rules'
import type { Instant, Uuid } from '@/core/model'
import type { FailureCode, Result } from '@/core/result'
import { write } from '@/data/calls'
import type { Expected, Offer, Offered } from './rules'
import { OPENINGS as texts } from './texts'

/** One student as the guest of one occurrence. */
export interface Guest extends OccurrenceKey {
  student: Uuid
  /** When the occurrence begins, as the coach saw it. */
  start: Instant
}

const REFUSED: Partial<Record<FailureCode, string>> = {
  'slot-not-found': texts.gone,
  'occurrence-not-planned': texts.gone,
  'opening-exists': texts.exists,
  overtaken: texts.changed,
  'student-inactive': texts.inactive,
  // The end of the offer has passed while its form was open.
  invalid: texts.ended,
}

const GUEST_REFUSED = { ...REFUSED, 'student-inactive': texts.guest.inactive }

/**
 * Offered hours, and guests of one day (docs/product.md, 'Guests and openings'). A call that is sent twice takes effect
 * once.
 */
export const openings = {
  open: (opening: Offer, only?: Uuid): Promise<Result<Offered>> =>
    write({ failed: texts.failed, special: REFUSED, only }, (client) =>
      client.rpc('open_places', { opening }),
    ),

  close: (opening: Uuid, only?: Uuid): Promise<Result<undefined>> =>
    write({ failed: texts.section.closeFailed, done: texts.section.closed, only }, (client) =>
      client.rpc('close_opening', { opening }),
    ),

  /** Adds a guest. Returns how the student is expected now; null: not, if another device took the guest out since. */
  addGuest: ({ slot_id: slot, ...guest }: Guest, only?: Uuid): Promise<Result<Expected | null>> => {
    const asked = { slot, ...guest, op: crypto.randomUUID() }
    return write({ failed: texts.guest.addFailed, special: GUEST_REFUSED, only }, (client) =>
      client.rpc('add_guest', asked),
    )
  },

  /** Takes a guest out. Returns the same as `addGuest`. */
  removeGuest: (
    { slot_id: slot, slot_date, student }: Omit<Guest, 'start'>,
    only?: Uuid,
  ): Promise<Result<Expected | null>> => {
    const asked = { slot, slot_date, student, op: crypto.randomUUID() }
    return write({ failed: texts.guest.removeFailed, special: GUEST_REFUSED, only }, (client) =>
      client.rpc('remove_guest', asked),
    )
  },
}
