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
import { hasBegun, stateOf, type Occurrence } from './rules'
import { SKIP_REASON_TEXTS } from './skip-reasons-texts'
import { AGENDA_TEXTS } from './texts'

const texts = AGENDA_TEXTS.state

interface Sign {
  icon: LucideIcon
  tone: BadgeTone
  words: string
}

/** What became of an occurrence, in words and pictures: the colour only repeats them. */
export function signsOf(occurrence: Occurrence, now: Date): Sign[] {
  const signs: Sign[] = []
  const { pending, reason, cancelled_reason: cancelled, moved_to: moved, slot_date: original } = occurrence
  switch (stateOf(occurrence, now)) {
    case 'held':
      signs.push({ icon: Check, tone: 'ok', words: texts.held })
      break
    case 'cancelled':
      if (cancelled)
        signs.push({ icon: Ban, tone: 'caution', words: ATTENDANCE.cancelled(ATTENDANCE.reasons[cancelled]) })
      break
    case 'skipped':
      if (reason) {
        const words = texts.skipped(SKIP_REASON_TEXTS[reason], hasBegun(occurrence, now))
        signs.push({ icon: Ban, tone: 'caution', words })
      }
      break
    case 'running':
      signs.push({ icon: Clock, tone: 'ok', words: texts.running })
      break
    case 'unanswered':
      signs.push({ icon: CircleHelp, tone: 'info', words: texts.unanswered })
      break
    case 'lapsed':
      signs.push({ icon: CircleHelp, tone: 'neutral', words: texts.lapsed })
      break
    default:
  }
  if (moved !== null)
    signs.push({ icon: ArrowRightLeft, tone: 'info', words: texts.movedFrom(formatShortDay(original)) })
  if (pending) signs.push({ icon: CloudUpload, tone: 'caution', words: texts.waiting })
  return signs
}

export function OccurrenceSigns({ occurrence, now }: { occurrence: Occurrence; now: Date }) {
  return signsOf(occurrence, now).map(({ icon: Icon, tone, words }) => (
    <Badge key={words} tone={tone} className="[overflow-wrap:anywhere]">
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {words}
    </Badge>
  ))
}
