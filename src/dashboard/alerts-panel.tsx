import { Link } from 'react-router-dom'
import { AlertItem } from '@/alerts/alert-item'
import { RenewLink } from '@/alerts/renew-link'
import { ALERT_MESSAGES } from '@/alerts/texts'
import { useNewestAlerts } from '@/alerts/use-alerts'
import { PAGE_SIZES } from '@/core/constants'
import type { Alert } from '@/core/model'
import { paths } from '@/core/paths'
import { failedRead } from '@/data/queries/service-error'
import { alertRequest } from '@/messages/alert-request'
import { MessageButton } from '@/messages/message-button'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'

const SHOWN = PAGE_SIZES.dashboardAlerts

/** The five newest open alerts and a link to all of them. */
export function AlertsPanel() {
  // One more than shown, to know whether there are more.
  const newest = useNewestAlerts(SHOWN + 1)
  const { data, isError } = newest
  return (
    <section aria-labelledby="alertas">
      <div className="mb-3 flex min-h-11 items-center justify-between gap-3">
        <h2 id="alertas" className="text-xl">
          Alertas
        </h2>
        {data && data.length > SHOWN && (
          <Link
            to={paths.alerts.href()}
            className="inline-flex min-h-11 items-center rounded font-bold text-info hover:underline"
          >
            Ver todos os alertas
          </Link>
        )}
      </div>
      {data ? (
        data.length > 0 ? (
          <ul className="flex flex-col gap-2.5">
            {data.slice(0, SHOWN).map((alert) => (
              <li key={alert.id}>
                <AlertItem alert={alert} narrow>
                  <AlertActions alert={alert} />
                </AlertItem>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title={ALERT_MESSAGES.empty} description={ALERT_MESSAGES.emptyHelp} />
        )
      ) : isError ? (
        <ErrorState {...failedRead({ title: ALERT_MESSAGES.service.list }, newest)} />
      ) : (
        <div role="status" aria-label="Carregando alertas" className="flex flex-col gap-2.5">
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-16 rounded-xl" />
          <Skeleton className="h-16 rounded-xl" />
        </div>
      )}
    </section>
  )
}

function AlertActions({ alert }: { alert: Alert }) {
  const request = alertRequest(alert)
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      <RenewLink alert={alert} />
      {request && <MessageButton request={request} className="px-3" />}
    </div>
  )
}
