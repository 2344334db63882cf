import { useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { memo, useCallback, useEffect, useId, useMemo, useRef, useState, type MouseEvent } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { formatDate, localDayOf } from '@/core/dates'
import { ALERT_TYPES, type Alert, type AlertType, type Instant } from '@/core/model'
import { paths } from '@/core/paths'
import { invalidateAlerts, reconcileAlerts } from '@/data/queries/effects'
import { failedRead } from '@/data/queries/service-error'
import { toast } from '@/lib/browser/toast'
import { alertRequest, comesBack } from '@/messages/alert-request'
import { MessageButton } from '@/messages/message-button'
import { OpenedNote } from '@/messages/opened-note'
import { TOLD } from '@/messages/texts'
import { useOpenedAt, useOpenedLoading } from '@/messages/use-messages'
import { Button } from '@/ui/button'
import { CourtDrawing, OutDrawing } from '@/ui/drawings'
import { Chip } from '@/ui/fields/choices'
import { toastFailure } from '@/ui/forms/toast-failure'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { PageHeader } from '@/ui/page-header'
import { SkeletonList } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { useAddress } from '@/ui/use-address'
import { useConnection } from '@/ui/use-connection'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { AlertItem, RenewLink } from './alert-item'
import { ALERT_TYPE_LABELS } from './rules'
import { ALERT_MESSAGES as texts } from './texts'
import { useAlerts, useReconcileAlerts, useResolveAlert, useResolvingAlerts } from './use-alerts'

/** Alerts shown per step: without packages, every lesson raises one. */
const STEP = 50

/**
 * Every open alert (docs/product.md, 'Alerts'), newest first, filtered by type; each links to its cause and can be
 * resolved. The filter is kept in the address: a type, of which an unknown one means all, and only those untold.
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
  const [params, put] = useAddress()
  const type = ALERT_TYPES.find((each) => each === params.get('tipo')) ?? null
  const untoldOnly = params.has('nao-avisados')
  const openedAt = useOpenedAt()
  const ofType = useMemo(
    () =>
      open
        ?.filter((alert) => type === null || alert.type === type)
        .map((alert) => {
          const request = alertRequest(alert)
          // Of a cause that comes back, only what was opened since it did counts.
          const at = request && openedAt(request, comesBack(alert) ? alert.created_at : undefined)
          // Without a message nobody waits for one.
          return { alert, openedAt: at, isUntold: request !== null && at === null }
        }),
    [open, type, openedAt],
  )
  // Until it is known which messages were opened, all would count as not told.
  const openedLoading = useOpenedLoading()
  const untold = openedLoading ? undefined : ofType?.filter(({ isUntold }) => isUntold)
  const found = untoldOnly ? untold : ofType
  const [limit, setLimit] = useState(STEP)
  const filter = (values: Parameters<typeof put>[0]) => {
    put(values)
    setLimit(STEP)
  }

  const { online } = useConnection()
  const count = useRef<HTMLParagraphElement>(null)
  const { mutateAsync } = useResolveAlert()
  const onResolve = useCallback(
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

  return (
    <div className="max-w-4xl">
      <PageHeader title="Alertas" back={{ to: paths.dashboard.href(), label: 'Voltar para o dashboard' }} />
      <OfflineNotice online={online}>{OFFLINE.needs.alerts}</OfflineNotice>
      {open && (open.length > 0 || type !== null) && (
        <TypeChips alerts={open} type={type} onChange={(tipo) => filter({ tipo })} />
      )}
      <div className="mt-3 mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p ref={count} role="status" tabIndex={-1} className="figures font-semibold outline-none">
          {found && found.length > 0 ? `${found.length} alerta(s)` : ''}
        </p>
        {untold && (untoldOnly || untold.length > 0) && (
          <Chip pressed={untoldOnly} onToggle={() => filter({ 'nao-avisados': untoldOnly ? null : 'true' })}>
            {TOLD.untold} <Count of={untold.length} />
          </Chip>
        )}
      </div>
      {!found && isError && <ErrorState {...failedRead({ title: texts.service.list }, read)} />}
      {!found && !isError && <SkeletonList label="Carregando alertas" count={5} each="h-30 md:h-18" />}
      {found?.length === 0 && type === null && !untoldOnly && (
        <EmptyState drawing={<CourtDrawing />} title={texts.empty} description={texts.emptyHelp} />
      )}
      {found?.length === 0 && (type !== null || untoldOnly) && (
        <EmptyState drawing={<OutDrawing />} title={untoldOnly ? TOLD.allTold : texts.emptyOfType}>
          <Button tone="outline" onClick={() => put(untoldOnly ? { 'nao-avisados': null } : { tipo: null })}>
            Ver todos os alertas
          </Button>
        </EmptyState>
      )}
      {found && found.length > 0 && (
        <>
          <ul className="-mx-1.5 flex flex-col">
            {found.slice(0, limit).map(({ alert, openedAt: at }) => (
              <AlertRow key={alert.id} alert={alert} openedAt={at} onResolve={onResolve} />
            ))}
          </ul>
          {found.length > limit && (
            <Button tone="outline" className="mt-3 w-full" onClick={() => setLimit((shown) => shown + STEP)}>
              Mostrar mais ({found.length - limit})
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** One chip per type with open alerts, and their count; 'Todos' clears the filter. */
function TypeChips({
  alerts,
  type,
  onChange,
}: {
  alerts: readonly Alert[]
  type: AlertType | null
  onChange: (type: AlertType | null) => void
}) {
  const countOf = (each: AlertType) => alerts.filter((alert) => alert.type === each).length
  // The selected type stays after its last alert was resolved, so that it can be deselected.
  const shown = ALERT_TYPES.filter((each) => countOf(each) > 0 || each === type)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (type === null) return
    // The address may select a chip that a phone shows only after scrolling.
    line.current
      ?.querySelector('[aria-pressed="true"]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [type])
  return (
    // One scrollable line: wrapped chips would push the alerts below the fold on a phone.
    <div
      ref={line}
      role="group"
      aria-label="Filtrar por tipo"
      className="-mx-4 flex gap-2 overflow-x-auto scroll-px-4 px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      <Chip className="shrink-0" pressed={type === null} onToggle={() => onChange(null)}>
        Todos <Count of={alerts.length} />
      </Chip>
      {shown.map((each) => (
        <Chip
          key={each}
          className="shrink-0"
          pressed={type === each}
          onToggle={() => onChange(type === each ? null : each)}
        >
          {ALERT_TYPE_LABELS[each]} <Count of={countOf(each)} />
        </Chip>
      ))}
    </div>
  )
}

function Count({ of }: { of: number }) {
  return <span className="figures">({of})</span>
}

/**
 * One alert with its date and a button to resolve it. Rows outside the viewport skip layout, because there may be
 * hundreds.
 */
const AlertRow = memo(function AlertRow({
  alert,
  openedAt,
  onResolve,
}: {
  alert: Alert
  /** When its message was opened; null: not yet. */
  openedAt: Instant | null
  onResolve: (alert: Alert, event: MouseEvent<HTMLElement>) => Promise<void>
}) {
  const messageId = useId()
  const request = alertRequest(alert)
  return (
    <li className="p-1.5 [contain-intrinsic-size:auto_192px] [content-visibility:auto] md:[contain-intrinsic-size:auto_98px]">
      <AlertItem alert={alert} messageId={messageId}>
        <div className="flex w-full flex-col gap-1.5 py-1 md:w-auto md:items-end md:gap-1 md:py-0">
          <p className="flex flex-wrap justify-between gap-x-3 pr-2">
            <span className="figures text-sm whitespace-nowrap text-ink-soft">
              <span className="max-sm:sr-only">Desde </span>
              {formatDate(localDayOf(alert.created_at))}
            </span>
            <OpenedNote at={openedAt} />
          </p>
          <div className="flex flex-wrap items-center justify-end gap-2">
            <RenewLink alert={alert} />
            {request && <MessageButton request={request} aria-describedby={messageId} className="px-3" />}
            <Button
              tone="ghost"
              size="sm"
              className="px-3 max-[400px]:[&_svg]:hidden"
              aria-describedby={messageId}
              onClick={(event) => void onResolve(alert, event)}
            >
              <Check aria-hidden="true" />
              Resolver
            </Button>
          </div>
        </div>
      </AlertItem>
    </li>
  )
})
