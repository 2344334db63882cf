import { clsx } from 'clsx'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import { useMemo, useState } from 'react'
import { useClubs } from '@/clubs/use-clubs'
import { BREAKPOINTS } from '@/core/constants'
import { addDays } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { explained } from '@/data/queries/service-error'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { CourtDrawing } from '@/ui/drawings'
import { lazyPart } from '@/ui/lazy-page'
import { PageHeader } from '@/ui/page-header'
import { EmptyState, ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useFocusKept } from '@/ui/use-focus-after'
import { useMediaQuery } from '@/ui/use-media-query'
import { useNow, useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { isOccurrence } from '../rules'
import { AGENDA_SERVICE } from '../texts'
import { useAgendaToday, useTimeZone } from '../use-time-zone'
import { mondayOf } from '../window'
import { AgendaDialog } from './agenda-dialog'
import { DayView, HolidayNote, Unread } from './day-view'
import { AGENDA_TEXTS as texts } from './texts'
import { type AgendaView, useAgendaAddress, useWeeks } from './use-weeks'
import { freeHoursText, holidaysBetween } from './week'
import { WeekHeader, WeekStrip } from './week-strip'

/** The charts' colours, in the order in which clubs are listed. An entry has its club's colour. */
const CLUB_LOOKS = [
  '[--club:var(--chart-duro)]',
  '[--club:var(--chart-saibro)]',
  '[--club:var(--chart-areia)]',
  '[--club:var(--chart-grama)]',
] as const
const NO_CLUB_LOOK = '[--club:var(--line-strong)]'

/** Loaded apart: rare, and heavier than the page. */
const TimeZoneNotice = lazyPart(() => import('./time-zone-notice'), 'TimeZoneNotice')
const CopyDialog = lazyPart(() => import('@/ui/copy-dialog'), 'CopyDialog')
/** A phone has no room for the week, and never loads it. */
const WeekGrid = lazyPart(() => import('./week-grid'), 'WeekGrid', <div className="h-dvh" />)
const WIDE = `(min-width: ${BREAKPOINTS.wide}px)`
// The grid loads with the page, not after it.
if (window.matchMedia(WIDE).matches) void WeekGrid.preload()

/** The coach's week (docs/product.md, 'Agenda'): a day on a phone, a week on a wide screen. */
export function AgendaPage() {
  usePageTitle('Agenda')
  useFocusKept()
  const { stored, device, differs } = useTimeZone()
  // Without a stored zone the device's day counts, because the first slot will take the device's zone.
  const [ofAgenda, ofDevice] = [useAgendaToday(), useToday()]
  const today = stored === null ? ofDevice : ofAgenda
  const now = useNow()
  const { online } = useConnection()
  const { day, askedDay, opened, showDay, open } = useAgendaAddress(today)
  const wide = useMediaQuery(WIDE)
  const weeks = useWeeks(day, today)
  const clubs = useClubs().data
  const clubLook = (id: Uuid | null) => {
    const at = clubs?.findIndex((club) => club.id === id) ?? -1
    return (at === -1 ? undefined : CLUB_LOOKS[at % CLUB_LOOKS.length]) ?? NO_CLUB_LOOK
  }
  const monday = mondayOf(day)
  const holidays = useMemo(() => holidaysBetween(addDays(monday, -7), addDays(monday, 13)), [monday])
  const view: AgendaView = {
    ...weeks,
    day,
    askedDay,
    today,
    now,
    online,
    clubName: (id) => clubs?.find((club) => club.id === id)?.name,
    clubLook,
    holidayOf: (each) => holidays.find((holiday) => holiday.day === each),
    onSelect: showDay,
    onOpen: (entry) => {
      // Students may have taken or given back a place since the week was read.
      if (isOccurrence(entry) && entry.opening) weeks.refetch()
      open(
        isOccurrence(entry)
          ? { kind: 'occurrence', slotId: entry.slot_id, slotDate: entry.slot_date }
          : { kind: 'lesson', id: entry.id },
      )
    },
    onNew: (on, time) => open({ kind: 'new', student: null, session: null, time }, on),
  }
  const openNew = () => open({ kind: 'new', student: null, session: null, time: null })
  const isFailed = weeks.error !== null && !weeks.isRead
  const isShown = !isFailed && !weeks.isEmpty

  return (
    <>
      <PageHeader
        title="Agenda"
        action={{ label: 'Novo horário', icon: CalendarPlus, does: { onClick: openNew } }}
      />
      {stored !== null && differs && online && <TimeZoneNotice stored={stored} device={device} />}
      {wide ? <WeekHeader view={view} /> : <WeekStrip view={view} />}
      {isFailed && (
        <div className="mt-4">
          <ErrorState
            {...(online ? explained(weeks.error, texts.loadFailed) : AGENDA_SERVICE.unread)}
            retrying={weeks.isFetching}
            onRetry={weeks.refetch}
          />
        </div>
      )}
      {!isFailed && weeks.isEmpty && (
        <div className="mt-4">
          <EmptyState drawing={<CourtDrawing />} {...texts.empty}>
            <Button onClick={openNew}>Novo horário</Button>
          </EmptyState>
        </div>
      )}
      {isShown && !wide && <DayView view={view} />}
      {isShown && wide && (
        <>
          {weeks.days.some(weeks.isUnread) && <Unread />}
          {weeks.days.map((each) => (
            <HolidayNote key={each} day={each} view={view} withDay />
          ))}
          <WeekGrid view={view} />
          <ClubLegend view={view} />
        </>
      )}
      <CopyFreeHours
        text={freeHoursText(
          weeks.days.flatMap((each) => weeks.occurrencesOf(each) ?? []),
          now,
        )}
      />
      <AgendaDialog opened={opened} view={view} onOpen={open} />
    </>
  )
}

/** The clubs' colours, if the shown week has several clubs. */
function ClubLegend({ view }: { view: AgendaView }) {
  const shown = view.days.flatMap((day) => view.occurrencesOf(day) ?? []).map(({ club_id: id }) => id)
  const clubs = [...new Set(shown)].flatMap((id) => {
    const name = view.clubName(id)
    return name === undefined ? [] : [{ id, name }]
  })
  if (clubs.length < 2) return null
  return (
    <ul
      aria-label="Clubes"
      className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-[15px] font-semibold text-ink-soft"
    >
      {clubs.map(({ id, name }) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <span className={clsx('size-3.5 shrink-0 rounded-full bg-(--club)', view.clubLook(id))} />
          <span className="truncate">{name}</span>
        </li>
      ))}
    </ul>
  )
}

/** 'Copiar horários livres' for the shown week; nothing without a free hour. */
function CopyFreeHours({ text }: { text: string }) {
  const [refused, setRefused] = useState<string | null>(null)
  if (text === '' && refused === null) return null
  const copy = async () => {
    if (await copyText(text)) toast({ title: 'Horários livres copiados!' })
    else setRefused(text)
  }
  return (
    <>
      <Button tone="ghost" className="mt-4 -ml-3" onClick={() => void copy()}>
        <Copy />
        Copiar horários livres
      </Button>
      {refused !== null && (
        <CopyDialog
          title="Horários livres"
          label="Horários livres"
          text={refused}
          onClose={() => setRefused(null)}
        />
      )}
    </>
  )
}
