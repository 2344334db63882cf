import { useNavigate } from 'react-router-dom'
import { DraftForm } from '@/components/forms/draft-form'
import { PageHeader } from '@/components/shared/page-header'
import { StudentFields } from '@/components/students/student-fields'
import { Card } from '@/components/ui/card'
import {
  studentDraft,
  studentEditSchema,
  type StudentEditForm,
  type StudentEditValues,
} from '@/domain/students/student.schema'
import type { Creation } from '@/hooks/forms/use-create'
import { useNewForm } from '@/hooks/forms/use-draft-form'

/** A student who is not there yet. */
export function StudentForm<Row>({
  title,
  back,
  submit,
  pending,
  defaults,
  ...options
}: {
  title: string
  /** Where 'back' and 'Cancelar' lead. */
  back: { to: string; label: string }
  /** Of the draft. */
  name: string
  defaults: StudentEditForm
  submit: string
  pending: string
} & Creation<StudentEditValues, Row>) {
  const navigate = useNavigate()
  const { form, frame } = useNewForm({
    schema: studentEditSchema,
    shape: studentDraft,
    focus: 'name',
    defaults: () => defaults,
    onCancel: () => void navigate(back.to),
    ...options,
  })
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={title} back={back} />
      <DraftForm frame={frame} submit={submit} pending={pending} sticky>
        <Card className="md:p-6">
          <StudentFields form={form} />
        </Card>
      </DraftForm>
    </div>
  )
}
