import { clsx } from 'clsx'
import CloudRain from 'lucide-react/icons/cloud-rain'
import Plus from 'lucide-react/icons/plus'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { PAGE_SIZES } from '@/core/constants'
import type { Uuid } from '@/core/model'
import { pageInfo } from '@/core/paging'
import { paths } from '@/core/paths'
import { failedRead } from '@/data/queries/service-error'
import type { MessageRequest } from '@/messages/requests'
import { pendingSessions } from '@/outbox/pending'
import { PendingList } from '@/outbox/pending-list'
import { OUTBOX } from '@/outbox/texts'
import { useOutbox, useOutboxActions } from '@/outbox/use-outbox'
import { Button } from '@/ui/button'
import { CourtDrawing, OutDrawing } from '@/ui/drawings'
import { PageHeader } from '@/ui/page-header'
import { Pagination } from '@/ui/pagination'
import { EmptyState, ErrorState } from '@/ui/states'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { COURT } from '../court-texts'
import { CancelDayDialog } from '../day/cancel-day-dialog'
import { TellCard } from '../day/tell-card'
import { useCancelDayAddress } from '../day/use-cancel-day-address'
import { AssignDialog } from '../edit/assign-dialog'
import { useEditedSession } from '../edit/use-edited-session'
import { SessionCardSkeleton } from '../session-card-skeleton'
import { NO_SESSION_FILTERS, hasSessionFilters } from '../session-filters'
import { SESSION_MESSAGES } from '../texts'
import { useSessionsPage } from '../use-sessions'
import { SessionFilterBar } from './session-filter-bar'
import { SessionItem } from './session-item'
import { useSessionAddress } from './use-session-address'

const { empty, toast: toasts } = SESSION_MESSAGES

/** docs/product.md, 'Sessions history'. */
export function SessionsPage() {
  usePageTitle('Histórico de Sessões')
  const { filters, page: requested, filter, goToPage, replacePage, editing, edit } = useSessionAddress()
  const read = useSessionsPage({
    page: requested,
    filters,
  })
  const { data, isError, isPlaceholderData, refetch } = read
  useRefresh(refetch)

  const { page, pages, from, to, total } = pageInfo(requested, PAGE_SIZES.sessions, data?.total ?? 0)
  // Past the end: an old address, or sessions were deleted. Placeholder data is of another page and cannot tell.
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
    // Now, because the pressed button may become disabled and lose the focus.
    moveToTop()
  }
  const clear = () => {
    filter(NO_SESSION_FILTERS)
    count.current?.focus()
  }
  const filtered = hasSessionFilters(filters)
  const { session: edited, gone } = useEditedSession(editing, data?.items)
  // An old address may name a deleted session.
  const isStale = gone && edited === null
  useEffect(() => {
    if (isStale) edit(null)
  }, [isStale, edit])
  const isElsewhere = edited !== null && !data?.items.some(({ id }) => id === edited.id)
  const listed = [...(isElsewhere ? [edited] : []), ...(data?.items ?? [])]
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
    // The refetched list may lack the edited session: its card then disappears together with the focus.
    if (lastEdited.current === null || items?.some(({ id }) => id === lastEdited.current)) return
    lastEdited.current = null
    if (document.activeElement === document.body) count.current?.focus({ preventScroll: true })
  }, [items])

  const cancelDay = useCancelDayAddress()
  const [toTell, setToTell] = useState<readonly MessageRequest[]>([])
  const [assigning, setAssigning] = useState<{ sessionId: Uuid; studentId: Uuid } | null>(null)
  const assign = useCallback((sessionId: Uuid, studentId: Uuid) => setAssigning({ sessionId, studentId }), [])
  const assigned = data?.items.find(({ id }) => id === assigning?.sessionId)
  const { entries } = useOutbox()
  const actions = useOutboxActions()
  const pending = pendingSessions(entries, data?.items)

  return (
    <>
      <PageHeader title="Histórico de Sessões">
        <Button asChild tone="ghost" className="max-sm:-my-2 max-sm:-ml-5">
          <Link to={cancelDay.link}>
            <CloudRain aria-hidden="true" />
            {COURT.day.action}
          </Link>
        </Button>
        <NewSessionLink />
      </PageHeader>
      {toTell.length > 0 && <TellCard requests={toTell} onClose={() => setToTell([])} />}
      <PendingList
        id="pendentes"
        title={OUTBOX.waiting}
        shown={pending}
        entries={entries}
        actions={actions}
      />
      <SessionFilterBar filters={filters} onChange={filter} />
      <div className="my-4 flex min-h-11 items-center justify-between gap-3">
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
      {data && (!pastTheEnd || edited) ? (
        <div aria-busy={isPlaceholderData || undefined} className={clsx(isPlaceholderData && 'opacity-60')}>
          {listed.length > 0 ? (
            <ul className="flex flex-col gap-4">
              {listed.map((session) => (
                <li key={session.id}>
                  <SessionItem
                    session={session}
                    editing={session.id === edited?.id}
                    gone={gone}
                    canEdit={edited === null}
                    onEdit={edit}
                    onAssign={assign}
                  />
                </li>
              ))}
            </ul>
          ) : (
            (filtered || pending.length === 0) && <NoSessions filtered={filtered} />
          )}
          <Pagination label="Páginas de sessões" numbered page={page} pages={pages} onChange={turnTo} />
        </div>
      ) : isError ? (
        <ErrorState {...failedRead(toasts.loadFailed, read)} />
      ) : (
        <LoadingSessions />
      )}
      {assigning && assigned && (
        <AssignDialog session={assigned} studentId={assigning.studentId} onClose={() => setAssigning(null)} />
      )}
      {cancelDay.isOpen && <CancelDayDialog onClose={cancelDay.close} onCancelled={setToTell} />}
    </>
  )
}

function NewSessionLink() {
  return (
    <Button asChild tone="main">
      <Link to={paths.newSession.href()}>
        <Plus aria-hidden="true" />
        Nova Sessão
      </Link>
    </Button>
  )
}

function NoSessions({ filtered }: { filtered: boolean }) {
  if (filtered)
    return <EmptyState drawing={<OutDrawing />} title={empty.title} description={empty.filtered} />
  return (
    <EmptyState drawing={<CourtDrawing />} title={empty.title} description={empty.first}>
      <Button asChild tone="main">
        <Link to={paths.newSession.href()}>
          <Plus aria-hidden="true" />
          {empty.firstAction}
        </Link>
      </Button>
    </EmptyState>
  )
}

const THREE = [0, 1, 2] as const

function LoadingSessions() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="font-semibold text-ink-soft">{'Carregando sessões...'}</p>
      {THREE.map((at) => (
        <SessionCardSkeleton key={at} />
      ))}
    </div>
  )
}
