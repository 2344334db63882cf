import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Pencil from 'lucide-react/icons/pencil'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { memo, useEffect, useId, useRef, useState, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { formatDate, formatLongDate, formatTime, localDayOf } from '@/core/dates'
import type { SessionParticipant, SessionDetails, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { AttendanceBadge, CancelledBadge } from './attendance-badges'
import { SessionCardDetails } from './session-card-details'

/**
 * One session of the history (docs/product.md, 'Sessions history'): when, who attended, how many have no package.
 * Details show when expanded.
 */
export const SessionCard = memo(function SessionCard({
  session,
  editButton,
  canEdit,
  onEdit,
  onAssign,
}: {
  session: SessionDetails
  /** Gets the focus back when an edit ends. */
  editButton: Ref<HTMLButtonElement>
  /** False while another session is being edited. */
  canEdit: boolean
  onEdit: (sessionId: Uuid) => void
  /** Opens the choice of a package for a student without one. */
  onAssign: (sessionId: Uuid, studentId: Uuid) => void
}) {
  const [expanded, setExpanded] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const { unassigned_count: unassigned } = session
  const hadUnassigned = useRef(unassigned)
  useEffect(() => {
    // The button that assigned a package disappeared with its row, and the focus with it.
    if (unassigned < hadUnassigned.current && document.activeElement === document.body) {
      toggle.current?.focus({ preventScroll: true })
    }
    hadUnassigned.current = unassigned
  }, [unassigned])
  const id = useId()
  const headingId = `${id}-date`
  const detailsId = `${id}-details`
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={headingId} className="text-[17px] first-letter:uppercase">
            {formatLongDate(session.date)}
          </h2>
          <p className="figures mt-1 text-[15px] text-ink-soft">
            Aula às {formatTime(session.date)} · {registeredAt(session)}
          </p>
          {session.cancelled_reason && (
            <p className="mt-1.5">
              <CancelledBadge reason={session.cancelled_reason} />
            </p>
          )}
        </div>
        <Badge className="figures shrink-0">
          {session.student_count} {session.student_count === 1 ? 'aluno' : 'alunos'}
        </Badge>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <ul aria-label="Alunos" className="flex min-w-0 flex-wrap gap-2 sm:flex-1">
          {session.participants.map((participant) => (
            <li key={participant.student_id} className="max-w-full min-w-0">
              <StudentChip participant={participant} />
            </li>
          ))}
        </ul>
        <div className="-mr-2 ml-auto flex flex-wrap justify-end">
          <Button
            ref={editButton}
            tone="ghost"
            size="sm"
            className="px-2.5"
            aria-describedby={headingId}
            disabled={!canEdit}
            onClick={() => onEdit(session.id)}
          >
            <Pencil aria-hidden="true" />
            Editar
          </Button>
          <Button
            ref={toggle}
            tone="ghost"
            size="sm"
            className="px-2.5"
            aria-expanded={expanded}
            aria-controls={expanded ? detailsId : undefined}
            aria-describedby={headingId}
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? 'Ocultar detalhes' : 'Ver detalhes'}
            <ChevronDown
              aria-hidden="true"
              className={clsx('transition-transform', expanded && 'rotate-180')}
            />
          </Button>
        </div>
      </div>
      {unassigned > 0 && (
        <p className="flex items-start gap-2 rounded-lg bg-caution-soft px-3 py-2.5 text-[15px] text-caution">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          <span>
            <strong className="figures">{unassigned} aula(s) sem pacote atribuído</strong>
            {!expanded && <span className="block">Expanda a sessão para ver os detalhes</span>}
          </span>
        </p>
      )}
      {expanded && (
        <div id={detailsId}>
          <SessionCardDetails session={session} onAssign={(studentId) => onAssign(session.id, studentId)} />
        </div>
      )}
    </Card>
  )
})

/** 'Registrado às HH:mm', with the date when it is not the session's own day. */
function registeredAt({ date, created_at: createdAt }: SessionDetails): string {
  const time = `Registrado às ${formatTime(createdAt)}`
  return localDayOf(createdAt) === localDayOf(date) ? time : `${time} de ${formatDate(createdAt)}`
}

function StudentChip({ participant }: { participant: SessionParticipant }) {
  const look =
    'inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border-[1.5px] px-4 text-[15px] font-semibold'
  if (participant.student_name === null) {
    return (
      <span className={`${look} border-line text-ink-soft`}>
        {STUDENT_MESSAGES.service.notFound}
        <AttendanceBadge attendance={participant.attendance} />
      </span>
    )
  }
  return (
    <Link
      to={paths.studentProfile.href({ id: participant.student_id })}
      className={`${look} border-line-strong bg-surface hover:bg-sunken`}
    >
      <span className="truncate">{participant.student_name}</span>
      <AttendanceBadge attendance={participant.attendance} />
    </Link>
  )
}
