import { useState, type ReactNode, type Ref } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTeacherName } from '@/account/use-profile'
import type { Club, LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { useNow } from '@/ui/use-now'
import { CancellationFields } from '../cancellation-fields'
import { COURT } from '../court-texts'
import { ExtensionFields } from '../extension-fields'
import { LessonFields } from '../lesson-fields'
import { NO_EXTENSION, type NewSessionForm, type NewSessionValues } from '../session.schema'
import { StudentFeedbackCard } from './student-feedback-card'

type Form = UseFormReturn<NewSessionForm, unknown, NewSessionValues>

/** Step 2: the session and one card per student. Only the first card starts open, to keep thirty students readable. */
export function LessonStep({
  heading,
  form,
  students,
  clubs,
  lessonDay,
  offer,
  saving,
  pending,
  effects,
  onSave,
  onBack,
}: {
  heading: Ref<HTMLHeadingElement>
  form: Form
  /** In the order of the form's participants. */
  students: readonly StudentWithCredits[]
  clubs: readonly Club[]
  /** The day for which packages are chosen. */
  lessonDay: LocalDate
  /** Undefined: there is nothing to extend. */
  offer: ExtensionOffer | undefined
  saving: boolean
  /** True when a pending session is being edited. */
  pending: boolean
  /** What saving will do. */
  effects: ReactNode
  onSave: () => void
  onBack: () => void
}) {
  const { control, setValue } = form
  const [cancelledReason, extension] = useWatch({ control, name: ['cancelledReason', 'extension'] })
  const isCancelled = cancelledReason !== ''
  const [open, setOpen] = useState<ReadonlySet<Uuid>>(() => new Set(students.slice(0, 1).map(({ id }) => id)))
  const setCard = (id: Uuid, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((other) => other !== id)))

  const extensionFields = offer && (
    <ExtensionFields
      offer={offer}
      value={extension}
      onChange={({ wanted, days }) => {
        setValue('extension.wanted', wanted, { shouldDirty: true })
        setValue('extension.days', days, { shouldDirty: true, shouldValidate: true })
      }}
      error={form.formState.errors.extension?.days?.message}
      nameOf={(id) => students.find((student) => student.id === id)?.name ?? ''}
    />
  )
  return (
    <div className="xl:grid xl:grid-cols-[21rem_1fr] xl:gap-x-8">
      <section aria-labelledby="aula-titulo" className="self-start xl:sticky xl:top-8">
        <h2 id="aula-titulo" ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
          Sobre a aula
        </h2>
        <AboutLesson form={form}>{isCancelled && extensionFields}</AboutLesson>
      </section>
      <section aria-labelledby="feedback-titulo" className="mt-8 xl:mt-0">
        <h2 id="feedback-titulo" className="mb-4 text-xl">
          {isCancelled ? COURT.cancelled.students : 'Feedback por aluno'}
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
                cancelled={isCancelled}
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
        {!isCancelled && extensionFields && <div className="mt-3">{extensionFields}</div>}
      </section>
      {effects && <div className="mt-3 xl:col-start-2">{effects}</div>}
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
function AboutLesson({ form, children }: { form: Form; children: ReactNode }) {
  const [notes, cancelledReason] = useWatch({ control: form.control, name: ['notes', 'cancelledReason'] })
  return (
    <Card className="md:p-6">
      <LessonFields
        form={form}
        notes={notes}
        now={useNow()}
        defaultTeacher={useTeacherName()}
        className="xl:grid-cols-1"
      />
      <div className="mt-3 border-t border-line pt-2">
        <CancellationFields
          value={cancelledReason}
          onChange={(value) => form.setValue('cancelledReason', value, { shouldDirty: true })}
          onToggle={() => {
            form.setValue('extension', NO_EXTENSION, { shouldDirty: true })
            form.clearErrors('extension')
          }}
        >
          <p className="text-[15px] text-ink-soft">{COURT.cancelled.nobodyPays}</p>
          {children}
        </CancellationFields>
      </div>
    </Card>
  )
}
