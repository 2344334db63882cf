import { countOf } from '@/core/common-texts'
import { CLOCK_TOLERANCE } from '@/core/constants'
import { localDayOf } from '@/core/dates'
import type { Instant } from '@/core/model'
import type { OutboxEntry } from './rules'

/** If the device's clock turns out to be wrong, waiting lessons' dates are in doubt (docs/product.md, 'Outbox'). */

/** How many ms the server's clock is ahead of this device's, if request and answer took equally long. */
export const clockOffset = (serverTime: Instant, askedAt: number, answeredAt: number): number =>
  Date.parse(serverTime) - (askedAt + answeredAt) / 2

/** True if the clock is off by more than five minutes. Lessons registered by such a clock have doubtful dates. */
export const isClockWrong = (offset: number): boolean => Math.abs(offset) > CLOCK_TOLERANCE

/** '2 h 5 min': how far off a clock is, whichever way. */
export function clockAmount(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  return [
    ...(days > 0 ? [countOf(days, 'dia', 'dias')] : []),
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(rest > 0 && days === 0 ? [`${rest} min`] : []),
  ].join(' ')
}

/**
 * The lessons whose dates become doubtful because the clock is off by `offset`. A lesson whose request may have arrived
 * is left out: its date can no longer be changed here.
 */
export function withDoubtfulDates(entries: readonly OutboxEntry[], offset: number): OutboxEntry[] {
  if (!isClockWrong(offset)) return []
  return entries
    .filter(
      ({ intent, state, clock }) =>
        // An answer's date is the time in the agenda, whatever this device's clock says.
        intent.kind === 'session' && !intent.session.slot && state === 'pending' && clock === null,
    )
    .map((entry) => ({ ...entry, clock: Math.round(offset) }))
}

/** The date of a doubtful lesson by the server's clock, to the minute; null for other entries. */
export function correctedDate({ intent, clock }: OutboxEntry): Instant | null {
  if (intent.kind !== 'session' || typeof clock !== 'number') return null
  const minutes = Math.round((Date.parse(intent.session.date) + clock) / 60_000)
  return new Date(minutes * 60_000).toISOString()
}

/** Settles a doubtful date: takes the corrected date or keeps the typed one. */
export function settledClock(entry: OutboxEntry, decision: 'correct' | 'keep'): OutboxEntry {
  const { intent } = entry
  const date = correctedDate(entry)
  if (intent.kind !== 'session' || date === null) return entry
  if (decision === 'keep') return { ...entry, clock: 'settled' }
  const session = { ...intent.session, date, lessonDay: localDayOf(date) }
  return { ...entry, clock: 'settled', intent: { kind: 'session', session } }
}
