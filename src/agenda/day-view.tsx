import { clsx } from 'clsx'
import CloudRain from 'lucide-react/icons/cloud-rain'
import { Link } from 'react-router-dom'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { CANCEL_TODAY } from '@/sessions/texts'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { AGENDA_SERVICE } from './agenda-service-texts'
import type { AgendaView } from './agenda-view'
import { formatDay } from './days'
import { HolidayNote } from './holiday-note'
import { namesOf, timesOf } from './occurrence-item'
import { OccurrenceSigns } from './occurrence-state'
import { canSkip, endOf, occurrenceKey, stateOf, type Occurrence } from './rules'
import { AGENDA_TEXTS } from './texts'
import { epochOf } from './zone'

/** One day as a list, on a phone. */
export function DayView({
  day,
  today,
  occurrences,
  isUnread,
  view,
}: {
  day: LocalDate
  today: LocalDate
  /** Of this day; undefined while they are not read. */
  occurrences: readonly Occurrence[] | undefined
  /** They are not being read either. */
  isUnread: boolean
  view: AgendaView
}) {
  return (
    <section aria-labelledby="agenda-dia">
      <h2 id="agenda-dia" className="my-4 text-xl first-letter:uppercase">
        {day === today ? `${AGENDA_TEXTS.today}, ${formatDay(day)}` : formatDay(day)}
      </h2>
      <HolidayNote day={day} occurrences={occurrences ?? []} view={view} />
      {isUnread ? (
        <Unread />
      ) : occurrences === undefined ? (
        <div role="status" aria-label={AGENDA_TEXTS.loading} className="flex flex-col gap-3">
          <Skeleton className="h-20 w-full rounded-xl" />
          <Skeleton className="h-20 w-full rounded-xl" />
        </div>
      ) : occurrences.length === 0 ? (
        <p className="rounded-xl border border-dashed border-line-strong px-4 py-10 text-center text-ink-soft">
          {AGENDA_TEXTS.emptyDay}
        </p>
      ) : (
        <ul className="flex flex-col gap-2.5">
          {occurrences.map((occurrence) => (
            <li key={occurrenceKey(occurrence)}>
              <Item
                occurrence={occurrence}
                clash={occurrences.some((other) => other !== occurrence && overlaps(occurrence, other))}
                view={view}
              />
            </li>
          ))}
        </ul>
      )}
      {day === today && occurrences?.some(canSkip) && (
        <Button asChild tone="ghost" className="mt-4 -ml-3">
          <Link to={paths.sessions.href({ cancelDay: true })}>
            <CloudRain aria-hidden="true" />
            {CANCEL_TODAY}
          </Link>
        </Button>
      )}
    </section>
  )
}

/** Without a connection nobody knows whether a week is empty that this device never read. */
export const Unread = () => (
  <p
    role="status"
    className="mb-4 rounded-xl border border-dashed border-line-strong px-4 py-10 text-center text-ink-soft"
  >
    {AGENDA_SERVICE.unread.title}
  </p>
)

function overlaps(one: Occurrence, other: Occurrence): boolean {
  if (one.reason !== null || other.reason !== null) return false
  return epochOf(one.starts_at) < epochOf(endOf(other)) && epochOf(other.starts_at) < epochOf(endOf(one))
}

function Item({ occurrence, clash, view }: { occurrence: Occurrence; clash: boolean; view: AgendaView }) {
  const { now, clubName, onOpen } = view
  const { start, end } = timesOf(occurrence)
  const state = stateOf(occurrence, now)
  const isOff = state === 'skipped' || state === 'cancelled'
  const club = clubName(occurrence.club_id)
  return (
    <button
      type="button"
      className={clsx(
        'flex w-full items-start gap-3 rounded-xl border-[1.5px] px-3 py-3 text-left',
        state === 'free' || isOff
          ? 'border-dashed border-line-strong hover:bg-sunken'
          : 'border-line bg-surface shadow-card hover:border-line-strong',
      )}
      onClick={() => onOpen(occurrence)}
    >
      <span
        className={clsx(
          'figures w-13 shrink-0 leading-tight whitespace-nowrap',
          isOff && 'text-ink-soft line-through',
        )}
      >
        <span className="block text-[17px] font-extrabold">{start}</span>
        <span className="block text-[15px] text-ink-soft">{end}</span>
      </span>
      <span className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <span
          className={clsx(
            'line-clamp-2 leading-tight [overflow-wrap:anywhere]',
            state === 'free' || isOff ? 'font-semibold text-ink-soft' : 'font-bold',
          )}
        >
          {namesOf(occurrence)}
        </span>
        {club !== undefined && <span className="line-clamp-1 text-[15px] text-ink-soft">{club}</span>}
        <OccurrenceSigns occurrence={occurrence} now={now} />
        {clash && <span className="text-[15px] font-semibold text-warn">{AGENDA_TEXTS.sameTime}</span>}
      </span>
    </button>
  )
}
