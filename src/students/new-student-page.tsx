import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Uuid } from '@/core/model'
import { paths, PENDING } from '@/core/paths'
import { useUndoAction } from '@/credits/use-undo'
import { toast } from '@/lib/browser/toast'
import { linkRequest } from '@/messages/requests'
import { MESSAGE_TEXTS } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { OUTBOX } from '@/outbox/texts'
import { useDraftSent } from '@/outbox/use-draft-sent'
import { useEntryToEdit, useOutboxActions } from '@/outbox/use-outbox'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { Card } from '@/ui/card'
import { DraftForm } from '@/ui/forms/draft-form'
import { isUntouched, type Creation, useNewForm } from '@/ui/forms/use-draft-form'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/states'
import { useLeaveAfterSave } from '@/ui/use-address'
import { usePageTitle } from '@/ui/use-page-title'
import { StudentFields } from './student-fields'
import { EMPTY_STUDENT } from './student-row'
import { studentEditSchema, type StudentEditForm, type StudentEditValues } from './student.schema'
import { STUDENT_MESSAGES } from './texts'
import { useCreateStudent, useUpdateStudent } from './use-students'

const { service, toast: toasts } = STUDENT_MESSAGES
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
      create={(id, values, isFirst) => {
        const entry = entryOf(id, values)
        return sendOrQueue({ ...entry, isFirst }, () =>
          create.mutateAsync({ id, values: entry.intent.student }),
        )
      }}
      correct={(stored, values) =>
        isUntouched(stored) ? () => update.mutateAsync({ id: stored.id, values, seen: stored }) : undefined
      }
      done={service.created}
      failed={toasts.createFailed}
      action={(student) => ({
        label: MESSAGE_TEXTS.actions.student_link,
        altText: MESSAGE_TEXTS.linkLater,
        run: () => openMessages([linkRequest(student)]),
      })}
      onDone={({ id }) => leave(paths.students.href({ refresh: true }), { added: id })}
      onQueued={(id, values, isOpen) => {
        toast({
          title: OUTBOX.kept.student,
          description: OUTBOX.kept.studentLater,
          action: undoAction({ kind: 'pending', entry: entryOf(id, values) }),
        })
        return isOpen ? leave(paths.students.href()) : undefined
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
      <div className="max-w-2xl">
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

type StudentFormProps<Row> = {
  title: string
  /** The target of the back link and of 'Cancelar'. */
  back: { to: string; label: string }
  name: string
  defaults: StudentEditForm
  submit: string
  pending: string
} & Creation<StudentEditValues, Row>

/** The form for a student that the server does not have yet: a new or a pending one. */
function StudentForm<Row>({ title, back, submit, pending, defaults, ...options }: StudentFormProps<Row>) {
  const navigate = useNavigate()
  const { form, frame, draft } = useNewForm({
    schema: studentEditSchema,
    focus: 'name',
    defaults: () => defaults,
    onCancel: () => void navigate(back.to),
    ...options,
  })
  const leave = useLeaveAfterSave()
  useDraftSent(draft, {
    saving: frame.saving,
    close: () => void leave(back.to),
    typed: form.getValues,
  })
  return (
    <div className="max-w-2xl">
      <PageHeader title={title} back={back} />
      <DraftForm frame={frame} submit={submit} pending={pending} sticky>
        <Card className="md:p-6">
          <StudentFields form={form} />
        </Card>
      </DraftForm>
    </div>
  )
}
