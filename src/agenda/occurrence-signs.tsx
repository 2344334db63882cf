import type { LucideIcon } from 'lucide-react'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { Badge, type BadgeTone } from '@/ui/badge'
import { formatShortDay } from './days'
import { hasBegun, stateOf, type Occurrence, type OccurrenceState } from './rules'
import { SKIP_REASON_TEXTS } from './texts'

interface Sign {
  icon: LucideIcon
  tone: BadgeTone
  words: string
}

const SIGNS: Partial<Record<OccurrenceState, Sign>> = {
  held: { icon: Check, tone: 'ok', words: 'Registrada' },
  running: { icon: Clock, tone: 'ok', words: 'Agora' },
  unanswered: { icon: CircleHelp, tone: 'info', words: 'Aconteceu?' },
  lapsed: { icon: CircleHelp, tone: 'neutral', words: 'Sem resposta' },
}

/** What became of an occurrence, in words and pictures: the colour only repeats them. */
export function signsOf(occurrence: Occurrence, now: Date): Sign[] {
  const { pending, moved_to: moved, slot_date: original } = occurrence
  const signs = [outcomeOf(occurrence, now)]
  if (moved !== null)
    signs.push({ icon: ArrowRightLeft, tone: 'info', words: `Remarcada: era ${formatShortDay(original)}` })
  if (pending) signs.push({ icon: CloudUpload, tone: 'caution', words: 'Aguardando envio' })
  return signs.flatMap((sign) => sign ?? [])
}

function outcomeOf(occurrence: Occurrence, now: Date): Sign | undefined {
  const { reason, cancelled_reason: cancelled } = occurrence
  const state = stateOf(occurrence, now)
  if (state === 'cancelled' && cancelled)
    return { icon: Ban, tone: 'caution', words: ATTENDANCE.cancelled(ATTENDANCE.reasons[cancelled]) }
  if (state === 'skipped' && reason) {
    const words = hasBegun(occurrence, now) ? 'Não aconteceu' : 'Não acontece'
    return { icon: Ban, tone: 'caution', words: `${words} · ${SKIP_REASON_TEXTS[reason].toLowerCase()}` }
  }
  return SIGNS[state]
}

export function OccurrenceSigns({ occurrence, now }: { occurrence: Occurrence; now: Date }) {
  return signsOf(occurrence, now).map(({ icon: Icon, tone, words }) => (
    <Badge key={words} tone={tone} className="[overflow-wrap:anywhere]">
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {words}
    </Badge>
  ))
}
