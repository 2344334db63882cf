import { paths } from '@/core/paths'

/** What '+' passes to the form of a new lesson: the screen on which it was pressed, to which the coach returns. */
type CameFrom = { from: string }

/** undefined on the form itself, to which nothing returns. */
export const cameFrom = (from: string): CameFrom | undefined =>
  from.startsWith(paths.newSession.path) ? undefined : { from }

/** The screen on which '+' was pressed; null if the form was opened by its own address. */
export function screenBefore(state: unknown): string | null {
  const isTold = typeof state === 'object' && state !== null && 'from' in state
  return isTold && typeof state.from === 'string' ? state.from : null
}
