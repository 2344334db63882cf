import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { PageHeader } from '@/components/page-header'
import { SessionCard } from '@/components/session-card'
import { SessionCardSkeleton } from '@/components/session-card-skeleton'
import { StickyActions } from '@/components/sticky-actions'
import { Button } from '@/components/ui/button'
import { CourtDrawing, OutDrawing } from '@/components/ui/drawings'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { BREAKPOINTS, PAGE_SIZES } from '@/domain/constants'
import { pageInfo } from '@/domain/paging'
import { paths } from '@/domain/paths'
import { NO_SESSION_FILTERS, hasSessionFilters } from '@/domain/session-filters'
import { useMediaQuery } from '@/hooks/use-media-query'
import { usePageTitle } from '@/hooks/use-page-title'
import { useRefresh } from '@/hooks/use-refresh'
import { useSessionsPage } from '@/hooks/use-sessions'
import { toast } from '@/lib/toast'
import { MESSAGES } from '@/texts/messages'
import { SessionFilterBar } from './session-filter-bar'
import { SessionPager } from './session-pager'
import { useSessionAddress } from './use-session-address'

const { empty, toast: toasts } = MESSAGES.sessions

/** Spec §2 'Sessions history'. */
export function SessionsPage() {
  usePageTitle('Histórico de Sessões')
  const { filters, page: asked, filter, turn, correct } = useSessionAddress()
  const { data, isError, errorUpdatedAt, isFetching, isPlaceholderData, refetch } = useSessionsPage({
    page: asked,
    filters,
  })
  useRefresh(refetch)
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) toast({ ...toasts.loadFailed, tone: 'error' })
  }, [isError, errorUpdatedAt])

  const { page, pages, from, to, total } = pageInfo(asked, PAGE_SIZES.sessions, data?.total ?? 0)
  // A page past the end, from an old address or after lessons were deleted. What is shown meanwhile says nothing yet.
  const pastTheEnd = data !== undefined && !isPlaceholderData && page !== asked
  useEffect(() => {
    if (pastTheEnd) correct(page)
  }, [pastTheEnd, page, correct])

  const count = useRef<HTMLParagraphElement>(null)
  const moveToTop = () => {
    count.current?.focus({ preventScroll: true })
    count.current?.scrollIntoView({ block: 'start' })
  }
  const turnTo = (next: number) => {
    turn(next)
    // Before the pressed button may become disabled, which would drop the focus.
    moveToTop()
  }
  const clear = () => {
    filter(NO_SESSION_FILTERS)
    count.current?.focus()
  }
  const filtered = hasSessionFilters(filters)
  const wide = useMediaQuery(`(min-width: ${BREAKPOINTS.medium}px)`)
  const hasNone = data !== undefined && !isPlaceholderData && total === 0 && !filtered

  return (
    <>
      <PageHeader title="Histórico de Sessões">{wide && !hasNone && <NewSessionLink />}</PageHeader>
      {!hasNone && <SessionFilterBar filters={filters} onChange={filter} />}
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
      {data && !pastTheEnd ? (
        <div aria-busy={isPlaceholderData || undefined} className={clsx(isPlaceholderData && 'opacity-60')}>
          {data.items.length > 0 ? (
            <ul className="flex flex-col gap-4">
              {data.items.map((session) => (
                <li key={session.id}>
                  <SessionCard session={session} />
                </li>
              ))}
            </ul>
          ) : (
            <NoSessions filtered={filtered} />
          )}
          <SessionPager page={page} pages={pages} onTurn={turnTo} />
        </div>
      ) : isError ? (
        <ErrorState {...toasts.loadFailed} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingSessions />
      )}
      {!wide && !hasNone && (
        <StickyActions>
          <NewSessionLink />
        </StickyActions>
      )}
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
      <p className="font-semibold text-ink-soft">{MESSAGES.loading.sessions}</p>
      {THREE.map((at) => (
        <SessionCardSkeleton key={at} />
      ))}
    </div>
  )
}
