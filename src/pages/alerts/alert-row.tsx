import { Check } from 'lucide-react'
import { memo, useId, type MouseEvent } from 'react'
import { AlertItem } from '@/components/alerts/alert-item'
import { RenewLink } from '@/components/alerts/renew-link'
import { Button } from '@/components/ui/button'
import { formatDate, localDayOf } from '@/domain/shared/dates'
import type { Alert } from '@/domain/shared/model'

/**
 * One alert with its date and a button to resolve it. Rows outside the viewport skip layout, because there may be
 * hundreds.
 */
export const AlertRow = memo(function AlertRow({
  alert,
  onResolve,
}: {
  alert: Alert
  onResolve: (alert: Alert, event: MouseEvent<HTMLElement>) => void
}) {
  const messageId = useId()
  return (
    <li className="p-1.5 [contain-intrinsic-size:auto_132px] [content-visibility:auto] md:[contain-intrinsic-size:auto_82px]">
      <AlertItem alert={alert} messageId={messageId}>
        <span className="figures text-sm whitespace-nowrap text-ink-soft">
          <span className="max-sm:sr-only">Desde </span>
          {formatDate(localDayOf(alert.created_at))}
        </span>
        <RenewLink alert={alert} />
        <Button
          tone="ghost"
          size="sm"
          className="px-3 sm:px-4"
          aria-describedby={messageId}
          onClick={(event) => onResolve(alert, event)}
        >
          <Check aria-hidden="true" />
          Resolver
        </Button>
      </AlertItem>
    </li>
  )
})
