import type { OccurrenceKey, SlotException } from '@/agenda/rules'
import { derivedId } from '@/core/ids'
import type { Uuid } from '@/core/model'
import type { Effects } from './applied'
import type { LessonUndo, SkipIntent } from './intents'
import type { CreditFacts, CreditPlan } from './plan-types'

/** What undoes an applied plan; null if an earlier attempt had changed a lesson: what it was before is unknown. */
export function undoOf(
  { op_id, lessons, skips }: CreditPlan,
  facts: CreditFacts,
  /** The lessons as stored after the plan. */
  stored: readonly { id: Uuid; version: number }[],
  /** Skips that ended because the plan registered a lesson for their occurrence. */
  endedSkips: readonly SlotException[],
): LessonUndo | null {
  const changed = lessons.flatMap(({ op, session: { id } }): LessonUndo['lessons'] => {
    const before = facts.sessions.find((session) => session.id === id) ?? null
    const version = stored.find((session) => session.id === id)?.version ?? null
    switch (op) {
      case 'create':
        return version === null ? [] : [{ sessionId: id, before: null, version }]
      case 'update':
        // With the version of the facts, an earlier attempt made the change, and the lesson before it is unknown.
        return before === null || version === null || version === before.version
          ? []
          : [{ sessionId: id, before, version }]
      case 'delete':
        return before === null ? [] : [{ sessionId: id, before, version: null }]
    }
  })
  if (changed.length < lessons.length) return null
  const ended = skips ? skips.add.map((skip) => withoutSkip(skip, [op_id])) : []
  return { lessons: changed, skips: [...ended, ...endedSkips] }
}

/**
 * Skips that ended because a lesson was registered for their occurrence, as they were before. An occurrence that had
 * moved stays moved.
 */
export const skipsEndedBy = (effects: Effects | null): SlotException[] =>
  effects === null
    ? []
    : effects.skips.flatMap(({ before, after }) => {
        if (!before?.reason || after?.reason) return []
        const isAnswered = effects.lessons.some(
          (lesson) =>
            lesson.after?.slot_id === before.slot_id &&
            lesson.after.slot_date === before.slot_date &&
            lesson.before === null,
        )
        return isAnswered ? [before] : []
      })

/** What undoes skips, made from the intent alone. */
export const undoOfSkip = ({ opId, occurrences }: SkipIntent): LessonUndo => ({
  lessons: [],
  skips: occurrences.map(({ slotId: slot_id, slotDate: slot_date }) => {
    const occurrence = { slot_id, slot_date }
    return withoutSkip(occurrence, [opId, partOfSkip(opId, occurrence)])
  }),
})

/** One undo for several changes that were sent one after the other. */
export const joinedUndo = (undos: readonly LessonUndo[]): LessonUndo => ({
  lessons: undos.flatMap(({ lessons }) => lessons),
  skips: undos.flatMap(({ skips }) => skips ?? []),
})

/** The operation id for one of several occurrences, where one request cannot skip all of them. */
export const partOfSkip = (opId: Uuid, { slot_id, slot_date }: OccurrenceKey): Uuid =>
  // From slot and date: a slot may have two occurrences on one day, one of which moved there.
  derivedId(derivedId(opId, slot_id), slot_date)

/**
 * Ends a skip if one of these operations wrote it. The occurrence is planned again, at the time to which it had moved,
 * even if another device has moved it since.
 */
const withoutSkip = ({ slot_id, slot_date }: OccurrenceKey, ops: readonly Uuid[]): SlotException => ({
  slot_id,
  slot_date,
  reason: null,
  moved_to: null,
  ops,
})
