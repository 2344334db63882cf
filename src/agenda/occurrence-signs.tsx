import type { LucideIcon } from 'lucide-react'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import Ban from 'lucide-react/icons/ban'
import CalendarMinus from 'lucide-react/icons/calendar-minus'
import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import Megaphone from 'lucide-react/icons/megaphone'
import UserPlus from 'lucide-react/icons/user-plus'
import UserX from 'lucide-react/icons/user-x'
import { notComing } from '@/agreement/coach-replies'
import { COACH_REPLIES } from '@/agreement/coach-reply-texts'
import { OPENINGS } from '@/openings/texts'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { Badge, type BadgeTone } from '@/ui/badge'
import { formatShortDay } from './days'
import {
  hasBegun,
  isAnswered,
  isOccurrence,
  stateOf,
  type AgendaLesson,
  type Occurrence,
  type OccurrenceState,
} from './rules'
import { SKIP_REASON_TEXTS } from './texts'
import { timeOf } from './zone'

type Sign = { icon: LucideIcon; tone: BadgeTone; words: string }

const SIGNS: Partial<Record<OccurrenceState, Sign>> = {
  held: { icon: Check, tone: 'ok', words: 'Registrada' },
  running: { icon: Clock, tone: 'ok', words: 'Agora' },
  unanswered: { icon: CircleHelp, tone: 'info', words: 'Aconteceu?' },
  lapsed: { icon: CircleHelp, tone: 'neutral', words: 'Sem resposta' },
}

/** What became of a lesson, in words and icons, so that the colour only repeats them. */
export function signsOf(one: Occurrence | AgendaLesson, now: Date, isBrief = false): Sign[] {
  // Nothing is registered or skipped, and nothing sends it.
  if (isOccurrence(one) && one.isRefused)
    return [{ icon: CloudUpload, tone: 'bad', words: 'Precisa de atenção' }]
  const signs = [outcomeOf(one, now)]
  if (!isOccurrence(one)) {
    if (!isBrief) signs.push({ icon: CalendarMinus, tone: 'neutral', words: 'Fora da agenda' })
  } else if (one.moved_to && originOf(one) !== timeOf(one.starts_at))
    signs.push({ icon: ArrowRightLeft, tone: 'info', words: `Remarcada: era ${originOf(one)}` })
  if (!isBrief && isOccurrence(one) && !isAnswered(one)) {
    // Whole, because two students may have the same first name.
    signs.push(
      ...notComing(one).map(({ name }) => ({
        icon: UserX,
        tone: 'caution' as const,
        words: COACH_REPLIES.sign(name),
      })),
      ...one.students
        .filter(({ guest }) => guest)
        .map(({ name }) => ({
          icon: UserPlus,
          tone: 'neutral' as const,
          words: OPENINGS.guest.of(name),
        })),
    )
  }
  if (isOccurrence(one) && one.opening && !one.pending) {
    const { taken, places, closes_at: end } = one.opening
    // The offer ended by itself since the agenda was read.
    if (new Date(end) > now)
      signs.push({ icon: Megaphone, tone: 'info', words: OPENINGS.sign(taken, places) })
  }
  if (one.pending) signs.push({ icon: CloudUpload, tone: 'caution', words: 'Aguardando envio' })
  return signs.flatMap((sign) => sign ?? [])
}

/** Where a moved occurrence was at first: 'seg, 23/11', or on the same day '07:30', which may be its hour again. */
const originOf = ({ slot_date, start_time, day }: Occurrence): string =>
  slot_date === day ? start_time.slice(0, 5) : formatShortDay(slot_date)

function outcomeOf(occurrence: Occurrence | AgendaLesson, now: Date): Sign | undefined {
  const { cancelled_reason: cancelled } = occurrence
  const reason = isOccurrence(occurrence) ? occurrence.reason : null
  const state = stateOf(occurrence, now)
  if (state === 'cancelled' && cancelled)
    return { icon: Ban, tone: 'caution', words: ATTENDANCE.cancelled(ATTENDANCE.reasons[cancelled]) }
  if (state === 'skipped' && reason) {
    const words = hasBegun(occurrence, now) ? 'Não aconteceu' : 'Não acontece'
    return { icon: Ban, tone: 'caution', words: `${words} · ${SKIP_REASON_TEXTS[reason].toLowerCase()}` }
  }
  return SIGNS[state]
}

interface OccurrenceSignsProps {
  occurrence: Occurrence | AgendaLesson
  now: Date
  /** For 'Hoje', where the names say who does not come. */
  isBrief?: boolean
}

export const OccurrenceSigns = ({ occurrence, now, isBrief }: OccurrenceSignsProps) =>
  signsOf(occurrence, now, isBrief).map(({ icon: Icon, tone, words }, at) => (
    // Two students may have the same name.
    <Badge key={`${words} ${at}`} tone={tone} className="[overflow-wrap:anywhere]">
      <Icon className="size-4 shrink-0" />
      {words}
    </Badge>
  ))
