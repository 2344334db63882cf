/** An advisory that does not concern this product, and until when that is believed. */
export interface Exception {
  /** 'GHSA-…'. */
  advisory: string
  /** Why it does not concern us: who could reach the weakness, and what they would gain. */
  why: string
  /** The last day of the exception, 'YYYY-MM-DD'; at most three months from the day it is written. */
  until: string
}

/** Written by whoever looked into it; `npm run audit` fails on the day after `until`. None today. */
export const EXCEPTIONS: readonly Exception[] = []
