import type { AgendaEffect, StudentEffect } from './effects'

/** What a write of credits, validity, feedback, skips or money did, as the database answered it. */
export interface HasEffects {
  effects: readonly StudentEffect[]
  /** Occurrences of the agenda that were skipped, moved or put back. */
  agenda?: AgendaEffect
  /**
   * Who came on one day only to a lesson that has moved or left the agenda, or had told not to come to it: a sentence
   * of each.
   */
  released?: readonly string[]
}

declare const data: unique symbol

/**
 * The answer of such a write. What is in it, its undo too, can be taken out by telling it alone (`tell`, or `opened` in
 * a service), so a screen that offers anything after a write without telling what it did does not compile.
 */
export interface Untold<Data extends HasEffects> {
  readonly [data]: Data
}

/** What telling takes out; of any other row the row itself. */
export type Opened<Row> = Row extends Untold<infer Data> ? Data : Row

export function untold<Data extends HasEffects>(answer: Data): Untold<Data>
export function untold(answer: unknown): unknown {
  return answer
}
