import { clsx } from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useController } from 'react-hook-form'
import { usePackageOrder } from '@/account/use-profile'
import { RATING } from '@/core/constants'
import type { Attendance, StudentWithCredits, Uuid } from '@/core/model'
import { initial } from '@/core/names'
import { isCharged, choosePackage } from '@/credits/charge'
import { expiredCredits } from '@/packages/rules'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { attendanceOf } from '../lesson-form'
import { AttendanceChoice, feedbackSummary, OptionalFeedback } from '../participant-fields'
import type { ParticipantForm } from '../session.schema'
import type { NewLesson } from './use-new-lesson'

type Package = StudentWithCredits['packages'][number] | null

/** One participant: the package that the lesson will take, and collapsible feedback. */
export function StudentCard({
  lesson: { form, clubs, lessonDay, isCancelled },
  index,
  student,
  next,
  open: opened,
  onOpen,
}: {
  lesson: NewLesson
  /** The participant's index in the form. */
  index: number
  student: StudentWithCredits
  /** The student below. */
  next: Uuid | undefined
  /** The students whose cards are open. */
  open: ReadonlySet<Uuid>
  onOpen: (open: ReadonlySet<Uuid>) => void
}) {
  const bodyId = useId()
  const item = useRef<HTMLLIElement>(null)
  const { control } = form
  const { field } = useController({ control, name: `participants.${index}` })
  const participant = field.value
  const errors = form.formState.errors.participants?.[index]?.feedback
  const change = (changed: Partial<ParticipantForm>) => field.onChange({ ...participant, ...changed })

  const attendance = attendanceOf(participant)
  const came = !isCancelled && attendance === 'present'
  const wanted = participant.withFeedback ?? true
  const chosen = choosePackage(student.packages, lessonDay, usePackageOrder())
  const entered = feedbackSummary(participant.feedback, RATING.newSession)

  const isOpen = opened.has(student.id)
  const others = [...opened].filter((id) => id !== student.id)
  useEffect(() => {
    // react-hook-form calls this after an invalid submit. A collapsed card has no field to focus until it is open.
    const focus = () => {
      flushSync(() => onOpen(new Set([...others, student.id])))
      const { invalid } = control.getFieldState(`participants.${index}.feedback.notes`)
      item.current?.querySelector<HTMLElement>(`[name$=${invalid ? '-notes' : '-private-notes'}]`)?.focus()
    }
    field.ref({ focus })
  })
  const toNext = (id: Uuid) => {
    flushSync(() => onOpen(new Set([...others, id])))
    const following = item.current?.nextElementSibling?.querySelector('button')
    following?.focus({ preventScroll: true })
    following?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }

  const header = (state: Attendance, summary: string) => (
    <>
      <Avatar initial={initial(student.name)} seed={student.id} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="min-w-0 max-w-full flex-[1_1_9rem]">
          <span className="line-clamp-2 text-[17px] leading-tight font-bold">{student.name}</span>
          <span className="figures mt-0.5 block text-[15px] leading-snug font-medium text-ink-soft">
            {packageText(chosen, isCharged(state), expiredCredits(student.packages, lessonDay))}
          </span>
          {summary && <span className="mt-0.5 block truncate text-[15px] font-semibold">{summary}</span>}
        </span>
        {state === 'cancelled' && <Badge>Não usa crédito</Badge>}
        {state === 'present' &&
          (chosen ? <Badge tone="ok">−1 crédito</Badge> : <Badge tone="bad">Sem pacote</Badge>)}
      </span>
    </>
  )
  const headerLook = 'flex min-h-18 w-full items-center gap-3 rounded-xl p-4 text-left font-medium'
  const collapsed = wanted ? entered : 'Sem feedback'
  return (
    <li ref={item}>
      <Card className={clsx('p-0!', errors && !isOpen && 'border-bad')}>
        <h3 className="tracking-normal">
          {came ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={() => onOpen(new Set(isOpen ? others : [...others, student.id]))}
              className={`${headerLook} scroll-mt-20`}
            >
              {header('present', isOpen ? '' : collapsed)}
              <ChevronDown
                className={clsx('size-6 shrink-0 transition-transform', isOpen && 'rotate-180')}
                aria-hidden="true"
              />
            </button>
          ) : (
            <span className={headerLook}>{header(isCancelled ? 'cancelled' : attendance, '')}</span>
          )}
        </h3>
        {!isCancelled && (
          <div className="px-3 pb-3">
            <AttendanceChoice
              name={student.name}
              value={attendance}
              onChange={(value) => change({ attendance: value })}
              note={came ? null : absenceNote(attendance, chosen, entered !== '')}
            />
          </div>
        )}
        <div id={bodyId} hidden={!isOpen || !came} className="px-4 pt-1 pb-4">
          {isOpen && came && (
            <>
              <OptionalFeedback
                name={`feedback-${student.id}`}
                participant={participant}
                wanted={wanted}
                onChange={change}
                clubs={clubs}
                errors={errors}
              />
              {next !== undefined && (
                <Button tone="ghost" size="sm" className="mt-3 -ml-4" onClick={() => toNext(next)}>
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
function packageText(chosen: Package, isUsed: boolean, expired: number): string {
  if (chosen) {
    const { name, remaining_classes: left } = chosen
    return isUsed ? `${name} · fica com ${left - 1}` : `${name} · continua com ${left}`
  }
  if (expired === 0) return 'Sem pacote válido'
  return `Sem pacote válido · ${expired} ${expired === 1 ? 'crédito vencido' : 'créditos vencidos'}`
}

/** What the choice of attendance does to the credit, said before saving. */
function absenceNote(attendance: Attendance, chosen: Package, isTyped: boolean): string {
  const charged = chosen
    ? `Falta cobrada: usa 1 crédito do ${chosen.name}.`
    : 'Falta cobrada: fica sem pacote.'
  const credit = attendance === 'excused' ? 'Não usa crédito.' : charged
  return isTyped ? `${credit} O feedback escrito volta com “Presente”.` : credit
}
