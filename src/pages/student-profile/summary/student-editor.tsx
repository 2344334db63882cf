import { useRef } from 'react'
import { DraftForm } from '@/components/forms/draft-form'
import { StudentFields } from '@/components/students/student-fields'
import { Card } from '@/components/ui/card'
import { changedFields } from '@/domain/shared/changed-fields'
import type { StudentWithCredits } from '@/domain/shared/model'
import { studentDraft, studentEditForm, studentEditSchema } from '@/domain/students/student.schema'
import { useEditForm } from '@/hooks/forms/use-draft-form'
import { useUpdateStudent } from '@/hooks/students/use-students'
import { OFFLINE } from '@/texts/offline/offline'
import { MESSAGES } from '@/texts/shared/messages'
import { DeleteStudent } from '../rights/delete-student'

const { service, toast: toasts } = MESSAGES.students

/** Edit mode of the student's data (spec §2): save, cancel (which restores), the status, and deleting. */
export function StudentEditor({
  student,
  onClose,
  onDeleted,
}: {
  student: StudentWithCredits
  onClose: () => void
  onDeleted: () => void
}) {
  const update = useUpdateStudent()
  const heading = useRef<HTMLHeadingElement>(null)
  const stored = studentEditForm(student)
  const { form, frame } = useEditForm({
    name: `student:${student.id}`,
    schema: studentEditSchema,
    shape: studentDraft,
    stored,
    seen: stored,
    focus: () => heading.current?.focus(),
    focusAtOnce: true,
    send: async (values, seen) => {
      const changed = changedFields(values, seen)
      return changed && update.mutateAsync({ id: student.id, values: changed })
    },
    done: service.updated,
    failed: toasts.saveFailed,
    onClose,
  })
  return (
    <div className="mx-auto max-w-2xl">
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg outline-none">
        Editar dados do aluno
      </h2>
      <DraftForm frame={frame} offline={OFFLINE.needs.student} submit="Salvar" pending="Salvando..." sticky>
        <Card className="md:p-6">
          <StudentFields form={form} withStatus />
        </Card>
        <div className="mt-5 flex justify-center md:justify-end">
          <DeleteStudent student={student} onInactivated={frame.onCancel} onDeleted={onDeleted} />
        </div>
      </DraftForm>
    </div>
  )
}
