import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ALERT_PRIORITY_LABELS, ALERT_TYPE_LABELS, alertTarget } from '@/domain/alerts'
import type { Alert, AlertPriority } from '@/domain/model'
import { Badge, type BadgeTone } from './ui/badge'

/** Spec §3: red, yellow, blue. */
const TONES = { high: 'bad', medium: 'caution', low: 'info' } as const satisfies Record<
  AlertPriority,
  BadgeTone
>

/** One open alert; the whole of it leads to its cause (spec §2, Dashboard). */
export function AlertItem({ alert }: { alert: Alert }) {
  return (
    <Link
      to={alertTarget(alert)}
      className="flex min-h-16 items-center gap-3 rounded-xl border border-line bg-surface p-3.5 shadow-card transition-colors hover:border-line-strong"
    >
      <Badge tone={TONES[alert.priority]} className="w-16 shrink-0 justify-center">
        <span className="sr-only">Prioridade </span>
        {ALERT_PRIORITY_LABELS[alert.priority]}
      </Badge>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-1 font-bold">{alert.student_name ?? ALERT_TYPE_LABELS[alert.type]}</span>
        <span className="line-clamp-2 text-sm text-ink-soft">{alert.message}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
    </Link>
  )
}
