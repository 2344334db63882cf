import { clsx } from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useController, type Control } from 'react-hook-form'
import { usePackageOrder } from '@/account/use-profile'
import { RATING } from '@/core/constants'
import type { Attendance, Club, LocalDate, StudentWithCredits } from '@/core/model'
import { initial } from '@/core/names'
import { isCharged, choosePackage } from '@/credits/charge'
import { expiredCredits } from '@/packages/rules'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { AttendanceChoice } from '../attendance-choice'
import { COURT } from '../court-texts'
import { FeedbackFields } from '../feedback-fields'
import { OptionalFeedback } from '../optional-feedback'
import type { NewSessionForm, NewSessionValues, ParticipantForm } from '../session.schema'

const HEADER = 'flex min-h-18 w-full items-center gap-3 rounded-xl p-4 text-left font-medium'

/** One participant: the package that the session will take, and collapsible feedback. */
export function StudentFeedbackCard({
  control,
  index,
  student,
  clubs,
  lessonDay,
  cancelled,
  open,
  onOpenChange,
  onNext,
}: {
  control: Control<NewSessionForm, unknown, NewSessionValues>
  /** The participant's index in the form. */
  index: number
  student: StudentWithCredits
  clubs: readonly Club[]
  /** The day for which the package is chosen. */
  lessonDay: LocalDate
  /** The lesson did not happen: nobody is asked about. */
  cancelled: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Collapses this card and opens the next one; absent on the last. */
  onNext?: () => void
}) {
  const bodyId = useId()
  const item = useRef<HTMLLIElement>(null)
  const { field, fieldState } = useController({ control, name: `participants.${index}.feedback` })
  const attendanceField = useController({ control, name: `participants.${index}.attendance` }).field
  const withFeedbackField = useController({ control, name: `participants.${index}.withFeedback` }).field
  const attendance = attendanceField.value ?? 'present'
  const withFeedback = withFeedbackField.value ?? true
  const came = !cancelled && attendance === 'present'
  const chosen = choosePackage(student.packages, lessonDay, usePackageOrder())
  const isTyped = summaryOf(field.value) !== ''
  const error = fieldState.error
  const errors = {
    notes: error && 'notes' in error ? messageOf(error.notes) : undefined,
    privateNotes: error && 'privateNotes' in error ? messageOf(error.privateNotes) : undefined,
  }

  useEffect(() => {
    // react-hook-form calls this after an invalid submit. A collapsed card has no field to focus until it is open.
    const focus = () => {
      flushSync(() => onOpenChange(true))
      const { invalid } = control.getFieldState(`participants.${index}.feedback.notes`)
      item.current?.querySelector<HTMLElement>(`[name$=${invalid ? '-notes' : '-private-notes'}]`)?.focus()
    }
    field.ref({ focus })
  })
  const next = () => {
    flushSync(() => onNext?.())
    const following = item.current?.nextElementSibling?.querySelector('button')
    following?.focus({ preventScroll: true })
    following?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }

  return (
    <li ref={item}>
      <Card className={clsx('p-0!', (errors.notes ?? errors.privateNotes) && !open && 'border-bad')}>
        <h3 className="tracking-normal">
          {came ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={bodyId}
              onClick={() => onOpenChange(!open)}
              className={`${HEADER} scroll-mt-20`}
            >
              <Avatar initial={initial(student.name)} seed={student.id} />
              <PackagePreview
                student={student}
                day={lessonDay}
                chosen={chosen}
                state="present"
                summary={open ? '' : withFeedback ? summaryOf(field.value) : COURT.feedback.none}
              />
              <ChevronDown
                className={clsx('size-6 shrink-0 transition-transform', open && 'rotate-180')}
                aria-hidden="true"
              />
            </button>
          ) : (
            <span className={HEADER}>
              <Avatar initial={initial(student.name)} seed={student.id} />
              <PackagePreview
                student={student}
                day={lessonDay}
                chosen={chosen}
                state={cancelled ? 'cancelled' : attendance}
                summary=""
              />
            </span>
          )}
        </h3>
        {!cancelled && (
          <div className="px-3 pb-3">
            <AttendanceChoice name={student.name} value={attendance} onChange={attendanceField.onChange} />
            <p role="status" className="figures px-1 text-[15px] text-ink-soft">
              {!came && (
                <span className="block pt-2">
                  {attendance === 'excused'
                    ? COURT.credit.excused
                    : chosen
                      ? COURT.credit.absent(chosen.name)
                      : COURT.credit.absentOwed}
                  {isTyped && ` ${COURT.feedback.kept}`}
                </span>
              )}
            </p>
          </div>
        )}
        <div id={bodyId} hidden={!open || !came} className="px-4 pt-1 pb-4">
          {open && came && (
            <>
              <OptionalFeedback withFeedback={withFeedback} onChange={withFeedbackField.onChange}>
                <FeedbackFields<ParticipantForm['feedback']>
                  name={`feedback-${student.id}`}
                  value={field.value}
                  onChange={field.onChange}
                  clubs={clubs}
                  errors={errors}
                />
              </OptionalFeedback>
              {onNext && (
                <Button tone="ghost" size="sm" className="mt-3 -ml-4" onClick={next}>
                  Próximo aluno
                  <ArrowDown aria-hidden="true" />
                </Button>
              )}
            </>
          )}
        </div>
      </Card>
    </li>
  )
}

/** Previews the package by the rule that registering uses (docs/product.md, 'Which package a lesson takes'). */
function PackagePreview({
  student,
  day,
  chosen,
  state,
  summary,
}: {
  student: StudentWithCredits
  day: LocalDate
  /** null: none is valid. */
  chosen: StudentWithCredits['packages'][number] | null
  /** What the badge says of somebody absent or excused stands below the choice. */
  state: Attendance
  /** Summary of the feedback in a collapsed card; '' for none. */
  summary: string
}) {
  const { credit } = COURT
  const isUsed = isCharged(state)
  const expired = expiredCredits(student.packages, day)
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <span className="min-w-0 max-w-full flex-[1_1_9rem]">
        <span className="line-clamp-2 text-[17px] leading-tight font-bold">{student.name}</span>
        <span className="figures mt-0.5 block text-[15px] leading-snug font-medium text-ink-soft">
          {chosen
            ? isUsed
              ? credit.leaves(chosen.name, chosen.remaining_classes - 1)
              : credit.stays(chosen.name, chosen.remaining_classes)
            : expired > 0
              ? credit.expired(expired)
              : credit.noneValid}
        </span>
        {summary && <span className="mt-0.5 block truncate text-[15px] font-semibold">{summary}</span>}
      </span>
      {state === 'cancelled' && <Badge>{credit.none}</Badge>}
      {state === 'present' &&
        (chosen ? <Badge tone="ok">{credit.minus}</Badge> : <Badge tone="bad">Sem pacote</Badge>)}
    </span>
  )
}

/** What the coach has entered; '' for untouched feedback. Shows which collapsed cards are done. */
function summaryOf({ rating, tags, notes, privateNotes }: ParticipantForm['feedback']): string {
  return [
    rating === RATING.newSession ? '' : `${rating} ${rating === 1 ? 'estrela' : 'estrelas'}`,
    `${notes}${privateNotes}`.trim() === '' ? '' : 'com notas',
    tags.join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}

function messageOf(error: unknown): string | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    typeof error.message === 'string'
    ? error.message
    : undefined
}
