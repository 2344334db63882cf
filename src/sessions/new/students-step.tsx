import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import type { Ref } from 'react'
import { Link } from 'react-router-dom'
import type { StudentWithCredits, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { usableCredits } from '@/packages/rules'
import { StudentPicker } from '@/students/student-picker'
import { STUDENT_MESSAGES } from '@/students/texts'
import { usePickerPageSize } from '@/students/use-picker-page-size'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/fields/field'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { useToday } from '@/ui/use-now'

const ERROR_ID = 'selecao-erro'

/** Step 1: selects who attended. All active students are offered (docs/product.md, 'New session'). */
export function StudentsStep({
  heading,
  students,
  pendingStudents,
  selected,
  onChange,
  error,
  onContinue,
}: {
  heading: Ref<HTMLHeadingElement>
  students: readonly StudentWithCredits[]
  /** The students who are pending themselves. */
  pendingStudents: ReadonlySet<Uuid>
  selected: readonly Uuid[]
  onChange: (selected: Uuid[]) => void
  error: string | undefined
  onContinue: () => void
}) {
  const pageSize = usePickerPageSize()
  const today = useToday()
  const anyCredits = students.some(({ packages }) => usableCredits(packages, today) > 0)
  return (
    <section aria-labelledby="selecao-titulo" aria-describedby={error ? ERROR_ID : undefined}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="selecao-titulo" ref={heading} tabIndex={-1} className="text-xl outline-none">
          Quem participou da aula?
        </h2>
        <Link
          to={paths.students.href()}
          className="inline-flex min-h-11 items-center font-bold text-info underline-offset-4 hover:underline"
        >
          Gerenciar Alunos
        </Link>
      </div>
      <div className="mb-3">
        <FieldError id={ERROR_ID} message={error} />
      </div>
      {!anyCredits && (
        <p className="mb-4 flex items-start gap-3 rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          <span>
            <strong className="block">{STUDENT_MESSAGES.empty.noneWithCredits}</strong>
            Você pode registrar a sessão mesmo assim: ela fica sem pacote até você atribuir um.
          </span>
        </p>
      )}
      <StudentPicker
        students={students}
        waiting={pendingStudents}
        selected={selected}
        onChange={onChange}
        pageSize={pageSize}
        day={today}
      />
      <StickyActions>
        <p role="status" className="figures flex min-h-12 items-center font-bold md:mr-2">
          {selectedLabel(selected.length)}
        </p>
        <Button tone="main" onClick={onContinue}>
          Continuar
          <ArrowRight aria-hidden="true" />
        </Button>
      </StickyActions>
    </section>
  )
}

function selectedLabel(count: number): string {
  if (count === 0) return 'Ninguém selecionado'
  return count === 1 ? '1 aluno selecionado' : `${count} alunos selecionados`
}
