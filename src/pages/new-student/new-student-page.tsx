import { useNavigate, useSearchParams } from 'react-router-dom'
import { DraftForm } from '@/components/forms/draft-form'
import { openMessages } from '@/components/messages/message-requests'
import { PageHeader } from '@/components/shared/page-header'
import { StudentFields } from '@/components/students/student-fields'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { linkRequest } from '@/domain/messages/requests'
import type { Uuid } from '@/domain/shared/model'
import { paths, PENDING } from '@/domain/shared/paths'
import {
  EMPTY_STUDENT,
  studentDraft,
  studentEditSchema,
  type StudentEditForm,
  type StudentEditValues,
} from '@/domain/students/student.schema'
import { isUntouched, type Creation } from '@/hooks/forms/use-create'
import { useNewForm } from '@/hooks/forms/use-draft-form'
import { useLeaveAfterSave } from '@/hooks/forms/use-leave-after-save'
import { useEntryToEdit } from '@/hooks/outbox/use-entry-to-edit'
import { useOutboxActions } from '@/hooks/outbox/use-outbox'
import { useSendOrQueue } from '@/hooks/outbox/use-send-or-queue'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { useCreateStudent, useUpdateStudent } from '@/hooks/students/use-students'
import { useUndoAction } from '@/hooks/undo/use-undo-action'
import { toast } from '@/lib/browser/toast'
import { MESSAGE_TEXTS } from '@/texts/messages/messages'
import { OUTBOX } from '@/texts/outbox/outbox'
import { MESSAGES } from '@/texts/shared/messages'

const { service, toast: toasts } = MESSAGES.students
const NEW_STUDENT: StudentEditForm = { ...EMPTY_STUDENT, status: 'active' }
const PENDING_TITLE = 'Editar aluno pendente'

/** Creates a student, or edits the pending one that the address names. */
export function NewStudentPage() {
  const [params] = useSearchParams()
  const pending = params.get(PENDING)
  return pending === null ? <NewStudent /> : <PendingStudent key={pending} id={pending} />
}

const entryOf = (id: Uuid, { status: _active, ...student }: StudentEditValues) => ({
  id,
  intent: { kind: 'student' as const, student },
  names: {},
})

/** Creates the student, or queues it in the outbox, and goes to the list (docs/product.md, 'Outbox'). */
function NewStudent() {
  usePageTitle('Novo Aluno')
  const create = useCreateStudent()
  const update = useUpdateStudent()
  const sendOrQueue = useSendOrQueue()
  const leave = useLeaveAfterSave()
  const undoAction = useUndoAction()
  return (
    <StudentForm
      title="Novo Aluno"
      back={{ to: paths.students.href(), label: 'Voltar para alunos' }}
      name="new-student"
      defaults={NEW_STUDENT}
      submit="Criar Aluno"
      pending="Criando..."
      create={(id, values) => {
        const entry = entryOf(id, values)
        return sendOrQueue(entry, () => create.mutateAsync({ id, values: entry.intent.student }))
      }}
      correct={(stored, values) =>
        isUntouched(stored) ? update.mutateAsync({ id: stored.id, values, seen: stored }) : undefined
      }
      done={service.created}
      failed={toasts.createFailed}
      action={(student) => ({
        label: MESSAGE_TEXTS.actions.student_link,
        altText: MESSAGE_TEXTS.linkLater,
        run: () => openMessages([linkRequest(student)]),
      })}
      onDone={({ id }) => leave(paths.students.href({ refresh: true }), { added: id })}
      onQueued={(id, values) => {
        toast({
          title: OUTBOX.kept.student,
          description: OUTBOX.kept.studentLater,
          action: undoAction({ kind: 'pending', entry: entryOf(id, values) }),
        })
        return leave(paths.students.href())
      }}
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
  return (
    <StudentForm
      title={PENDING_TITLE}
      back={BACK}
      name={`new-student:${id}`}
      defaults={{ ...entry.intent.student, status: 'active' }}
      submit="Salvar Aluno"
      pending="Salvando..."
      create={async (_id, { status: _active, ...student }) => {
        const result = await change(id, { intent: { kind: 'student', student }, names: {} })
        return result.success ? { ...result, outcome: 'saved' } : result
      }}
      done={OUTBOX.kept.studentChanged}
      failed={toasts.saveFailed}
      onDone={() => leave(paths.outbox.href())}
    />
  )
}

/** The form for a student who has not been sent yet: a new or a pending one. */
function StudentForm<Row>({
  title,
  back,
  submit,
  pending,
  defaults,
  ...options
}: {
  title: string
  /** The target of the back link and of 'Cancelar'. */
  back: { to: string; label: string }
  /** Name of the draft. */
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
