import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { TODAY } from '@/agenda/answer-texts'
import type { Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { Progress } from '@/ui/progress'
import { LessonStep } from './lesson-step'
import { FormNotice, SameLessonNotice } from './same-lesson-notice'
import { StudentsStep } from './students-step'
import { useNewLesson, type NewLessonProps } from './use-new-lesson'

type SessionFormProps = NewLessonProps & { pendingStudents: ReadonlySet<Uuid> }

/** The two steps of a new lesson: who came, and how it was. */
export function SessionForm({ pendingStudents, ...props }: SessionFormProps) {
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
    // Errors in feedback do not stop step 1, because they can only be corrected in step 2.
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
      {/* 'Enter' must not submit, because it would register the lesson before its feedback is written. */}
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        {step === 1 ? (
          <StudentsStep
            heading={heading}
            isNew={!start && !pending}
            students={students}
            pendingStudents={pendingStudents}
            selected={lesson.students.map(({ id }) => id)}
            day={lesson.lessonDay}
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

/** The title with a back link and, once `step` is known, the progress. */
export const StepHeader = ({ step, pending = false }: { step?: 1 | 2; pending?: boolean }) => (
  <>
    <PageHeader
      title={pending ? 'Editar aula pendente' : 'Nova Sessão'}
      {...(step && { subtitle: `Passo ${step} de 2` })}
      back={pending ? { to: paths.outbox.href(), label: 'Voltar para as pendências' } : BACK_TO_DASHBOARD}
    />
    {step && (
      <div className="-mt-3 mb-6">
        <Progress percent={step * 50} label="Passos da nova sessão" />
      </div>
    )}
  </>
)
