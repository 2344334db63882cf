import Check from 'lucide-react/icons/check'
import { memo, useId, type MouseEvent } from 'react'
import { formatDate, localDayOf } from '@/core/dates'
import type { Alert, Instant } from '@/core/model'
import { alertRequest } from '@/messages/alert-request'
import { MessageButton, OpenedNote } from '@/messages/message-button'
import { Button } from '@/ui/button'
import { AlertItem } from './alert-item'
import { RenewLink } from './renew-link'

/**
 * One alert with its date and a button to resolve it. Rows outside the viewport skip layout, because there may be
 * hundreds.
 */
export const AlertRow = memo(function AlertRow({
  alert,
  openedAt,
  onResolve,
}: {
  alert: Alert
  /** When its message was opened; null: not yet. */
  openedAt: Instant | null
  onResolve: (alert: Alert, event: MouseEvent<HTMLElement>) => void
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
              onClick={(event) => onResolve(alert, event)}
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
