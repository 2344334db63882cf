import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import CheckCircle2 from 'lucide-react/icons/circle-check'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SAME_LESSON } from '@/agenda/answer-texts'
import { SKIP_REASON_TEXTS } from '@/agenda/texts'
import { useKnownZone } from '@/agenda/use-time-zone'
import { dayOf, timeOf, whenOf } from '@/agenda/zone'
import { unknownReplyText } from '@/agreement/coach-replies'
import { COACH_REPLIES } from '@/agreement/coach-reply-texts'
import { countOf } from '@/core/common-texts'
import { formatDateTime, formatLongDate, formatTime, localDayOf } from '@/core/dates'
import type { Instant, LocalDate, Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { displayPhone, normalizePhone } from '@/core/phones'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { clockAmount, correctedDate } from './clock'
import { PENDING } from './pending-texts'
import {
  blockers,
  isClockInDoubt,
  isEditable,
  needsAttention,
  type OutboxEntry,
  type OutboxIntent,
} from './rules'
import { OUTBOX } from './texts'
import { useOutbox } from './use-outbox'

const texts = PENDING.entry

interface PendingEntryActions {
  onRemove: () => void
  onRetry: () => void
  onSettle: (decision: 'correct' | 'keep') => void
  /** Decides whether the lesson is the same as the one beside it. */
  onBeside: (decision: 'same' | 'other') => void
}

interface PendingEntryProps {
  entry: OutboxEntry
  /** All entries of this coach, because one may depend on another. */
  entries: readonly OutboxEntry[]
  actions: PendingEntryActions
}

/** One outbox entry: its content, its state with the reason, and the coach's actions. */
export function PendingEntry({ entry, entries, actions }: PendingEntryProps) {
  const headingId = useId()
  const { title, lines } = descriptionOf(entry, useKnownZone())
  const { tone, icon: Icon, text } = stateOf(entry)
  return (
    <Card role="group" aria-labelledby={headingId} className="flex flex-col gap-3">
      <div className="flex flex-col-reverse items-start gap-2 sm:flex-row sm:justify-between sm:gap-3">
        <div className="min-w-0">
          <h3 id={headingId} className="line-clamp-2 text-[17px] first-letter:uppercase">
            {title}
          </h3>
          {lines.map((line) => (
            <p key={line} className="figures mt-1 text-[15px] text-ink-soft">
              {line}
            </p>
          ))}
        </div>
        <Badge tone={tone} className="shrink-0">
          <Icon className="size-4 shrink-0" />
          {text}
        </Badge>
      </div>
      <Explanation entry={entry} entries={entries} />
      {isClockInDoubt(entry) && <ClockQuestion entry={entry} onSettle={actions.onSettle} />}
      <Actions entry={entry} headingId={headingId} actions={actions} />
    </Card>
  )
}

const hourIn = (zone: string | null, instant: Instant): string =>
  zone ? timeOf({ instant, zone }) : formatTime(instant)

/** `zone` is the agenda's, of which an answer has day and hour; null: not known, so both are this device's. */
function descriptionOf(
  { intent, names, queuedAt }: OutboxEntry,
  zone: string | null,
): { title: string; lines: string[] } {
  const nameOf = (id: Uuid) => names[id] ?? STUDENT_MESSAGES.service.notFound
  switch (intent.kind) {
    case 'session': {
      const { lessonDay, date, cancelledReason, participants, slot } = intent.session
      const at = `Aula às ${hourIn(slot ? zone : null, date)}`
      const people = participants.map(({ studentId, attendance = 'present' }) => {
        const how = attendance === 'present' ? '' : ` (${ATTENDANCE.labels[attendance].toLowerCase()})`
        return nameOf(studentId) + how
      })
      const cancelled = cancelledReason && ATTENDANCE.cancelled(ATTENDANCE.reasons[cancelledReason])
      return {
        title: formatLongDate(slot && zone ? lessonDay : date),
        lines: [cancelled ? `${at} · ${cancelled}` : at, people.join(', ')],
      }
    }
    case 'student':
      return {
        title: intent.student.name,
        lines: ['Novo aluno', displayPhone(normalizePhone(intent.student.phone))],
      }
    case 'skip': {
      const { occurrences, reason } = intent.skip
      const ids = new Set(occurrences.flatMap(({ studentIds }) => studentIds))
      const times = occurrences.map(({ startsAt }) => timeOf(startsAt)).join(', ')
      return {
        title: formatLongDate(occurrences[0]?.day ?? queuedAt),
        lines: [`${times} · Não aconteceu · ${SKIP_REASON_TEXTS[reason]}`, [...ids].map(nameOf).join(', ')],
      }
    }
    case 'reply': {
      const { startsAt, studentId, reply } = intent.reply
      return {
        title: nameOf(studentId),
        lines: [reply === null ? COACH_REPLIES.takeBack : COACH_REPLIES.note, whenOf(startsAt)],
      }
    }
    case 'link': {
      const { begins: instant } = intent.link
      return {
        title: formatLongDate(zone ? dayOf({ instant, zone }) : instant),
        lines: [
          `${hourIn(zone, instant)} · É a mesma aula que já foi registrada`,
          Object.values(names).join(', '),
        ],
      }
    }
    case 'feedback': {
      const { studentId, feedback, tapped = feedback, at } = intent.feedback
      const { rating, tags = [] } = tapped
      const stars = rating === undefined ? '' : ` · ${countOf(rating, 'estrela', 'estrelas')}`
      return {
        title: nameOf(studentId),
        lines: [`Feedback${stars}`, tags.join(', '), ...(at ? [`Aula de ${whenOf(at)}`] : [])],
      }
    }
  }
}

function stateOf(entry: OutboxEntry): { tone: BadgeTone; icon: LucideIcon; text: string } {
  if (needsAttention(entry)) return { tone: 'bad', icon: TriangleAlert, text: 'Precisa de atenção' }
  if (entry.state === 'sending') return { tone: 'info', icon: RefreshCw, text: 'Enviando' }
  if (entry.state === 'sent') return { tone: 'ok', icon: CheckCircle2, text: sentWord(entry) }
  return { tone: 'caution', icon: CloudUpload, text: OUTBOX.waiting }
}

/** 'Aluno', 'Aviso' and 'Feedback' are masculine; 'Aula' and 'Resposta' are feminine. */
const sentWord = ({ intent: { kind } }: OutboxEntry): string =>
  ['student', 'feedback', 'reply'].includes(kind) ? 'Enviado' : 'Enviada'

function Explanation({ entry, entries }: { entry: OutboxEntry; entries: readonly OutboxEntry[] }) {
  const { state, problem, intent, queuedAt } = entry
  const { active } = useOutbox()
  if (state === 'refused') return <Note tone="bad">{problem}</Note>
  // While this tab sends, the answer may be on its way.
  if (state === 'sending' && !active) return <Note tone="info">{texts.unknown}</Note>
  if (state === 'sent') return <Sent entry={entry} />
  const inTheWay = blockers(entry, entries)
  const students = inTheWay.flatMap((other) =>
    other.intent.kind === 'student' ? other.intent.student.name : [],
  )
  if (inTheWay.length > 0 && intent.kind !== 'session') return <Note tone="info">{texts.afterLesson}</Note>
  if (students.length > 0) return <Note tone="info">{texts.blocked(students.join(', '))}</Note>
  if (inTheWay.length > 0) return <Note tone="info">{texts.afterReply}</Note>
  if (problem !== '') return <Note tone="caution">{`${problem} O app tenta de novo sozinho.`}</Note>
  return <Figures>Salvo neste aparelho em {formatDateTime(queuedAt)}</Figures>
}

function Sent({ entry }: { entry: OutboxEntry }) {
  const { outcome, sentAt } = entry
  const { withoutPackage: without = [], notSkipped, leftOut, told } = outcome ?? {}
  const before = [
    outcome?.differs && texts.differs,
    outcome?.answered && (told ? texts.someAnswered : texts.answered),
    outcome?.slotGone && texts.slotGone,
    outcome?.slotMoved && texts.slotMoved,
    notSkipped && texts.notSkipped(notSkipped.map(whenOf)),
  ]
  const zone = useKnownZone()
  const { unknownReplies = [] } = outcome ?? {}
  const day = dayOfLesson(entry.intent)
  const after = [
    ...unknownReplies.map((each) => unknownReplyText(each, zone)),
    leftOut && texts.leftOut(leftOut.join(', ')),
    ...SESSION_MESSAGES.withoutPackage(without),
  ]
  return (
    <>
      <Notes of={before} />
      {told && <p className="figures text-[15px] [overflow-wrap:anywhere]">{told}</p>}
      <Notes of={after} />
      {unknownReplies.length > 0 && day && (
        <Link
          to={paths.sessions.href({ day })}
          className="inline-flex min-h-11 items-center font-bold text-info hover:underline"
        >
          {COACH_REPLIES.correct}
        </Link>
      )}
      {sentAt && (
        <Figures>
          {sentWord(entry)} em {formatDateTime(sentAt)}
        </Figures>
      )}
    </>
  )
}

/** The day on which the sessions list shows the answered lesson. */
function dayOfLesson(intent: OutboxIntent): LocalDate | undefined {
  if (intent.kind === 'session') return localDayOf(intent.session.date)
  return intent.kind === 'link' ? localDayOf(intent.link.begins) : undefined
}

const Notes = ({ of }: { of: readonly (string | false | undefined)[] }) =>
  of
    .filter((text) => typeof text === 'string')
    .map((text) => (
      <Note key={text} tone="caution">
        {text}
      </Note>
    ))

const NOTES = {
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  caution: 'bg-caution-soft text-caution',
} as const

const Note = ({ tone, children }: { tone: keyof typeof NOTES; children: string }) => (
  <p className={clsx('rounded-lg px-3 py-2.5 text-[15px] font-semibold', NOTES[tone])}>{children}</p>
)

const Figures = ({ children }: { children: ReactNode }) => (
  <p className="figures text-[15px] text-ink-soft">{children}</p>
)

type ClockQuestionProps = { entry: OutboxEntry; onSettle: (decision: 'correct' | 'keep') => void }

function ClockQuestion({ entry, onSettle }: ClockQuestionProps) {
  const { intent, clock } = entry
  const corrected = correctedDate(entry)
  if (intent.kind !== 'session' || typeof clock !== 'number' || corrected === null) return null
  const typed = formatDateTime(intent.session.date)
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-bad-soft p-3 text-bad">
      <p className="figures text-[15px]">
        <strong className="block">
          O relógio deste aparelho está {clockAmount(clock)} {clock > 0 ? 'atrasado' : 'adiantado'}.
        </strong>
        A aula ficou com a data {typed}. Confirme antes do envio:
      </p>
      <div className="figures flex flex-col gap-2 sm:flex-row sm:*:flex-1">
        <Button size="sm" tone="court" onClick={() => onSettle('correct')}>
          Corrigir para {formatDateTime(corrected)}
        </Button>
        <Button size="sm" className="border-current text-bad" onClick={() => onSettle('keep')}>
          Manter {typed}
        </Button>
      </div>
    </div>
  )
}

