import CalendarCheck from 'lucide-react/icons/calendar-check'
import { useEffect, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { TODAY, SAME_LESSON as texts } from '@/agenda/answer-texts'
import { missingIn } from '@/agenda/answers'
import { useAnswer } from '@/agenda/use-answer'
import { timeOf } from '@/agenda/zone'
import { localDayOf } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { Button } from '@/ui/button'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { Progress } from '@/ui/progress'
import { useLeaveAfterSave } from '@/ui/use-address'
import { LessonStep } from './lesson-step'
import { StudentsStep } from './students-step'
import { useNewLesson, type NewLessonProps, type SameLesson } from './use-new-lesson'

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

/** Asks whether the lesson that is being typed is one of the agenda, or one that is already registered. */
function SameLessonNotice({ same, onLeave }: { same: SameLesson; onLeave: () => void }) {
  const leave = useLeaveAfterSave()
  const answer = useAnswer()
  const { planned, existing, opened } = same
  const [first] = existing
  const question = useRef<HTMLDivElement>(null)
  const { isAsked, onAsked } = same
  // After each rendering, because the lesson for which saving was refused may be read only then.
  useEffect(() => {
    if (!isAsked || question.current === null) return
    question.current.focus()
    onAsked()
  })
  if (first) {
    const missing = opened ? missingIn(first, opened) : []
    const isTheSame = async () => {
      // Without a planned lesson to link, `first` answers the agenda already: nothing is registered.
      if (opened && (await answer.same(opened, first)) === null) return
      onLeave()
      await leave(paths.sessions.href({ day: localDayOf(first.starts_at.instant) }))
    }
    const names = first.students.map(({ name }) => name)
    return (
      <Question
        ref={question}
        text={texts.question(timeOf(first.starts_at), names)}
        more={missing.length > 0 ? texts.missing(missing) : texts.noCredit}
      >
        <Button
          tone="court"
          size="sm"
          pending={answer.answering.size > 0}
          pendingLabel={texts.saving}
          onClick={() => void isTheSame()}
        >
          {texts.same}
        </Button>
        <Button size="sm" onClick={same.sayOther}>
          {texts.other}
        </Button>
      </Question>
    )
  }
  if (planned === null) return null
  const time = timeOf(planned.occurrence.starts_at)
  const choice = (isSame: boolean): ComponentProps<typeof Button> => ({
    tone: planned.isSame === isSame ? 'court' : 'outline',
    size: 'sm',
    'aria-pressed': planned.isSame === isSame,
    onClick: () => same.sayPlanned(isSame),
  })
  return (
    <Question text={texts.planned(time)} more={planned.isSame ? texts.registeredAt(time) : null}>
      <Button {...choice(true)}>{texts.yes}</Button>
      <Button {...choice(false)}>{texts.no}</Button>
    </Question>
  )
}

type QuestionProps = { text: string; more: string | null; children: ReactNode; ref?: Ref<HTMLDivElement> }

const Question = ({ text, more, children, ref }: QuestionProps) => (
  <FormNotice label={text} ref={ref}>
    <p className="figures font-semibold">{text}</p>
    {more && <p className="figures text-[15px]">{more}</p>}
    <div className="mt-2 flex flex-wrap gap-2">{children}</div>
  </FormNotice>
)

type FormNoticeProps = { label?: string; children: ReactNode; ref?: Ref<HTMLDivElement> | undefined }

/** A notice above the form's fields; with a label it is a group that can take the focus. */
const FormNotice = ({ label, children, ref }: FormNoticeProps) => (
  <div
    {...(label && { role: 'group', 'aria-label': label, tabIndex: -1, ref })}
    className="mb-5 flex scroll-mt-4 items-start gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info"
  >
    <CalendarCheck className="mt-0.5 size-5 shrink-0" />
    <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
  </div>
)
