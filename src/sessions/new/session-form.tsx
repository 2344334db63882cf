import ArrowRight from 'lucide-react/icons/arrow-right'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { TODAY, SAME_LESSON as texts } from '@/agenda/answer-texts'
import { missingIn } from '@/agenda/answers'
import { LessonsOfNow, RecentGroups, useQuickStarts } from '@/agenda/lessons-of-now'
import { SameLessonDialog } from '@/agenda/same-lesson-dialog'
import { useAnswer } from '@/agenda/use-answer'
import { timeOf } from '@/agenda/zone'
import { countOf } from '@/core/common-texts'
import { localDayOf } from '@/core/dates'
import type { Uuid, LocalDate, StudentWithCredits } from '@/core/model'
import { shortName } from '@/core/names'
import { paths } from '@/core/paths'
import { usableCredits } from '@/packages/rules'
import { StudentPicker } from '@/students/student-picker'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/fields/choices'
import { FieldError } from '@/ui/fields/field'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { Progress } from '@/ui/progress'
import { useLeaveAfterSave } from '@/ui/use-address'
import { usePageTitle } from '@/ui/use-page-title'
import { screenBefore } from './came-from'
import { LessonStep } from './lesson-step'
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
      {lesson.restored && (
        <DraftNotice
          onDiscard={() => {
            lesson.startAfresh()
            // The pressed button disappears.
            moveToTop(heading.current)
          }}
        />
      )}
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
export function StepHeader({ step, pending = false }: { step?: 1 | 2; pending?: boolean }) {
  const title = pending ? 'Editar aula pendente' : 'Nova Sessão'
  usePageTitle(title)
  return (
    <>
      <PageHeader
        title={title}
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
}

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

const ERROR_ID = 'selecao-erro'

type Picking = Pick<ComponentProps<typeof StudentPicker>, 'students' | 'selected' | 'onChange'>

/** Step 1: who came. All active students can be chosen (docs/product.md, 'New session'). */
function StudentsStep({
  heading,
  isNew,
  students,
  pendingStudents,
  selected,
  day,
  onChange,
  error,
  onContinue,
}: Picking & {
  heading: Ref<HTMLHeadingElement>
  isNew: boolean
  pendingStudents: ReadonlySet<Uuid>
  /** The lesson's day, which decides the usable credits. */
  day: LocalDate
  error: string | undefined
  onContinue: () => void
}) {
  const anyCredits = students.some(({ packages }) => usableCredits(packages, day) > 0)
  return (
    <section
      aria-labelledby="selecao-titulo"
      aria-describedby={error ? ERROR_ID : undefined}
      className="lg:relative"
    >
      <h2 id="selecao-titulo" ref={heading} tabIndex={-1} className="text-xl outline-none">
        Quem participou da aula?
      </h2>
      <div className="mt-1 mb-3">
        <FieldError id={ERROR_ID} message={error} />
      </div>
      {!anyCredits && (
        <p className="mb-4 flex items-start gap-3 rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <CircleAlert className="mt-0.5 size-5 shrink-0" />
          <span>
            <strong className="block">{STUDENT_MESSAGES.empty.noneWithCredits}</strong>
            Você pode registrar a aula mesmo assim: ela fica sem pacote até você atribuir um.
          </span>
        </p>
      )}
      {isNew && <QuickStarts students={students} selected={selected} onChange={onChange} />}
      <StudentPicker
        students={students}
        waiting={pendingStudents}
        selected={selected}
        onChange={onChange}
        day={day}
      />
      <Link
        to={paths.students.href()}
        // At a desk it is above the list, so that 'Continuar' is in sight below a list of one page.
        className={
          'mt-4 inline-flex min-h-11 items-center font-bold text-info underline-offset-4 hover:underline ' +
          'lg:absolute lg:-top-2 lg:right-0 lg:mt-0'
        }
      >
        Gerenciar Alunos
      </Link>
      <StickyActions>
        <Chosen
          students={students.filter(({ id }) => selected.includes(id))}
          onRemove={(removed) => onChange(selected.filter((id) => id !== removed))}
        />
        <Button tone={selected.length > 0 ? 'main' : 'early'} onClick={onContinue}>
          Continuar
          <ArrowRight />
        </Button>
      </StickyActions>
    </section>
  )
}

/** Shortcuts: the lesson of now, unless '+' has just offered it, and the last groups. */
function QuickStarts({ students, selected, onChange }: Picking) {
  const { now, lessons, groups } = useQuickStarts(students)
  const answer = useAnswer()
  const leave = useLeaveAfterSave()
  const { state }: { state: unknown } = useLocation()
  const toggle = (ids: readonly Uuid[], isChosen: boolean) =>
    onChange(
      students.flatMap(({ id }) => {
        const isWanted = ids.includes(id) ? !isChosen : selected.includes(id)
        return isWanted ? id : []
      }),
    )
  const isOffered = screenBefore(state) === null
  if ((!isOffered || lessons.length === 0) && groups.length === 0) return null
  return (
    <div className="mb-5 flex flex-col gap-4">
      {isOffered && (
        <LessonsOfNow
          lessons={lessons}
          students={students}
          now={now}
          answer={answer}
          isAside={selected.length > 0}
          state={undefined}
          onHeld={() => void leave(paths.sessions.href({ refresh: true }))}
        />
      )}
      <RecentGroups groups={groups}>
        {({ ids, label, name }) => {
          const isChosen = ids.every((id) => selected.includes(id))
          return (
            <Chip
              pressed={isChosen}
              label={label}
              className="max-w-full"
              onToggle={() => toggle(ids, isChosen)}
            >
              {name}
            </Chip>
          )
        }}
      </RecentGroups>
      <SameLessonDialog
        answer={answer}
        onAnswered={() => void leave(paths.sessions.href({ refresh: true }))}
      />
    </div>
  )
}

interface ChosenProps {
  students: readonly Pick<StudentWithCredits, 'id' | 'name'>[]
  onRemove: (id: Uuid) => void
}

/** The chosen students, beside the button that leads on; a press on one removes the student. */
function Chosen({ students, onRemove }: ChosenProps) {
  const words = useRef<HTMLParagraphElement>(null)
  return (
    <div className="flex min-h-12 min-w-0 items-center md:mr-2 md:max-w-3xl">
      <p
        ref={words}
        role="status"
        tabIndex={-1}
        className={students.length > 0 ? 'sr-only' : 'font-bold text-ink-soft outline-none'}
      >
        {selectedLabel(students.length)}
      </p>
      {students.length > 0 && (
        <ul
          aria-label="Selecionados"
          className="-ml-4 flex gap-2 overflow-x-auto py-1 pr-2 pl-4 md:ml-0 md:pl-1"
        >
          {students.map(({ id, name }) => (
            <li key={id} ref={intoView} className="shrink-0">
              <button
                type="button"
                aria-label={`Tirar ${name}`}
                className={
                  'flex min-h-11 max-w-44 items-center gap-1.5 rounded-full bg-sunken pr-3 pl-4 ' +
                  'text-[15px] font-semibold hover:bg-line'
                }
                onClick={() => {
                  onRemove(id)
                  // The pressed button is gone, so the text takes the focus.
                  words.current?.focus({ preventScroll: true })
                }}
              >
                <span className="truncate">{shortName(name)}</span>
                <X className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * The student who was chosen last may be beyond the edge. `scrollIntoView` would move the page too: the list sticks to
 * the window's bottom, where no scroll takes it out of the page's `scroll-padding`.
 */
function intoView(chip: HTMLElement | null) {
  const list = chip?.parentElement
  if (!list) return
  const [seen, edge] = [chip.getBoundingClientRect(), list.getBoundingClientRect()]
  list.scrollLeft += Math.max(0, seen.right - edge.right) || Math.min(0, seen.left - edge.left)
}

function selectedLabel(count: number): string {
  if (count === 0) return 'Ninguém selecionado'
  return countOf(count, 'aluno selecionado', 'alunos selecionados')
}
