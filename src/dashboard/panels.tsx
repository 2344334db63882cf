import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router-dom'
import { PriorityBadge, RemedyLink } from '@/alerts/alert-item'
import { alertTarget, nameOf, newestFirst } from '@/alerts/list'
import { shownMessage } from '@/alerts/rules'
import { ALERT_MESSAGES } from '@/alerts/texts'
import { useAlerts } from '@/alerts/use-alerts'
import { PAGE_SIZES } from '@/core/constants'
import { toLocalDate } from '@/core/dates'
import type { Alert } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { alertRequest } from '@/messages/alert-request'
import { MessageButton } from '@/messages/message-button'
import { renewalTitle, waitingRenewals } from '@/payments/finance/rules'
import { Card } from '@/ui/card'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { SkeletonList, EmptyState } from '@/ui/states'
import { useToday } from '@/ui/use-now'
import { lateAmount, type DashboardStats } from './rules'

const ALERTS_SHOWN = PAGE_SIZES.dashboardAlerts

/** The panels beside 'Hoje': alerts, and money unless the coach is new. */
export const Panels = ({ stats, hasMoney }: MoneyProps & { hasMoney: boolean }) => (
  <>
    <AlertsPanel />
    {hasMoney && <Money stats={stats} />}
  </>
)

/** The newest open alerts, and a link to all of them. */
function AlertsPanel() {
  const open = useAlerts()
  const hasMore = open.data !== undefined && open.data.length > ALERTS_SHOWN
  return (
    <Section
      title="Alertas"
      id="alertas"
      action={
        hasMore && (
          <Link
            to={paths.alerts.href()}
            className="inline-flex min-h-11 items-center rounded font-bold text-info hover:underline"
          >
            Ver todos os alertas
          </Link>
        )
      }
    >
      <QueryView
        query={open}
        failed={{ title: ALERT_MESSAGES.service.list }}
        skeleton={
          <SkeletonList label="Carregando alertas" count={3} each="h-16" className="flex flex-col gap-px" />
        }
      >
        {(alerts) =>
          alerts.length > 0 ? (
            <Card className="p-0!">
              <ul className="divide-y divide-line">
                {newestFirst(alerts)
                  .slice(0, ALERTS_SHOWN)
                  .map((alert) => (
                    <li key={alert.id}>
                      <AlertLine alert={alert} open={alerts} />
                    </li>
                  ))}
              </ul>
            </Card>
          ) : (
            <EmptyState title={ALERT_MESSAGES.empty} description={ALERT_MESSAGES.emptyHelp} />
          )
        }
      </QueryView>
    </Section>
  )
}

/** One alert with a link to its cause and a button for its remedy. */
function AlertLine({ alert, open }: { alert: Alert; open: readonly Alert[] }) {
  const request = alertRequest(alert)
  return (
    <div className="flex flex-wrap items-center justify-end gap-1 pr-2">
      <Link
        to={alertTarget(alert)}
        className="flex min-h-16 min-w-0 flex-1 basis-44 flex-col justify-center rounded-xl py-2 pl-3.5 hover:underline"
      >
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="line-clamp-2 font-bold">{nameOf(alert)}</span>
          <PriorityBadge of={alert} />
        </span>
        <span className="line-clamp-2 text-sm leading-snug text-ink-soft">{shownMessage(alert)}</span>
      </Link>
      <span className="flex items-center gap-1 py-2">
        <RemedyLink alerts={[alert]} open={open} />
        {request && <MessageButton request={request} short="always" tone="ghost" size="icon" />}
      </span>
    </div>
  )
}

type MoneyProps = { stats: Pick<UseQueryResult<DashboardStats>, 'data' | 'dataUpdatedAt'> }

/** 'Dinheiro': the amount owed, the late part of it, and the renewals that are due. */
function Money({ stats }: MoneyProps) {
  const today = useToday()
  if (!stats.data) return null
  const late = lateAmount(stats.data, today)
  // Without a connection the counts may be those of an earlier month.
  const renewals = waitingRenewals(stats.data.renewals, toLocalDate(new Date(stats.dataUpdatedAt)), today)
  return (
    <Section title="Dinheiro" id="dinheiro">
      <Card className="p-0!">
        <ul className="divide-y divide-line">
          <MoneyLine label="A receber" value={formatBRL(stats.data.openAmount)} />
          <MoneyLine
            label="Atrasado"
            value={formatBRL(late)}
            {...(late > 0 && { tone: 'text-bad', isLink: true })}
          />
          {renewals > 0 && <MoneyLine label={renewalTitle(today)} value={`(${renewals})`} isLink />}
        </ul>
      </Card>
    </Section>
  )
}

type MoneyLineProps = { label: string; value: string; tone?: string; isLink?: boolean }

function MoneyLine({ label, value, tone, isLink = false }: MoneyLineProps) {
  const line = 'figures flex min-h-12 items-center justify-between gap-3 px-3.5 font-semibold'
  const content = (
    <>
      {label} <span className={clsx('ml-auto font-extrabold', tone)}>{value}</span>
      {isLink && <ChevronRight className="size-5 shrink-0 text-ink-soft" />}
    </>
  )
  return (
    <li>
      {isLink ? (
        <Link to={paths.finance.href()} className={clsx(line, 'rounded-xl hover:bg-sunken')}>
          {content}
        </Link>
      ) : (
        <p className={line}>{content}</p>
      )}
    </li>
  )
}
