import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTeacherName } from '@/account/use-profile'
import { AGENDA_SERVICE } from '@/agenda/agenda-service-texts'
import type { Club, Student, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import type { ExtensionOffer } from '@/credits/extensions'
import type { Untold } from '@/credits/untold'
import { useUndoAction } from '@/credits/use-undo'
import { toast } from '@/lib/browser/toast'
import { OUTBOX } from '@/outbox/texts'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { useCreate } from '@/ui/forms/use-create'
import type { Draft } from '@/ui/forms/use-draft'
import { useLeaveAfterSave } from '@/ui/forms/use-leave-after-save'
import type { RegisteredLesson } from '../data'
import type { NewSessionForm, NewSessionValues } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { useRegisterSession } from '../use-sessions'
import { namesOf, toIntent, type Start } from './session-draft'

const { service, toast: toasts } = SESSION_MESSAGES

/** Registers the session, or queues it in the outbox, and goes to the history (docs/product.md, 'Outbox'). */
export function useRegistration(
  form: UseFormReturn<NewSessionForm, unknown, NewSessionValues>,
  draft: Draft<NewSessionForm>,
  students: readonly Pick<Student, 'id' | 'name'>[],
  clubs: readonly Pick<Club, 'id'>[] | undefined,
  offer: ExtensionOffer | undefined,
  origin: Start['origin'],
  beside: readonly Uuid[],
) {
  const teacherName = useTeacherName()
  // Told once that the agenda changed, the coach saves the lesson all the same.
  const [isTold, setTold] = useState(false)
  const register = useRegisterSession(isTold ? 'follow' : 'refuse')
  const sendOrQueue = useSendOrQueue()
  const leave = useLeaveAfterSave()
  const undoAction = useUndoAction()
  const entryOf = (id: Uuid, values: NewSessionValues) => {
    const session = toIntent(id, values, teacherName, clubs, offer, origin, beside)
    return { id, intent: { kind: 'session' as const, session }, names: namesOf(session, students) }
  }
  const [create, saving] = useCreate<NewSessionValues, Untold<RegisteredLesson>, NewSessionForm>({
    create: async (id, values) => {
      const entry = entryOf(id, values)
      const result = await sendOrQueue(entry, () => register.mutateAsync(entry.intent.session))
      const isChanged = result !== 'queued' && !result.success && result.code === 'agenda-changed'
      if (!isChanged) return result
      setTold(true)
      return { ...result, message: AGENDA_SERVICE.changedForm }
    },
    done: service.created,
    failed: toasts.createFailed,
    warnings: ({ withoutPackage: names }) =>
      names.length > 0 ? [SESSION_MESSAGES.withoutPackage(names.length, names[0])] : [],
    action: ({ undo }) => undoAction(undo && { kind: 'lessons', change: undo }),
    onDone: ({ session }, isOther) =>
      leave(paths.sessions.href({ refresh: true, ...(isOther && session && { day: session.day }) })),
    onQueued: (id, values) => {
      toast({
        title: OUTBOX.kept.session,
        description: OUTBOX.kept.lessonLater,
        action: undoAction({ kind: 'pending', entry: entryOf(id, values) }),
      })
      return leave(paths.sessions.href())
    },
    onFailure: ({ code, message }) => {
      if (code === 'session-in-future') form.setError('dateTime', { message }, { shouldFocus: true })
    },
  })
  return { saving, save: (values: NewSessionValues) => create(values, draft, form.getValues) }
}
