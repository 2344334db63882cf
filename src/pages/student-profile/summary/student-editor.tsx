import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DraftNotice } from '@/components/forms/draft-notice'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { StickyActions } from '@/components/forms/sticky-actions'
import { StudentFields } from '@/components/students/student-fields'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { changedFields } from '@/domain/shared/changed-fields'
import type { StudentWithCredits } from '@/domain/shared/model'
import {
  studentDraft,
  studentEditForm,
  studentEditSchema,
  type StudentEditForm,
  type StudentEditValues,
} from '@/domain/students/student.schema'
import { useConnection } from '@/hooks/offline/use-connection'
import { useFormDraft } from '@/hooks/forms/use-draft'
import { useEditDraft } from '@/hooks/forms/use-edit-draft'
import { useUpdateStudent } from '@/hooks/students/use-students'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OFFLINE } from '@/texts/offline/offline'
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
  const stored = studentEditForm(student)
  const { initial, restored, clear, seen, keep } = useEditDraft(
    `student:${student.id}`,
    stored,
    stored,
    studentDraft,
  )
  const form = useForm<StudentEditForm, unknown, StudentEditValues>({
    resolver: standardSchemaResolver(studentEditSchema),
    defaultValues: initial,
    mode: 'onTouched',
  })
  useFormDraft(form, { keep })
  const update = useUpdateStudent()
  const { online } = useConnection()
  const [notice, setNotice] = useState(restored)
  const busy = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const cancel = () => {
    clear()
    onClose()
  }

  const save = async (values: StudentEditValues) => {
    if (busy.current) return
    const changed = changedFields(values, seen)
    if (changed === null) return cancel()
    busy.current = true
    const result = await update.mutateAsync({ id: student.id, values: changed })
    busy.current = false
    if (!result.success) {
      toast({
        title: toasts.saveFailed.title,
        description: result.code === 'server' ? toasts.saveFailed.description : result.message,
        tone: 'error',
      })
      return
    }
    toast({ title: service.updated })
    clear()
    onClose()
  }

  return (
    <form noValidate className="mx-auto max-w-2xl" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg outline-none">
        Editar dados do aluno
      </h2>
      <OfflineNotice online={online}>{OFFLINE.needs.student}</OfflineNotice>
      {notice && (
        <DraftNotice
          onDiscard={() => {
            clear()
            form.reset(stored)
            setNotice(false)
            heading.current?.focus()
          }}
        />
      )}
      <Card className="md:p-6">
        <StudentFields form={form} withStatus />
      </Card>
      <div className="mt-5 flex justify-center md:justify-end">
        <DeleteStudent student={student} onInactivated={cancel} onDeleted={onDeleted} />
      </div>
      <StickyActions>
        <Button tone="outline" onClick={cancel}>
          Cancelar
        </Button>
        <Button type="submit" tone="main" pending={update.isPending} pendingLabel="Salvando...">
          Salvar
        </Button>
      </StickyActions>
    </form>
  )
}
