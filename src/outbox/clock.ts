import { CLOCK_TOLERANCE } from '@/core/constants'
import { localDayOf } from '@/core/dates'
import type { Instant } from '@/core/model'
import type { OutboxEntry } from './rules'

/**
 * The date of a lesson that waits is in doubt when the device's clock turns out to be wrong (docs/product.md,
 * 'Outbox').
 */

/** How many milliseconds the server's clock is ahead of this device's, if the answer took as long as the question. */
export function clockOffset(serverTime: Instant, askedAt: number, answeredAt: number): number {
  return Date.parse(serverTime) - (askedAt + answeredAt) / 2
}

/** Off by more than five minutes: what was registered by this clock has doubtful dates. */
export function isClockWrong(offset: number): boolean {
  return Math.abs(offset) > CLOCK_TOLERANCE
}

/** '2 h 5 min': how far off a clock is, whichever way. */
export function clockAmount(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  return [
    ...(days > 0 ? [`${days} ${days === 1 ? 'dia' : 'dias'}`] : []),
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(rest > 0 && days === 0 ? [`${rest} min`] : []),
  ].join(' ')
}

/**
 * The lessons whose dates become doubtful now that the clock is known to be wrong. One whose request may have arrived
 * is not asked about: its date is out of our hands.
 */
export function withDoubtfulDates(entries: readonly OutboxEntry[], offset: number): OutboxEntry[] {
  if (!isClockWrong(offset)) return []
  return entries
    .filter(
      ({ intent, state, clock }) =>
        // The date of an answer is that of the agenda, whatever this device's clock says.
        intent.kind === 'session' && !intent.session.slot && state === 'pending' && clock === null,
    )
    .map((entry) => ({ ...entry, clock: Math.round(offset) }))
}

/** The date that a doubtful lesson would have by the server's clock, to the minute. */
export function correctedDate({ intent, clock }: OutboxEntry): Instant | null {
  if (intent.kind !== 'session' || typeof clock !== 'number') return null
  const minutes = Math.round((Date.parse(intent.session.date) + clock) / 60_000)
  return new Date(minutes * 60_000).toISOString()
}

/** Settles a doubtful date: take the corrected one, or keep the typed one. */
export function settledClock(entry: OutboxEntry, decision: 'correct' | 'keep'): OutboxEntry {
  const { intent } = entry
  const date = correctedDate(entry)
  if (intent.kind !== 'session' || date === null) return entry
  if (decision === 'keep') return { ...entry, clock: 'settled' }
  const session = { ...intent.session, date, lessonDay: localDayOf(date) }
  return { ...entry, clock: 'settled', intent: { kind: 'session', session } }
}
