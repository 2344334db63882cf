import { useState, type Ref } from 'react'
import { useWatch } from 'react-hook-form'
import { useTeacherName } from '@/account/use-profile'
import type { Uuid } from '@/core/model'
import { CreditEffects } from '@/credits/credit-effects'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { useNow } from '@/ui/use-now'
import { CancellationFields, LessonFields, OfferedExtension } from '../lesson-fields'
import { NOTHING_MOVES } from '../texts'
import { StudentCard } from './student-card'
import type { NewLesson } from './use-new-lesson'

/** Step 2: the lesson and one card per student. Only the first card starts open, to keep thirty students readable. */
export function LessonStep({ heading, lesson }: { heading: Ref<HTMLHeadingElement>; lesson: NewLesson }) {
  const { form, students, offer, effects, isCancelled, isPending } = lesson
  const [open, setOpen] = useState<ReadonlySet<Uuid>>(() => new Set(students.slice(0, 1).map(({ id }) => id)))
  const reason = useWatch({ control: form.control, name: 'cancelledReason' })
  const extension = <OfferedExtension form={form} offer={offer} students={students} />
  return (
    <div className="xl:grid xl:grid-cols-[21rem_1fr] xl:gap-x-8">
      <section aria-labelledby="aula-titulo" className="self-start xl:sticky xl:top-8">
        <h2 id="aula-titulo" ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
          Sobre a aula
        </h2>
        <Card className="md:p-6">
          <LessonFields
            form={form}
            now={useNow()}
            defaultTeacher={useTeacherName()}
            className="xl:grid-cols-1"
          />
          <div className="mt-3 border-t border-line pt-2">
            <CancellationFields form={form} reason={reason}>
              {extension}
            </CancellationFields>
          </div>
        </Card>
      </section>
      <section aria-labelledby="feedback-titulo" className="mt-8 xl:mt-0">
        <h2 id="feedback-titulo" className="mb-4 text-xl">
          {isCancelled ? 'Alunos' : 'Feedback por aluno'}
        </h2>
        <ul aria-labelledby="feedback-titulo" className="flex flex-col gap-3">
          {students.map((student, index) => (
            <StudentCard
              key={student.id}
              lesson={lesson}
              index={index}
              student={student}
              next={students[index + 1]?.id}
              open={open}
              onOpen={setOpen}
            />
          ))}
        </ul>
        {!isCancelled && offer && <div className="mt-3">{extension}</div>}
      </section>
      {effects && (
        <div className="mt-3 xl:col-start-2">
          <CreditEffects {...effects} none={NOTHING_MOVES} />
        </div>
      )}
      <div className="contents xl:col-span-2 xl:block">
        <StickyActions>
          <Button tone="outline" onClick={() => lesson.goTo(1)}>
            Voltar
          </Button>
          <Button
            tone="main"
            pending={lesson.saving}
            pendingLabel={isPending ? 'Salvando...' : 'Registrando...'}
            onClick={lesson.save}
          >
            {isPending ? 'Salvar aula' : 'Registrar sessão'}
          </Button>
        </StickyActions>
      </div>
    </div>
  )
}
