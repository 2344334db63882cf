import { useTeacherName } from '@/account/use-profile'
import type { Club, Student } from '@/core/model'
import { paths } from '@/core/paths'
import type { ExtensionOffer } from '@/credits/extensions'
import type { RegistrationIntent } from '@/credits/intents'
import { toast } from '@/lib/browser/toast'
import { OUTBOX } from '@/outbox/texts'
import { useOutboxActions } from '@/outbox/use-outbox'
import type { Draft } from '@/ui/forms/use-draft'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { useLeaveAfterSave } from '@/ui/use-address'
import type { NewSessionForm, NewSessionValues } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
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
        title: SESSION_MESSAGES.toast.updateFailed.title,
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
