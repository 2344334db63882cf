import type { Club, Student, Uuid } from '@/domain/model'
import { paths } from '@/domain/paths'
import type { NewSessionForm, NewSessionValues } from '@/domain/session.schema'
import type { Draft } from '@/hooks/use-draft'
import { useLeaveAfterSave } from '@/hooks/use-leave-after-save'
import { useOutboxActions } from '@/hooks/use-outbox'
import { useTeacherName } from '@/hooks/use-profile'
import { useSingleFlight } from '@/hooks/use-single-flight'
import { toast } from '@/lib/toast'
import { MESSAGES } from '@/texts/messages'
import { OUTBOX } from '@/texts/outbox'
import { namesOf, toIntent } from './session-draft'

/** Puts what was typed in the place of the lesson that waits under this id, and goes back to what waits. */
export function usePendingChange(
  id: Uuid | undefined,
  draft: Pick<Draft<NewSessionForm>, 'clear'>,
  students: readonly Pick<Student, 'id' | 'name'>[],
  clubs: readonly Pick<Club, 'id'>[] | undefined,
) {
  const teacherName = useTeacherName()
  const { change } = useOutboxActions()
  const leave = useLeaveAfterSave()
  const [save, saving] = useSingleFlight(async (values: NewSessionValues) => {
    if (id === undefined) return
    const lesson = toIntent(id, values, teacherName, clubs)
    const result = await change(id, {
      intention: { kind: 'lesson', lesson },
      names: namesOf(lesson.studentIds, students),
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
