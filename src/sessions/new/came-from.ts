import { paths } from '@/core/paths'

/** What '+' tells the form of a new lesson: the screen on which it was pressed, to which the coach returns. */
interface CameFrom {
  from: string
}

/** Of the form itself there is no way back to it. */
export const cameFrom = (from: string): CameFrom | undefined =>
  from.startsWith(paths.newSession.path) ? undefined : { from }

/** Where '+' was pressed; null: the form was opened by its own address. */
export function screenBefore(state: unknown): string | null {
  const isTold = typeof state === 'object' && state !== null && 'from' in state
  return isTold && typeof state.from === 'string' ? state.from : null
}
