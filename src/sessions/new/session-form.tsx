import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useEffect, useRef, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { TODAY } from '@/agenda/answer-texts'
import type { StudentWithCredits, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { usableCredits } from '@/packages/rules'
import { StudentPicker } from '@/students/student-picker'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/fields/field'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { PageHeader } from '@/ui/page-header'
import { Progress } from '@/ui/progress'
import { useToday } from '@/ui/use-now'
import { LessonStep } from './lesson-step'
import { FormNotice, SameLessonNotice } from './same-lesson-notice'
import { useNewLesson, type NewLessonProps } from './use-new-lesson'

/** The two steps: who was there, and how it was. */
export function SessionForm({
  pendingStudents,
  ...props
}: NewLessonProps & {
  /** The students who are pending themselves. */
  pendingStudents: ReadonlySet<Uuid>
}) {
  const { start, pending, students } = props
  const lesson = useNewLesson(props)
  const { form, step, goTo } = lesson
  const { errors } = form.formState

  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    moveToTop(heading.current)
  }, [step])

  const toLesson = async () => {
    // Errors in feedback belong to step 2, where they can be corrected.
    if (lesson.students.length > 0) {
      goTo(2)
      return
    }
    await form.trigger('participants')
    moveToTop(heading.current)
  }
  return (
    <>
      <StepHeader step={step} pending={pending !== undefined} />
      {lesson.restored && <DraftNotice onDiscard={lesson.startAfresh} />}
      {start && (
        <FormNotice>
          <p className="font-semibold">{start.notice}</p>
          {lesson.hasOtherDraft && (
            <p className="text-[15px]">
              {TODAY.form.draftKept}{' '}
              <Link
                to={paths.newSession.href()}
                className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
              >
                {TODAY.form.openDraft}
              </Link>
            </p>
          )}
        </FormNotice>
      )}
      {/* 'Enter' must not submit: it would register the lesson before its feedback is written. */}
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        {step === 1 ? (
          <StudentsStep
            heading={heading}
            students={students}
            pendingStudents={pendingStudents}
            selected={lesson.students.map(({ id }) => id)}
            onChange={lesson.choose}
            error={errors.participants?.message ?? errors.participants?.root?.message}
            onContinue={() => void toLesson()}
          />
        ) : (
          <>
            {!pending && <SameLessonNotice same={lesson.same} onLeave={lesson.clearDraft} />}
            <LessonStep heading={heading} lesson={lesson} />
          </>
        )}
      </form>
    </>
  )
}

function moveToTop(heading: HTMLElement | null) {
  window.scrollTo(0, 0)
  heading?.focus({ preventScroll: true })
}

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

/** The title with a back link and, once `step` is known, the progress. */
export function StepHeader({
  step,
  pending = false,
}: {
  step?: 1 | 2
  /** A pending lesson is being edited. */
  pending?: boolean
}) {
  return (
    <>
      <PageHeader
        title={pending ? 'Editar aula pendente' : 'Nova Sessão'}
        {...(step && { subtitle: `Passo ${step} de 2` })}
        back={
          pending
            ? { to: paths.outbox.href(), label: 'Voltar para as pendências' }
            : { to: paths.dashboard.href(), label: 'Voltar para o dashboard' }
        }
      />
      {step && (
        <div className="-mt-3 mb-6">
          <Progress percent={step * 50} label="Passos da nova sessão" />
        </div>
      )}
    </>
  )
}
