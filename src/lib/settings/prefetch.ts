/** Timing of the prefetch for offline use. Tests override it. */
export const prefetchSettings = {
  /** Delay after a screen opened or something changed, so that the screen's own requests come first. */
  afterMs: 4_000,
  /** Data younger than this is not read again. */
  freshMs: 10 * 60_000,
}
