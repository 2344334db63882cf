import { paths } from '@/domain/shared/paths'
import type { Student } from '@/domain/shared/model'
import type { StudentEditForm, StudentEditValues } from '@/domain/students/student.schema'
import { isUntouched, useCreate } from '@/hooks/forms/use-create'
import { useLeaveAfterSave } from '@/hooks/forms/use-leave-after-save'
import { useSendOrKeep } from '@/hooks/outbox/use-send-or-queue'
import { useCreateStudent, useUpdateStudent } from '@/hooks/students/use-students'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OUTBOX } from '@/texts/outbox/outbox'

const { service, toast: toasts } = MESSAGES.students

/** Creates the student, or keeps it on the device, and goes on to the list. */
export function useCreation() {
  const create = useCreateStudent()
  const update = useUpdateStudent()
  const sendOrKeep = useSendOrKeep()
  const leave = useLeaveAfterSave()
  const [save] = useCreate<StudentEditValues, Student, StudentEditForm>({
    create: (id, { status: _status, ...student }) =>
      sendOrKeep({ id, intention: { kind: 'student', student }, names: {} }, () =>
        create.mutateAsync({ id, values: student }),
      ),
    correct: (there, values) =>
      isUntouched(there) ? update.mutateAsync({ id: there.id, values }) : undefined,
    done: service.created,
    failed: toasts.createFailed,
    onDone: () => leave(paths.students.href({ refresh: true })),
    onKept: () => {
      toast({ title: OUTBOX.kept.student, description: OUTBOX.kept.studentLater })
      return leave(paths.students.href())
    },
  })
  return save
}
