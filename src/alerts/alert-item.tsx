import { clsx } from 'clsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatDate } from '@/core/dates'
import type { Alert, AlertPriority, Instant } from '@/core/model'
import { balanceState } from '@/credits/credit-state'
import { CREDIT_ACTIONS, extensionOf, renewalOf } from '@/credits/texts'
import { OpenedNote } from '@/messages/opened-note'
import { upcomingCredits } from '@/packages/rules'
import { useKnownStudents } from '@/students/use-students'
import { Badge, type BadgeTone } from '@/ui/badge'
import type { ButtonProps } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { useToday } from '@/ui/use-now'
import { alertTarget, creditRemedy, nameOf, type AlertedStudent } from './list'
import { ALERT_PRIORITY_LABELS, shownMessage } from './rules'
import { ALERT_MESSAGES } from './texts'

const PRIORITY_TONES = { high: 'bad', medium: 'caution', low: 'info' } as const satisfies Record<
  AlertPriority,
  BadgeTone
>

/** How grave an alert is. */
export const PriorityBadge = ({ of: { priority }, className }: { of: Alert; className?: string }) => (
  <Badge tone={PRIORITY_TONES[priority]} className={clsx('shrink-0', className)}>
    <span className="sr-only">Prioridade </span>
    {ALERT_PRIORITY_LABELS[priority]}
  </Badge>
)

/** For the sentence about credits and what is owed. */
const SENTENCE = 'figures font-semibold text-ink'

interface ItemProps {
  alert: Alert
  /** The link's other target, and whether that is on screen. */
  detail: { to: string; isShown: boolean } | undefined
  messageId: string
  /** How many other alerts the student has. */
  others: number
  /** The student's credits, and what the student owes. */
  sentence: string | undefined
  /** When the coach last opened the alert's message; null: not yet. */
  openedAt: Instant | null
  children: ReactNode
}

/**
 * The gravest alert of a student, linked to its cause (docs/product.md, 'Alerts'). `children` are the actions, below it
 * or, with room, beside it; `messageId` is for their aria-describedby.
 */
export function AlertItem({ alert, detail, messageId, others, sentence, openedAt, children }: ItemProps) {
  // For these types the student's sentence says the same, and more.
  const saysIt = sentence !== undefined && (alert.type === 'low_credits' || alert.type === 'expiring_package')
  return (
    <div className="@container">
      <div
        className={clsx(
          'rounded-xl border bg-surface shadow-card has-[a:hover]:border-line-strong @min-[560px]:flex ' +
            '@min-[560px]:items-center',
          detail?.isShown ? 'border-mark' : 'border-line',
        )}
      >
        <Link
          to={detail?.to ?? alertTarget(alert)}
          replace={detail !== undefined}
          aria-current={detail?.isShown || undefined}
          className="flex min-h-16 min-w-0 flex-1 items-center gap-3 rounded-xl p-3.5"
        >
          <PriorityBadge of={alert} className="w-16 justify-center" />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="line-clamp-2 font-bold [overflow-wrap:anywhere]">{nameOf(alert)}</span>
              <span className="figures shrink-0 text-sm text-ink-soft">
                <span className="sr-only">Desde </span>
                {formatDate(alert.created_at)}
              </span>
            </span>
            <span className="flex items-start gap-1.5 text-sm text-ink-soft">
              <span id={messageId} className={clsx('line-clamp-3', saysIt && SENTENCE)}>
                {saysIt ? sentence : shownMessage(alert)}
              </span>
              {others > 0 && (
                <span className="shrink-0 font-bold">
                  <span aria-hidden="true">+{others}</span>
                  <span className="sr-only"> {ALERT_MESSAGES.others(others)}</span>
                </span>
              )}
            </span>
            {sentence && !saysIt && <span className={clsx('block text-sm', SENTENCE)}>{sentence}</span>}
            <OpenedNote at={openedAt} />
          </span>
          <ChevronRight className="size-5 shrink-0 text-ink-soft" />
        </Link>
        <div
          className={
            'flex items-center justify-end border-t border-line py-1 pr-1.5 pl-3.5 @min-[560px]:w-72 ' +
            '@min-[560px]:border-t-0 @min-[560px]:border-l @min-[560px]:py-2 @min-[560px]:pr-2'
          }
        >
          {children}
        </div>
      </div>
    </div>
  )
}

/** The alert's student, as far as this device knows. */
export function useAlerted(alert: Alert | undefined): AlertedStudent | undefined {
  const today = useToday()
  const student = useKnownStudents()?.find(({ id }) => id === alert?.student_id)
  if (student === undefined) return undefined
  const { status, packages } = student
  return { status, upcoming: upcomingCredits(packages, today), balance: balanceState(packages, today) }
}

type RemedyLinkProps = { alerts: readonly Alert[]; open?: readonly Alert[] } & Pick<ButtonProps, 'tone'>

/**
 * 'Estender' or 'Renovar', if these alerts of one student are about credits or a package, or where a missing club is
 * entered (docs/product.md, 'Alerts'). `open`: every open alert, if `alerts` are not all of the student.
 */
export function RemedyLink({ alerts, open = alerts, tone }: RemedyLinkProps) {
  const remedy = creditRemedy(alerts, open, useAlerted(alerts[0]))
  if (remedy === null) return null
  const { kind, to } = remedy
  const nameWith = kind === 'extend' ? extensionOf : renewalOf
  return (
    <ButtonLink
      to={to}
      aria-label={kind === 'club' ? undefined : nameWith(alerts[0]?.student_name ?? 'Aluno')}
      tone={tone}
      size="sm"
      className="px-3!"
    >
      {kind === 'club' ? 'Cadastrar clube' : CREDIT_ACTIONS[kind]}
    </ButtonLink>
  )
}
