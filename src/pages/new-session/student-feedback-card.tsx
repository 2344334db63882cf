import { clsx } from 'clsx'
import { ArrowDown, ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useController, type Control } from 'react-hook-form'
import { FeedbackFields } from '@/components/sessions/feedback-fields'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { RATING } from '@/domain/shared/constants'
import type { Club, LocalDate, StudentWithCredits } from '@/domain/shared/model'
import { initial } from '@/domain/shared/names'
import { choosePackage } from '@/domain/credits/choose-package'
import { expiredCredits } from '@/domain/packages/packages'
import type { NewSessionForm, NewSessionValues, ParticipantForm } from '@/domain/sessions/session.schema'

/** One student of the lesson: what the lesson will take, and the feedback, which folds away. */
export function StudentFeedbackCard({
  control,
  index,
  student,
  clubs,
  lessonDay,
  open,
  onOpenChange,
  onNext,
}: {
  control: Control<NewSessionForm, unknown, NewSessionValues>
  /** Of the participant in the form. */
  index: number
  student: StudentWithCredits
  clubs: readonly Club[]
  /** Decides which package is taken. */
  lessonDay: LocalDate
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Folds this card away and opens the next one; absent on the last. */
  onNext?: () => void
}) {
  const bodyId = useId()
  const item = useRef<HTMLLIElement>(null)
  const { field, fieldState } = useController({ control, name: `participants.${index}.feedback` })
  const error = fieldState.error
  const notesError = error && 'notes' in error ? messageOf(error.notes) : undefined

  useEffect(() => {
    // Where the focus goes after a refused submit: the card may be folded then.
    const focus = () => {
      flushSync(() => onOpenChange(true))
      item.current?.querySelector('textarea')?.focus()
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
      <Card className={clsx('p-0!', notesError && !open && 'border-bad')}>
        <h3 className="tracking-normal">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => onOpenChange(!open)}
            className="flex min-h-18 w-full scroll-mt-20 items-center gap-3 rounded-xl p-4 text-left font-medium"
          >
            <Avatar initial={initial(student.name)} seed={student.id} />
            <PackagePreview
              student={student}
              day={lessonDay}
              written={open ? '' : writtenInShort(field.value)}
            />
            <ChevronDown
              className={clsx('size-6 shrink-0 transition-transform', open && 'rotate-180')}
              aria-hidden="true"
            />
          </button>
        </h3>
        <div id={bodyId} hidden={!open} className="px-4 pt-1 pb-4">
          {open && (
            <>
              <FeedbackFields<ParticipantForm['feedback']>
                name={`feedback-${student.id}`}
                value={field.value}
                onChange={field.onChange}
                clubs={clubs}
                errors={{ notes: notesError }}
              />
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

/** The package that this lesson takes and what remains, by the rule that registering follows. */
function PackagePreview({
  student,
  day,
  written,
}: {
  student: StudentWithCredits
  day: LocalDate
  /** What a folded card holds; '' for nothing. */
  written: string
}) {
  const chosen = choosePackage(student.packages, day)
  const expired = expiredCredits(student.packages, day)
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <span className="min-w-0 max-w-full flex-[1_1_9rem]">
        <span className="line-clamp-2 text-[17px] leading-tight font-bold">{student.name}</span>
        <span className="figures mt-0.5 block text-[15px] leading-snug font-medium text-ink-soft">
          {chosen
            ? `${chosen.name} · fica com ${chosen.remaining_classes - 1}`
            : expired > 0
              ? `Sem pacote válido · ${expired} ${expired === 1 ? 'crédito vencido' : 'créditos vencidos'}`
              : 'Sem pacote válido'}
        </span>
        {written && <span className="mt-0.5 block truncate text-[15px] font-semibold">{written}</span>}
      </span>
      {chosen ? <Badge tone="ok">−1 crédito</Badge> : <Badge tone="bad">Sem pacote</Badge>}
    </span>
  )
}

/** Tells the cards that are done from those that are not yet. */
function writtenInShort({ rating, tags, notes }: ParticipantForm['feedback']): string {
  return [
    rating === RATING.newSession ? '' : `${rating} ${rating === 1 ? 'estrela' : 'estrelas'}`,
    notes.trim() === '' ? '' : 'com notas',
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
