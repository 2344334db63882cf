import { clsx } from 'clsx'
import CloudRain from 'lucide-react/icons/cloud-rain'
import Plus from 'lucide-react/icons/plus'
import {
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { useToldZone } from '@/agenda/use-time-zone'
import { PAGE_SIZES } from '@/core/constants'
import { addDays, formatLongDate, isLocalDate, localDayOf } from '@/core/dates'
import { isUuid, type LocalDate, type SessionDetails, type Uuid } from '@/core/model'
import { pageInfo } from '@/core/paging'
import { paths, CANCEL_DAY, HISTORY } from '@/core/paths'
import { pendingSessions } from '@/outbox/pending'
import { PendingList } from '@/outbox/pending-list'
import { OUTBOX } from '@/outbox/texts'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { CourtDrawing, OutDrawing } from '@/ui/drawings'
import { Chip } from '@/ui/fields/choices'
import { PeriodFields } from '@/ui/fields/date-input'
import { Filters } from '@/ui/filters'
import { BACK_TO_DASHBOARD, PageHeader, TopBar } from '@/ui/page-header'
import { Pagination } from '@/ui/pagination'
import { QueryView } from '@/ui/query-view'
import { Skeleton, EmptyState } from '@/ui/states'
import { putParams, useAddress, useOwnParams } from '@/ui/use-address'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { CancelToday } from '../day/cancel-today'
import { AssignDialog } from '../edit/assign-dialog'
import { SessionEditor } from '../edit/session-editor'
import {
  hasSessionFilters,
  NO_SESSION_FILTERS,
  QUICK_RANGES,
  quickRange,
  type QuickRange,
  type SessionFilterChange,
  type SessionFilters,
} from '../rules'
import { CANCEL_TODAY, SESSION_MESSAGES } from '../texts'
import { useSession, useSessionsPage } from '../use-sessions'
import { SessionCard } from './session-card'

/** The history of lessons (docs/product.md, 'Sessions history'). */
export function SessionsPage() {
  usePageTitle('Histórico de Sessões')
  const {
    filters,
    page: requested,
    filter,
    goToPage,
    replacePage,
    editing,
    edit,
    ...address
  } = useSessionAddress()
  const read = useSessionsPage({ page: requested, filters })
  const toldZone = useToldZone()
  const { data, isPlaceholderData, refetch } = read
  useRefresh(refetch)

  const { page, pages, from, to, total } = pageInfo(requested, PAGE_SIZES.sessions, data?.total ?? 0)
  // Past the end: an old address, or sessions were deleted. Placeholder data is another page's and cannot tell.
  const pastTheEnd = data !== undefined && !isPlaceholderData && page !== requested
  useEffect(() => {
    if (pastTheEnd) replacePage(page)
  }, [pastTheEnd, page, replacePage])

  const count = useRef<HTMLParagraphElement>(null)
  const moveToTop = () => {
    count.current?.focus({ preventScroll: true })
    count.current?.scrollIntoView({ block: 'start' })
  }
  const turnTo = (next: number) => {
    goToPage(next)
    // At once, because the pressed button may become disabled and lose the focus.
    moveToTop()
  }
  const clear = () => {
    filter(NO_SESSION_FILTERS)
    count.current?.focus()
  }
  const filtered = hasSessionFilters(filters)
  const { edited, gone } = useEditedSession(editing, data?.items)
  // An old address may name a deleted session.
  const isStale = gone && edited === null
  useEffect(() => {
    if (isStale) edit(null)
  }, [isStale, edit])
  const isElsewhere = edited !== null && !data?.items.some(({ id }) => id === edited.id)
  const listed = [...(isElsewhere ? [edited] : []), ...(data?.items ?? [])]
  const [assigning, setAssigning] = useState<{ sessionId: Uuid; studentId: Uuid } | null>(null)
  const wasEditing = useRef(editing)
  const lastEdited = useRef<string | null>(null)
  const items = data?.items
  useEffect(() => {
    // A card takes the focus back itself, unless it left this page (deleted, or moved to another day).
    if (wasEditing.current && !editing && document.activeElement === document.body) count.current?.focus()
    if (wasEditing.current && !editing) lastEdited.current = wasEditing.current
    wasEditing.current = editing
  }, [editing])
  useEffect(() => {
    // The list that is read again may lack the edited session, or have it under another day: then its card goes, and
    // the focus with it.
    if (lastEdited.current === null) return
    const isGone = document.activeElement === document.body
    if (isGone) count.current?.focus({ preventScroll: true })
    if (isGone || !items?.some(({ id }) => id === lastEdited.current)) lastEdited.current = null
  }, [items])

  const assigned = data?.items.find(({ id }) => id === assigning?.sessionId)
  const entries = useOutboxEntries()
  const pending = pendingSessions(entries, data?.items)
  // On a phone it is beside 'Filtros', because a line of its own would push the lessons down.
  const isWide = use(TopBar) === null
  const cancelDay = (
    <ButtonLink
      to={address.cancelDayLink}
      tone="ghost"
      className={clsx(!isWide && '-ml-2 min-w-0 flex-1 justify-start px-2! text-left leading-tight')}
    >
      <CloudRain />
      {CANCEL_TODAY}
    </ButtonLink>
  )

  return (
    <>
      <PageHeader
        title="Histórico de Sessões"
        back={BACK_TO_DASHBOARD}
        action={{ label: 'Nova Sessão', icon: Plus, does: { to: paths.newSession.href() } }}
      >
        {isWide && cancelDay}
      </PageHeader>
      <CancelToday open={address.isCancelDayOpen} onClose={address.closeCancelDay} />
      <PendingList id="pendentes" title={OUTBOX.waiting} shown={pending} />
      <SessionFilterBar filters={filters} onChange={filter} beside={isWide ? undefined : cancelDay} />
      <div className="mt-2 mb-3 flex min-h-11 items-center justify-between gap-3">
        <p
          ref={count}
          role="status"
          tabIndex={-1}
          className="figures scroll-mt-24 font-semibold outline-none"
        >
          {total > 0 ? `Mostrando ${from} - ${to} de ${total} sessões` : ''}
        </p>
        {filtered && (
          <Button tone="ghost" size="sm" className="-mr-2 shrink-0" onClick={clear}>
            Limpar filtros
          </Button>
        )}
      </div>
      {pastTheEnd && !edited ? (
        <LoadingSessions />
      ) : (
        <QueryView query={read} failed={SESSION_MESSAGES.toast.loadFailed} skeleton={<LoadingSessions />}>
          {() => (
            <div
              aria-busy={isPlaceholderData || undefined}
              className={clsx(isPlaceholderData && 'opacity-60')}
            >
              {listed.length > 0 ? (
                <div className="flex flex-col gap-6">
                  {byDay(listed).map(({ day, lessons }) => (
                    <Day key={day} day={day}>
                      {(dayId) =>
                        lessons.map((session) => (
                          <li key={session.id}>
                            <Item
                              session={session}
                              dayId={dayId}
                              toldZone={toldZone}
                              editing={session.id === edited?.id}
                              gone={gone}
                              canEdit={edited === null}
                              onEdit={edit}
                              onAssign={setAssigning}
                            />
                          </li>
                        ))
                      }
                    </Day>
                  ))}
                </div>
              ) : (
                (filtered || pending.length === 0) && <NoSessions filtered={filtered} />
              )}
              <Pagination label="Páginas de sessões" numbered page={page} pages={pages} onChange={turnTo} />
            </div>
          )}
        </QueryView>
      )}
      {assigning && assigned && (
        <AssignDialog
          session={assigned}
          studentId={assigning.studentId}
          // An answer that comes later must not close what is open by then.
          onClose={() => setAssigning((over) => (over === assigning ? null : over))}
        />
      )}
    </>
  )
}

function Day({ day, children }: { day: LocalDate; children: (headingId: string) => ReactNode }) {
  const headingId = useId()
  const today = useToday()
  const near = { [today]: 'Hoje', [addDays(today, -1)]: 'Ontem' }[day]
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-2 flex items-center gap-2">
        <h2 id={headingId} className="text-base first-letter:uppercase">
          {formatLongDate(day)}
        </h2>
        {near && <Badge className="shrink-0">{near}</Badge>}
      </div>
      <ul className="flex flex-col gap-2">{children(headingId)}</ul>
    </section>
  )
}

