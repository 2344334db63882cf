import type { OccurrenceKey } from '@/agenda/rules'
import { AGENDA_SERVICE } from '@/agenda/texts'
import type { Uuid } from '@/core/model'
import type {
  DayCancellationIntent,
  LinkIntent,
  RestoreIntent,
  SkipIntent,
  SkippedOccurrence,
} from '@/credits/intents'
import { planRestore } from '@/credits/plan-restore'
import { planDayCancellation, planLink, planSkip } from '@/credits/plan-session'
import { asOwner } from '@/data/owner'
import { afterOwnFeedback } from './own-feedback-data'
import { SESSION_MESSAGES } from './texts'
import { writeLessons, type SaveResult } from './write-lessons-data'

const texts = SESSION_MESSAGES.service

/** Changes of many lessons at once. Apart from `sessions`, which the app loads when it starts. */
export const lessonPlans = {
  /** Cancels lessons of a day: all of them or none (docs/product.md, 'A lesson that did not happen'). */
  cancelDay: (intent: DayCancellationIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: texts.cancelDay, only }, (client, owner) =>
      writeLessons(client, owner, {
        entered: intent,
        sessionIds: intent.sessions.map(({ sessionId }) => sessionId),
        studentIds: studentsOf(intent.occurrences),
        isSeen: true,
        slotChanged: 'refuse',
        decide: (facts, now) => planDayCancellation(intent, facts, now),
        failed: texts.cancelDay,
        done: texts.dayCancelled(intent.sessions.length + (intent.occurrences?.length ?? 0)),
      }),
    ),

  /** Skips occurrences of the agenda: all of them or none. */
  skip: (intent: SkipIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: AGENDA_SERVICE.skip, only }, (client, owner) =>
      writeLessons(client, owner, {
        entered: intent,
        sessionIds: [],
        studentIds: studentsOf(intent.occurrences),
        slotChanged: 'refuse',
        decide: (facts, now) => planSkip(intent, facts, now),
        failed: AGENDA_SERVICE.skip,
        done: AGENDA_SERVICE.skipped(intent.occurrences.length),
      }),
    ),

  /** A lesson without a slot becomes that of an occurrence (docs/product.md, 'The same lesson twice'). */
  link: (intent: LinkIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: AGENDA_SERVICE.link, only }, (client, owner) =>
      writeLessons(client, owner, {
        entered: intent,
        sessionIds: [intent.sessionId],
        studentIds: [],
        decide: (facts, now) => planLink(intent, facts, now),
        failed: AGENDA_SERVICE.link,
        done: AGENDA_SERVICE.linked,
      }),
    ),

  /**
   * Undoes what a result's `undo` names (docs/product.md, 'Undo'). A lesson that changed since is left as it is, and with
   * it everything else: failure 'overtaken'.
   */
  restore: (intent: RestoreIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: texts.restore, only }, async (client, owner) => {
      const result = await writeLessons(client, owner, {
        entered: intent,
        sessionIds: intent.lessons.map(({ sessionId }) => sessionId),
        studentIds: intent.lessons.flatMap(
          ({ before }) => before?.participants.map(({ student_id }) => student_id) ?? [],
        ),
        occurrences: occurrencesOf(intent),
        isSeen: true,
        decide: (facts, now) => planRestore(withOwnFeedback(intent), facts, now),
        failed: texts.restore,
        done: texts.restored,
      })
      return !result.success && ['overtaken', 'session-not-found'].includes(result.code)
        ? { ...result, message: texts.changedSince(countOf(intent)) }
        : result
    }),
}

const countOf = ({ lessons, skips }: RestoreIntent): number => lessons.length + (skips?.add.length ?? 0)

/** A lesson that was registered is undone with the stars that this device has given it since. */
const withOwnFeedback = (intent: RestoreIntent): RestoreIntent => ({
  ...intent,
  lessons: intent.lessons.map((lesson) =>
    lesson.before === null && lesson.version !== null
      ? { ...lesson, version: afterOwnFeedback(lesson.sessionId, lesson.version) }
      : lesson,
  ),
})

/** The occurrences that an undo skips or plans again, or answers with a lesson that returns. */
const occurrencesOf = ({ lessons, skips = { add: [], remove: [] } }: RestoreIntent): OccurrenceKey[] => [
  ...skips.add,
  ...skips.remove,
  ...lessons.flatMap(({ before }) =>
    before?.slot_id && before.slot_date ? [{ slot_id: before.slot_id, slot_date: before.slot_date }] : [],
  ),
]

const studentsOf = (occurrences: readonly SkippedOccurrence[] = []): Uuid[] => [
  ...new Set(occurrences.flatMap(({ studentIds }) => studentIds)),
]
