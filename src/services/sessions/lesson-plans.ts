import type { DayCancellationIntent, RestoreIntent } from '@/domain/credits/intents'
import { planRestore } from '@/domain/credits/plan-restore'
import { planDayCancellation } from '@/domain/credits/plan-session'
import type { Uuid } from '@/domain/shared/model'
import { asOwner } from '@/services/account/owner'
import { write, type SaveResult } from '@/services/credits/apply-plan'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.sessions.service

/** Changes of many lessons at once. Apart from `sessions`, which the app loads when it starts. */
export const lessonPlans = {
  /** Cancels lessons of a day: all of them or none (docs/product.md, 'A lesson that did not happen'). */
  cancelDay: (intent: DayCancellationIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: texts.cancelDay, only }, (client, owner) =>
      write(client, owner, {
        sessionIds: intent.sessions.map(({ sessionId }) => sessionId),
        studentIds: [],
        isSeen: true,
        decide: (facts, now) => planDayCancellation(intent, facts, now),
        failed: texts.cancelDay,
        done: texts.dayCancelled(intent.sessions.length),
      }),
    ),

  /**
   * Undoes what a result's `undo` names (docs/product.md, 'Undo'). A lesson that changed since is left as it is, and with
   * it everything else: failure 'overtaken'.
   */
  restore: (intent: RestoreIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: texts.restore, only }, async (client, owner) => {
      const result = await write(client, owner, {
        sessionIds: intent.lessons.map(({ sessionId }) => sessionId),
        studentIds: intent.lessons.flatMap(
          ({ before }) => before?.assignments.map(({ student_id }) => student_id) ?? [],
        ),
        isSeen: true,
        decide: (facts, now) => planRestore(intent, facts, now),
        failed: texts.restore,
        done: texts.restored,
      })
      return !result.success && ['overtaken', 'session-not-found'].includes(result.code)
        ? { ...result, message: texts.changedSince(intent.lessons.length) }
        : result
    }),
}
