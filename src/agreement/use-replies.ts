import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwner } from '@/account/use-auth'
import { noteOf, type Noted } from '@/agenda/answers'
import type { ExpectedStudent } from '@/agenda/rules'
import { showInAgenda } from '@/agenda/use-agenda'
import type { Instant, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import type { ReplyIntent } from '@/credits/intents'
import { tell } from '@/credits/tell'
import type { Untold } from '@/credits/untold'
import { useUndoAction, type Pending } from '@/credits/use-undo'
import { unlessLeft } from '@/data/owner'
import { invalidateLessons } from '@/data/queries/effects'
import { toast, type ToastAction } from '@/lib/browser/toast'
import { OUTBOX } from '@/outbox/texts'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { toastFailure } from '@/ui/forms/toast-failure'
import { standsText } from './coach-replies'
import { COACH_REPLIES as texts } from './coach-reply-texts'
import { replies, type ReplyChanged } from './data'

type Words = 'noted' | 'taken' | 'voided'

/** Notes students' replies for the coach, and takes them back (docs/product.md, 'Replies'). */
export function useReplies() {
  const owner = useOwner()
  const client = useQueryClient()
  const sendOrQueue = useSendOrQueue()
  const undoAction = useUndoAction()
  const [busy, setBusy] = useState<Uuid | null>(null)

  /** Shows the reply at once in every cached agenda, then reads everything again. */
  function show(occurrence: Noted, studentId: Uuid, reply: ReplyChanged['reply']) {
    const said = reply ?? { reply: null, replied_at: null, told_by: null, outcome: null }
    showInAgenda(client, owner, [occurrence], (each) => ({
      ...each,
      students: each.students.map((student) =>
        student.id === studentId ? { ...student, ...said } : student,
      ),
    }))
    void invalidateLessons(client)
  }

  async function change(
    occurrence: Noted,
    student: ExpectedStudent,
    send: () => Promise<Result<Untold<ReplyChanged>> | 'queued'>,
    done: { words: Words; failed: string; action?: ToastAction; pending?: Pending },
  ): Promise<boolean> {
    setBusy(student.id)
    const result = await send()
    setBusy(null)
    if (result === 'queued') {
      const { pending } = done
      const action = pending && undoAction({ kind: 'pending', entry: pending })
      toast({ title: OUTBOX.kept.reply, description: texts.notedLater, action })
      return true
    }
    if (!result.success) {
      void invalidateLessons(client)
      toastFailure(done.failed, result)
      return false
    }
    const { reply } = tell(result.data, (changed) => {
      const stands = standsText(done.words === 'noted', changed)
      return {
        title: texts[done.words],
        lines: [...(done.words === 'voided' ? [texts.voidedHelp] : []), ...(stands ? [stands] : [])],
        action: done.action,
      }
    })
    show(occurrence, student.id, reply)
    return true
  }

  /** @param sent what is sent at once; the outbox sends `intent`. */
  function record(
    occurrence: Noted,
    student: ExpectedStudent,
    intent: ReplyIntent,
    words: Words,
    sent: Parameters<typeof replies.record>[0] = intent,
  ) {
    const pending: Pending = {
      id: crypto.randomUUID(),
      intent: { kind: 'reply', reply: intent },
      names: { [student.id]: student.name },
    }
    const send = () => sendOrQueue(pending, () => replies.record(sent, pending.id, owner ?? undefined))
    return change(occurrence, student, send, { words, failed: texts.failed, pending })
  }

  return {
    /** The student about whom something is being sent. */
    busy,
    /** 'Avisou que não vem': told at `toldAt`, or now if it is null. */
    note: (occurrence: Noted, student: ExpectedStudent, toldAt: Instant | null) => {
      const intent = noteOf(occurrence, student.id, 'not_coming', toldAt ?? new Date().toISOString())
      // `toldAt` stays null for now: by a slow clock of this device the student would have told earlier.
      return record(occurrence, student, intent, 'noted', { ...intent, toldAt })
    },
    /** Takes back the note that is shown: one that another device made since stays, also when this is sent late. */
    takeBack: (occurrence: Noted, student: ExpectedStudent) =>
      record(
        occurrence,
        student,
        {
          ...noteOf(occurrence, student.id, null, student.replied_at ?? new Date().toISOString()),
          noted: student.noted,
        },
        'taken',
      ),
    /** 'Não foi o aluno'. `action` leads to a new link for the student. */
    void: (occurrence: Noted, student: ExpectedStudent, action: ToastAction) => {
      const { slot_id: slot, slot_date, starts_at } = occurrence
      const start = starts_at.instant
      const voided = { slot, slot_date, student: student.id, start, op: crypto.randomUUID() }
      const send = () => unlessLeft(replies.void(voided, owner ?? undefined))
      return change(occurrence, student, send, { words: 'voided', failed: texts.voidFailed, action })
    },
  }
}
