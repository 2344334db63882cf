import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Pencil from 'lucide-react/icons/pencil'
import Repeat from 'lucide-react/icons/repeat'
import Star from 'lucide-react/icons/star'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { memo, useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { dayOf, timeOf } from '@/agenda/zone'
import { shortId, TAG_LIMITS } from '@/core/constants'
import { formatDate, formatTime, localDayOf } from '@/core/dates'
import type { SessionParticipant, SessionDetails, SessionFeedback, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { isCharged } from '@/credits/charge'
import { NO_PACKAGE, USES_NO_CREDIT } from '@/credits/texts'
import { MessageButton } from '@/messages/message-button'
import { lessonRequests, summaryRequest } from '@/messages/requests'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { AttendanceBadge, CancelledBadge, PrivateNotes } from '../lesson-marks'
import { formatRating, meanRating } from '../ratings'
import { knownStudents, nameOf } from '../rules'

/** One lesson of the history (docs/product.md, 'Sessions history'). Details show when expanded. */
export const SessionCard = memo(function SessionCard({
  session,
  dayId,
  toldZone,
  editButton,
  canEdit,
  onEdit,
  onAssign,
}: {
  session: SessionDetails
  /** The id of the heading with the lesson's day. */
  dayId: string
  /** The time zone of the hours that messages name; null while it is being read. */
  toldZone: string | null
  /** Gets the focus back when an edit ends. */
  editButton: Ref<HTMLButtonElement>
  /** False while another lesson is being edited. */
  canEdit: boolean
  onEdit: (sessionId: Uuid) => void
  /** Opens the choice of a package for a student without one. */
  onAssign: (of: { sessionId: Uuid; studentId: Uuid }) => void
}) {
  const [expanded, setExpanded] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const { unassigned_count: unassigned } = session
  const hadUnassigned = useRef(unassigned)
  useEffect(() => {
    // The button that assigned a package disappeared with its row, and took the focus with it.
    if (unassigned < hadUnassigned.current && document.activeElement === document.body) {
      toggle.current?.focus({ preventScroll: true })
    }
    hadUnassigned.current = unassigned
  }, [unassigned])
  const id = useId()
  const timeId = `${id}-time`
  const detailsId = `${id}-details`
  const describedBy = `${dayId} ${timeId}`
  const mean = meanRating(session.participants.flatMap(({ feedback }) => feedback?.rating ?? []))
  const hasMark = session.cancelled_reason !== null || mean !== null
  return (
    <Card className="flex flex-col gap-3 py-2.5">
      <div
        className={
          'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 ' +
          'sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:gap-x-5'
        }
      >
        <div className="flex items-baseline gap-3 max-sm:col-span-3">
          <h3 id={timeId} className="figures shrink-0 text-[17px]">
            {formatTime(session.date)}
          </h3>
          <ul aria-label="Alunos" className="flex min-w-0 flex-wrap gap-x-2 gap-y-3 py-1.5">
            {session.participants.map((participant) => (
              <li key={participant.student_id} className="max-w-full min-w-0">
                <StudentChip of={participant} />
              </li>
            ))}
          </ul>
        </div>
        <p
          className={
            'figures flex items-center gap-1 font-bold empty:hidden sm:col-start-2 sm:row-span-2 ' +
            'sm:row-start-1'
          }
        >
          {session.cancelled_reason && <CancelledBadge reason={session.cancelled_reason} />}
          {mean !== null && (
            <>
              <span className="sr-only">Avaliação:</span>
              <Star className="size-5 fill-ball stroke-court dark:stroke-ball" />
              {formatRating(mean)}
            </>
          )}
        </p>
        {/* Without a mark before it, this text would land in the narrow column, below the buttons. */}
        <p
          className={clsx(
            'figures text-[13px] text-ink-soft sm:col-start-1 sm:text-sm',
            !hasMark && 'max-sm:col-span-2',
          )}
        >
          {registeredAt(session)} · {session.student_count} {session.student_count === 1 ? 'aluno' : 'alunos'}
        </p>
        <div className="-mr-2.5 flex justify-end sm:col-start-3 sm:row-span-2 sm:row-start-1">
          <Button
            ref={editButton}
            tone="ghost"
            size="sm"
            className="px-2.5"
            title="Editar"
            aria-describedby={describedBy}
            disabled={!canEdit}
            onClick={() => onEdit(session.id)}
          >
            <Pencil />
            <span className="max-sm:sr-only">Editar</span>
          </Button>
          <Button
            ref={toggle}
            tone="ghost"
            size="sm"
            className="px-2.5"
            aria-expanded={expanded}
            aria-controls={expanded ? detailsId : undefined}
            aria-describedby={describedBy}
            onClick={() => setExpanded(!expanded)}
          >
            <span className="max-sm:sr-only">{expanded ? 'Ocultar detalhes' : 'Ver detalhes'}</span>
            <ChevronDown className={clsx('transition-transform', expanded && 'rotate-180')} />
          </Button>
        </div>
      </div>
      {unassigned > 0 && (
        <p className="flex items-start gap-2 rounded-lg bg-caution-soft px-3 py-2.5 text-[15px] text-caution">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" />
          <span>
            <strong className="figures">{unassigned} aula(s) sem pacote atribuído</strong>
            {!expanded && <span className="block">Expanda a aula para ver os detalhes</span>}
          </span>
        </p>
      )}
      {expanded && (
        <div id={detailsId}>
          <SessionCardDetails
            session={session}
            toldZone={toldZone}
            onAssign={(studentId) => onAssign({ sessionId: session.id, studentId })}
          />
        </div>
      )}
    </Card>
  )
})

/** 'Registrado às HH:mm', with the date if it is not the lesson's own day. */
function registeredAt({ date, created_at: createdAt }: SessionDetails): string {
  const time = `Registrado às ${formatTime(createdAt)}`
  return localDayOf(createdAt) === localDayOf(date) ? time : `${time} de ${formatDate(createdAt)}`
}

function StudentChip({ of }: { of: SessionParticipant }) {
  const { student_id: id, student_name: name } = of
  // The target is 44 px high.
  const look =
    'relative inline-flex min-h-8 max-w-full flex-wrap items-center gap-x-2 rounded-2xl border-[1.5px] ' +
    'px-3 text-[15px] font-semibold after:absolute after:-inset-y-1.5 after:inset-x-0'
  if (name === null) {
    return (
      <span className={`${look} border-line text-ink-soft`}>
        {nameOf(of)}
        <AttendanceBadge of={of} />
      </span>
    )
  }
  return (
    <Link
      to={paths.studentProfile.href({ id })}
      className={`${look} border-line-strong bg-surface hover:bg-sunken`}
    >
      <span className="truncate">{name}</span>
      <AttendanceBadge of={of} />
    </Link>
  )
}

interface SessionCardDetailsProps {
  session: SessionDetails
  toldZone: string | null
  onAssign: (studentId: Uuid) => void
}

/** The expanded part of a lesson's card: packages used, each student's feedback, and notes. */
function SessionCardDetails({ session, toldZone, onAssign }: SessionCardDetailsProps) {
  const { participants } = session
  const owed = participants.filter((each) => isCharged(each.attendance) && each.package_id === null)
  const rated = participants.flatMap(({ feedback, ...participant }) =>
    feedback ? [{ ...participant, feedback }] : [],
  )
  // When the lesson was, for the messages.
  const at = toldZone && { instant: session.date, zone: toldZone }
  const known = knownStudents(session)
  // An hour of the agenda's zone, which may be on another day than the lesson's own.
  const told = at
    ? lessonRequests('cancelled_lesson', { cause: session.id, day: dayOf(at), time: timeOf(at) }, known)
    : []
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-4">
      {owed.length > 0 && (
        <Section title="Atribuir pacotes">
          <ul className="flex flex-col gap-2">
            {owed.map((participant) => (
              <li
                key={participant.student_id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-caution-soft p-3"
              >
                <span className="line-clamp-2 min-w-0 flex-[1_1_8rem] font-semibold [overflow-wrap:anywhere]">
                  {nameOf(participant)}
                </span>
                <Button
                  tone="court"
                  size="sm"
                  className="max-[400px]:w-full"
                  aria-label={`Atribuir Pacote a ${nameOf(participant)}`}
                  onClick={() => onAssign(participant.student_id)}
                >
                  Atribuir Pacote
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Pacotes Consumidos">
        <ul className="flex flex-col gap-3">
          {participants.map((participant) => (
            <li
              key={participant.student_id}
              className="flex flex-col items-start gap-1 sm:flex-row sm:items-center sm:justify-between sm:gap-4"
            >
              <span className="line-clamp-2 min-w-0 font-semibold">{nameOf(participant)}</span>
              <ConsumedPackage {...participant} />
            </li>
          ))}
        </ul>
      </Section>
      {rated.length > 0 && (
        <Section title="Feedbacks da Sessão">
          <ul className="grid gap-3 lg:grid-cols-2">
            {rated.map(({ student_id: id, student_name: name, feedback }) => {
              const summary =
                name && at && summaryRequest({ id: session.id, day: session.day, at }, { id, name }, feedback)
              return (
                <li key={id} className="min-w-0">
                  {name === null ? (
                    <div className={FEEDBACK}>
                      <Feedback name={nameOf({ student_name: name })} feedback={feedback} />
                    </div>
                  ) : (
                    <div className="flex h-full flex-col gap-2">
                      <Link to={paths.studentProfile.href({ id })} className={`${FEEDBACK} hover:bg-sunken`}>
                        <Feedback name={name} feedback={feedback} />
                      </Link>
                      {summary && <MessageButton request={summary} className="self-start px-3" />}
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
        </Section>
      )}
      {session.notes && (
        <Section title="Observações da Sessão">
          <p className="whitespace-pre-line">{session.notes}</p>
        </Section>
      )}
      {session.cancelled_reason !== null && told.length > 0 && (
        <Section title="Avisar os alunos">
          <ul className="flex flex-wrap gap-2">
            {told.map((request) => (
              <li key={request.cause + (request.student?.id ?? '')} className="max-w-full">
                <MessageButton request={request} named className="max-w-full" />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {session.slot_id === null && known.length > 0 && (
        <ButtonLink
          to={paths.agenda.href({ slotFor: { session: session.id } })}
          size="sm"
          className="self-start"
        >
          <Repeat />
          Repetir toda semana
        </ButtonLink>
      )}
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h4 className="mb-2.5 text-base">{title}</h4>
    {children}
  </section>
)

/** '#1a2b3c · 8 aulas · 20/11/2026', 'Sem pacote', or why no credit is used. */
function ConsumedPackage({ attendance, package: consumed }: SessionParticipant) {
  if (!isCharged(attendance)) return <Badge>{USES_NO_CREDIT}</Badge>
  if (consumed === null) return <Badge tone="bad">{NO_PACKAGE}</Badge>
  const { id, total_classes: total, purchase_date: bought } = consumed
  return (
    <Badge className="figures shrink-0">
      #{shortId(id)} · {total} {total === 1 ? 'aula' : 'aulas'} · {formatDate(bought)}
    </Badge>
  )
}

const FEEDBACK = 'flex flex-1 flex-col gap-2 rounded-lg bg-paper p-3'

function Feedback({ name, feedback }: { name: string; feedback: SessionFeedback }) {
  const { rating, notes, private_notes: privately, tags } = feedback
  const more = tags.length - TAG_LIMITS.sessionCard
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="line-clamp-2 min-w-0 font-bold">{name}</p>
        <p className="figures shrink-0 font-extrabold">{rating}/5</p>
      </div>
      {notes && <p className="line-clamp-2 text-[15px] whitespace-pre-line">{notes}</p>}
      <PrivateNotes notes={privately} short />
      {tags.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {tags.slice(0, TAG_LIMITS.sessionCard).map((tag) => (
            <Badge key={tag} tone="info">
              {tag}
            </Badge>
          ))}
          {more > 0 && <Badge className="figures">+{more} mais</Badge>}
        </div>
      )}
    </>
  )
}