type ItemProps = Omit<ComponentProps<typeof SessionCard>, 'editButton' | 'onEdit'> & {
  editing: boolean
  /** The lesson was deleted during its edit. */
  gone: boolean
  onEdit: (sessionId: Uuid | null) => void
}

/** One lesson: its card or, in its place, its edit form. Returns the focus to the card after the edit. */
function Item({ session, editing, gone, ...card }: ItemProps) {
  const editButton = useFocusAfterEditing(editing)
  const { onEdit } = card
  const close = useCallback(() => onEdit(null), [onEdit])
  return editing ? (
    <SessionEditor session={session} gone={gone} onClose={close} />
  ) : (
    <SessionCard session={session} editButton={editButton} {...card} />
  )
}

/**
 * The lesson being edited. If a filter, another page or a new date took it off the list, it is read on its own. `gone`
 * means that it was deleted; the last known version is still returned, so that the typed text stays on screen.
 */
function useEditedSession(
  id: Uuid | null,
  listed: readonly SessionDetails[] | undefined,
): { edited: SessionDetails | null; gone: boolean } {
  const inList = listed?.find((session) => session.id === id)
  const { data: read, isFetching } = useSession(listed && !inList ? id : null)
  const [known, setKnown] = useState<SessionDetails | null>(null)
  const newest = inList ?? read ?? null
  if (newest && newest !== known) setKnown(newest)
  const last = newest ?? known
  return {
    edited: last?.id === id ? last : null,
    gone: id !== null && !inList && read === null && !isFetching,
  }
}

