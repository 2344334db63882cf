import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState, type Ref } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { toLocalDate } from '@/core/dates'
import type { StudentWithCredits, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { creditWords } from '@/credits/credit-state'
import { CREDIT_INK } from '@/students/owed-text'
import { compareByName, choiceName } from '@/students/rules'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { RacketDrawing } from '@/ui/drawings'
import { Field, type ControlProps, CONTROL } from '@/ui/fields/field'
import { ContextForm } from '@/ui/forms/draft-form'
import { useAsSent } from '@/ui/forms/use-as-sent'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { lazyPart } from '@/ui/lazy-page'
import { OFFLINE } from '@/ui/offline-texts'
import { Dialog } from '@/ui/overlay/dialog'
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

type PackageFormProps = { studentId: string; students: ReturnType<typeof useStudents> }

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
            <Button size="sm" className="mt-2" onClick={() => void students.refetch()}>
              Tentar novamente
            </Button>
          )}
        </div>
      )}
    />
  )
}

const StudentPicker = lazyPart(() => import('@/students/student-picker'), 'StudentPicker')

/** A field that chooses one student by the picker in a dialog, with credits. */
function StudentChoice({
  students,
  value,
  onChange,
  placeholder,
  asks = false,
  ref,
  ...aria
}: ControlProps & {
  /** Opens by itself while no student is chosen: a coach who comes by '+' saves a tap. */
  asks?: boolean
  /** Empty: the students are not read yet. */
  students: readonly StudentWithCredits[]
  /** '' for no student. */
  value: Uuid
  onChange: (id: Uuid) => void
  placeholder: string
  ref?: Ref<HTMLButtonElement>
}) {
  const today = useToday()
  /** null: the coach neither opened nor closed the dialog. */
  const [answered, setOpen] = useState<boolean | null>(null)
  const open = answered ?? (asks && value === '' && students.length > 0)
  const chosen = students.find(({ id }) => id === value)
  const words = chosen && creditWords(chosen, today, 'usable')
  useEffect(() => void StudentPicker.preload(), [])
  return (
    <>
      <button
        {...aria}
        ref={ref ?? null}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-controls={`${aria.id}-picker`}
        aria-expanded={open}
        disabled={students.length === 0}
        onClick={() => setOpen(true)}
        className={clsx(CONTROL, 'flex items-center gap-2 text-left')}
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 [overflow-wrap:anywhere]">
            {chosen ? choiceName(chosen) : placeholder}
          </span>
          {words && (
            <span className={clsx('figures block text-[15px] font-semibold', CREDIT_INK[words.tone])}>
              {words.sentence}
            </span>
          )}
        </span>
        <ChevronDown className="size-5 shrink-0" />
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Escolher aluno">
        {open && (
          <div id={`${aria.id}-picker`}>
            <StudentPicker
              single
              students={students}
              selected={value === '' ? [] : [value]}
              day={today}
              onChange={([id]) => {
                if (id !== undefined) onChange(id)
                setOpen(false)
              }}
            />
          </div>
        )}
      </Dialog>
    </>
  )
}
