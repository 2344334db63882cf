import UserPlus from 'lucide-react/icons/user-plus'
import { useRef, useState } from 'react'
import { participantIn, type Club, type LocalDate, type SessionDetails, type Uuid } from '@/core/model'
import type { CreditFacts } from '@/credits/plan-types'
import { failedRead } from '@/data/queries/service-error'
import { compareByName } from '@/students/rules'
import { StudentChooser } from '@/students/student-chooser'
import { STUDENT_MESSAGES } from '@/students/texts'
import { usePickerPageSize } from '@/students/use-picker-page-size'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/fields/field'
import { Dialog } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import type { EditedParticipantForm } from '../session.schema'
import { StudentEdit } from './student-edit'
import type { SessionEdit } from './use-session-edit'

const ERROR_ID = 'alunos-da-sessao-erro'

/** The participants of the edited session: add and remove them, and edit their packages and feedback. */
export function StudentsInSession({
  edit,
  facts,
  cancelled,
  lessonDay,
  clubs,
  anonymizedIds,
  open,
  onOpen,
}: {
  edit: SessionEdit
  /** Undefined while loading. */
  facts: CreditFacts | undefined
  /** The lesson did not happen: nobody is asked about. */
  cancelled: boolean
  lessonDay: LocalDate
  clubs: readonly Club[]
  anonymizedIds: ReadonlySet<Uuid>
  /** Ids of the students whose feedback is unfolded. */
  open: ReadonlySet<Uuid>
  onOpen: (open: ReadonlySet<Uuid>) => void
}) {
  const { form, values, seen } = edit
  const students = useStudents()
  const [choosing, setChoosing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { errors, isSubmitted } = form.formState

  const problem = errors.participants?.message ?? errors.participants?.root?.message
  const ids = values.participants.map(({ studentId }) => studentId)
  const nameOf = (id: Uuid): string =>
    nameInSession(seen, id) ??
    students.data?.find((student) => student.id === id)?.name ??
    facts?.students.find((student) => student.id === id)?.name ??
    STUDENT_MESSAGES.service.notFound
  const set = (at: number, participant: EditedParticipantForm) =>
    form.setValue(
      'participants',
      values.participants.map((each, index) => (index === at ? participant : each)),
      { shouldDirty: true, shouldValidate: isSubmitted },
    )

  return (
    <section aria-labelledby="alunos-da-sessao">
      <h3 id="alunos-da-sessao" ref={heading} tabIndex={-1} className="text-base outline-none">
        Alunos da sessão ({ids.length})
      </h3>
      <FieldError id={ERROR_ID} message={problem} />
      <ul aria-labelledby="alunos-da-sessao" className="mt-3 flex flex-col gap-3">
        {values.participants.map((participant, at) => {
          const { studentId } = participant
          return (
            <li key={studentId}>
              <StudentEdit
                name={nameOf(studentId)}
                seen={seen}
                facts={facts?.students.find(({ id }) => id === studentId)}
                order={facts?.rules.package_order ?? 'oldest'}
                cancelled={cancelled}
                lessonDay={lessonDay}
                participant={participant}
                onChange={(next) => set(at, next)}
                errors={{
                  notes: errors.participants?.[at]?.feedback?.notes?.message,
                  privateNotes: errors.participants?.[at]?.feedback?.privateNotes?.message,
                }}
                clubs={clubs}
                isAnonymized={anonymizedIds.has(studentId)}
                open={open.has(studentId)}
                onOpen={(isOpen) =>
                  onOpen(new Set(isOpen ? [...open, studentId] : [...open].filter((id) => id !== studentId)))
                }
                onRemove={() => {
                  edit.choose(ids.filter((id) => id !== studentId))
                  heading.current?.focus()
                }}
              />
            </li>
          )
        })}
      </ul>
      <Button
        tone="outline"
        className="mt-3 w-full sm:w-auto"
        data-error-target={problem !== undefined}
        aria-describedby={problem ? ERROR_ID : undefined}
        onClick={() => setChoosing(true)}
      >
        <UserPlus aria-hidden="true" />
        Adicionar ou remover alunos
      </Button>
      <ChooseStudents
        open={choosing}
        students={students}
        selected={ids}
        day={lessonDay}
        onClose={() => setChoosing(false)}
        onChoose={edit.choose}
      />
    </section>
  )
}

function nameInSession(session: SessionDetails, id: Uuid): string | null {
  return participantIn(session, id)?.student_name ?? null
}

/** Selects the participants. Offers active students, and inactive ones who are already in the session. */
function ChooseStudents({
  open,
  students,
  selected,
  day,
  onClose,
  onChoose,
}: {
  open: boolean
  students: ReturnType<typeof useStudents>
  selected: readonly Uuid[]
  day: LocalDate
  onClose: () => void
  onChoose: (ids: readonly Uuid[]) => void
}) {
  const pageSize = usePickerPageSize()
  return (
    <Dialog open={open} onOpenChange={onClose} title="Alunos da sessão">
      {students.data ? (
        <StudentChooser
          students={students.data
            .filter(({ id, status }) => status === 'active' || selected.includes(id))
            .toSorted(compareByName)}
          selected={selected}
          day={day}
          pageSize={pageSize}
          onDone={(ids) => {
            onChoose(ids)
            onClose()
          }}
        />
      ) : students.isError ? (
        <ErrorState {...failedRead(STUDENT_MESSAGES.toast.loadFailed, students)} />
      ) : (
        <div role="status" aria-label="Carregando alunos..." className="flex flex-col gap-3">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-18 w-full rounded-xl" />
          <Skeleton className="h-18 w-full rounded-xl" />
        </div>
      )}
    </Dialog>
  )
}