const FORMS: Partial<Record<OutboxIntent['kind'], typeof paths.newSession | typeof paths.newStudent>> = {
  session: paths.newSession,
  student: paths.newStudent,
}

const WIDE = 'max-sm:mx-2 max-sm:mb-1 max-sm:basis-full'

type ActionsProps = { entry: OutboxEntry; headingId: string; actions: PendingEntryActions }

function Actions({ entry, headingId, actions }: ActionsProps) {
  if (!isEditable(entry)) return null
  const { intent, state, beside, gone } = entry
  const form = FORMS[intent.kind]
  const button = { size: 'sm', 'aria-describedby': headingId } as const
  return (
    <div className="-mx-2 -mb-1 flex flex-wrap justify-end">
      {state === 'refused' && beside !== null && intent.kind === 'session' && (
        <>
          <Button
            tone="court"
            {...button}
            className={WIDE}
            // 'É a mesma' just removes a lesson without a slot: the agenda's lesson is registered already and stays as
            // it is.
            onClick={() => (intent.session.slot ? actions.onBeside('same') : actions.onRemove())}
          >
            {SAME_LESSON.same}
          </Button>
          <Button {...button} className={WIDE} onClick={() => actions.onBeside('other')}>
            {SAME_LESSON.other}
          </Button>
        </>
      )}
      {state === 'refused' && !gone && beside === null && (
        <Button {...button} className={WIDE} onClick={actions.onRetry}>
          <RefreshCw />
          Tentar de novo
        </Button>
      )}
      {form && (
        <ButtonLink
          to={form.href({ pending: entry.id })}
          aria-describedby={headingId}
          tone="ghost"
          size="sm"
          className="px-2.5"
        >
          <Pencil />
          Editar
        </ButtonLink>
      )}
      <Button {...button} tone="ghost" className="px-2.5" onClick={actions.onRemove}>
        <Trash2 />
        Apagar
      </Button>
    </div>
  )
}