function NoSessions({ filtered }: { filtered: boolean }) {
  const title = 'Nenhuma sessão encontrada'
  if (filtered)
    return (
      <EmptyState drawing={<OutDrawing />} title={title} description="Tente ajustar os filtros de busca" />
    )
  return (
    <EmptyState drawing={<CourtDrawing />} title={title} description="Registre sua primeira aula">
      <ButtonLink to={paths.newSession.href()}>
        <Plus />
        Registrar Primeira Sessão
      </ButtonLink>
    </EmptyState>
  )
}

const QUICK_LABELS = {
  today: 'Hoje',
  yesterday: 'Ontem',
  '7-days': '7 dias',
  '30-days': '30 dias',
} as const satisfies Record<QuickRange, string>

type Range = SessionFilters['dateRange']

const OPEN_RANGE: Range = NO_SESSION_FILTERS.dateRange

const isSame = (a: Range, b: Range): boolean => a.start === b.start && a.end === b.end

interface SessionFilterBarProps {
  filters: SessionFilters
  onChange: (change: SessionFilterChange) => void
  /** On a phone it shares the line of the filter button. */
  beside: ReactNode
}

function SessionFilterBar({ filters, onChange, beside }: SessionFilterBarProps) {
  const today = useToday()
  const { dateRange, showUnassignedOnly, showCancelledOnly } = filters
  const setRange = (range: Partial<Range>) => onChange({ dateRange: range })
  const set = [!isSame(dateRange, OPEN_RANGE), showUnassignedOnly, showCancelledOnly]
  return (
    <Filters
      count={set.filter(Boolean).length}
      beside={beside}
      className="lg:flex-row lg:flex-wrap lg:items-start"
    >
      <Chips legend="Período">
        {QUICK_RANGES.map((quick) => {
          const range = quickRange(quick, today)
          const pressed = isSame(range, dateRange)
          return (
            <Chip key={quick} pressed={pressed} onToggle={() => setRange(pressed ? OPEN_RANGE : range)}>
              {QUICK_LABELS[quick]}
            </Chip>
          )
        })}
      </Chips>
      <div className="grid gap-4 min-[400px]:grid-cols-2 lg:w-90">
        <PeriodFields {...dateRange} onChange={setRange} />
      </div>
      <Chips legend="Pacotes">
        <Chip
          pressed={showUnassignedOnly}
          onToggle={() => onChange({ showUnassignedOnly: !showUnassignedOnly })}
        >
          Apenas sem pacote
        </Chip>
      </Chips>
      <Chips legend="Aulas">
        <Chip
          pressed={showCancelledOnly}
          onToggle={() => onChange({ showCancelledOnly: !showCancelledOnly })}
        >
          Canceladas
        </Chip>
      </Chips>
    </Filters>
  )
}

