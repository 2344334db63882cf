import { useEffect } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { toLocalDate } from '@/core/dates'
import { paths } from '@/core/paths'
import { compareByName } from '@/students/rules'
import { StudentChoice } from '@/students/student-choice'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { RacketDrawing } from '@/ui/drawings'
import { Field } from '@/ui/fields/field'
import { ContextForm } from '@/ui/forms/draft-form'
import { useAsSent } from '@/ui/forms/use-as-sent'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { EmptyState } from '@/ui/states'
import { useLeaveAfterSave } from '@/ui/use-address'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { PackageFields, SaleFields, SettlingEffect, UsualSales } from './package-fields'
import type { OwedLesson } from './package-plans-data'
import { newSalePage, salePageSchema, type SalePageForm } from './sale.schema'
import { PACKAGE_SCREEN } from './screen-texts'
import { useOwedLessons, useSale } from './use-package-plans'

const { toast: toasts } = PACKAGE_SCREEN

/** Sells a package (docs/product.md, 'Packages'). `?student=` is the student; `?escolher` opens the choice of one. */
export function NewPackagePage() {
  usePageTitle('Novo Pacote')
  const [params] = useSearchParams()
  const studentId = params.get('student') ?? ''
  const students = useStudents()
  return (
    <div className="max-w-2xl">
      <PageHeader title="Novo Pacote" back={BACK_TO_DASHBOARD} />
      {students.data?.length === 0 ? (
        <EmptyState
          drawing={<RacketDrawing />}
          title={STUDENT_MESSAGES.empty.title}
          description="Um pacote é sempre de um aluno. Comece adicionando seu primeiro aluno"
        >
          <ButtonLink to={paths.newStudent.href()} tone="main">
            {STUDENT_MESSAGES.empty.firstAction}
          </ButtonLink>
        </EmptyState>
      ) : (
        <PackageForm key={studentId} studentId={studentId} students={students} />
      )}
    </div>
  )
}

interface PackageFormProps {
  studentId: string
  students: ReturnType<typeof useStudents>
}

function PackageForm({ studentId, students }: PackageFormProps) {
  const navigate = useNavigate()
  const leave = useLeaveAfterSave()
  const today = useToday()
  const { sell, undo, isSent, sentTo } = useSale()
  const schema = salePageSchema(today)
  const { form, frame } = useNewForm({
    // One draft per student: a package typed for one must not be restored for another.
    name: studentId ? `new-package:${studentId}` : 'new-package',
    schema,
    defaults: () => newSalePage(toLocalDate(new Date()), studentId),
    focus: 'studentId',
    create: (id, values) => sell(id, values.studentId, values, owed),
    done: toasts.created,
    failed: toasts.createFailed,
    onDone: ({ package: pkg }, isOther) =>
      leave(paths.studentProfile.href({ id: pkg.student_id, refresh: true, packages: isOther })),
    onCancel: () => void navigate(paths.dashboard.href()),
    action: undo,
  })
  const chosen = form.watch('studentId')
  const ofChosen = useOwedLessons(chosen).data
  // After a sale that got no answer the coach may choose another student, who does not settle the first one's lessons.
  const about = isSent ? sentTo : chosen
  const asSent = useAsSent(useOwedLessons(about).data, isSent)
  const owed: readonly OwedLesson[] | undefined = about === chosen ? asSent : ofChosen

  const { getValues, setValue } = form
  const known = students.isSuccess && !students.isFetching ? students.data : undefined
  useEffect(() => {
    // An old link or draft may name a deleted student; a list of before may lack a new one.
    const named = getValues('studentId')
    if (known && named !== '' && !known.some(({ id }) => id === named)) setValue('studentId', '')
  }, [known, getValues, setValue])

  return (
    <ContextForm
      form={form}
      frame={frame}
      offline={`${OFFLINE.needs.package} ${OFFLINE.needs.draft}`}
      submit="Criar Pacote"
      pending="Criando..."
      sticky
      told={<SettlingEffect owed={owed ?? []} schema={schema} />}
    >
      <Card className="flex flex-col gap-5 md:p-6">
        <StudentField students={students} />
        <div>
          <UsualSales />
          <PackageFields priceRequired />
          <SaleFields owed={owed ?? []} today={today} />
        </div>
      </Card>
    </ContextForm>
  )
}

/** Selects the student, sorted by name. The other fields can be filled in while the students load. */
function StudentField({ students }: { students: ReturnType<typeof useStudents> }) {
  const [params] = useSearchParams()
  const { control, setValue } = useFormContext<SalePageForm>()
  const isLoading = students.data === undefined
  const failed = isLoading && students.isError
  const options = (students.data ?? [])
    .filter(({ anonymized_at: since }) => since === null)
    .toSorted(compareByName)
  return (
    <Controller
      control={control}
      name="studentId"
      render={({ field, fieldState }) => (
        <div>
          <Field
            label="Aluno"
            required
            error={failed ? STUDENT_MESSAGES.toast.loadFailed.title : fieldState.error?.message}
          >
            {(aria) => (
              <StudentChoice
                {...aria}
                asks={params.has('escolher')}
                ref={field.ref}
                value={field.value}
                students={options}
                placeholder={isLoading && !failed ? 'Carregando alunos...' : 'Selecione um aluno'}
                onChange={(id) => {
                  field.onChange(id)
                  // The ticked lessons are those of another student.
                  setValue('settle', null)
                }}
              />
            )}
          </Field>
          {failed && (
            <Button tone="outline" size="sm" className="mt-2" onClick={() => void students.refetch()}>
              Tentar novamente
            </Button>
          )}
        </div>
      )}
    />
  )
}
