import Repeat from 'lucide-react/icons/repeat'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TAG_LIMITS, shortId } from '@/core/constants'
import { formatDate, formatTime } from '@/core/dates'
import type { SessionDetails, SessionFeedback, SessionParticipant, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { isCharged } from '@/credits/charge'
import { NO_PACKAGE } from '@/credits/texts'
import { MessageButton } from '@/messages/message-button'
import { lessonRequests, summaryRequest } from '@/messages/requests'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { COURT } from './court-texts'
import { PrivateNotes } from './private-notes'

const UNKNOWN = STUDENT_MESSAGES.service.notFound

/** The expanded part of a session card: packages used, feedback of each student, and notes. */
export function SessionCardDetails({
  session,
  onAssign,
}: {
  session: SessionDetails
  onAssign: (studentId: Uuid) => void
}) {
  const unassigned = session.participants.filter(isOwed)
  const rated = session.participants.flatMap(({ feedback, student_name: name }) =>
    feedback ? [{ feedback, name }] : [],
  )
  const told = lessonRequests(
    'cancelled_lesson',
    { cause: session.id, ...whenOf(session) },
    session.participants.flatMap(({ student_id: id, student_name: name }) =>
      name === null ? [] : [{ id, name }],
    ),
  )
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-4">
      {unassigned.length > 0 && (
        <Section title="Atribuir pacotes">
          <ul className="flex flex-col gap-2">
            {unassigned.map(({ student_id: id, student_name: name }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-caution-soft p-3"
              >
                <span className="line-clamp-2 min-w-0 flex-[1_1_8rem] font-semibold [overflow-wrap:anywhere]">
                  {name ?? UNKNOWN}
                </span>
                <Button
                  tone="court"
                  size="sm"
                  className="max-[400px]:w-full"
                  aria-label={`Atribuir Pacote a ${name ?? UNKNOWN}`}
                  onClick={() => onAssign(id)}
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
          {session.participants.map((participant) => (
            <li
              key={participant.student_id}
              className="flex flex-col items-start gap-1 sm:flex-row sm:items-center sm:justify-between sm:gap-4"
            >
              <span className="line-clamp-2 min-w-0 font-semibold">
                {participant.student_name ?? UNKNOWN}
              </span>
              <ConsumedPackage participant={participant} />
            </li>
          ))}
        </ul>
      </Section>
      {rated.length > 0 && (
        <Section title="Feedbacks da Sessão">
          <ul className="grid gap-3 lg:grid-cols-2">
            {rated.map(({ feedback, name }) => (
              <li key={feedback.student_id} className="min-w-0">
                <Feedback session={session} feedback={feedback} name={name} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {session.notes && (
        <Section title="Observações da Sessão">
          <p className="whitespace-pre-line">{session.notes}</p>
        </Section>
      )}
      {session.cancelled_reason !== null && told.length > 0 && (
        <Section title={COURT.tellStudents}>
          <ul className="flex flex-wrap gap-2">
            {told.map((request) => (
              <li key={request.cause + (request.student?.id ?? '')} className="max-w-full">
                <MessageButton request={request} named className="max-w-full" />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {session.slot_id === null && session.participants.some(({ student_name }) => student_name !== null) && (
        <Button asChild tone="outline" size="sm" className="self-start">
          <Link to={paths.agenda.href({ slotFor: { session: session.id } })}>
            <Repeat aria-hidden="true" />
            {COURT.repeatWeekly}
          </Link>
        </Button>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2.5 text-base">{title}</h3>
      {children}
    </section>
  )
}

const isOwed = ({ attendance, package_id }: SessionParticipant): boolean =>
  isCharged(attendance) && package_id === null

/** '#1a2b3c · 8 aulas · 20/11/2026', 'Sem pacote', or why no credit is used. */
function ConsumedPackage({
  participant: { attendance, package: consumed },
}: {
  participant: SessionParticipant
}) {
  if (!isCharged(attendance)) return <Badge>{COURT.credit.none}</Badge>
  if (consumed === null) return <Badge tone="bad">{NO_PACKAGE}</Badge>
  const { id, total_classes: total, purchase_date: bought } = consumed
  return (
    <Badge className="figures shrink-0">
      #{shortId(id)} · {total} {total === 1 ? 'aula' : 'aulas'} · {formatDate(bought)}
    </Badge>
  )
}

function Feedback({
  session,
  feedback,
  name,
}: {
  session: SessionDetails
  feedback: SessionFeedback
  name: string | null
}) {
  const more = feedback.tags.length - TAG_LIMITS.sessionCard
  const look = 'flex flex-1 flex-col gap-2 rounded-lg bg-paper p-3'
  const content = (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="line-clamp-2 min-w-0 font-bold">{name ?? UNKNOWN}</p>
        <p className="figures shrink-0 font-extrabold">{feedback.rating}/5</p>
      </div>
      {feedback.notes && <p className="line-clamp-2 text-[15px] whitespace-pre-line">{feedback.notes}</p>}
      <PrivateNotes notes={feedback.private_notes} short />
      {feedback.tags.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {feedback.tags.slice(0, TAG_LIMITS.sessionCard).map((tag) => (
            <Badge key={tag} tone="info">
              {tag}
            </Badge>
          ))}
          {more > 0 && <Badge className="figures">+{more} mais</Badge>}
        </div>
      )}
    </>
  )
  if (name === null) return <div className={look}>{content}</div>
  const summary = summaryRequest(
    { id: session.id, ...whenOf(session) },
    { id: feedback.student_id, name },
    feedback,
  )
  return (
    <div className="flex h-full flex-col gap-2">
      <Link to={paths.studentProfile.href({ id: feedback.student_id })} className={`${look} hover:bg-sunken`}>
        {content}
      </Link>
      {summary && <MessageButton request={summary} className="self-start px-3" />}
    </div>
  )
}

/** What a message says of when the lesson was. */
const whenOf = ({ day, date }: Pick<SessionDetails, 'day' | 'date'>) => ({
  day,
  time: formatTime(date),
})
