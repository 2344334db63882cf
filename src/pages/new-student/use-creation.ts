import type { UseFormGetValues } from 'react-hook-form'
import { paths } from '@/domain/shared/paths'
import type { StudentEditForm, StudentEditValues } from '@/domain/students/student.schema'
import type { Draft } from '@/hooks/forms/use-draft'
import { useLeaveAfterSave } from '@/hooks/forms/use-leave-after-save'
import { useSendOrQueue } from '@/hooks/outbox/use-send-or-queue'
import { useCreateStudent, useUpdateStudent } from '@/hooks/students/use-students'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OUTBOX } from '@/texts/outbox/outbox'

const { service, toast: toasts } = MESSAGES.students

/**
 * Creates the student, or keeps it on the device, and goes on to the list. The draft's id becomes the student's: sent
 * twice, it is created once.
 */
export function useCreation() {
  const create = useCreateStudent()
  const update = useUpdateStudent()
  const sendOrQueue = useSendOrQueue()
  const leave = useLeaveAfterSave()

  return async (
    { status, ...student }: StudentEditValues,
    draft: Draft<StudentEditForm>,
    getValues: UseFormGetValues<StudentEditForm>,
  ): Promise<void> => {
    const { id } = draft
    const created = await sendOrQueue({ id, intent: { kind: 'student', student }, names: {} }, () =>
      create.mutateAsync({ id, values: student }),
    )
    if (created === 'queued') {
      draft.clear()
      toast({ title: OUTBOX.kept.student, description: OUTBOX.kept.studentLater })
      return leave(paths.students.href())
    }
    // An earlier press arrived though its answer was lost, and the coach corrected the form since.
    const isCorrection = created.success && created.outcome === 'already-saved'
    const result = isCorrection ? await update.mutateAsync({ id, values: { ...student, status } }) : created
    if (result.success) {
      draft.clear()
      toast({ title: service.created })
      return leave(paths.students.href({ refresh: true }))
    }
    toast({
      title: toasts.createFailed.title,
      description: result.code === 'server' ? toasts.createFailed.description : result.message,
      tone: 'error',
    })
    if (result.code === 'already-deleted') {
      // That student was created and deleted since; what is typed now is a new one.
      draft.clear()
      draft.keep(getValues())
    }
  }
}
