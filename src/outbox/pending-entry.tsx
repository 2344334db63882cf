import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import CheckCircle2 from 'lucide-react/icons/circle-check'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { SAME_LESSON } from '@/agenda/answer-texts'
import { SKIP_REASON_TEXTS } from '@/agenda/texts'
import { whenOf } from '@/agenda/zone'
import { formatDateTime, formatLongDate, formatTime } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import { displayPhone, normalizePhone } from '@/core/phones'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { clockAmount, correctedDate } from './outbox-clock'
import { PENDING } from './pending-texts'
import { isClockInDoubt, isEditable, needsAttention, blockers, type OutboxEntry } from './rules'

const texts = PENDING.entry

export interface PendingEntryActions {
  onRemove: () => void
  onRetry: () => void
  onSettle: (decision: 'correct' | 'keep') => void
  /** Whether it is the same as the lesson beside it. */
  onBeside: (decision: 'same' | 'other') => void
}

/** One outbox entry: what it is, its state and why, and what the coach can do about it. */
export function PendingEntry({
  entry,
  entries,
  actions,
  heading: Heading = 'h3',
}: {
  entry: OutboxEntry
  /** All entries of this coach: one may depend on another. */
  entries: readonly OutboxEntry[]
  actions: PendingEntryActions
  heading?: 'h2' | 'h3'
}) {
  const headingId = useId()
  const { title, lines } = descriptionOf(entry)
  return (
    <Card role="group" aria-labelledby={headingId} className="flex flex-col gap-3">
      <div className="flex flex-col-reverse items-start gap-2 sm:flex-row sm:justify-between sm:gap-3">
        <div className="min-w-0">
          <Heading id={headingId} className="line-clamp-2 text-[17px] first-letter:uppercase">
            {title}
          </Heading>
          {lines.map((line) => (
            <p key={line} className="figures mt-1 text-[15px] text-ink-soft">
              {line}
            </p>
          ))}
        </div>
        <StateBadge entry={entry} />
      </div>
      <Explanation entry={entry} entries={entries} />
      {isClockInDoubt(entry) && <ClockQuestion entry={entry} onSettle={actions.onSettle} />}
      <Actions entry={entry} headingId={headingId} actions={actions} />
    </Card>
  )
}

function descriptionOf({ intent, names, queuedAt }: OutboxEntry): { title: string; lines: string[] } {
  const nameOf = (id: Uuid) => names[id] ?? STUDENT_MESSAGES.service.notFound
  switch (intent.kind) {
    case 'session': {
      const { lessonDay, date, cancelledReason, participants } = intent.session
      const what = `${texts.lesson} às ${formatTime(date)}`
      return {
        title: formatLongDate(lessonDay),
        lines: [
          cancelledReason ? `${what} · ${ATTENDANCE.cancelled(ATTENDANCE.reasons[cancelledReason])}` : what,
          participants
            .map(({ studentId, attendance = 'present' }) =>
              attendance === 'present'
                ? nameOf(studentId)
                : `${nameOf(studentId)} (${ATTENDANCE.labels[attendance].toLowerCase()})`,
            )
            .join(', '),
        ],
      }
    }
    case 'student':
      return {
        title: intent.student.name,
        lines: [texts.student, displayPhone(normalizePhone(intent.student.phone))],
      }
    case 'skip': {
      const { occurrences, reason } = intent.skip
      const ids = new Set(occurrences.flatMap(({ studentIds }) => studentIds))
      return {
        title: formatLongDate(occurrences[0]?.day ?? queuedAt),
        lines: [`${texts.skipped} · ${SKIP_REASON_TEXTS[reason]}`, [...ids].map(nameOf).join(', ')],
      }
    }
    case 'link':
      return {
        title: formatLongDate(intent.link.slot.slotDate),
        lines: [texts.linked, Object.values(names).join(', ')],
      }
    case 'feedback': {
      const { studentId, feedback } = intent.feedback
      return { title: nameOf(studentId), lines: [texts.feedback(feedback.rating), feedback.tags.join(', ')] }
    }
  }
}

function StateBadge({ entry }: { entry: OutboxEntry }) {
  const { tone, icon: Icon, text } = stateOf(entry)
  return (
    <Badge tone={tone} className="shrink-0">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </Badge>
  )
}

function stateOf(entry: OutboxEntry): { tone: BadgeTone; icon: LucideIcon; text: string } {
  const { states } = texts
  if (needsAttention(entry)) return { tone: 'bad', icon: TriangleAlert, text: states.refused }
  if (entry.state === 'sending') return { tone: 'info', icon: RefreshCw, text: states.sending }
  if (entry.state === 'sent') {
    const text = isMasculine(entry) ? texts.studentSent : states.sent
    return { tone: 'ok', icon: CheckCircle2, text }
  }
  return { tone: 'caution', icon: CloudUpload, text: states.pending }
}

/** 'Aluno' and 'Feedback'; 'Aula' and 'Resposta' are feminine. */
const isMasculine = ({ intent }: OutboxEntry): boolean =>
  intent.kind === 'student' || intent.kind === 'feedback'

