import UserPlus from 'lucide-react/icons/user-plus'
import { useRef, useState } from 'react'
import type { Club, LocalDate, Uuid } from '@/core/model'
import type { CreditFacts } from '@/credits/plan-types'
import { compareByName } from '@/students/rules'
import { StudentChooser } from '@/students/student-chooser'
import { STUDENT_MESSAGES } from '@/students/texts'
import { usePickerPageSize } from '@/students/use-picker-page-size'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/fields/field'
import { Dialog } from '@/ui/overlay/dialog'
import { QueryView } from '@/ui/query-view'
import { Skeleton } from '@/ui/skeleton'
import { storedIn } from './edit-form'
import { StudentEdit } from './student-edit'
import type { SessionEdit } from './use-session-edit'

const ERROR_ID = 'alunos-da-sessao-erro'

/** The participants of the edited lesson: add and remove them, and edit their packages and feedback. */
export function StudentsInSession({
  edit,
  facts,
  lessonDay,
  clubs,
  anonymizedIds,
  open,
  onOpen,
}: {
  edit: SessionEdit
  /** Undefined while loading. */
  facts: CreditFacts | undefined
  lessonDay: LocalDate
  clubs: readonly Club[]
  anonymizedIds: ReadonlySet<Uuid>
  /** The students whose feedback is unfolded. */
  open: ReadonlySet<Uuid>
  onOpen: (open: ReadonlySet<Uuid>) => void
}) {
  const { form, values, seen } = edit
  const students = useStudents()
  const pageSize = usePickerPageSize()
  const [choosing, setChoosing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { errors, isSubmitted } = form.formState

  const problem = errors.participants?.message ?? errors.participants?.root?.message
  const ids = values.participants.map(({ studentId }) => studentId)
  return (
    <section aria-labelledby="alunos-da-sessao">
      <h3 id="alunos-da-sessao" ref={heading} tabIndex={-1} className="text-base outline-none">
        Alunos da sessão ({ids.length})
      </h3>
      <FieldError id={ERROR_ID} message={problem} />
      <ul aria-labelledby="alunos-da-sessao" className="mt-3 flex flex-col gap-3">
        {values.participants.map((participant, at) => {
          const { studentId: id } = participant
          const stored = storedIn(seen, id)
          const known = facts?.students.find((student) => student.id === id)
          const listed = students.data?.find((student) => student.id === id)
          const others = [...open].filter((other) => other !== id)
          return (
            <li key={id}>
              <StudentEdit
                name={
                  stored?.student_name ?? listed?.name ?? known?.name ?? STUDENT_MESSAGES.service.notFound
                }
                stored={stored}
                facts={known}
                order={facts?.rules.package_order ?? 'oldest'}
                isCancelled={values.cancelledReason !== ''}
                lessonDay={lessonDay}
                participant={participant}
                onChange={(change) =>
                  form.setValue('participants', values.participants.with(at, { ...participant, ...change }), {
                    shouldDirty: true,
                    shouldValidate: isSubmitted,
                  })
                }
                errors={errors.participants?.[at]?.feedback}
                clubs={clubs}
                isAnonymized={anonymizedIds.has(id)}
                open={open.has(id)}
                onOpen={(isOpen) => onOpen(new Set(isOpen ? [...others, id] : others))}
                onRemove={() => {
                  edit.choose(ids.filter((other) => other !== id))
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
      <Dialog open={choosing} onOpenChange={() => setChoosing(false)} title="Alunos da sessão">
        <QueryView
          query={students}
          failed={STUDENT_MESSAGES.toast.loadFailed}
          skeleton={
            <div role="status" aria-label="Carregando alunos..." className="flex flex-col gap-3">
              <Skeleton className="h-12 w-full" />
              <Skeleton className="h-18 w-full rounded-xl" />
              <Skeleton className="h-18 w-full rounded-xl" />
            </div>
          }
        >
          {(all) => (
            <StudentChooser
              // Active students, and inactive ones who are in the lesson already.
              students={all
                .filter(({ id, status }) => status === 'active' || ids.includes(id))
                .toSorted(compareByName)}
              selected={ids}
              day={lessonDay}
              pageSize={pageSize}
              onDone={(chosen) => {
                edit.choose(chosen)
                setChoosing(false)
              }}
            />
          )}
        </QueryView>
      </Dialog>
    </section>
  )
}
