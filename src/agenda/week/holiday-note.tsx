import PartyPopper from 'lucide-react/icons/party-popper'
import { Suspense } from 'react'
import type { LocalDate } from '@/core/model'
import { lazyPage } from '@/ui/lazy-page'
import { formatDay } from '../days'
import { canSkip, type Occurrence } from '../rules'
import { AGENDA_TEXTS } from '../texts'
import type { AgendaView } from './agenda-view'
import type { Holiday } from './holidays'

const texts = AGENDA_TEXTS.holiday

/** Answers are heavier than the page. */
const SkipDay = lazyPage(() => import('./skip-day'), 'SkipDay')

/** Names a holiday, and skips the day's lessons in one tap; nothing is skipped by itself. */
export function HolidayNote({
  day,
  occurrences,
  view,
  withDay = false,
}: {
  day: LocalDate
  /** Of this day. */
  occurrences: readonly Occurrence[]
  view: AgendaView
  /** The day is named too, where it is one of several. */
  withDay?: boolean
}) {
  const holiday = view.holidayOf(day)
  const open = occurrences.filter((each) => canSkip(each) && !each.pending && each.students.length > 0)
  if (!holiday) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border-l-4 border-saibro bg-sunken py-2 pr-2 pl-3">
      <p className="flex min-h-11 min-w-0 items-center gap-2.5 font-semibold">
        <PartyPopper className="size-5 shrink-0" aria-hidden="true" />
        <span className="first-letter:uppercase">
          {withDay && `${formatDay(day)} · `}
          {holidayName(holiday)}
        </span>
      </p>
      {open.length > 0 && (
        <Suspense fallback={<span className="min-h-11" />}>
          <SkipDay occurrences={open} />
        </Suspense>
      )}
    </div>
  )
}

/** 'Feriado: Natal', 'Ponto facultativo: Carnaval' */
function holidayName({ name, isOptional }: Holiday): string {
  return isOptional ? texts.optional(name) : texts.national(name)
}
