import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FeedbackEditIntent } from '@/domain/credits/intents'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { invalidateFeedback } from '@/queries/effects'
import { sessions } from '@/services/sessions/sessions'
import { MESSAGES } from '@/texts/shared/messages'

export interface QuickFeedback {
  /** 1 to 5. */
  rating: number
  tags: readonly string[]
}

const NONE: ReadonlyMap<Uuid, QuickFeedback> = new Map()

/**
 * Stars and tags of a lesson's students, saved as they are tapped (docs/product.md, 'Today'). Taps on one student are sent
 * one after the other, and of those that came meanwhile only the last.
 *
 * @param clubId of the slot; absent or null: the default club.
 */
export function useQuickFeedback({ sessionId, clubId }: { sessionId: Uuid; clubId?: Uuid | null }) {
  const owner = useOwner()
  const client = useQueryClient()
  const [tapped, setTapped] = useState(NONE)
  const wanted = useRef(new Map<Uuid, QuickFeedback>())
  const sending = useRef(new Set<Uuid>())

  const show = (studentId: Uuid, feedback: QuickFeedback | undefined) =>
    setTapped((before) => {
      const after = new Map(before)
      if (feedback === undefined) after.delete(studentId)
      else after.set(studentId, feedback)
      return after
    })

  async function send(studentId: Uuid, saved: QuickFeedback | undefined) {
    sending.current.add(studentId)
    let before = saved
    for (let next = wanted.current.get(studentId); next && next !== before;) {
      const id = crypto.randomUUID()
      const intent: FeedbackEditIntent = {
        opId: id,
        sessionId,
        studentId,
        feedback: { ...next, ...(clubId && { clubId }) },
      }
      const result = await sessions.updateFeedback(intent, undefined, owner ?? undefined)
      if (!result.success) {
        wanted.current.delete(studentId)
        show(studentId, before)
        toastFailure(MESSAGES.sessions.toast.feedbackFailed, result)
        break
      }
      before = next
      next = wanted.current.get(studentId)
    }
    sending.current.delete(studentId)
    void invalidateFeedback(client)
  }

  return {
    tapped,
    tap: (studentId: Uuid, feedback: QuickFeedback) => {
      const saved = tapped.get(studentId)
      wanted.current.set(studentId, feedback)
      show(studentId, feedback)
      if (!sending.current.has(studentId)) void send(studentId, saved)
    },
  }
}
