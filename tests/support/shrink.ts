/**
 * Reduces a failing case: leaves out the parts that the failure does not need, halves first, then ever smaller pieces
 * of what is left.
 *
 * @param left the parts that are still in the case; the list gets shorter when `leaveOut` succeeds.
 * @param leaveOut tries the case without a piece, and leaves the piece out if the case still fails.
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
