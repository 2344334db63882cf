import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef } from 'react'
import { addDays } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { Button } from '@/ui/button'
import { formatWeek } from '../days'
import { AGENDA_TEXTS } from '../texts'

/** Which week is shown, and buttons to the ones beside it: swiping is not for everybody. */
export function WeekHeader({
  monday,
  day,
  today,
  onSelect,
}: {
  monday: LocalDate
  day: LocalDate
  today: LocalDate
  onSelect: (day: LocalDate) => void
}) {
  const label = useRef<HTMLParagraphElement>(null)
  return (
    <div className="flex items-center lg:mb-3 lg:gap-1">
      <Step icon={ChevronLeft} label={AGENDA_TEXTS.previousWeek} onClick={() => onSelect(addDays(day, -7))} />
      <p
        ref={label}
        tabIndex={-1}
        aria-live="polite"
        className="figures min-w-32 text-center font-bold outline-none lg:min-w-40 lg:text-lg"
      >
        {formatWeek(monday, today)}
      </p>
      <Step icon={ChevronRight} label={AGENDA_TEXTS.nextWeek} onClick={() => onSelect(addDays(day, 7))} />
      {day !== today && (
        <Button
          tone="outline"
          size="sm"
          className="ml-auto lg:ml-3"
          onClick={() => {
            onSelect(today)
            // The button goes away.
            label.current?.focus()
          }}
        >
          {AGENDA_TEXTS.today}
        </Button>
      )}
    </div>
  )
}

function Step({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-11 place-items-center rounded-lg hover:bg-sunken"
      onClick={onClick}
    >
      <Icon className="size-6" aria-hidden="true" />
    </button>
  )
}
