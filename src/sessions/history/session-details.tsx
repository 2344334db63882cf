import Repeat from 'lucide-react/icons/repeat'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TAG_LIMITS, shortId } from '@/core/constants'
import { formatDate, formatTime } from '@/core/dates'
import type { LessonParticipant, SessionDetails, SessionFeedback, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { isCharged } from '@/credits/charge'
import { NO_PACKAGE } from '@/credits/effects-texts'
import { MessageButton } from '@/messages/message-button'
import { lessonRequests, summaryRequest } from '@/messages/requests'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { PrivateNotes } from '../private-notes'
import { knownStudents } from '../rules'

/** The expanded part of a lesson's card: packages used, feedback of each student, and notes. */
export function SessionCardDetails({
  session,
  onAssign,
}: {
  session: SessionDetails
  onAssign: (studentId: Uuid) => void
}) {
  const { participants } = session
  const owed = participants.filter((each) => isCharged(each.attendance) && each.package_id === null)
  const rated = participants.flatMap(({ feedback, ...participant }) =>
    feedback ? [{ ...participant, feedback }] : [],
  )
  // What a message says of when the lesson was.
  const when = { day: session.day, time: formatTime(session.date) }
  const told = lessonRequests('cancelled_lesson', { cause: session.id, ...when }, knownStudents(session))
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
              const summary = name && summaryRequest({ id: session.id, ...when }, { id, name }, feedback)
              return (
                <li key={id} className="min-w-0">
                  {name === null ? (
                    <div className={FEEDBACK}>
                      <Feedback name={STUDENT_MESSAGES.service.notFound} feedback={feedback} />
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
      {session.slot_id === null && told.length > 0 && (
        <Button asChild tone="outline" size="sm" className="self-start">
          <Link to={paths.agenda.href({ slotFor: { session: session.id } })}>
            <Repeat aria-hidden="true" />
            Repetir toda semana
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

const nameOf = ({ student_name }: Pick<LessonParticipant, 'student_name'>): string =>
  student_name ?? STUDENT_MESSAGES.service.notFound

/** '#1a2b3c · 8 aulas · 20/11/2026', 'Sem pacote', or why no credit is used. */
function ConsumedPackage({ attendance, package: consumed }: LessonParticipant) {
  if (!isCharged(attendance)) return <Badge>Não usa crédito</Badge>
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
