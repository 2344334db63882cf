import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Check from 'lucide-react/icons/check'
import MessageCircle from 'lucide-react/icons/message-circle'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import User from 'lucide-react/icons/user'
import type { Alert } from '@/core/model'
import { paths } from '@/core/paths'
import { CREDIT_ACTIONS, extensionOf, renewalOf } from '@/credits/texts'
import { alertRequest } from '@/messages/alert-request'
import { MESSAGE_TEXTS } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { ActionsSheet, type SheetAction } from '@/ui/overlay/actions-sheet'
import type { SheetState } from '@/ui/overlay/more-actions'
import { useAlerted } from './alert-item'
import { creditRemedy } from './list'
import { shownMessage } from './rules'
import { ALERT_MESSAGES as texts } from './texts'

type AlertSheetProps = SheetState & {
  alerts: readonly Alert[]
  /** All open alerts, not just the filtered ones. */
  all: readonly Alert[]
  onResolve: (alert: Alert) => void
}

/** The actions for the alerts of one student. With several alerts each action names its alert. */
export function AlertSheet({ alerts, all, onResolve, ...sheet }: AlertSheetProps) {
  const of = (label: string, alert: Alert) =>
    alerts.length === 1 ? label : `${label}: ${shownMessage(alert)}`
  const id = alerts[0]?.student_id
  const remedy = creditRemedy(alerts, all, useAlerted(alerts[0]))
  const actions: SheetAction[] = [
    ...alerts.flatMap((alert) => {
      const request = alertRequest(alert)
      if (request === null) return []
      const label = of(MESSAGE_TEXTS.actions[request.kind], alert)
      return [{ label, icon: MessageCircle, run: () => openMessages([request]) }]
    }),
    ...(remedy?.kind === 'extend'
      ? [{ label: CREDIT_ACTIONS.extend, name: extensionOf(sheet.about), icon: CalendarPlus, to: remedy.to }]
      : []),
    ...(id && remedy
      ? [
          {
            label: CREDIT_ACTIONS.renew,
            name: renewalOf(sheet.about),
            icon: RefreshCw,
            to: paths.studentProfile.href({ id, renew: true }),
          },
        ]
      : []),
    ...(id ? [{ label: texts.profile, icon: User, to: paths.studentProfile.href({ id }) }] : []),
    ...alerts.map((alert) => ({ label: of(texts.resolve, alert), icon: Check, run: () => onResolve(alert) })),
  ]
  return <ActionsSheet {...sheet} actions={actions} />
}
