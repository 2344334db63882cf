import type { AgendaEffect, StudentEffect } from './effects'

/** What a write of credits, validity, feedback, skips or money did, as the database answered. */
export interface HasEffects {
  effects: readonly StudentEffect[]
  /** Occurrences of the agenda that were skipped, moved or put back. */
  agenda?: AgendaEffect
  /** A sentence for each guest who is no longer expected, and for each student whose 'Não vou' was for another hour. */
  released?: readonly string[]
}

declare const data: unique symbol

/**
 * The answer of such a write, wrapped. Only telling it (`tell`), or `opened` within a service, takes out what is in it,
 * including its undo. So a screen that offers something after a write without telling what the write did does not
 * compile. An interface, because the check of those who drop an answer (docs/architecture.md, 'Other writes') finds it
 * by its name.
 */
export interface Untold<Data extends HasEffects> {
  readonly [data]: Data
}

/** The unwrapped answer; any other row is itself. */
export type Opened<Row> = Row extends Untold<infer Data> ? Data : Row

export function untold<Data extends HasEffects>(answer: Data): Untold<Data>
export function untold(answer: unknown): unknown {
  return answer
}
