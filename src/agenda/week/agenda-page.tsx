import { useIsMutating } from '@tanstack/react-query'
import { clsx } from 'clsx'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CloudRain from 'lucide-react/icons/cloud-rain'
import Copy from 'lucide-react/icons/copy'
import { useMemo, useState, Suspense, useEffect, useRef } from 'react'
import { useClubs } from '@/clubs/use-clubs'
import { BREAKPOINTS } from '@/core/constants'
import { addDays } from '@/core/dates'
import type { Uuid, LocalDate } from '@/core/model'
import { explained } from '@/data/queries/owner-query'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { CANCEL_TODAY } from '@/sessions/texts'
import { Button } from '@/ui/button'
import { CourtDrawing } from '@/ui/drawings'
import { useAsSent } from '@/ui/forms/use-as-sent'
import { lazyPart, lazyPage } from '@/ui/lazy-page'
import { Dialog } from '@/ui/overlay/dialog'
import { PageHeader } from '@/ui/page-header'
import { Skeleton, SkeletonList, EmptyState, ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useFocusKept } from '@/ui/use-focus-after'
import { useMediaQuery } from '@/ui/use-media-query'
import { useNow, useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { usePreloaded } from '@/ui/use-preloaded'
import { TODAY } from '../answer-texts'
import { formatDay } from '../days'
import { OccurrenceSigns } from '../occurrence-signs'
import {
  isOccurrence,
  hasBegun,
  namesOf,
  occurrenceKey,
  timesOf,
  type AgendaLesson,
  type Occurrence,
  canSkip,
  stateOf,
  mondayOf,
} from '../rules'
import { AGENDA_SERVICE } from '../texts'
import { useSlots } from '../use-agenda'
import { useAgendaToday, useTimeZone } from '../use-time-zone'
import { timeOf } from '../zone'
import { AGENDA_TEXTS as texts } from './texts'
import { type AgendaView, useAgendaAddress, useWeeks, type Opened } from './use-weeks'
import { freeHoursText, holidaysBetween, entryKey, type Entry } from './week'
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
    // -1, of a club that nobody knows, is no index.
    const at = clubs?.findIndex((club) => club.id === id) ?? -1
    return CLUB_LOOKS[at % CLUB_LOOKS.length] ?? NO_CLUB_LOOK
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
  const occurrencesOn = (days: LocalDate[]) => days.flatMap((each) => weeks.occurrencesOf(each) ?? [])
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
      {weeks.isEmpty && (
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
          occurrencesOn(weeks.days),
          now,
          occurrencesOn([addDays(monday, -1), addDays(monday, 7)]),
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

/** Loaded apart from the page, because most visits only read. */
const OccurrenceActions = lazyPage(() => import('./occurrence-actions'), 'OccurrenceActions')
const LessonActions = lazyPage(() => import('./lesson-actions'), 'LessonActions')
const AgendaForm = lazyPage(() => import('./agenda-form'), 'AgendaForm')
const SHEETS = [OccurrenceActions, AgendaForm]

const TITLES = {
  new: 'Novo horário',
  day: 'Mudar só este dia',
  onward: 'Mudar deste dia em diante',
  /** For a slot that is only on one day. */
  once: 'Mudar esta aula',
  end: 'Encerrar horário?',
} as const

/** Forms that fill a phone. */
const HIGH: ReadonlySet<Opened['kind']> = new Set(['new', 'occurrence', 'onward'])

type AgendaDialogProps = { opened: Opened | null; view: AgendaView; onOpen: (opened: Opened | null) => void }

/** What is open over the agenda, all in one dialog, so that closing returns the focus to where it was opened. */
function AgendaDialog({ opened, view, onOpen }: AgendaDialogProps) {
  usePreloaded(SHEETS)
  const about = opened?.kind === 'new' || opened?.kind === 'lesson' ? null : opened
  const key = about ? occurrenceKey({ slot_id: about.slotId, slot_date: about.slotDate }) : ''
  const found = view.find(key)
  // While a change is being sent, a read may already bring its result: another hour, or no slot any more.
  const asSent = useAsSent(found, useIsMutating() > 0)
  const occurrence = asSent && occurrenceKey(asSent) === key ? asSent : found
  const lesson = opened?.kind === 'lesson' ? view.findLesson(opened.id) : undefined
  const shown = occurrence ?? lesson
  const isGone = opened !== null && opened.kind !== 'new' && view.isRead && shown === undefined
  const slots = useSlots(opened?.kind === 'onward')
  const isOnce = slots.data?.find(({ id }) => id === about?.slotId)?.weekday === null
  useEffect(() => {
    // The address is old, or another device changed the week.
    if (isGone) onOpen(null)
  }, [isGone, onOpen])
  const shownKey = useRef(key)
  useEffect(() => {
    shownKey.current = key
  }, [key])
  const close = () => {
    // An answer that comes later must not close what is open by then.
    if (shownKey.current === key) onOpen(null)
  }
  return (
    <Dialog
      open={opened?.kind === 'new' || shown !== undefined}
      onOpenChange={close}
      title={titleOf(opened, shown, isOnce, view)}
      {...(shown && { description: whenOf(shown, view) })}
    >
      <Suspense
        fallback={
          <Skeleton className={clsx('rounded-xl', opened && HIGH.has(opened.kind) ? 'h-dvh' : 'h-80')} />
        }
      >
        {about?.kind === 'occurrence' && occurrence && (
          <OccurrenceActions
            occurrence={occurrence}
            view={view}
            onOpen={(kind) => onOpen({ ...about, kind })}
            onClose={close}
          />
        )}
        {lesson && <LessonActions lesson={lesson} now={view.now} />}
        {opened && opened.kind !== 'occurrence' && opened.kind !== 'lesson' && (
          <AgendaForm opened={opened} occurrence={occurrence} view={view} onClose={close} />
        )}
      </Suspense>
    </Dialog>
  )
}

function titleOf(
  opened: Opened | null,
  shown: Occurrence | AgendaLesson | undefined,
  isOnce: boolean,
  { now }: AgendaView,
): string {
  const kind = opened?.kind ?? 'new'
  if (kind === 'skip') return TODAY.skip.title(1, shown !== undefined && !hasBegun(shown, now))
  if (kind === 'occurrence' || kind === 'lesson') return shown ? namesOf(shown) : ''
  return TITLES[kind === 'onward' && isOnce ? 'once' : kind]
}

/** 'segunda-feira, 23 de novembro, 07:00–08:00 · Clube', unbroken: '08:00' alone in a line would look like a start. */
function whenOf(occurrence: Occurrence | AgendaLesson, { clubName }: AgendaView): string {
  if (!isOccurrence(occurrence)) return `${formatDay(occurrence.day)}, ${timeOf(occurrence.starts_at)}`
  const { start, end } = timesOf(occurrence)
  return [`${formatDay(occurrence.day)}, ${start}–\u2060${end}`, clubName(occurrence.club_id)]
    .filter(Boolean)
    .join(' · ')
}

/** Loaded apart: answers are heavier than the page. */
const CancelToday = lazyPart(() => import('@/sessions/day/cancel-today'), 'CancelToday')
const SkipDay = lazyPart(() => import('./skip-day'), 'SkipDay', <span className="min-h-11" />)

const BOX = 'rounded-xl border border-dashed border-line-strong px-4 py-10 text-center text-ink-soft'

/** One day as a list, on a phone. */
function DayView({ view }: { view: AgendaView }) {
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
              <Item entry={entry} clash={view.clashes(entry)} view={view} />
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
const Unread = () => (
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
function HolidayNote({ day, view, withDay = false }: HolidayNoteProps) {
  const holiday = view.holidayOf(day)
  const open = view.occurrencesOf(day)?.filter((each) => canSkip(each) && each.students.length > 0) ?? []
  if (!holiday) return null
  return (
    <div
      className={
        'mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border-l-4 ' +
        'border-saibro bg-sunken py-2 pr-2 pl-3'
      }
    >
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
