import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ClockFading from 'lucide-react/icons/clock-fading'
import UserCheck from 'lucide-react/icons/user-check'
import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import { useWatch, useController } from 'react-hook-form'
import { useTeacherName, usePackageOrder } from '@/account/use-profile'
import { nobodyComes } from '@/agreement/coach-replies'
import { countOf } from '@/core/common-texts'
import { formatReadAt, fromDateTimeInput } from '@/core/dates'
import type { ChosenAttendance, StudentWithCredits } from '@/core/model'
import { choosePackage, isCharged } from '@/credits/charge'
import { CreditEffects } from '@/credits/credit-effects'
import { expiredCredits, usableCredits } from '@/packages/rules'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Chip } from '@/ui/fields/choices'
import { LabeledSelect } from '@/ui/fields/field'
import { StickyActions } from '@/ui/forms/sticky-actions'
import { useNow } from '@/ui/use-now'
import { ATTENDANCE } from '../attendance-texts'
import { CancellationFields, LessonFields, OfferedExtension } from '../lesson-fields'
import {
  attendanceOf,
  isFeedbackLater,
  lessonClub,
  withFeedbackLater,
  isUntouched,
  wantsFeedback,
} from '../lesson-form'
import {
  changedParticipant,
  feedbackSummary,
  ParticipantRoll,
  type ParticipantChange,
} from '../participant-fields'
import type { ParticipantForm } from '../session.schema'
import { NOTHING_MOVES } from '../texts'
import type { NewLesson } from './use-new-lesson'

/** Step 2, the roll call: who came and how it was, below one line about the lesson (docs/product.md, 'New session'). */
export function LessonStep({ heading, lesson }: { heading: Ref<HTMLHeadingElement>; lesson: NewLesson }) {
  const { form, students, offer, effects, isCancelled, isPending } = lesson
  const participants = useWatch({ control: form.control, name: 'participants' })
  const extension = <OfferedExtension form={form} offer={offer} students={students} />

  const step = useRef<HTMLDivElement>(null)
  const { submitCount } = form.formState
  useEffect(() => {
    // In an effect, because a folded field with an error unfolds first.
    if (submitCount > 0) step.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount])

  /** From the form, because a tap may have come since it was drawn. */
  const setAll = (change: ChangeAll) =>
    form.setValue('participants', change(form.getValues('participants')), { shouldDirty: true })
  const haveAllCome = participants.every((participant) => attendanceOf(participant) === 'present')
  const isLater = isFeedbackLater(participants)
  return (
    <div ref={step}>
      <section aria-labelledby="chamada-titulo">
        <h2 id="chamada-titulo" ref={heading} tabIndex={-1} className="sr-only outline-none">
          Chamada
        </h2>
        <LessonHead lesson={lesson} participants={participants} onChange={setAll}>
          {extension}
        </LessonHead>
        {!isCancelled && (
          <div className="mb-2 flex flex-wrap gap-2">
            {/* Quieter than a chip that the coach pressed, because it is on until somebody is absent. */}
            <Chip
              className={clsx('px-3.5!', haveAllCome && 'border-ok-soft! bg-ok-soft! text-ok!')}
              pressed={haveAllCome}
              onToggle={() => setAll((all) => all.map((each) => ({ ...each, attendance: null })))}
            >
              <UserCheck className="hidden size-4.5 shrink-0 min-[360px]:block" />
              Todos vieram
            </Chip>
            <Chip
              className="px-3.5!"
              pressed={isLater}
              onToggle={() => setAll((all) => withFeedbackLater(all, !isLater))}
            >
              <ClockFading className="hidden size-4.5 shrink-0 min-[360px]:block" />
              Notas depois
            </Chip>
          </div>
        )}
        <ul aria-labelledby="chamada-titulo" className="flex flex-col gap-2">
          {students.map((student, index) => (
            <RollStudent key={student.id} lesson={lesson} index={index} student={student} />
          ))}
        </ul>
        {!isCancelled && offer && <div className="mt-3">{extension}</div>}
      </section>
      {effects && (
        <div className="mt-3">
          <CreditEffects {...effects} none={NOTHING_MOVES} />
        </div>
      )}
      <StickyActions>
        {/* Side by side on the narrowest phone too, because a roll call needs the height. */}
        <div className="flex gap-3">
          <Button className="px-4! sm:px-5!" onClick={() => lesson.goTo(1)}>
            Voltar
          </Button>
          <Button
            tone="main"
            className="figures flex-1 px-2! sm:px-5!"
            pending={lesson.saving}
            pendingLabel={isPending ? 'Salvando...' : 'Registrando...'}
            onClick={lesson.save}
          >
            {isPending ? 'Salvar aula' : registerLabel(lesson.credits)}
          </Button>
        </div>
      </StickyActions>
    </div>
  )
}

