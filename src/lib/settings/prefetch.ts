/** When and how often what may be needed without network is read. Tests put their own numbers here. */
export const prefetchSettings = {
  /** The screen comes first: this long after it opened, or after something changed. */
  afterMs: 4_000,
  /** What was read this recently is not read again. */
  freshMs: 10 * 60_000,
}
