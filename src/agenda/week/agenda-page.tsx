import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useClubs } from '@/clubs/use-clubs'
import { BREAKPOINTS } from '@/core/constants'
import { addDays } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { explained } from '@/data/queries/service-error'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { CourtDrawing } from '@/ui/drawings'
import { lazyPage } from '@/ui/lazy-page'
import { EmptyState, ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useMediaQuery } from '@/ui/use-media-query'
import { useNow } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { AGENDA_SERVICE } from '../agenda-service-texts'
import { daysFrom } from '../days'
import { AGENDA_TEXTS } from '../texts'
import { useAgendaToday } from '../use-time-zone'
import { mondayOf } from '../window'
import { AgendaDialog } from './agenda-dialog'
import type { AgendaView } from './agenda-view'
import { DayView, Unread } from './day-view'
import { HolidayNote } from './holiday-note'
import { holidaysBetween } from './holidays'
import { TimeZoneNotice } from './time-zone-notice'
import { useAgendaAddress } from './use-agenda-address'
import { useWeeks } from './use-weeks'
import { freeHoursText } from './week'
import { WeekGrid } from './week-grid'
import { WeekHeader } from './week-header'
import { WeekStrip } from './week-strip'

/** Rare, and heavier than the page. */
const CopyDialog = lazyPage(() => import('@/ui/copy-dialog'), 'CopyDialog')

/** The coach's week (docs/product.md, 'Agenda'): a day on a phone, a week on a wide screen. */
export function AgendaPage() {
  usePageTitle(AGENDA_TEXTS.title)
  const today = useAgendaToday()
  const now = useNow()
  const { online } = useConnection()
  const { day, opened, showDay, open } = useAgendaAddress(today)
  const wide = useMediaQuery(`(min-width: ${BREAKPOINTS.wide}px)`)
  const weeks = useWeeks(day, today)
  const monday = mondayOf(day)
  const view = useView(monday, weeks.zone, now, online, open)
  const days = daysFrom(monday)
  const shown = days.flatMap((each) => weeks.occurrencesOf(each) ?? [])
  const openNew = () => open({ kind: 'new', student: null, session: null })

  return (
    <>
      <header className="mb-3 flex items-center justify-between gap-3 lg:mb-5">
        <h1 className="text-[1.7rem]">{AGENDA_TEXTS.title}</h1>
        <Button tone="main" size="sm" onClick={openNew}>
          <CalendarPlus aria-hidden="true" />
          {AGENDA_TEXTS.newSlot}
        </Button>
      </header>
      <TimeZoneNotice online={online} />
      {wide ? (
        <WeekHeader monday={monday} day={day} today={today} onSelect={showDay} />
      ) : (
        <WeekStrip
          day={day}
          today={today}
          countOf={weeks.countOf}
          holidayOf={(each) => view.holidayOf(each)?.name}
          onSelect={showDay}
        />
      )}
      {weeks.error && !weeks.isRead ? (
        <div className="mt-4">
          <ErrorState
            {...(online ? explained(weeks.error, AGENDA_TEXTS.loadFailed) : AGENDA_SERVICE.unread)}
            retrying={weeks.isFetching}
            onRetry={weeks.refetch}
          />
        </div>
      ) : weeks.isEmpty ? (
        <div className="mt-4">
          <EmptyState
            drawing={<CourtDrawing />}
            title={AGENDA_TEXTS.empty.title}
            description={AGENDA_TEXTS.empty.description}
          >
            <Button tone="outline" onClick={openNew}>
              {AGENDA_TEXTS.newSlot}
            </Button>
          </EmptyState>
        </div>
      ) : wide ? (
        <>
          {days.some(weeks.isUnread) && <Unread />}
          {days.map((each) => (
            <HolidayNote
              key={each}
              day={each}
              occurrences={weeks.occurrencesOf(each) ?? []}
              view={view}
              withDay
            />
          ))}
          <WeekGrid
            monday={monday}
            day={day}
            today={today}
            occurrencesOf={weeks.occurrencesOf}
            view={view}
            onSelect={showDay}
          />
        </>
      ) : (
        <DayView
          day={day}
          today={today}
          occurrences={weeks.occurrencesOf(day)}
          isUnread={weeks.isUnread(day)}
          view={view}
        />
      )}
      <CopyFreeHours text={freeHoursText(shown, now)} />
      <AgendaDialog
        opened={opened}
        day={day}
        find={weeks.find}
        isRead={weeks.isRead}
        view={view}
        onOpen={open}
      />
    </>
  )
}

function useView(
  monday: string,
  zone: string,
  now: Date,
  online: boolean,
  open: ReturnType<typeof useAgendaAddress>['open'],
): AgendaView {
  const clubs = useClubs().data
  const holidays = useMemo(
    () =>
      new Map(
        holidaysBetween(addDays(monday, -7), addDays(monday, 13)).map((holiday) => [holiday.day, holiday]),
      ),
    [monday],
  )
  const clubName = useCallback(
    (id: Uuid | null) => (id === null ? undefined : clubs?.find((club) => club.id === id)?.name),
    [clubs],
  )
  return {
    zone,
    now,
    online,
    clubName,
    holidayOf: (day) => holidays.get(day),
    onOpen: ({ slot_id: slotId, slot_date: slotDate }) => open({ kind: 'occurrence', slotId, slotDate }),
  }
}

/** 'Copiar horários livres' of the shown week; nothing without any. */
function CopyFreeHours({ text }: { text: string }) {
  const [refused, setRefused] = useState<string | null>(null)
  if (text === '' && refused === null) return null
  const copy = async () => {
    if (await copyText(text)) toast({ title: AGENDA_TEXTS.freeCopied })
    else setRefused(text)
  }
  return (
    <>
      <Button tone="ghost" className="mt-4 -ml-3" onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        {AGENDA_TEXTS.copyFree}
      </Button>
      {refused !== null && (
        <Suspense>
          <CopyDialog
            title={AGENDA_TEXTS.freeTitle}
            label={AGENDA_TEXTS.freeTitle}
            text={refused}
            onClose={() => setRefused(null)}
          />
        </Suspense>
      )}
    </>
  )
}
