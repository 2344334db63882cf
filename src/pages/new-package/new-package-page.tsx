import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { DraftNotice } from '@/components/forms/draft-notice'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { PackageFields } from '@/components/packages/package-fields'
import { PageHeader } from '@/components/shared/page-header'
import { StickyActions } from '@/components/forms/sticky-actions'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { RacketDrawing } from '@/components/ui/drawings'
import { EmptyState } from '@/components/ui/states'
import { toLocalDate } from '@/domain/shared/dates'
import {
  newPackagePage,
  packagePageSchema,
  type PackagePageForm,
  type PackagePageValues,
} from '@/domain/packages/package.schema'
import type { Package } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import { useConnection } from '@/hooks/offline/use-connection'
import { useDraft, useFormDraft } from '@/hooks/forms/use-draft'
import { useCreatePackage, useUpdatePackage } from '@/hooks/packages/use-packages'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { useStudents } from '@/hooks/students/use-students'
import { useLeaveAfterSave } from '@/hooks/forms/use-leave-after-save'
import { isUntouched, useCreate } from '@/hooks/forms/use-create'
import { MESSAGES } from '@/texts/shared/messages'
import { OFFLINE } from '@/texts/offline/offline'
import { StudentField } from './student-field'

const { toast: toasts } = MESSAGES.packages

/** Spec §2 'New package'. With ?student= the form opens with that student selected. */
export function NewPackagePage() {
  usePageTitle('Novo Pacote')
  const [params] = useSearchParams()
  const studentId = params.get('student') ?? ''
  const students = useStudents()
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="Novo Pacote"
        back={{ to: paths.dashboard.href(), label: 'Voltar para o dashboard' }}
      />
      {students.data?.length === 0 ? (
        <EmptyState
          drawing={<RacketDrawing />}
          title={MESSAGES.students.empty.title}
          description="Um pacote é sempre de um aluno. Comece adicionando seu primeiro aluno"
        >
          <Button asChild tone="main">
            <Link to={paths.newStudent.href()}>{MESSAGES.students.empty.firstAction}</Link>
          </Button>
        </EmptyState>
      ) : (
        <PackageForm key={studentId} studentId={studentId} students={students} />
      )}
    </div>
  )
}

function PackageForm({
  studentId,
  students,
}: {
  studentId: string
  students: ReturnType<typeof useStudents>
}) {
  const navigate = useNavigate()
  const [defaults] = useState(() => newPackagePage(toLocalDate(new Date()), studentId))
  // A package begun for one student must not turn up in the form of another.
  const draft = useDraft<PackagePageForm>(studentId ? `new-package:${studentId}` : 'new-package', defaults)
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<PackagePageForm, unknown, PackagePageValues>({
    resolver: standardSchemaResolver(packagePageSchema),
    defaultValues: draft.initial,
    mode: 'onTouched',
  })
  useFormDraft(form, draft)
  const create = useCreatePackage()
  const update = useUpdatePackage()
  const { online } = useConnection()
  const leave = useLeaveAfterSave()

  const { getValues, setValue } = form
  useEffect(() => {
    // From an old link or draft: somebody who is no longer there cannot be chosen.
    const chosen = getValues('studentId')
    if (students.data && chosen !== '' && !students.data.some(({ id }) => id === chosen)) {
      setValue('studentId', '')
    }
  }, [students.data, getValues, setValue])

  const [save, saving] = useCreate<PackagePageValues, Package, PackagePageForm>({
    create: (id, { studentId: owner, ...values }) => create.mutateAsync({ id, studentId: owner, values }),
    correct: (there, { studentId: owner, ...values }) =>
      isUntouched(there) && there.student_id === owner
        ? update.mutateAsync({ seen: there, values })
        : undefined,
    done: toasts.created,
    failed: toasts.createFailed,
    onDone: (pkg) => leave(paths.studentProfile.href({ id: pkg.student_id, refresh: true })),
  })

  const startAfresh = () => {
    draft.clear()
    form.reset(defaults)
    setRestored(false)
    form.setFocus('studentId')
  }
  const cancel = () => {
    draft.clear()
    void navigate(paths.dashboard.href())
  }

  return (
    <>
      <OfflineNotice online={online}>
        {OFFLINE.needs.package} {OFFLINE.needs.draft}
      </OfflineNotice>
      {restored && <DraftNotice onDiscard={startAfresh} />}
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => save(values, draft, getValues))(event)}
      >
        <Card className="flex flex-col gap-5 md:p-6">
          <StudentField
            control={form.control}
            students={students.data}
            failed={students.isError && students.data === undefined}
            onRetry={() => void students.refetch()}
          />
          <PackageFields form={form} />
        </Card>
        <StickyActions>
          <Button tone="outline" onClick={cancel}>
            Cancelar
          </Button>
          <Button type="submit" tone="main" pending={saving} pendingLabel="Criando...">
            Criar Pacote
          </Button>
        </StickyActions>
      </form>
    </>
  )
}
