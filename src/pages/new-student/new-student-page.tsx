import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { DraftNotice } from '@/components/draft-notice'
import { PageHeader } from '@/components/page-header'
import { StickyActions } from '@/components/sticky-actions'
import { StudentFields } from '@/components/student-fields'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { paths } from '@/domain/paths'
import {
  EMPTY_STUDENT,
  studentEditSchema,
  type StudentEditForm,
  type StudentEditValues,
} from '@/domain/student.schema'
import { useDraft, useFormDraft } from '@/hooks/use-draft'
import { usePageTitle } from '@/hooks/use-page-title'
import { useCreateStudent, useUpdateStudent } from '@/hooks/use-students'
import { useLeaveAfterSave } from '@/hooks/use-leave-after-save'
import { useSingleFlight } from '@/hooks/use-single-flight'
import { toast } from '@/lib/toast'
import { MESSAGES } from '@/texts/messages'

const NEW_STUDENT: StudentEditForm = { ...EMPTY_STUDENT, status: 'active' }
const { service, toast: toasts } = MESSAGES.students

/** Spec §2 'New student'. The draft's id becomes the student's: sent twice, it is created once. */
export function NewStudentPage() {
  usePageTitle('Novo Aluno')
  const navigate = useNavigate()
  const draft = useDraft('new-student', NEW_STUDENT)
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<StudentEditForm, unknown, StudentEditValues>({
    resolver: standardSchemaResolver(studentEditSchema),
    defaultValues: draft.initial,
    mode: 'onTouched',
  })
  useFormDraft(form, draft)
  const create = useCreateStudent()
  const update = useUpdateStudent()
  const leave = useLeaveAfterSave()

  const [save, saving] = useSingleFlight(async (values: StudentEditValues) => {
    const { id } = draft
    let result = await create.mutateAsync({ id, values })
    if (result.success && result.message === MESSAGES.common.alreadySaved) {
      // An earlier press arrived though its answer was lost, and the coach corrected the form since.
      result = await update.mutateAsync({ id, values })
    }
    if (result.success) {
      draft.clear()
      toast({ title: service.created })
      return leave(paths.students.href({ refresh: true }))
    }
    toast({
      title: toasts.createFailed.title,
      description: result.reason === 'server' ? toasts.createFailed.description : result.message,
      tone: 'error',
    })
    if (result.reason === 'gone') {
      // That student was created and deleted since; what is typed now is a new one.
      draft.clear()
      draft.keep(form.getValues())
    }
  })

  const startAfresh = () => {
    draft.clear()
    // Before the reset, which forgets the fields until they are drawn again. The pressed button goes away.
    form.setFocus('name')
    form.reset(NEW_STUDENT)
    setRestored(false)
  }
  const cancel = () => {
    draft.clear()
    void navigate(paths.students.href())
  }

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Novo Aluno" back={{ to: paths.students.href(), label: 'Voltar para alunos' }} />
      {restored && <DraftNotice onDiscard={startAfresh} />}
      <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <Card className="md:p-6">
          <StudentFields form={form} />
        </Card>
        <StickyActions>
          <Button tone="outline" onClick={cancel}>
            Cancelar
          </Button>
          <Button type="submit" tone="main" pending={saving} pendingLabel="Criando...">
            Criar Aluno
          </Button>
        </StickyActions>
      </form>
    </div>
  )
}