function Explanation({ entry, entries }: { entry: OutboxEntry; entries: readonly OutboxEntry[] }) {
  const { state, problem, outcome, sentAt, queuedAt } = entry
  if (state === 'refused') return <Note tone="bad">{problem}</Note>
  if (state === 'sending') return <Note tone="info">{texts.unknown}</Note>
  if (state === 'sent') {
    const without = outcome?.withoutPackage ?? []
    return (
      <>
        {outcome?.differs && <Note tone="caution">{texts.differs}</Note>}
        {outcome?.answered && <Note tone="caution">{texts.answered}</Note>}
        {outcome?.slotGone && <Note tone="caution">{texts.slotGone}</Note>}
        {outcome?.slotMoved && <Note tone="caution">{texts.slotMoved}</Note>}
        {outcome?.notSkipped && (
          <Note tone="caution">{texts.notSkipped(outcome.notSkipped.map(whenOf))}</Note>
        )}
        {outcome?.told && <p className="figures text-[15px] [overflow-wrap:anywhere]">{outcome.told}</p>}
        {outcome?.leftOut && <Note tone="caution">{texts.leftOut(outcome.leftOut.join(', '))}</Note>}
        {without.length > 0 && (
          <Note tone="caution">{SESSION_MESSAGES.withoutPackage(without.length, without[0])}</Note>
        )}
        {sentAt && (
          <p className="figures text-[15px] text-ink-soft">
            {isMasculine(entry)
              ? texts.studentSentAt(formatDateTime(sentAt))
              : texts.lessonSentAt(formatDateTime(sentAt))}
          </p>
        )}
      </>
    )
  }
  const inTheWay = blockers(entry, entries).flatMap(({ intent }) =>
    intent.kind === 'student' ? intent.student.name : [],
  )
  if (['feedback', 'link'].includes(entry.intent.kind) && blockers(entry, entries).length > 0) {
    return <Note tone="info">{texts.afterLesson}</Note>
  }
  if (inTheWay.length > 0) return <Note tone="info">{texts.blocked(inTheWay.join(', '))}</Note>
  if (problem !== '') return <Note tone="caution">{texts.retrying(problem)}</Note>
  return <p className="figures text-[15px] text-ink-soft">{texts.queuedAt(formatDateTime(queuedAt))}</p>
}

const NOTES = {
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  caution: 'bg-caution-soft text-caution',
} as const

function Note({ tone, children }: { tone: keyof typeof NOTES; children: string }) {
  return <p className={clsx('rounded-lg px-3 py-2.5 text-[15px] font-semibold', NOTES[tone])}>{children}</p>
}

function ClockQuestion({
  entry,
  onSettle,
}: {
  entry: OutboxEntry
  onSettle: (decision: 'correct' | 'keep') => void
}) {
  const { intent, clock } = entry
  const corrected = correctedDate(entry)
  if (intent.kind !== 'session' || typeof clock !== 'number' || corrected === null) return null
  const say = clock > 0 ? PENDING.clock.behind : PENDING.clock.ahead
  const typed = formatDateTime(intent.session.date)
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-bad-soft p-3 text-bad">
      <p className="figures text-[15px]">
        <strong className="block">{say(clockAmount(clock))}</strong>
        {PENDING.clock.question(typed)}
      </p>
      <div className="figures flex flex-col gap-2 sm:flex-row sm:*:flex-1">
        <Button size="sm" tone="court" onClick={() => onSettle('correct')}>
          {PENDING.clock.correct(formatDateTime(corrected))}
        </Button>
        <Button size="sm" tone="outline" className="border-current text-bad" onClick={() => onSettle('keep')}>
          {PENDING.clock.keep(typed)}
        </Button>
      </div>
    </div>
  )
}

function Actions({
  entry,
  headingId,
  actions,
}: {
  entry: OutboxEntry
  headingId: string
  actions: PendingEntryActions
}) {
  if (!isEditable(entry)) return null
  const { kind } = entry.intent
  const form = kind === 'session' ? paths.newSession : kind === 'student' ? paths.newStudent : null
  return (
    <div className="-mx-2 -mb-1 flex flex-wrap justify-end">
      {entry.state === 'refused' && entry.beside !== null && entry.intent.kind === 'session' && (
        <>
          <Button
            size="sm"
            className="max-sm:mx-2 max-sm:mb-1 max-sm:basis-full"
            aria-describedby={headingId}
            // A lesson without a slot has nothing to add to the one of the agenda, which stays as it is.
            onClick={() =>
              entry.intent.kind === 'session' && entry.intent.session.slot
                ? actions.onBeside('same')
                : actions.onRemove()
            }
          >
            {SAME_LESSON.same}
          </Button>
          <Button
            tone="outline"
            size="sm"
            className="max-sm:mx-2 max-sm:mb-1 max-sm:basis-full"
            aria-describedby={headingId}
            onClick={() => actions.onBeside('other')}
          >
            {SAME_LESSON.other}
          </Button>
        </>
      )}
      {entry.state === 'refused' && !entry.gone && entry.beside === null && (
        <Button
          tone="outline"
          size="sm"
          className="max-sm:mx-2 max-sm:mb-1 max-sm:basis-full"
          aria-describedby={headingId}
          onClick={actions.onRetry}
        >
          <RefreshCw aria-hidden="true" />
          {texts.retry}
        </Button>
      )}
      {form && (
        <Button asChild tone="ghost" size="sm" className="px-2.5">
          <Link to={form.href({ pending: entry.id })} aria-describedby={headingId}>
            <Pencil aria-hidden="true" />
            {texts.edit}
          </Link>
        </Button>
      )}
      <Button
        tone="ghost"
        size="sm"
        className="px-2.5"
        aria-describedby={headingId}
        onClick={actions.onRemove}
      >
        <Trash2 aria-hidden="true" />
        {texts.remove}
      </Button>
    </div>
  )
}