const Chips = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-2 text-[15px] font-bold">{legend}</legend>
    <div className="flex flex-wrap gap-2">{children}</div>
  </fieldset>
)

const LoadingSessions = () => (
  <div role="status" className="flex flex-col gap-4">
    <p className="font-semibold text-ink-soft">Carregando sessões...</p>
    {[1, 2, 3].map((key) => (
      <Card key={key} className="flex items-center gap-3 py-2.5">
        <Skeleton className="h-6 w-12" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-8 w-40 rounded-full" />
          <Skeleton className="h-4 w-48" />
        </div>
        <Skeleton className="h-6 w-10" />
      </Card>
    ))}
  </div>
)

/** At most six digits; longer numbers are not real pages. */
const PAGE = /^[1-9]\d{0,5}$/

const pageParam = (page: number) => ({ pagina: page > 1 ? String(page) : null })

/**
 * Keeps filters, page, open edit form and the day's dialog in the address, so that a reload, 'back', a shared link and
 * a new login find them. Unknown values are ignored, because people type and share addresses.
 */
function useSessionAddress() {
  const [params, put] = useAddress()
  const [, setParams] = useOwnParams()
  const dayIn = (name: string) => {
    const day = params.get(name) ?? ''
    return isLocalDate(day) ? day : ''
  }
  const filters: SessionFilters = {
    dateRange: { start: dayIn(HISTORY.start), end: dayIn(HISTORY.end) },
    showUnassignedOnly: params.get('sem-pacote') === 'sim',
    showCancelledOnly: params.get('canceladas') === 'sim',
  }
  const page = params.get('pagina') ?? ''
  const edited = params.get('editar') ?? ''
  const withDialog = putParams(new URLSearchParams(params), { [CANCEL_DAY]: 'hoje' })
  return {
    filters,
    filter: ({ dateRange, showUnassignedOnly, showCancelledOnly }: SessionFilterChange) =>
      put({
        [HISTORY.start]: dateRange?.start,
        [HISTORY.end]: dateRange?.end,
        'sem-pacote': showUnassignedOnly && 'sim',
        canceladas: showCancelledOnly && 'sim',
        ...pageParam(1),
      }),
    page: PAGE.test(page) ? Number(page) : 1,
    /** Goes to another page, as a new history entry. */
    goToPage: (wanted: number) => setParams((now) => putParams(now, pageParam(wanted))),
    /** Replaces a requested page that does not exist. */
    replacePage: useCallback((wanted: number) => put(pageParam(wanted)), [put]),
    editing: isUuid(edited) ? edited : null,
    edit: useCallback((id: Uuid | null) => put({ editar: id }), [put]),
    isCancelDayOpen: params.get(CANCEL_DAY) === 'hoje',
    /** Opens the dialog, also from the dashboard; 'back' closes it. */
    cancelDayLink: `?${withDialog.toString()}`,
    closeCancelDay: useCallback(() => put({ [CANCEL_DAY]: null }), [put]),
  }
}

/** Lessons by their day on this device; days and lessons keep the order of `lessons`. */
function byDay(lessons: readonly SessionDetails[]): { day: LocalDate; lessons: readonly SessionDetails[] }[] {
  const days = new Map<LocalDate, SessionDetails[]>()
  for (const lesson of lessons) {
    const day = localDayOf(lesson.date)
    days.set(day, [...(days.get(day) ?? []), lesson])
  }
  return [...days].map(([day, of]) => ({ day, lessons: of }))
}
