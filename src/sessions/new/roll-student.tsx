import { useState } from 'react'
import { useController } from 'react-hook-form'
import { usePackageOrder } from '@/account/use-profile'
import { countOf } from '@/core/common-texts'
import type { ChosenAttendance, StudentWithCredits } from '@/core/model'
import { choosePackage, isCharged } from '@/credits/charge'
import { expiredCredits, usableCredits } from '@/packages/rules'
import { Card } from '@/ui/card'
import { ATTENDANCE } from '../attendance-texts'
import { attendanceOf, isUntouched, wantsFeedback } from '../lesson-form'
import {
  changedParticipant,
  feedbackSummary,
  ParticipantRoll,
  type ParticipantChange,
} from '../participant-fields'
import type { NewLesson } from './use-new-lesson'

type Package = StudentWithCredits['packages'][number] | null

type RollProps = { lesson: NewLesson; index: number; student: StudentWithCredits }

/** One participant of a new lesson: the package that will pay, attendance and feedback. */
export function RollStudent({ lesson: { form, clubs, lessonDay, isCancelled }, index, student }: RollProps) {
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
    <li className="@container">
      <Card className="p-2! pl-3!">
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
