import { clsx } from 'clsx'
import Lock from 'lucide-react/icons/lock'
import { useKnownZone } from '@/agenda/use-time-zone'
import { absenceText } from '@/agreement/absence'
import type { CancelledReason, SessionParticipant } from '@/core/model'
import { Badge } from '@/ui/badge'
import { ATTENDANCE } from './attendance-texts'
import { PRIVATE_NOTES } from './texts'

/** 'Cancelada · chuva' */
export const CancelledBadge = ({ reason }: { reason: CancelledReason }) => (
  <Badge tone="caution">{ATTENDANCE.cancelled(ATTENDANCE.reasons[reason])}</Badge>
)

type AttendanceProps = { of: SessionParticipant }

/** 'Faltou', or why the absence cost what it did, as the student reads it. A cancelled lesson says so itself. */
export function AttendanceBadge(props: AttendanceProps) {
  const { attendance } = props.of
  return attendance === 'present' || attendance === 'cancelled' ? null : <AbsenceBadge {...props} />
}

function AbsenceBadge({ of }: AttendanceProps) {
  const zone = useKnownZone()
  const { attendance } = of
  return (
    <Badge tone={attendance === 'absent' ? 'caution' : 'neutral'} className="min-w-0">
      {absenceText(attendance, of, zone) ?? ATTENDANCE.labels[attendance]}
    </Badge>
  )
}

/** The private notes of a feedback, marked as such; nothing without notes. */
export function PrivateNotes({ notes, short = false }: { notes: string | null; short?: boolean }) {
  if (!notes) return null
  return (
    <div className="rounded-lg border border-dashed border-line-strong px-3 py-2 text-[15px]">
      <p className="flex items-center gap-1.5 font-semibold text-ink-soft">
        <Lock className="size-4 shrink-0" />
        {PRIVATE_NOTES.label} · {PRIVATE_NOTES.hint}
      </p>
      <p className={clsx('mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]', short && 'line-clamp-2')}>
        {notes}
      </p>
    </div>
  )
}
