import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Club, Student } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import type { NewSessionForm, NewSessionValues } from '@/domain/sessions/session.schema'
import type { Draft } from '@/hooks/forms/use-draft'
import { useTeacherName } from '@/hooks/account/use-profile'
import { useRegisterSession, type SessionSaved } from '@/hooks/sessions/use-sessions'
import { useLeaveAfterSave } from '@/hooks/forms/use-leave-after-save'
import { useSendOrQueue } from '@/hooks/outbox/use-send-or-queue'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OUTBOX } from '@/texts/outbox/outbox'
import { namesOf, toIntent } from './session-draft'

const UNKNOWN = ''

const { service, toast: toasts } = MESSAGES.sessions

/**
 * Sends the lesson, once per press and once per draft, or keeps it on the device, and goes on to the history. Nothing
 * typed is lost on failure.
 */
export function useRegistration(
  form: UseFormReturn<NewSessionForm, unknown, NewSessionValues>,
  draft: Draft<NewSessionForm>,
  students: readonly Pick<Student, 'id' | 'name'>[],
  clubs: readonly Pick<Club, 'id'>[] | undefined,
) {
  const teacherName = useTeacherName()
  const register = useRegisterSession()
  const sendOrQueue = useSendOrQueue()
  const leave = useLeaveAfterSave()
  /** What this draft's id was first sent with. */
  const sent = useRef<string | null>(null)

  const [save, saving] = useSingleFlight(async (values: NewSessionValues) => {
    const intent = toIntent(draft.id, values, teacherName, clubs)
    const text = JSON.stringify(intent)
    // A reopened draft may have been sent before the reload, with whatever it held then.
    sent.current ??= draft.reopened ? UNKNOWN : text
    const result = await sendOrQueue(
      {
        id: intent.opId,
        intent: { kind: 'session', session: intent },
        names: namesOf(intent, students),
      },
      () => register.mutateAsync(intent),
    )
    if (result === 'queued') {
      draft.clear()
      toast({ title: OUTBOX.kept.lesson, description: OUTBOX.kept.lessonLater })
      return leave(paths.sessions.href())
    }
    if (result.success) {
      draft.clear()
      // An earlier try, whose answer was lost, had registered it: perhaps before the coach changed something.
      const isOther = result.data.effects.length === 0 && sent.current !== text
      announce(result.data, isOther)
      return leave(paths.sessions.href({ refresh: true }))
    }
    if (result.code === 'session-in-future') {
      form.setError('dateTime', { message: result.message }, { shouldFocus: true })
    }
    toast({
      title: toasts.createFailed.title,
      description: result.code === 'server' ? toasts.createFailed.description : result.message,
      tone: 'error',
    })
    if (result.code === 'already-deleted') {
      // That lesson was registered and deleted since; what is typed now is a new one.
      draft.clear()
      sent.current = null
      draft.keep(form.getValues())
    }
  })
  return { saving, save }
}

function announce({ session, effects }: SessionSaved, isOther: boolean) {
  const names = effects.filter(({ withoutPackage }) => withoutPackage).map(({ studentName }) => studentName)
  const count = names.length || (session?.unassigned_count ?? 0)
  const lines = [
    ...(isOther ? [MESSAGES.common.alreadySaved] : []),
    ...(count > 0 ? [MESSAGES.sessions.withoutPackage(count, names[0])] : []),
  ]
  toast({
    title: service.created,
    ...(lines.length > 0 ? { description: lines.join('. '), tone: 'warning' } : {}),
  })
}
