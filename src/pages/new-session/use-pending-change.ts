import type { ExtensionOffer } from '@/domain/credits/extensions'
import type { RegistrationIntent } from '@/domain/credits/intents'
import type { NewSessionForm, NewSessionValues } from '@/domain/sessions/session.schema'
import type { Club, Student } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import { useTeacherName } from '@/hooks/account/use-profile'
import type { Draft } from '@/hooks/forms/use-draft'
import { useLeaveAfterSave } from '@/hooks/forms/use-leave-after-save'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useOutboxActions } from '@/hooks/outbox/use-outbox'
import { toast } from '@/lib/browser/toast'
import { OUTBOX } from '@/texts/outbox/outbox'
import { MESSAGES } from '@/texts/shared/messages'
import { namesOf, toIntent } from './session-draft'

/** Replaces a pending session by the typed one and returns to the outbox. Does nothing without one. */
export function usePendingChange(
  pending: RegistrationIntent | undefined,
  draft: Pick<Draft<NewSessionForm>, 'clear'>,
  students: readonly Pick<Student, 'id' | 'name'>[],
  clubs: readonly Pick<Club, 'id'>[] | undefined,
  offer: ExtensionOffer | undefined,
) {
  const teacherName = useTeacherName()
  const { change } = useOutboxActions()
  const leave = useLeaveAfterSave()
  const [save, saving] = useSingleFlight(async (values: NewSessionValues) => {
    if (pending === undefined) return
    const session = toIntent(pending.opId, values, teacherName, clubs, offer, pending, pending.beside)
    const result = await change(pending.opId, {
      intent: { kind: 'session', session },
      names: namesOf(session, students),
    })
    if (!result.success) {
      toast({
        title: MESSAGES.sessions.toast.updateFailed.title,
        description: result.message,
        tone: 'error',
      })
      return
    }
    draft.clear()
    toast({ title: OUTBOX.kept.lessonChanged })
    return leave(paths.outbox.href())
  })
  return { saving, save }
}
