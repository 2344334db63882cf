import { useRef } from 'react'
import type { StudentWithCredits } from '@/core/model'
import { changedFields, mapRecord } from '@/core/records'
import { DeleteStudent } from '@/rights/erase-student'
import { Card } from '@/ui/card'
import { DraftForm } from '@/ui/forms/draft-form'
import { useRowForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { StudentFields } from '../student-fields'
import { shownColumn, STUDENT_COLUMNS, studentEditForm, studentEditSchema } from '../student.schema'
import { STUDENT_MESSAGES } from '../texts'
import { freedLines, useStudent, useUpdateStudent } from '../use-students'

type StudentEditorProps = { student: StudentWithCredits; onClose: () => void; onDeleted: () => void }

/** The form of the student's data and status, with the button that deletes (docs/product.md, 'Student profile'). */
export function StudentEditor({ student, onClose, onDeleted }: StudentEditorProps) {
  const update = useUpdateStudent()
  const heading = useRef<HTMLHeadingElement>(null)
  const box = useRef<HTMLFormElement>(null)
  const { refetch } = useStudent(student.id)
  const { form, frame } = useRowForm({
    name: `student:${student.id}`,
    schema: studentEditSchema,
    row: student,
    formOf: studentEditForm,
    read: async () => (await refetch()).data,
    tell: (now) =>
      mapRecord(STUDENT_COLUMNS, ({ label }, column) => [label, shownColumn(now, column)] as const),
    focus: () => heading.current?.focus(),
    focusAtOnce: true,
    send: async (values, seen) => {
      const changed = changedFields(values, seen)
      return changed && update.mutateAsync({ id: student.id, values: changed, seen })
    },
    done: STUDENT_MESSAGES.service.updated,
    lines: freedLines,
    failed: STUDENT_MESSAGES.toast.saveFailed,
    onClose,
  })
  return (
    <div className="max-w-2xl">
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg outline-none">
        Editar dados do aluno
      </h2>
      <DraftForm ref={box} frame={frame} offline={OFFLINE.needs.student} sticky>
        <Card className="md:p-6">
          <StudentFields form={form} withStatus />
        </Card>
        <div className="mt-5 flex justify-center md:justify-end">
          <DeleteStudent
            student={student}
            inactivate={
              frame.saving
                ? undefined
                : () => {
                    form.setValue('status', 'inactive')
                    box.current?.requestSubmit()
                  }
            }
            onDeleted={onDeleted}
          />
        </div>
      </DraftForm>
    </div>
  )
}
