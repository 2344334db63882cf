import { useSearchParams } from 'react-router-dom'
import { PageHeader } from '@/components/shared/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import type { Uuid } from '@/domain/shared/model'
import { paths, PENDING } from '@/domain/shared/paths'
import { EMPTY_STUDENT, type StudentEditForm, type StudentEditValues } from '@/domain/students/student.schema'
import type { Draft } from '@/hooks/forms/use-draft'
import { useEntryToEdit } from '@/hooks/outbox/use-entry-to-edit'
import { useLeaveAfterSave } from '@/hooks/forms/use-leave-after-save'
import { useOutboxActions } from '@/hooks/outbox/use-outbox'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OUTBOX } from '@/texts/outbox/outbox'
import { StudentForm } from './student-form'
import { useCreation } from './use-creation'

const NEW_STUDENT: StudentEditForm = { ...EMPTY_STUDENT, status: 'active' }
const PENDING_TITLE = 'Editar aluno pendente'

/** Spec §2 'New student'. With a pending entry, that one is changed. */
export function NewStudentPage() {
  const [params] = useSearchParams()
  const pending = params.get(PENDING)
  return pending === null ? <NewStudent /> : <PendingStudent key={pending} id={pending} />
}

function NewStudent() {
  usePageTitle('Novo Aluno')
  const create = useCreation()
  return (
    <StudentForm
      title="Novo Aluno"
      back={{ to: paths.students.href(), label: 'Voltar para alunos' }}
      draftName="new-student"
      defaults={NEW_STUDENT}
      submit={{ label: 'Criar Aluno', pendingLabel: 'Criando...' }}
      onSave={create}
    />
  )
}

const BACK = { to: paths.outbox.href(), label: 'Voltar para as pendências' }

function PendingStudent({ id }: { id: Uuid }) {
  usePageTitle(PENDING_TITLE)
  const entry = useEntryToEdit(id, 'student')
  const { change } = useOutboxActions()
  const leave = useLeaveAfterSave()
  if (entry?.intent.kind !== 'student') {
    return (
      <div className="mx-auto max-w-2xl">
        <PageHeader title={PENDING_TITLE} back={BACK} />
        <Skeleton className="h-96 rounded-xl" />
      </div>
    )
  }
  const save = async ({ status: _active, ...student }: StudentEditValues, draft: Draft<StudentEditForm>) => {
    const result = await change(id, { intent: { kind: 'student', student }, names: {} })
    if (!result.success) {
      toast({ title: MESSAGES.students.toast.saveFailed.title, description: result.message, tone: 'error' })
      return
    }
    draft.clear()
    toast({ title: OUTBOX.kept.studentChanged })
    return leave(paths.outbox.href())
  }
  return (
    <StudentForm
      title={PENDING_TITLE}
      back={BACK}
      draftName={`new-student:${id}`}
      defaults={{ ...entry.intent.student, status: 'active' }}
      submit={{ label: 'Salvar Aluno', pendingLabel: 'Salvando...' }}
      onSave={save}
    />
  )
}
