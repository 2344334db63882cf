import { useState, type Ref } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { StickyActions } from '@/components/forms/sticky-actions'
import { LessonFields } from '@/components/sessions/lesson-fields'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { NewSessionForm, NewSessionValues } from '@/domain/sessions/session.schema'
import { isLocalDate, toLocalDate } from '@/domain/shared/dates'
import type { Club, StudentWithCredits, Uuid } from '@/domain/shared/model'
import { useTeacherName } from '@/hooks/account/use-profile'
import { StudentFeedbackCard } from './student-feedback-card'

type Form = UseFormReturn<NewSessionForm, unknown, NewSessionValues>

/** Step 2: the session and one card per student. Only the first card starts open, to keep thirty students readable. */
export function LessonStep({
  heading,
  form,
  students,
  clubs,
  saving,
  pending,
  onSave,
  onBack,
}: {
  heading: Ref<HTMLHeadingElement>
  form: Form
  /** In the order of the form's participants. */
  students: readonly StudentWithCredits[]
  clubs: readonly Club[]
  saving: boolean
  /** True when a pending session is being edited. */
  pending: boolean
  onSave: () => void
  onBack: () => void
}) {
  const dateTime = useWatch({ control: form.control, name: 'dateTime' })
  const [today] = useState(() => toLocalDate(new Date()))
  const typedDay = dateTime.slice(0, 10)
  // While the date is missing or invalid, preview the packages of today.
  const lessonDay = isLocalDate(typedDay) && typedDay <= today ? typedDay : today
  const [open, setOpen] = useState<ReadonlySet<Uuid>>(() => new Set(students.slice(0, 1).map(({ id }) => id)))
  const setCard = (id: Uuid, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((other) => other !== id)))

  return (
    <div className="xl:grid xl:grid-cols-[21rem_1fr] xl:gap-x-8">
      <section aria-labelledby="aula-titulo" className="self-start xl:sticky xl:top-8">
        <h2 id="aula-titulo" ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
          Sobre a aula
        </h2>
        <AboutLesson form={form} />
      </section>
      <section aria-labelledby="feedback-titulo" className="mt-8 xl:mt-0">
        <h2 id="feedback-titulo" className="mb-4 text-xl">
          Feedback por aluno
        </h2>
        <ul aria-labelledby="feedback-titulo" className="flex flex-col gap-3">
          {students.map((student, index) => {
            const next = students[index + 1]
            return (
              <StudentFeedbackCard
                key={student.id}
                control={form.control}
                index={index}
                student={student}
                clubs={clubs}
                lessonDay={lessonDay}
                open={open.has(student.id)}
                onOpenChange={(isOpen) => setCard(student.id, isOpen)}
                {...(next && {
                  onNext: () =>
                    setOpen((before) => new Set([...before].filter((id) => id !== student.id)).add(next.id)),
                })}
              />
            )
          })}
        </ul>
      </section>
      <div className="contents xl:col-span-2 xl:block">
        <StickyActions>
          <Button tone="outline" onClick={onBack}>
            Voltar
          </Button>
          <Button
            tone="main"
            pending={saving}
            pendingLabel={pending ? 'Salvando...' : 'Registrando...'}
            onClick={onSave}
          >
            {pending ? 'Salvar aula' : 'Registrar sessão'}
          </Button>
        </StickyActions>
      </div>
    </div>
  )
}

/**
 * A component of its own, because watching the notes in `LessonStep` would re-render all students at each keystroke.
 */
function AboutLesson({ form }: { form: Form }) {
  const notes = useWatch({ control: form.control, name: 'notes' })
  return (
    <Card className="md:p-6">
      <LessonFields form={form} notes={notes} defaultTeacher={useTeacherName()} className="xl:grid-cols-1" />
    </Card>
  )
}
