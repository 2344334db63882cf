import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import CheckCircle2 from 'lucide-react/icons/circle-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import type { OutboxStatus } from './rules'
import { OUTBOX } from './texts'

/** On the sidebar's green background, only states that need attention change the colour. */
const LOOKS = {
  synced: { icon: CheckCircle2, paper: 'bg-ok-soft text-ok', court: 'text-court-ink' },
  offline: { icon: CloudOff, paper: 'bg-sunken text-ink', court: 'bg-white/15 text-court-ink' },
  pending: { icon: CloudUpload, paper: 'bg-caution-soft text-caution', court: 'bg-ball text-ball-ink' },
  sending: { icon: RefreshCw, paper: 'bg-info-soft text-info', court: 'bg-white/15 text-court-ink' },
  attention: { icon: TriangleAlert, paper: 'bg-bad-soft text-bad', court: 'bg-bad-solid text-white' },
} as const satisfies Record<OutboxStatus, { icon: LucideIcon; paper: string; court: string }>

interface OutboxChipProps {
  status: OutboxStatus
  count: number
  place: 'header' | 'sidebar'
  /** Shows only the icon; screen readers still get the words. */
  short?: boolean
  onNavigate?: (() => void) | undefined
}

/** Shows how many outbox entries are pending and links to their list. */
export function OutboxChip({ status, count, place, short = false, onNavigate }: OutboxChipProps) {
  const { icon: Icon, paper, court } = LOOKS[status]
  const { chip } = OUTBOX
  const text = status === 'pending' ? chip.pending(count) : chip[status]
  const kept = status === 'offline' && chip.kept
  const icon = (
    <Icon
      className={clsx(
        'shrink-0',
        place === 'header' ? 'size-4' : 'size-5',
        status === 'sending' && 'animate-spin motion-reduce:animate-none',
      )}
    />
  )
  if (place === 'sidebar') {
    return (
      <Link
        to={paths.outbox.href()}
        title={short ? text : undefined}
        onClick={onNavigate}
        className={clsx(
          'flex min-h-12 w-full items-center gap-3 rounded-lg px-3 font-semibold hover:brightness-110',
          short && 'justify-center px-0',
          court,
        )}
      >
        {icon}
        <span className={short ? 'sr-only' : 'figures min-w-0 truncate'}>
          {text}
          {kept}
        </span>
      </Link>
    )
  }
  return (
    <Link
      to={paths.outbox.href()}
      className="flex min-h-11 min-w-0 max-w-1/2 shrink-0 items-center rounded-full"
    >
      <span
        className={clsx(
          'figures inline-flex min-w-0 items-center gap-1.5 rounded-2xl px-3 py-1 text-[13px] leading-tight font-bold',
          paper,
        )}
      >
        {icon}
        {/* The words may shrink, so that the title beside the chip is not cut. */}
        <span className="min-w-0 text-balance max-[359px]:sr-only">
          {text}
          <span className="max-sm:sr-only">{kept}</span>
        </span>
      </span>
    </Link>
  )
}
