import { clsx } from 'clsx'
import Bell from 'lucide-react/icons/bell'
import Check from 'lucide-react/icons/check'
import { TODAY as texts } from '@/agenda/answer-texts'
import { canAnswer, namesOf, stateOf, type Occurrence } from '@/agenda/rules'
import { timeOf } from '@/agenda/zone'
import { nobodyComes, stillExpected } from '@/agreement/coach-replies'
import { COACH_REPLIES } from '@/agreement/coach-reply-texts'
import { NoteButton } from '@/agreement/told-lines'
import { paths } from '@/core/paths'
import { lessonRequests, plannedLesson } from '@/messages/requests'
import { MESSAGE_TEXTS } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import type { TodayItemProps } from './today-item'

type AnswersProps = Pick<
  TodayItemProps,
  'occurrence' | 'now' | 'isCard' | 'isWide' | 'when' | 'saving' | 'excuses'
> & { onHeld: () => void; onNotHeld: () => void }

const nameOf = (action: string, occurrence: Occurrence, when: string | undefined) =>
  `${action}: ${when ? `${when}, ` : ''}${timeOf(occurrence.starts_at)}, ${namesOf(occurrence)}`

export const heldLabel = (occurrence: Occurrence): string =>
  nobodyComes(occurrence) ? COACH_REPLIES.absences : texts.held

type HeldButtonProps = Pick<AnswersProps, 'occurrence' | 'when' | 'saving' | 'onHeld'> & { look?: string }

export const HeldButton = ({ occurrence, when, saving, look, onHeld }: HeldButtonProps) => (
  <Button
    tone={look ? 'main' : 'court'}
    size={look ? 'md' : 'sm'}
    className={look ?? 'min-w-11 shrink-0 px-2.5! whitespace-nowrap'}
    aria-label={nameOf(heldLabel(occurrence), occurrence, when)}
    pending={saving}
    pendingLabel={texts.saving}
    onClick={onHeld}
  >
    {!look && <Check className="min-[375px]:hidden" />}
    <span className={clsx(!look && 'hidden min-[375px]:block')}>{heldLabel(occurrence)}</span>
  </Button>
)

/** The actions for the lesson as it is now. In the card the main action comes first, on a phone in full width. */
export function Answers(props: AnswersProps) {
  const { occurrence, now, isCard, isWide, when, saving, excuses, onHeld, onNotHeld } = props
  const { slot_id: slotId, slot_date: slotDate, day } = occurrence
  const asked = stillExpected(occurrence)
  const isOpen = canAnswer(occurrence, now)
  if (!isOpen && stateOf(occurrence, now) !== 'upcoming') return null
  const main = clsx('min-h-13', isWide ? 'flex-1' : 'w-full')
  const side = clsx('whitespace-nowrap', isCard && !isWide ? 'flex-1' : 'px-2.5!')
  return (
    <div
      className={clsx('flex flex-wrap gap-x-2', isCard && 'mt-auto', !isCard && (isWide ? 'my-1' : 'pb-2.5'))}
    >
      {isOpen && <HeldButton {...{ occurrence, when, saving, onHeld }} {...(isCard && { look: main })} />}
      {!isOpen && asked.length > 0 && (
        <Button
          size={isCard ? 'md' : 'sm'}
          className={isCard ? main : 'px-2.5!'}
          aria-haspopup="dialog"
          aria-label={nameOf(MESSAGE_TEXTS.actions.tomorrow_lesson, occurrence, when)}
          onClick={() => openMessages(lessonRequests('tomorrow_lesson', plannedLesson(occurrence), asked))}
        >
          <Bell />
          {MESSAGE_TEXTS.actions.tomorrow_lesson}
        </Button>
      )}
      {isOpen && (
        <ButtonLink
          to={paths.newSession.href({ slot: { slotId, slotDate, day, excused: excuses.of(occurrence) } })}
          aria-label={nameOf(texts.details, occurrence, when)}
          tone={isCard || isWide ? 'ghost' : 'outline'}
          size="sm"
          className={side}
        >
          {texts.details}
        </ButtonLink>
      )}
      {!(isOpen && nobodyComes(occurrence)) && (
        <Button
          tone="ghost"
          size="sm"
          className={side}
          aria-label={nameOf(texts.notHeld, occurrence, when)}
          disabled={saving}
          onClick={onNotHeld}
        >
          {texts.notHeld}
        </Button>
      )}
      {/* Not in a phone's card that asks what happened, nor in a wide row, which stays one line: the agenda has
          it too. */}
      <NoteButton
        occurrence={occurrence}
        offered={isWide ? isCard : !(isOpen && isCard)}
        about={`${timeOf(occurrence.starts_at)}, ${namesOf(occurrence)}`}
        size="sm"
        className={side}
      />
    </div>
  )
}
