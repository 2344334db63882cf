import type { Uuid } from '@/core/model'
import type { Effects } from '@/credits/applied'

/**
 * Versions of lessons that this device moved by giving feedback. Stars that the coach taps after 'Aconteceu' must not make
 * its 'Desfazer' take the lesson for one that another device has changed.
 */
const moved = new Map<Uuid, Map<number, number>>()

export function rememberOwnFeedback(lessons: Effects['lessons']): void {
  for (const { before, after } of lessons) {
    if (before === null || after === null) continue
    const versions = moved.get(after.id) ?? new Map<number, number>()
    moved.set(after.id, versions.set(before.version, after.version))
  }
}

/** The version to which this device's feedback alone has moved the lesson since; else the same one. */
export function afterOwnFeedback(sessionId: Uuid, version: number): number {
  const next = moved.get(sessionId)?.get(version)
  return next === undefined ? version : afterOwnFeedback(sessionId, next)
}
