import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { BREAKPOINTS } from '@/core/constants'
import { ALERT_TYPES, type Alert, type AlertType } from '@/core/model'
import { creditSentence } from '@/credits/credit-state'
import { invalidateAlerts, reconcileAlerts } from '@/data/queries/effects'
import { failedRead } from '@/data/queries/owner-query'
import { toast } from '@/lib/browser/toast'
import { unhurryAround } from '@/lib/browser/touch'
import { alertRequest, comesBack } from '@/messages/alert-request'
import { MessageButton } from '@/messages/message-button'
import { TOLD } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { useNotices, useOpenedAt } from '@/messages/use-messages'
import { useKnownStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { CourtDrawing, OutDrawing } from '@/ui/drawings'
import { Chip } from '@/ui/fields/choices'
import { toastFailure } from '@/ui/forms/toast-failure'
import { lazyPage, lazyPart } from '@/ui/lazy-page'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { MoreActions } from '@/ui/overlay/more-actions'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { showMore } from '@/ui/show-more'
import { SkeletonList, EmptyState, ErrorState } from '@/ui/states'
import { putParams, useAddress } from '@/ui/use-address'
import { useMediaQuery } from '@/ui/use-media-query'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { AlertDetail, type AlertRow } from './alert-detail'
import { AlertItem, RemedyLink, useAlerted } from './alert-item'
import { alertAction, byStudent, nameOf, newestFirst } from './list'
import { ALERT_TYPE_LABELS } from './rules'
import { ALERT_MESSAGES as texts } from './texts'
import { useAlerts, useReconcileAlerts, useResolveAlert, useResolvingAlerts } from './use-alerts'

/** Students per press of 'Mostrar mais'. */
const STEP = 50
/** The address's parameter: whose alerts stand beside the list on a wide screen. */
const CHOSEN = 'aluno'
const keyOf = ([{ alert }]: [AlertRow, ...AlertRow[]]): string => alert.student_id ?? alert.id
/** Class of a row's '⋯', which gets the focus. */
const MORE = 'alert-more'

const AlertSheet = lazyPage(() => import('./alert-sheet'), 'AlertSheet')
const StartNext = lazyPart(() => import('@/packages/start-next'), 'StartNext')

/**
 * Every open alert (docs/product.md, 'Alerts'), grouped by student; each links to its cause and can be resolved. The
 * address keeps the filters: a type (an unknown one means all), and 'Não avisados'.
 */
export function AlertsPage() {
  usePageTitle('Alertas')
  useReconcileAlerts()
  const client = useQueryClient()
  useRefresh(
    useCallback(async () => {
      // Alerts may be due by time alone, and the tab may have been in the background for days.
      await reconcileAlerts(client)
      await invalidateAlerts(client)
    }, [client]),
  )
  const read = useAlerts()
  const { data } = read
  const resolving = useResolvingAlerts()
  const open = useMemo(
    () => data && newestFirst(data.filter(({ id }) => !resolving.has(id))),
    [data, resolving],
  )
  const [params, put] = useAddress()
  const type = ALERT_TYPES.find((each) => each === params.get('tipo')) ?? null
  const untoldOnly = params.has('nao-avisados')
  const openedAt = useOpenedAt()
  const rows = useMemo(
    () =>
      open?.map((alert): AlertRow => {
        const request = alertRequest(alert)
        // For a cause that comes back, only messages opened since this alert was raised count.
        const at = request && openedAt(request, comesBack(alert) ? alert.created_at : undefined)
        // An alert without a message cannot be untold.
        return { alert, request, openedAt: at, isUntold: request !== null && at === null }
      }),
    [open, openedAt],
  )
  const ofType = useMemo(
    () => rows?.filter(({ alert }) => type === null || alert.type === type),
    [rows, type],
  )
  const notices = useNotices()
  const untold = notices.data && ofType?.filter(({ isUntold }) => isUntold)
  const found = untoldOnly ? untold : ofType
  const isError = read.isError || (untoldOnly && notices.isError)
  const [limit, setLimit] = useState(STEP)
  const list = useRef<HTMLUListElement>(null)
  const filter = (values: Parameters<typeof put>[0]) => {
    put(values)
    setLimit(STEP)
  }

  const groups = useMemo(() => found && byStudent(found), [found])
  const students = useKnownStudents()
  const known = useMemo(() => new Map(students?.map((student) => [student.id, student])), [students])
  const today = useToday()
  const sentenceOf = ([{ alert }]: [AlertRow, ...AlertRow[]]) => {
    const student = known.get(alert.student_id ?? '')
    return student && creditSentence(student, today)
  }
  const isWide = useMediaQuery(`(min-width: ${BREAKPOINTS.wide}px)`)
  const chosen = isWide
    ? (groups?.find((group) => keyOf(group) === params.get(CHOSEN)) ?? groups?.[0])
    : undefined
  const chosenName = useRef<HTMLHeadingElement>(null)
  /** One message per untold student: about the gravest alert. */
  const toTell = (groups ?? []).flatMap((group) => {
    const row = group.find(({ isUntold }) => isUntold)
    return row?.request?.student ? [row.request] : []
  })

  const count = useRef<HTMLParagraphElement>(null)
  const { mutateAsync } = useResolveAlert()
  const onResolve = useCallback(
    async (alert: Alert, more: HTMLElement | null, isLast: boolean) => {
      if (isLast) {
        // The row disappears with its last alert, so the focus moves to the next row.
        const row = more?.closest('li')
        const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
        const next = neighbour?.querySelector<HTMLElement>(`.${MORE}`) ?? count.current
        next?.focus({ preventScroll: true })
      }
      const result = await mutateAsync(alert.id)
      if (result.success || result.code === 'alert-not-found') toast(texts.resolved)
      else toastFailure(texts.service.update, result)
    },
    [mutateAsync],
  )

  return (
    <>
      <PageHeader title="Alertas" back={BACK_TO_DASHBOARD} />
      <OfflineNotice>{OFFLINE.needs.alerts}</OfflineNotice>
      {open && (open.length > 0 || type !== null) && (
        <TypeChips alerts={open} type={type} onChange={(tipo) => filter({ tipo })} />
      )}
      <div className="mt-3 mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p ref={count} role="status" tabIndex={-1} className="figures font-semibold outline-none">
          {found && found.length > 0 ? `${found.length} alerta(s)` : ''}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {untold && (untoldOnly || untold.length > 0) && (
            <Chip
              pressed={untoldOnly}
              onToggle={() => filter({ 'nao-avisados': untoldOnly ? null : 'true' })}
            >
              {TOLD.untold} <Count of={untold.length} />
            </Chip>
          )}
          {untold && toTell.length > 1 && (
            <Button size="sm" aria-haspopup="dialog" onClick={() => openMessages(toTell)}>
              {texts.tellAll(toTell.length)}
            </Button>
          )}
        </div>
      </div>
      {!found && isError && <ErrorState {...failedRead({ title: texts.service.list }, read, notices)} />}
      {!found && !isError && <SkeletonList label="Carregando alertas" count={5} each="h-30 md:h-18" />}
      {found?.length === 0 && type === null && !untoldOnly && (
        <EmptyState drawing={<CourtDrawing />} title={texts.empty} description={texts.emptyHelp} />
      )}
      {found?.length === 0 && (type !== null || untoldOnly) && (
        <EmptyState drawing={<OutDrawing />} title={untoldOnly ? TOLD.allTold : texts.emptyOfType}>
          <Button onClick={() => put(untoldOnly ? { 'nao-avisados': null } : { tipo: null })}>
            Ver todos os alertas
          </Button>
        </EmptyState>
      )}
      {groups && groups.length > 0 && (
        <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-6">
          <ul ref={list} className="-mx-1.5 flex flex-col">
            {groups.slice(0, limit).map((group) => (
              <StudentRow
                key={keyOf(group)}
                group={group}
                rows={rows ?? []}
                sentence={sentenceOf(group)}
                detail={
                  isWide
                    ? {
                        to: `?${putParams(new URLSearchParams(params), { [CHOSEN]: keyOf(group) })}`,
                        isShown: group === chosen,
                      }
                    : undefined
                }
                onResolve={onResolve}
              />
            ))}
          </ul>
          {chosen && (
            <AlertDetail
              group={chosen}
              open={open ?? []}
              sentence={sentenceOf(chosen)}
              headingRef={chosenName}
              onResolve={(alert) => {
                const isLast = groups.length === 1 && chosen.length === 1
                ;(isLast ? count : chosenName).current?.focus({ preventScroll: true })
                // The next alert moves under the finger.
                unhurryAround(chosenName.current, 'aside')
                void onResolve(alert, null, false)
              }}
            />
          )}
          {groups.length > limit && (
            <Button
              className="mt-3 w-full"
              onClick={() => showMore(list.current, () => setLimit(limit + STEP))}
            >
              Mostrar mais ({groups.length - limit})
            </Button>
          )}
        </div>
      )}
    </>
  )
}

interface TypeChipsProps {
  alerts: readonly Alert[]
  type: AlertType | null
  onChange: (type: AlertType | null) => void
}

/** One chip with a count per type that has open alerts; 'Todos' clears the filter. */
function TypeChips({ alerts, type, onChange }: TypeChipsProps) {
  const countOf = (each: AlertType) => alerts.filter((alert) => alert.type === each).length
  // The selected type stays after its last alert was resolved, so that the coach can deselect it.
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
      className={
        '-mx-4 flex gap-2 overflow-x-auto scroll-px-4 px-4 py-1 [scrollbar-width:none] md:mx-0 ' +
        'md:flex-wrap md:px-0'
      }
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

const Count = ({ of }: { of: number }) => <span className="figures">({of})</span>

interface StudentRowProps {
  group: [AlertRow, ...AlertRow[]]
  /** Of all open alerts, not just the filtered ones. */
  rows: readonly AlertRow[]
  sentence: string | undefined
  detail: { to: string; isShown: boolean } | undefined
  onResolve: (alert: Alert, more: HTMLElement | null, isLast: boolean) => Promise<void>
}

/**
 * A row for one student: the gravest alert and the one action. Rows outside the viewport skip layout, because there may
 * be hundreds.
 */
function StudentRow({ group, rows, sentence, detail, onResolve }: StudentRowProps) {
  const messageId = useId()
  const more = useRef<HTMLButtonElement>(null)
  const { alert, openedAt } = group[0]
  const all = alert.student_id ? rows.filter((row) => row.alert.student_id === alert.student_id) : group
  const open = all.map((row) => row.alert)
  const action = alertAction(open, open, useAlerted(alert))
  const told =
    action === 'collect'
      ? // The one that the row tells, unless the filter hides what is late.
        [...group, ...all].find((row) => row.alert.type === 'payment_overdue')
      : group.find(({ request }) => request !== null)
  const isTelling = action === 'collect' || action === 'tell'
  const name = nameOf(alert)
  return (
    <li
      className={
        'p-1.5 [contain-intrinsic-size:auto_150px] [content-visibility:auto] ' +
        'md:[contain-intrinsic-size:auto_90px]'
      }
    >
      <AlertItem
        alert={alert}
        detail={detail}
        messageId={messageId}
        others={group.length - 1}
        sentence={sentence}
        openedAt={openedAt}
      >
        <div className="flex flex-wrap items-center justify-end gap-2 py-1">
          {action === 'start' && alert.student_id && <StartNext studentId={alert.student_id} />}
          {action === 'mend' && <RemedyLink alerts={open} tone="court" />}
          <div className="flex gap-2">
            {told?.request && (isTelling || told.isUntold) && (
              <MessageButton
                request={told.request}
                tone={isTelling ? 'court' : 'outline'}
                aria-describedby={messageId}
                className="px-3!"
              />
            )}
            <MoreActions ref={more} about={name} className={MORE}>
              {(sheet) => (
                <AlertSheet
                  {...sheet}
                  alerts={group.map((row) => row.alert)}
                  all={open}
                  onResolve={(each) => void onResolve(each, more.current, group.length === 1)}
                />
              )}
            </MoreActions>
          </div>
        </div>
      </AlertItem>
    </li>
  )
}
