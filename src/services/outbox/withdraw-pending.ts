import type { LessonUndo } from '@/domain/credits/intents'
import { undoOfSkip } from '@/domain/credits/undo-of'
import type { OutboxIntent } from '@/domain/outbox/outbox'
import { isSameSession } from '@/domain/sessions/same-session'
import type { Uuid } from '@/domain/shared/model'
import { failure, type Result } from '@/domain/shared/result'
import { sessions } from '@/services/sessions/sessions'
import { success, unauthenticated } from '@/services/supabase/errors'
import { MESSAGES } from '@/texts/shared/messages'
import { UNDO } from '@/texts/undo/undo'
import { outbox } from './outbox'
import { outboxStore } from './outbox-store'

/**
 * Takes an entry out of the outbox before it is sent; then the result is null. While it is being sent nothing is known, so
 * its outcome is waited for: a lesson that was registered after all is answered with what undoes it.
 */
export async function withdrawPending(
  owner: Uuid,
  id: Uuid,
  intent: OutboxIntent,
  onWaiting: () => void,
): Promise<Result<LessonUndo | null>> {
  let isTold = false
  for (;;) {
    const removed = await outbox.withdraw(owner, id)
    if (removed.success) return removed
    if (removed.code === 'already-sent') return sentMeanwhile(intent)
    if (!isBeingSent(owner, id)) return removed
    if (!isTold) onWaiting()
    isTold = true
    await outcomeOf(owner, id)
    // Another coach's turn, or nobody's: what this coach left is no longer touched.
    if (outboxStore.current().owner !== owner) return unauthenticated()
  }
}

async function sentMeanwhile(intent: OutboxIntent): Promise<Result<LessonUndo>> {
  if (intent.kind === 'student') return failure('already-sent', UNDO.pending.studentSent)
  if (intent.kind === 'feedback') return failure('already-sent', UNDO.pending.feedbackSent)
  if (intent.kind === 'skip') return success(undoOfSkip(intent.skip))
  const { sessionId } = intent.session
  const there = await sessions.get(sessionId)
  if (!there.success) return there
  const texts = MESSAGES.sessions.service
  if (there.data === null) return failure('session-not-found', texts.alreadyDeleted)
  if (!isSameSession(intent.session, there.data)) return failure('overtaken', texts.changedSince(1))
  return success({
    lessons: [{ sessionId, before: null, version: there.data.version }],
    extensions: { added: [], removed: [] },
  })
}

const isBeingSent = (owner: Uuid, id: Uuid): boolean => {
  const { owner: shown, entries } = outboxStore.current()
  return shown === owner && entries.some((entry) => entry.id === id && entry.state === 'sending')
}

function outcomeOf(owner: Uuid, id: Uuid): Promise<void> {
  return new Promise((resolve) => {
    const stop = outboxStore.subscribe(() => {
      if (isBeingSent(owner, id)) return
      stop()
      resolve()
    })
  })
}