type ChangeAll = (all: readonly ParticipantForm[]) => ParticipantForm[]

interface HeadProps {
  lesson: NewLesson
  participants: readonly ParticipantForm[]
  onChange: (change: ChangeAll) => void
  /** The extension, for a lesson that did not happen. */
  children: ReactNode
}

/** Date, club and teacher in one line; 'Mudar' unfolds their fields. */
function LessonHead({ lesson, participants, onChange, children }: HeadProps) {
  const { form, clubs, isCancelled, same } = lesson
  const bodyId = useId()
  const now = useNow()
  const ownName = useTeacherName()
  const [dateTime, teacher, reason] = useWatch({
    control: form.control,
    name: ['dateTime', 'teacher', 'cancelledReason'],
  })
  const { errors } = form.formState
  // Unfolded at first if it holds something typed.
  const [opened, setOpened] = useState(() => isCancelled || form.getValues('notes') !== '')
  const isWrong = Boolean(errors.dateTime ?? errors.teacher ?? errors.notes ?? errors.extension)
  const isOpen = opened || isWrong

  const club = lessonClub(participants)
  const place = club === null ? 'Vários clubes' : clubs.find(({ id }) => id === club)?.name
  const date = fromDateTimeInput(dateTime)
  const by = teacher.trim() === '' || teacher.trim() === ownName ? 'você' : teacher
  return (
    <div className="mb-2">
      <div className="flex items-center justify-between gap-2">
        <p className="figures line-clamp-2 min-w-0 text-[15px] leading-tight font-semibold [overflow-wrap:anywhere]">
          <span className="inline-block first-letter:uppercase">
            {date === null ? 'Sem data' : formatReadAt(new Date(date), now)}
          </span>
          {[place, by].filter(Boolean).map((text) => `\u00a0· ${text}`)}
        </p>
        <Button
          tone="ghost"
          size="sm"
          className="-mr-2 shrink-0 px-2!"
          aria-label={`${isOpen ? 'Fechar' : 'Mudar'} os dados da aula`}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpened(!isOpen)}
        >
          {isOpen ? 'Fechar' : 'Mudar'}
          <ChevronDown className={clsx('hidden transition-transform sm:block', isOpen && 'rotate-180')} />
        </Button>
      </div>
      {reason !== '' && !isOpen && (
        <Badge tone="caution">{ATTENDANCE.cancelled(ATTENDANCE.reasons[reason])}</Badge>
      )}
      <Card id={bodyId} hidden={!isOpen} className="mt-1 mb-3 md:p-6">
        {isOpen && (
          <>
            <LessonFields form={form} now={now} defaultTeacher={ownName}>
              {clubs.length > 0 && (
                <LabeledSelect
                  label="Clube da aula"
                  optional
                  placeholder="Nenhum clube"
                  options={[
                    ...(club === null ? [{ value: MIXED, label: 'Vários clubes' }] : []),
                    ...clubs.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  value={club ?? MIXED}
                  onChange={({ target: { value: clubId } }) =>
                    onChange((all) =>
                      all.map((each) => ({ ...each, feedback: { ...each.feedback, clubId } })),
                    )
                  }
                />
              )}
            </LessonFields>
            <div className="mt-3 border-t border-line pt-2">
              <CancellationFields
                form={form}
                reason={reason}
                isEmpty={same.opened && nobodyComes(same.opened)}
              >
                {children}
              </CancellationFields>
            </div>
          </>
        )}
      </Card>
    </div>
  )
}

const MIXED = 'mixed'

/** The label of the button that registers a lesson, with the credits that it takes. */
const registerLabel = (credits: number): string =>
  credits === 0 ? 'Registrar aula' : `Registrar · −${countOf(credits, 'crédito', 'créditos')}`

type Package = StudentWithCredits['packages'][number] | null

type RollProps = { lesson: NewLesson; index: number; student: StudentWithCredits }

/** One participant of a new lesson: the package that will pay, attendance and feedback. */
function RollStudent({ lesson: { form, clubs, lessonDay, isCancelled }, index, student }: RollProps) {
  const [open, setOpen] = useState(false)
  const { field } = useController({ control: form.control, name: `participants.${index}` })
  const participant = field.value
  const { feedback } = participant
  const errors = form.formState.errors.participants?.[index]?.feedback
  const change = (changed: ParticipantChange) =>
    field.onChange(changedParticipant(form.getValues(`participants.${index}`), changed))

  const attendance = attendanceOf(participant)
  const wanted = wantsFeedback(participant)
  const came = !isCancelled && attendance === 'present'
  const chosen = choosePackage(student.packages, lessonDay, usePackageOrder())
  const isUsed = !isCancelled && isCharged(attendance)
  const isTyped = feedbackSummary(feedback) !== '' || !isUntouched(participant)
  const note = isCancelled ? 'Não usa crédito.' : creditNote(attendance, chosen?.name, isTyped)
  return (
    <li>
      <Card className="@container p-2! pl-3!">
        <ParticipantRoll
          name={`feedback-${student.id}`}
          participant={participant}
          wanted={wanted}
          canRate={came}
          isDefault={isUntouched(participant)}
          onChange={change}
          open={open}
          onOpen={setOpen}
          clubs={clubs}
          errors={errors}
          student={student}
          aside={
            <PackageText
              chosen={chosen}
              isUsed={isUsed}
              usable={usableCredits(student.packages, lessonDay)}
              expired={expiredCredits(student.packages, lessonDay)}
            />
          }
          attendance={isCancelled ? null : attendance}
          note={came ? null : note}
        />
      </Card>
    </li>
  )
}

/** The package, chosen by the rule that registering uses (docs/product.md, 'Which package a lesson takes'). */
function PackageText({
  chosen,
  isUsed,
  usable,
  expired,
}: Record<'usable' | 'expired', number> & { chosen: Package; isUsed: boolean }) {
  if (chosen) {
    const { name, remaining_classes: left } = chosen
    return (
      <>
        <span className="hidden md:inline">{name} · </span>
        {/* Beside the name alone, the figure would be read as all that the student is left with. */}
        {usable > left && <span className="md:hidden">pacote </span>}
        {isUsed ? `fica com ${left - 1}` : `continua com ${left}`}
      </>
    )
  }
  const text = expired === 0 ? 'Sem pacote' : `Sem pacote · ${countOf(expired, 'vencido', 'vencidos')}`
  return <span className={isUsed ? 'font-bold text-bad' : ''}>{text}</span>
}

/** What an absence does to the credit, shown before saving. `isTyped`: it hides feedback that was typed. */
function creditNote(attendance: ChosenAttendance, packageName: string | undefined, isTyped: boolean): string {
  const charged =
    packageName === undefined
      ? 'Falta cobrada: fica sem pacote.'
      : `Falta cobrada: usa 1 crédito do ${packageName}.`
  const credit = attendance === 'excused' ? 'Não usa crédito.' : charged
  return isTyped ? `${credit} O feedback escrito volta com “${ATTENDANCE.labels.present}”.` : credit
}
