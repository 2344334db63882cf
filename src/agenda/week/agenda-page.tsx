import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Clock from 'lucide-react/icons/clock'
import Copy from 'lucide-react/icons/copy'
import { Suspense, useMemo, useState } from 'react'
import { useClubs } from '@/clubs/use-clubs'
import { BREAKPOINTS } from '@/core/constants'
import { addDays } from '@/core/dates'
import { explained } from '@/data/queries/service-error'
import { copyText } from '@/lib/browser/copy-text'
import { toast } from '@/lib/browser/toast'
import { readFlag, writeFlag } from '@/lib/storage/flags'
import { Button } from '@/ui/button'
import { CourtDrawing } from '@/ui/drawings'
import { useAction } from '@/ui/forms/use-action'
import { lazyPage } from '@/ui/lazy-page'
import { EmptyState, ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useMediaQuery } from '@/ui/use-media-query'
import { useNow } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { AGENDA_SERVICE } from '../texts'
import { useAgendaToday, useSetTimeZone, useTimeZone } from '../use-time-zone'
import { mondayOf } from '../window'
import { placeOf } from '../zone'
import { AgendaDialog } from './agenda-dialog'
import { DayView, HolidayNote, Unread } from './day-view'
import { AGENDA_TEXTS as texts } from './texts'
import { type AgendaView, useAgendaAddress, useWeeks } from './use-weeks'
import { freeHoursText, holidaysBetween } from './week'
import { WeekGrid } from './week-grid'
import { WeekHeader, WeekStrip } from './week-strip'

/** Rare, and heavier than the page. */
const CopyDialog = lazyPage(() => import('@/ui/copy-dialog'), 'CopyDialog')

/** The coach's week (docs/product.md, 'Agenda'): a day on a phone, a week on a wide screen. */
export function AgendaPage() {
  usePageTitle('Agenda')
  const today = useAgendaToday()
  const now = useNow()
  const { online } = useConnection()
  const { day, opened, showDay, open } = useAgendaAddress(today)
  const wide = useMediaQuery(`(min-width: ${BREAKPOINTS.wide}px)`)
  const weeks = useWeeks(day, today)
  const clubs = useClubs().data
  const monday = mondayOf(day)
  const holidays = useMemo(() => holidaysBetween(addDays(monday, -7), addDays(monday, 13)), [monday])
  const view: AgendaView = {
    ...weeks,
    day,
    today,
    now,
    online,
    clubName: (id) => clubs?.find((club) => club.id === id)?.name,
    holidayOf: (each) => holidays.find((holiday) => holiday.day === each),
    onSelect: showDay,
    onOpen: ({ slot_id: slotId, slot_date: slotDate }) => open({ kind: 'occurrence', slotId, slotDate }),
  }
  const openNew = () => open({ kind: 'new', student: null, session: null })
  const isFailed = weeks.error !== null && !weeks.isRead
  const isShown = !isFailed && !weeks.isEmpty

  return (
    <>
      <header className="mb-3 flex items-center justify-between gap-3 lg:mb-5">
        <h1 className="text-[1.7rem]">Agenda</h1>
        <Button tone="main" size="sm" onClick={openNew}>
          <CalendarPlus aria-hidden="true" />
          Novo horário
        </Button>
      </header>
      <TimeZoneNotice online={online} />
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
            <Button tone="outline" onClick={openNew}>
              Novo horário
            </Button>
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

/** 'Copiar horários livres' of the shown week; nothing without any. */
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
        <Copy aria-hidden="true" />
        Copiar horários livres
      </Button>
      {refused !== null && (
        <Suspense>
          <CopyDialog
            title="Horários livres"
            label="Horários livres"
            text={refused}
            onClose={() => setRefused(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true })

/** Asks which time zone counts when this device's is not the agenda's; 'Manter' is remembered for that pair. */
function TimeZoneNotice({ online }: { online: boolean }) {
  const { stored, device, differs } = useTimeZone()
  const flag = `keep-zone:${stored}:${device}`
  const [kept, setKept] = useState<string | null>(null)
  const { mutateAsync: change } = useSetTimeZone()
  const [use, changing] = useAction(() => change(device), {
    failed: { title: 'Erro ao mudar o fuso horário', description: 'Tente novamente.' },
    done: 'Fuso horário da agenda alterado',
  })
  if (!differs || stored === null || !online || kept === flag || readFlag(flag)) return null
  const keep = () => {
    writeFlag(flag, true)
    setKept(flag)
    focusPage()
  }
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-info-soft px-4 py-2 text-info"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2.5 font-semibold">
        <Clock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {`Sua agenda está no horário de ${placeOf(stored)}; este aparelho está no de ${placeOf(device)}.`}
      </p>
      <div className="-mr-3 flex flex-wrap">
        {/* The notice goes away with its buttons. */}
        <Button
          tone="ghost"
          size="sm"
          className="text-info"
          pending={changing}
          onClick={() => void use().then(focusPage)}
        >
          {`Usar o de ${placeOf(device)}`}
        </Button>
        <Button tone="ghost" size="sm" className="text-info" onClick={keep}>
          Manter
        </Button>
      </div>
    </div>
  )
}
