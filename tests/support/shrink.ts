/**
 * Leaves out what a failure does not need: halves, then smaller pieces, each time of what is still there.
 *
 * @param left what is there now; it gets shorter while `leaveOut` succeeds.
 * @param leaveOut tries without a piece; keeps it out if the failure stays.
 */
export async function shrinkBy<Part>(
  left: () => readonly Part[],
  leaveOut: (piece: readonly Part[]) => Promise<void>,
): Promise<void> {
  for (let size = Math.ceil(left().length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    const parts = left()
    for (let at = 0; at < parts.length; at += size) {
      const still = new Set(left())
      await leaveOut(parts.slice(at, at + size).filter((part) => still.has(part)))
    }
  }
}
