import type { ExceptionPlan, OccurrenceKey } from '@/domain/agenda/agenda'
import type { Uuid } from '@/domain/shared/model'
import { exceptionsOf } from './exceptions'
import type { LessonUndo, SkipIntent } from './intents'
import type { CreditFacts, CreditPlan } from './plan-types'

/** What undoes a plan that was applied; null when there is nothing to undo. */
export function undoOf(
  { op_id, lessons, extensions, skips }: CreditPlan,
  facts: CreditFacts,
  /** As stored after the plan. */
  stored: readonly { id: Uuid; version: number }[],
): LessonUndo | null {
  const changed = lessons.flatMap(({ op, session: { id } }): LessonUndo['lessons'] => {
    const before = facts.sessions.find((session) => session.id === id) ?? null
    const version = stored.find((session) => session.id === id)?.version ?? null
    switch (op) {
      case 'create':
        return version === null ? [] : [{ sessionId: id, before: null, version }]
      case 'update':
        // The version of the facts: an earlier try had done it, and what was there before is unknown.
        return before === null || version === null || version === before.version
          ? []
          : [{ sessionId: id, before, version }]
      case 'delete':
        return before === null ? [] : [{ sessionId: id, before, version: null }]
    }
  })
  if (changed.length < lessons.length) return null
  return {
    lessons: changed,
    extensions: {
      added: extensions.add.map(({ id }) => id),
      removed: facts.extensions.filter(({ id }) => extensions.remove.includes(id)),
    },
    ...(skips && {
      skips: {
        opId: op_id,
        exceptions: withoutSkips(skips.add),
        studentIds: facts.students.map(({ id }) => id),
      },
    }),
  }
}

/** What undoes skips, from the intent alone. */
export const undoOfSkip = ({ opId, occurrences, reason }: SkipIntent): LessonUndo => ({
  lessons: [],
  extensions: { added: [], removed: [] },
  skips: {
    opId,
    exceptions: withoutSkips(exceptionsOf(occurrences, reason)),
    studentIds: occurrences.flatMap(({ studentIds }) => studentIds),
  },
})

/** One undo of changes of several lessons that were sent one after the other. */
export const joinedUndo = (undos: readonly LessonUndo[]): LessonUndo => ({
  lessons: undos.flatMap(({ lessons }) => lessons),
  extensions: {
    added: undos.flatMap(({ extensions }) => extensions.added),
    removed: undos.flatMap(({ extensions }) => extensions.removed),
  },
  // There is one skip at most, of however many occurrences.
  ...undos.map(({ skips }) => skips && { skips }).find(Boolean),
})

/** Ends skips. Each occurrence is planned again, at the time to which it had moved, also by another device since. */
export const withoutSkips = (skipped: readonly OccurrenceKey[]): ExceptionPlan => ({
  add: skipped.map(({ slot_id, slot_date }) => ({ slot_id, slot_date, reason: null, moved_to: null })),
  remove: [],
})
