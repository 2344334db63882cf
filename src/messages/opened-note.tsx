import Check from 'lucide-react/icons/check'
import { localDayOf, shortDay } from '@/core/dates'
import type { Instant } from '@/core/model'
import { MESSAGE_TEXTS } from './texts'

/** 'Mensagem aberta em 21/11'; nothing before it was opened. Whether it was sent nobody knows. */
export function OpenedNote({ at }: { at: Instant | null }) {
  if (at === null) return null
  return (
    <span className="figures inline-flex items-center gap-1 text-sm text-ink-soft [&_svg]:size-4 [&_svg]:shrink-0">
      <Check />
      {MESSAGE_TEXTS.opened(shortDay(localDayOf(at)))}
    </span>
  )
}
