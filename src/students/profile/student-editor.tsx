import { useRef } from 'react'
import { changedFields } from '@/core/changed-fields'
import type { StudentWithCredits } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { DeleteStudent } from '@/rights/erase-student'
import { Card } from '@/ui/card'
import { DraftForm } from '@/ui/forms/draft-form'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_LABELS } from '../rules'
import { StudentFields } from '../student-fields'
import { studentDraft, studentEditForm, studentEditSchema } from '../student.schema'
import { STUDENT_MESSAGES } from '../texts'
import { useStudent, useUpdateStudent } from '../use-students'

const { service, toast: toasts } = STUDENT_MESSAGES

/** Edit mode of the student's data (docs/product.md, 'Student profile'): save, cancel (which restores), the status, and deleting. */
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
  const { refetch } = useStudent(student.id)
  const { form, frame } = useRowForm({
    name: `student:${student.id}`,
    schema: studentEditSchema,
    shape: studentDraft,
    row: student,
    formOf: studentEditForm,
    read: async () => (await refetch()).data,
    tell,
    focus: () => heading.current?.focus(),
    focusAtOnce: true,
    send: async (values, seen) => {
      const changed = changedFields(values, seen)
      return changed && update.mutateAsync({ id: student.id, values: changed, seen })
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

const tell = (now: StudentWithCredits) =>
  ({
    name: ['Nome', now.name],
    email: ['Email', now.email],
    phone: ['Telefone', displayPhone(now.phone)],
    gender: ['Gênero', GENDER_LABELS[now.gender]],
    type: ['Tipo de aluno', STUDENT_TYPE_LABELS[now.type]],
    classe: ['Classe', CLASSE_LABELS[now.classe]],
    status: ['Status', STUDENT_STATUS_LABELS[now.status]],
    notes: ['Notas', now.notes],
  }) as const
