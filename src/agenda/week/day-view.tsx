import { clsx } from 'clsx'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CloudRain from 'lucide-react/icons/cloud-rain'
import { useState } from 'react'
import type { LocalDate } from '@/core/model'
import { CANCEL_TODAY } from '@/sessions/texts'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-page'
import { SkeletonList } from '@/ui/skeleton'
import { formatDay } from '../days'
import { OccurrenceSigns } from '../occurrence-signs'
import { canSkip, isOccurrence, namesOf, overlaps, stateOf, timesOf } from '../rules'
import { AGENDA_SERVICE } from '../texts'
import type { AgendaView } from './use-weeks'
import { entryKey, type Entry } from './week'

/** Loaded apart: answers are heavier than the page. */
const CancelToday = lazyPart(() => import('@/sessions/day/cancel-today'), 'CancelToday')
const SkipDay = lazyPart(() => import('./skip-day'), 'SkipDay', <span className="min-h-11" />)

const BOX = 'rounded-xl border border-dashed border-line-strong px-4 py-10 text-center text-ink-soft'

/** One day as a list, on a phone. */
export function DayView({ view }: { view: AgendaView }) {
  const { day, today } = view
  const entries = view.entriesOf(day)
  const isUnread = view.isUnread(day)
  /** null: it was never opened. */
  const [cancelling, setCancelling] = useState<boolean | null>(null)
  return (
    <section aria-labelledby="agenda-dia">
      <h2 id="agenda-dia" className="my-4 text-xl first-letter:uppercase">
        {day === today ? `Hoje, ${formatDay(day)}` : formatDay(day)}
      </h2>
      {cancelling !== null && <CancelToday open={cancelling} onClose={() => setCancelling(false)} />}
      <HolidayNote day={day} view={view} />
      {isUnread && <Unread />}
      {!isUnread && entries === undefined && (
        <SkeletonList label="Carregando a agenda..." count={2} each="h-20 w-full" />
      )}
      {entries?.length === 0 && <p className={BOX}>Nenhum horário neste dia</p>}
      {entries && entries.length > 0 && (
        <ul className="flex flex-col gap-2.5">
          {entries.map((entry) => (
            <li key={entryKey(entry)}>
              <Item
                entry={entry}
                clash={entries.some((other) => other !== entry && overlaps(entry, other))}
                view={view}
              />
            </li>
          ))}
        </ul>
      )}
      {day === today && view.occurrencesOf(day)?.some(canSkip) && (
        <Button tone="ghost" className="mt-4 -ml-3" onClick={() => setCancelling(true)}>
          <CloudRain />
          {CANCEL_TODAY}
        </Button>
      )}
    </section>
  )
}

/** Without a connection nobody knows whether a week that this device never read is empty. */
export const Unread = () => (
  <p role="status" className={clsx('mb-4', BOX)}>
    {AGENDA_SERVICE.unread.title}
  </p>
)

interface HolidayNoteProps {
  day: LocalDate
  view: AgendaView
  /** Names the day too, because it is one of several. */
  withDay?: boolean
}

/** Names a holiday, and skips the day's lessons with one tap; nothing is skipped by itself. */
export function HolidayNote({ day, view, withDay = false }: HolidayNoteProps) {
  const holiday = view.holidayOf(day)
  const open = view.occurrencesOf(day)?.filter((each) => canSkip(each) && each.students.length > 0) ?? []
  if (!holiday) return null
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border-l-4 border-saibro bg-sunken py-2 pr-2 pl-3">
      <p className="flex min-h-11 min-w-0 items-center gap-2.5 font-semibold">
        <CalendarDays className="size-5 shrink-0" />
        <span className="first-letter:uppercase">
          {withDay && `${formatDay(day)} · `}
          {`${holiday.isOptional ? 'Ponto facultativo' : 'Feriado'}: ${holiday.name}`}
        </span>
      </p>
      {open.length > 0 && <SkipDay occurrences={open} />}
    </div>
  )
}

function Item({ entry, clash, view }: { entry: Entry; clash: boolean; view: AgendaView }) {
  const { now, clubName, clubLook, onOpen } = view
  const { start, end } = timesOf(entry)
  const state = stateOf(entry, now)
  const isOff = state === 'skipped' || state === 'cancelled'
  const isFaint = isOff || state === 'free'
  // A lesson without a slot has no known club and no known end.
  const isPlanned = isOccurrence(entry)
  const clubId = isPlanned ? entry.club_id : null
  const club = clubName(clubId)
  return (
    <button
      type="button"
      className={clsx(
        'flex w-full items-start gap-3 rounded-xl border-[1.5px] px-3 py-3 text-left',
        isFaint
          ? 'border-dashed border-line-strong hover:bg-sunken'
          : 'border-line bg-surface shadow-card hover:border-line-strong',
      )}
      onClick={() => onOpen(entry)}
    >
      <span
        aria-hidden="true"
        className={clsx(
          '-mr-0.5 w-1 shrink-0 self-stretch rounded-full',
          !isFaint && 'bg-(--club)',
          clubLook(clubId),
        )}
      />
      <span
        className={clsx(
          'figures w-13 shrink-0 leading-tight whitespace-nowrap',
          isOff && 'text-ink-soft line-through',
        )}
      >
        <span className="block text-[17px] font-extrabold">{start}</span>
        {isPlanned && <span className="block text-[15px] text-ink-soft">{end}</span>}
      </span>
      <span className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <span
          className={clsx(
            'line-clamp-2 leading-tight [overflow-wrap:anywhere]',
            isFaint ? 'font-semibold text-ink-soft' : 'font-bold',
          )}
        >
          {namesOf(entry)}
        </span>
        {club !== undefined && <span className="line-clamp-1 text-[15px] text-ink-soft">{club}</span>}
        <span className="flex flex-wrap gap-1.5 empty:hidden">
          <OccurrenceSigns occurrence={entry} now={now} />
        </span>
        {clash && <span className="text-[15px] font-semibold text-warn">Ao mesmo tempo que outra aula</span>}
      </span>
    </button>
  )
}
