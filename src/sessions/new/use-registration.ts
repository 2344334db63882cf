import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { AGENDA_SERVICE } from '@/agenda/texts'
import { useKnownZone, useToldZone } from '@/agenda/use-time-zone'
import { unknownReplyText } from '@/agreement/coach-replies'
import { localDayOf } from '@/core/dates'
import type { Student, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import type { RegistrationIntent } from '@/credits/intents'
import type { Untold } from '@/credits/untold'
import { useUndoAction } from '@/credits/use-undo'
import { toast, type ToastAction } from '@/lib/browser/toast'
import { summaryRequest } from '@/messages/requests'
import { MESSAGE_TEXTS } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { outboxStore } from '@/outbox/data'
import { registrationOf } from '@/outbox/pending'
import { OUTBOX } from '@/outbox/texts'
import { useDraftSent } from '@/outbox/use-draft-sent'
import { useOutboxActions } from '@/outbox/use-outbox'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import type { Draft } from '@/ui/forms/use-draft'
import { useCreate } from '@/ui/forms/use-draft-form'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { useLeaveAfterSave } from '@/ui/use-address'
import { isAsRegistered, type RegisteredLesson } from '../data'
import type { LessonForm, LessonValues } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { useRegisterSession } from '../use-write-sessions'
import { screenBefore } from './came-from'
import { toIntent, type Registered } from './draft'

const { service, toast: toasts } = SESSION_MESSAGES

/**
 * Returns [save, saving]. Saving registers the lesson, or queues it in the outbox (docs/product.md, 'Outbox'), and goes
 * to the history, or back to where '+' was pressed. In the outbox it replaces the pending lesson.
 */
export function useRegistration({
  draft,
  students,
  pending,
  registered,
  typed,
  onDateRefused,
  onBeside,
}: {
  draft: Draft<LessonForm>
  /** Their names are stored with a lesson that waits, because they could not be looked up offline. */
  students: readonly Pick<Student, 'id' | 'name'>[]
  pending: RegistrationIntent | undefined
  registered: Registered
  /** What the draft keeps. */
  typed: () => Partial<LessonForm>
  onDateRefused: (message: string) => void
  /** Called when another lesson may be the same one. */
  onBeside: () => void
}): [save: (values: LessonValues) => Promise<unknown>, saving: boolean] {
  const leave = useLeaveAfterSave()
  const { state }: { state: unknown } = useLocation()
  const before = screenBefore(state)
  const entryOf = (id: Uuid, values: LessonValues) => {
    const session = toIntent(id, values, registered)
    const ids = session.participants.map(({ studentId }) => studentId)
    const named = students.filter((student) => ids.includes(student.id))
    return {
      id,
      intent: { kind: 'session' as const, session },
      names: Object.fromEntries(named.map(({ id: studentId, name }) => [studentId, name])),
    }
  }

  const { change } = useOutboxActions()
  const [replace, replacing] = useSingleFlight(async (id: Uuid, values: LessonValues) => {
    const { intent, names } = entryOf(id, values)
    const session = withTaps(intent.session, pending)
    const result = await change(id, { intent: { ...intent, session }, names })
    if (!result.success) {
      toast({ title: toasts.updateFailed, description: result.message, tone: 'error' })
      return
    }
    draft.clear()
    toast({ title: OUTBOX.kept.lessonChanged })
    return leave(paths.outbox.href())
  })

  // A coach who was told that the agenda changed, and saves again, registers the lesson all the same.
  const [isTold, setTold] = useState(false)
  const register = useRegisterSession(isTold ? 'follow' : 'refuse')
  const sendOrQueue = useSendOrQueue()
  const undoAction = useUndoAction()
  const zone = useKnownZone()
  const toldZone = useToldZone()
  const [create, creating] = useCreate<LessonValues, Untold<RegisteredLesson>, LessonForm>({
    create: async (id, values, isFirst) => {
      const entry = entryOf(id, values)
      const result = await sendOrQueue({ ...entry, isFirst }, () =>
        register.mutateAsync(entry.intent.session),
      )
      const isChanged = result !== 'queued' && !result.success && result.code === 'agenda-changed'
      if (!isChanged) return result
      setTold(true)
      return { ...result, message: AGENDA_SERVICE.changedForm }
    },
    isAsCreated: isAsRegistered,
    done: before === null ? service.created : AGENDA_SERVICE.held,
    failed: toasts.createFailed,
    warnings: ({ withoutPackage: names, unknownReplies }) => [
      ...unknownReplies.map((each) => unknownReplyText(each, zone)),
      ...SESSION_MESSAGES.withoutPackage(names),
    ],
    action: ({ undo }) => undoAction(undo && { kind: 'lessons', change: undo }),
    also: (_, id, values) =>
      before === null || toldZone === null ? undefined : sendSummaries(entryOf(id, values), toldZone),
    onDone: ({ session }, isOther) => {
      if (before !== null && !isOther) return leave(before)
      return leave(
        paths.sessions.href({ refresh: true, ...(isOther && session && { day: localDayOf(session.date) }) }),
      )
    },
    onQueued: (id, values, isOpen) => {
      toast({
        title: OUTBOX.kept.session,
        description: OUTBOX.kept.lessonLater,
        action: undoAction({ kind: 'pending', entry: entryOf(id, values) }),
      })
      return isOpen ? leave(before ?? paths.sessions.href()) : undefined
    },
    onFailure: ({ code, message }) => {
      if (code === 'session-in-future') onDateRefused(message)
      if (code === 'lesson-beside') onBeside()
    },
  })
  useDraftSent(draft, {
    saving: creating,
    close: () => void leave(before ?? paths.sessions.href()),
  })
  return pending
    ? [(values) => replace(pending.opId, values), replacing]
    : [(values) => create(values, draft, typed), creating]
}

const attendanceIn = (lesson: RegistrationIntent | undefined, id: Uuid) =>
  lesson?.participants.find(({ studentId }) => studentId === id)?.attendance

/** With the attendance that another tab's 'Hoje' has changed since the form opened, unless the form changed it too. */
function withTaps(session: RegistrationIntent, opened: RegistrationIntent | undefined): RegistrationIntent {
  const stored = registrationOf(outboxStore.current().entries, session.sessionId)
  const participants = session.participants.map((each) => {
    const { studentId, attendance = 'present' } = each
    const before = attendanceIn(opened, studentId) ?? 'present'
    const tapped = attendanceIn(stored?.intent.session, studentId)
    return tapped && attendance === before ? { ...each, attendance: tapped } : each
  })
  return session.cancelledReason === undefined ? { ...session, participants } : session
}

/** 'Enviar resumo': one message after the other, to each student with feedback; undefined if nobody has any. */
function sendSummaries(
  { intent: { session }, names }: { intent: { session: RegistrationIntent }; names: Record<Uuid, string> },
  zone: string,
): ToastAction | undefined {
  const lesson = { id: session.sessionId, day: session.lessonDay, at: { instant: session.date, zone } }
  const requests = session.participants.flatMap(({ studentId, feedback }) =>
    feedback ? (summaryRequest(lesson, { id: studentId, name: names[studentId] ?? '' }, feedback) ?? []) : [],
  )
  if (requests.length === 0) return undefined
  return {
    label: MESSAGE_TEXTS.actions.lesson_summary,
    altText: 'Depois, em Sessões de Aula.',
    run: () => openMessages(requests),
  }
}
