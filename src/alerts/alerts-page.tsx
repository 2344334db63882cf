import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState, type MouseEvent } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Alert, Instant } from '@/core/model'
import { paths } from '@/core/paths'
import { invalidateAlerts, reconcileAlerts } from '@/data/queries/effects'
import { failedRead } from '@/data/queries/service-error'
import { toast } from '@/lib/browser/toast'
import { alertRequest, comesBack } from '@/messages/alert-request'
import { TOLD } from '@/messages/told-texts'
import { useOpenedAt, useOpenedLoading } from '@/messages/use-messages'
import { Button } from '@/ui/button'
import { CourtDrawing, OutDrawing } from '@/ui/drawings'
import { Chip } from '@/ui/fields/choices'
import { toastFailure } from '@/ui/forms/toast-failure'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { AlertRow } from './alert-row'
import { ALERT_MESSAGES } from './texts'
import { TypeChips } from './type-chips'
import { useAlertFilter } from './use-alert-filter'
import { useAlerts, useReconcileAlerts, useResolveAlert, useResolvingAlerts } from './use-alerts'

const texts = ALERT_MESSAGES
/** Alerts shown per step: without packages, every session raises one. */
const STEP = 50

/**
 * Every open alert (docs/product.md, 'Alerts'), newest first, filtered by type; each links to its cause and can be
 * resolved.
 */
export function AlertsPage() {
  usePageTitle('Alertas')
  useReconcileAlerts()
  const client = useQueryClient()
  useRefresh(
    useCallback(async () => {
      // Time alone raises alerts, and the tab may have been in the background for days.
      await reconcileAlerts(client)
      await invalidateAlerts(client)
    }, [client]),
  )
  const read = useAlerts()
  const { data, isError } = read
  const resolving = useResolvingAlerts()
  const open = useMemo(() => data?.filter(({ id }) => !resolving.has(id)), [data, resolving])
  const { type, setType, untold, setUntold } = useAlertFilter()
  const openedAt = useOpenedAt()
  const ofType = useMemo(
    () =>
      open
        ?.filter((alert) => type === null || alert.type === type)
        .map((alert) => ({ alert, ...messageOf(alert, openedAt) })),
    [open, type, openedAt],
  )
  // Until it is known which messages were opened, all would count as not told.
  const openedLoading = useOpenedLoading()
  const notTold = openedLoading ? undefined : ofType?.filter(({ untold: isUntold }) => isUntold)
  const found = untold ? notTold : ofType
  const [limit, setLimit] = useState(STEP)

  const { online } = useConnection()
  const count = useRef<HTMLParagraphElement>(null)
  const { mutateAsync } = useResolveAlert()
  const resolve = useCallback(
    async (alert: Alert, { currentTarget, detail }: MouseEvent<HTMLElement>) => {
      // The second click of a double click would hit the next alert, which has moved up.
      if (detail > 1) return
      // The pressed button disappears with its alert, so move the focus to the next one.
      const row = currentTarget.closest('li')
      const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
      // The one that resolves.
      const next = neighbour?.querySelector<HTMLElement>('button:last-of-type') ?? count.current
      next?.focus({ preventScroll: true })
      const result = await mutateAsync(alert.id)
      if (result.success || result.code === 'alert-not-found') toast(texts.resolved)
      else toastFailure({ title: texts.service.update, description: COMMON_MESSAGES.tryAgain }, result)
    },
    [mutateAsync],
  )
  const onResolve = useCallback(
    (alert: Alert, event: MouseEvent<HTMLElement>) => void resolve(alert, event),
    [resolve],
  )

  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Alertas" back={{ to: paths.dashboard.href(), label: 'Voltar para o dashboard' }} />
      <OfflineNotice online={online}>{OFFLINE.needs.alerts}</OfflineNotice>
      {open && (open.length > 0 || type !== null) && (
        <TypeChips
          alerts={open}
          type={type}
          onChange={(next) => {
            setType(next)
            setLimit(STEP)
          }}
        />
      )}
      <div className="mt-3 mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p ref={count} role="status" tabIndex={-1} className="figures font-semibold outline-none">
          {found && found.length > 0 ? `${found.length} alerta(s)` : ''}
        </p>
        {notTold && (untold || notTold.length > 0) && (
          <Chip
            pressed={untold}
            onToggle={() => {
              setUntold(!untold)
              setLimit(STEP)
            }}
          >
            {TOLD.untold} <span className="figures opacity-80">({notTold.length})</span>
          </Chip>
        )}
      </div>
      {found ? (
        found.length > 0 ? (
          <>
            <ul className="-mx-1.5 flex flex-col">
              {found.slice(0, limit).map(({ alert, openedAt: at }) => (
                <AlertRow key={alert.id} alert={alert} openedAt={at} onResolve={onResolve} />
              ))}
            </ul>
            {found.length > limit && (
              <Button
                tone="outline"
                className="mt-3 w-full"
                onClick={() => setLimit((shown) => shown + STEP)}
              >
                Mostrar mais ({found.length - limit})
              </Button>
            )}
          </>
        ) : (
          <NoAlerts
            title={untold ? TOLD.allTold : type === null ? null : texts.emptyOfType}
            onShowAll={() => (untold ? setUntold(false) : setType(null))}
          />
        )
      ) : isError ? (
        <ErrorState {...failedRead({ title: texts.service.list }, read)} />
      ) : (
        <LoadingAlerts />
      )}
    </div>
  )
}

/** When the message of this alert was opened; of a cause that comes back, since it did. Without a message nobody waits for one. */
function messageOf(
  alert: Alert,
  openedAt: ReturnType<typeof useOpenedAt>,
): { openedAt: Instant | null; untold: boolean } {
  const request = alertRequest(alert)
  const at = request && openedAt(request, comesBack(alert) ? alert.created_at : undefined)
  return { openedAt: at, untold: request !== null && at === null }
}

/** `title`: what the filter leaves nothing of; null without a filter. */
function NoAlerts({ title, onShowAll }: { title: string | null; onShowAll: () => void }) {
  if (title === null) {
    return <EmptyState drawing={<CourtDrawing />} title={texts.empty} description={texts.emptyHelp} />
  }
  return (
    <EmptyState drawing={<OutDrawing />} title={title}>
      <Button tone="outline" onClick={onShowAll}>
        Ver todos os alertas
      </Button>
    </EmptyState>
  )
}

const FIVE = [0, 1, 2, 3, 4] as const

function LoadingAlerts() {
  return (
    <div role="status" aria-label="Carregando alertas" className="flex flex-col gap-3">
      {FIVE.map((at) => (
        <Skeleton key={at} className="h-30 rounded-xl md:h-18" />
      ))}
    </div>
  )
}
