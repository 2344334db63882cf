import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useRef, type Ref } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { LessonsOfNow } from '@/agenda/lessons-of-now'
import { RecentGroups, useQuickStarts } from '@/agenda/recent-groups'
import { SameLessonDialog } from '@/agenda/same-lesson-dialog'
import { useAnswer } from '@/agenda/use-answer'
import { countOf } from '@/core/common-texts'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { shortName } from '@/core/names'
import { paths } from '@/core/paths'
import { usableCredits } from '@/packages/rules'
import { StudentPicker } from '@/students/student-picker'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Button } from '@/ui/button'
import { Chip } from '@/ui/fields/choices'
import { FieldError } from '@/ui/fields/field'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { useLeaveAfterSave } from '@/ui/use-address'
import { screenBefore } from './came-from'

const ERROR_ID = 'selecao-erro'

/** Step 1: who came. All active students can be chosen (docs/product.md, 'New session'). */
export function StudentsStep({
  heading,
  isNew,
  students,
  pendingStudents,
  selected,
  day,
  onChange,
  error,
  onContinue,
}: {
  heading: Ref<HTMLHeadingElement>
  isNew: boolean
  students: readonly StudentWithCredits[]
  pendingStudents: ReadonlySet<Uuid>
  selected: readonly Uuid[]
  /** The lesson's day, which decides the usable credits. */
  day: LocalDate
  onChange: (selected: Uuid[]) => void
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
        className="mt-4 inline-flex min-h-11 items-center font-bold text-info underline-offset-4 hover:underline lg:absolute lg:-top-2 lg:right-0 lg:mt-0"
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

interface QuickStartsProps {
  students: readonly StudentWithCredits[]
  selected: readonly Uuid[]
  onChange: (selected: Uuid[]) => void
}

/** Shortcuts: the lesson of now, unless '+' has just offered it, and the last groups. */
function QuickStarts({ students, selected, onChange }: QuickStartsProps) {
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
                className="flex min-h-11 max-w-44 items-center gap-1.5 rounded-full bg-sunken pr-3 pl-4 text-[15px] font-semibold hover:bg-line"
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

/** The student who was chosen last may be beyond the edge. */
const intoView = (chip: HTMLElement | null) => chip?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

function selectedLabel(count: number): string {
  if (count === 0) return 'Ninguém selecionado'
  return countOf(count, 'aluno selecionado', 'alunos selecionados')
}
