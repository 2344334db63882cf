import { useEffect } from 'react'
import { Controller, type Control } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { DraftForm } from '@/components/forms/draft-form'
import { PackageFields } from '@/components/packages/package-fields'
import { SaleFields } from '@/components/packages/sale-fields'
import { PageHeader } from '@/components/shared/page-header'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { RacketDrawing } from '@/components/ui/drawings'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/select'
import { EmptyState } from '@/components/ui/states'
import {
  newSalePage,
  salePageDraft,
  salePageSchema,
  type SalePageForm,
  type SalePageValues,
} from '@/domain/packages/sale.schema'
import { toLocalDate } from '@/domain/shared/dates'
import type { StudentWithCredits } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import { compareByName } from '@/domain/students/students'
import { useNewForm } from '@/hooks/forms/use-draft-form'
import { useLeaveAfterSave } from '@/hooks/forms/use-leave-after-save'
import { useOwedLessons } from '@/hooks/packages/use-package-plans'
import { useSale } from '@/hooks/packages/use-sale'
import { useToday } from '@/hooks/shared/use-now'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { useStudents } from '@/hooks/students/use-students'
import { OFFLINE } from '@/texts/offline/offline'
import { MESSAGES } from '@/texts/shared/messages'

const { toast: toasts } = MESSAGES.packages

/** Sells a package (docs/product.md, 'Packages'). The student in ?student= is preselected. */
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
  const leave = useLeaveAfterSave()
  const today = useToday()
  const { sell, undo } = useSale()
  const { form, frame } = useNewForm({
    // One draft per student: a package typed for one must not be restored for another.
    name: studentId ? `new-package:${studentId}` : 'new-package',
    schema: salePageSchema(today),
    shape: salePageDraft,
    defaults: () => newSalePage(toLocalDate(new Date()), studentId),
    focus: 'studentId',
    create: (id, values) => sell(id, values.studentId, values),
    done: toasts.created,
    failed: toasts.createFailed,
    onDone: ({ package: pkg }, isOther) =>
      leave(paths.studentProfile.href({ id: pkg.student_id, refresh: true, packages: isOther })),
    onCancel: () => void navigate(paths.dashboard.href()),
    action: undo,
  })
  const { data: owed = [] } = useOwedLessons(form.watch('studentId'))

  const { getValues, setValue } = form
  useEffect(() => {
    // An old link or draft may name a deleted student.
    const chosen = getValues('studentId')
    if (students.data && chosen !== '' && !students.data.some(({ id }) => id === chosen)) {
      setValue('studentId', '')
    }
  }, [students.data, getValues, setValue])

  return (
    <DraftForm
      frame={frame}
      offline={`${OFFLINE.needs.package} ${OFFLINE.needs.draft}`}
      submit="Criar Pacote"
      pending="Criando..."
      sticky
    >
      <Card className="flex flex-col gap-5 md:p-6">
        <StudentField
          control={form.control}
          students={students.data}
          failed={students.isError && students.data === undefined}
          onRetry={() => void students.refetch()}
          // Ticked lessons are another student's.
          onChosen={() => setValue('settle', null)}
        />
        <div>
          <PackageFields form={form} priceRequired />
          <SaleFields form={form} owed={owed} schema={salePageSchema(today)} today={today} />
        </div>
      </Card>
    </DraftForm>
  )
}

/** Selects the student, sorted by name. The other fields can be filled in while the students load. */
function StudentField({
  control,
  students,
  failed,
  onRetry,
  onChosen,
}: {
  control: Control<SalePageForm, unknown, SalePageValues>
  /** Undefined while loading. */
  students: readonly StudentWithCredits[] | undefined
  failed: boolean
  onRetry: () => void
  onChosen: () => void
}) {
  const options = (students ?? [])
    .filter(({ anonymized_at: since }) => since === null)
    .toSorted(compareByName)
    .map(({ id, name, status }) => ({
      value: id,
      label: status === 'inactive' ? `${name} (inativo)` : name,
    }))
  return (
    <Controller
      control={control}
      name="studentId"
      render={({ field, fieldState }) => (
        <div>
          <Field
            label="Aluno"
            required
            error={failed ? MESSAGES.students.toast.loadFailed.title : fieldState.error?.message}
          >
            {(aria) => (
              <Select
                {...aria}
                {...field}
                onChange={(event) => {
                  field.onChange(event)
                  onChosen()
                }}
                placeholder={
                  students === undefined && !failed ? 'Carregando alunos...' : 'Selecione um aluno'
                }
                options={options}
              />
            )}
          </Field>
          {failed && (
            <Button tone="outline" size="sm" className="mt-2" onClick={onRetry}>
              Tentar novamente
            </Button>
          )}
        </div>
      )}
    />
  )
}
