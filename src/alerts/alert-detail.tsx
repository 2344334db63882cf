import User from 'lucide-react/icons/user'
import type { Ref } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '@/core/dates'
import type { Alert, Instant } from '@/core/model'
import { paths } from '@/core/paths'
import { MessageButton } from '@/messages/message-button'
import { OpenedNote } from '@/messages/opened-note'
import type { MessageRequest } from '@/messages/requests'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { PriorityBadge, RemedyLink } from './alert-item'
import { alertTarget, nameOf } from './list'
import { shownMessage } from './rules'
import { ALERT_MESSAGES as texts } from './texts'

/** An open alert, with its message. */
export interface AlertRow {
  alert: Alert
  /** null: the alert has no message. */
  request: MessageRequest | null
  /** When the coach last opened the message; null: not yet. */
  openedAt: Instant | null
  isUntold: boolean
}

interface AlertDetailProps {
  group: readonly [AlertRow, ...AlertRow[]]
  /** All open alerts, not just the filtered ones. */
  open: readonly Alert[]
  sentence: string | undefined
  /** Gets the focus after an alert was resolved. */
  headingRef: Ref<HTMLHeadingElement>
  onResolve: (alert: Alert) => void
}

/** Beside the list on wide screens: every alert of the chosen student, each with its actions. */
export function AlertDetail({ group, open, sentence, headingRef, onResolve }: AlertDetailProps) {
  const { alert: gravest } = group[0]
  return (
    <aside aria-labelledby="alert-detail" className="sticky top-6 mt-1.5">
      <Card className="flex flex-col gap-4">
        <div>
          <h2 id="alert-detail" ref={headingRef} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
            {nameOf(gravest)}
          </h2>
          {sentence && <p className="figures mt-1 font-semibold">{sentence}</p>}
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {group.map(({ alert, request, openedAt }) => (
            <li key={alert.id} className="py-3">
              <p className="flex items-start justify-between gap-3">
                <Link id={alert.id} to={alertTarget(alert)} className="font-semibold hover:underline">
                  {shownMessage(alert)}
                </Link>
                <PriorityBadge of={alert} />
              </p>
              <p className="figures mt-1 flex flex-wrap gap-x-3 text-sm text-ink-soft">
                Desde {formatDate(alert.created_at)}
                <OpenedNote at={openedAt} />
              </p>
              <div className="mt-1 -ml-3 flex flex-wrap">
                {request && (
                  <MessageButton
                    request={request}
                    tone="ghost"
                    className="px-3"
                    aria-describedby={alert.id}
                  />
                )}
                <Button
                  tone="ghost"
                  size="sm"
                  className="px-3"
                  aria-describedby={alert.id}
                  onClick={() => onResolve(alert)}
                >
                  {texts.resolve}
                </Button>
              </div>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <RemedyLink alerts={group.map(({ alert }) => alert)} open={open} />
          {gravest.student_id && (
            <ButtonLink to={paths.studentProfile.href({ id: gravest.student_id })} size="sm">
              <User />
              {texts.profile}
            </ButtonLink>
          )}
        </div>
      </Card>
    </aside>
  )
}
