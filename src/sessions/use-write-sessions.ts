import type { SlotChanged } from '@/agenda/rules'
import type { SessionFeedback, Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import type { FeedbackEditIntent, RegistrationIntent, SessionEditIntent } from '@/credits/intents'
import { invalidateFeedback } from '@/data/queries/effects'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { outboxStore } from '@/outbox/data'
import { sendOutbox } from '@/outbox/outbox-sender-data'
import { pendingFeedback, sentTaps } from '@/outbox/pending'
import { sessions } from './data'
import { SESSION_MESSAGES } from './texts'
import { lessonsChanged } from './use-sessions'
import { afterOwnChanges } from './write-lessons-data'

/** The form makes `sessionId` and `opId` and keeps them across retries: an intent sent twice is one session. */
export const useRegisterSession = (slotChanged: SlotChanged = 'refuse') =>
  useOwnerMutation(
    (intent: RegistrationIntent, only) => sessions.register(intent, { only, slotChanged }),
    lessonsChanged,
  )

const haveStarsWaiting = (sessionId: Uuid, students: readonly Uuid[]) =>
  students.some((studentId) => pendingFeedback(outboxStore.current().entries, { sessionId, studentId }))

/** Sends stars of 'Hoje' that wait first, or they would overwrite a form. 'busy' if they cannot be sent now. */
async function starsFirst(sessionId: Uuid, students: readonly Uuid[]): Promise<Failure | null> {
  const isWaiting = () => haveStarsWaiting(sessionId, students)
  if (isWaiting()) await sendOutbox()
  return isWaiting() ? failure('busy', SESSION_MESSAGES.service.starsWait) : null
}

/** `seen` is the feedback with which the form opened, so that another device's edit is not overwritten. */
export const useUpdateFeedback = () =>
  useOwnerMutation(
    async (
      {
        intent,
        seen,
      }: {
        intent: FeedbackEditIntent
        seen?: Pick<SessionFeedback, 'rating' | 'notes' | 'private_notes' | 'tags'>
      },
      only,
    ) => {
      const waits = await starsFirst(intent.sessionId, [intent.studentId])
      if (waits) return waits
      // The outbox may have sent stars while the form was open: that was not another device.
      return sessions.updateFeedback(intent, seen, only, sentTaps(outboxStore.current().entries, intent))
    },
    (client) => {
      void invalidateFeedback(client)
    },
  )

export const useAssignPackage = () => useOwnerMutation(sessions.assignPackage, lessonsChanged)

export const useEditSession = () =>
  useOwnerMutation(async (intent: SessionEditIntent, only) => {
    const { sessionId, expectedVersion, participants } = intent
    const idsOf = (some: typeof participants) => some.map(({ studentId }) => studentId)
    const ownVersion = () => afterOwnChanges(sessionId, expectedVersion)
    // The coach sees the stars before a feedback typed here replaces them.
    const replaced = idsOf(participants.filter(({ feedback }) => feedback !== undefined))
    const isSeen = ownVersion() === expectedVersion && !haveStarsWaiting(sessionId, replaced)
    const waits = await starsFirst(sessionId, idsOf(participants))
    if (waits) return waits
    // The stars that were sent just now are no other device's change.
    return sessions.updateComplete(isSeen ? { ...intent, expectedVersion: ownVersion() } : intent, only)
  }, lessonsChanged)

export const useDeleteSession = () => useOwnerMutation(sessions.remove, lessonsChanged)
