import ChevronRight from 'lucide-react/icons/chevron-right'
import Users from 'lucide-react/icons/users'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { TODAY } from '@/agenda/answer-texts'
import { formatShortDay } from '@/agenda/days'
import { canSkip, hasBegun, occurrenceKey, type Occurrence } from '@/agenda/rules'
import { SkipForm } from '@/agenda/skip-form'
import type { RecentGroup } from '@/agenda/today'
import { useRecentGroups } from '@/agenda/use-recent-lessons'
import { dayOf, timeOf } from '@/agenda/zone'
import { formatLongDate } from '@/core/dates'
import type { CancelledReason } from '@/core/model'
import { paths } from '@/core/paths'
import type { Extension } from '@/credits/intents'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { useAsSent } from '@/ui/forms/use-as-sent'
import { Dialog } from '@/ui/overlay/dialog'
import { QueryView } from '@/ui/query-view'
import { SkeletonList } from '@/ui/states'
import { LessonFeedback } from './lesson-feedback'
import { TomorrowList } from './tomorrow-list'

/** The dialogs of 'Hoje'. */

/** 'repeat', 'tomorrow' and 'feedback' are the buttons below the rows; occurrences are to be skipped. */
export type Opened = 'repeat' | 'tomorrow' | 'feedback' | readonly Occurrence[]

type TodayDialogProps = Pick<SkipProps, 'now' | 'onSkip'> & {
  opened: Opened
  /** The agenda's time zone, so that times agree with the rows behind the dialog. */
  zone: string
  occurrences: readonly Occurrence[]
  tomorrow: readonly Occurrence[]
  due: readonly RecentGroup[]
  onClose: () => void
}

export function TodayDialog({ opened, now, tomorrow, onSkip, onClose, ...about }: TodayDialogProps) {
  switch (opened) {
    case 'repeat':
      return <RepeatDialog zone={about.zone} onClose={onClose} />
    case 'tomorrow':
      return <TomorrowDialog occurrences={tomorrow} onClose={onClose} />
    case 'feedback':
      return <FeedbackDueDialog {...about} onClose={onClose} />
    default:
      return (
        <SkipDialog asked={opened} current={about.occurrences} now={now} onSkip={onSkip} onClose={onClose} />
      )
  }
}

interface SkipProps {
  /** At least one occurrence, all on one day. */
  asked: readonly Occurrence[]
  /** The agenda's occurrences as they are now. */
  current: readonly Occurrence[]
  now: Date
  /** Resolves with true if they were skipped. */
  onSkip: (
    occurrences: readonly Occurrence[],
    reason: CancelledReason,
    extension: Extension | undefined,
  ) => Promise<boolean | null>
  onClose: () => void
}

/** 'Não aconteceu' for one occurrence, or for all of a day. */
function SkipDialog({ asked, current, now, onSkip, onClose }: SkipProps) {
  const [saving, setSaving] = useState(false)
  // As they are now: with one that another device has answered, moved or deleted since, each press would be refused.
  const open = useMemo(() => {
    const those = new Map(asked.map((each) => [occurrenceKey(each), each.day]))
    return current.filter((each) => canSkip(each) && those.get(occurrenceKey(each)) === each.day)
  }, [asked, current])
  const left = useAsSent(open, saving)
  const occurrences = left.length > 0 ? left : asked
  const isAhead = !occurrences.some((each) => hasBegun(each, now))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TODAY.skip.title(occurrences.length, isAhead)}
      description={`${formatLongDate(occurrences[0]?.day ?? '')}. Ninguém é cobrado.`}
    >
      <SkipForm
        occurrences={occurrences}
        now={now}
        saving={saving}
        onConfirm={(reason, extension) => {
          setSaving(true)
          return onSkip(occurrences, reason, extension).finally(() => setSaving(false))
        }}
        onDone={onClose}
      />
    </Dialog>
  )
}

type FeedbackDueDialogProps = Pick<TodayDialogProps, 'due' | 'zone' | 'occurrences' | 'onClose'>

/** 'Feedback por dar': lessons of the last 7 days, with the students who have no feedback yet. */
function FeedbackDueDialog({ due, zone, occurrences, onClose }: FeedbackDueDialogProps) {
  // As the list was at first: a lesson stays after its first star.
  const [lessons] = useState(due)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Feedback por dar"
      description="Aulas dos últimos 7 dias. Cada toque é salvo na hora."
    >
      <ul className="flex flex-col gap-5">
        {lessons.map(({ sessionId: id, date, students }) => {
          const at = { instant: date, zone }
          const lesson = { id, day: dayOf(at), at }
          const clubId = occurrences.find(({ session_id }) => session_id === id)?.club_id
          return (
            <li key={id} className="flex flex-col gap-2">
              <h3 className="figures text-base first-letter:uppercase">
                {formatShortDay(lesson.day)}, {timeOf(at)}
              </h3>
              <LessonFeedback lesson={lesson} clubId={clubId} students={students} />
            </li>
          )
        })}
      </ul>
      <Button tone="main" className="mt-5 w-full" onClick={onClose}>
        Pronto
      </Button>
    </Dialog>
  )
}

const GROUPS_SHOWN = 5

/** 'Repetir turma': the last distinct groups. One tap here and one in the form register a lesson. */
function RepeatDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const groups = useRecentGroups(GROUPS_SHOWN)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Repetir turma"
      description="Escolha a turma e confirme a aula."
    >
      <QueryView
        query={groups}
        failed={SESSION_MESSAGES.toast.loadFailed}
        skeleton={
          <SkeletonList
            label="Carregando as últimas turmas..."
            count={GROUPS_SHOWN}
            each="h-20 w-full"
            className="flex flex-col gap-2"
          />
        }
      >
        {(recent) =>
          recent.length > 0 ? (
            // Each as tall as two lines of names and as its skeleton.
            <ul className="flex flex-col gap-2">
              {recent.map(({ sessionId, date, students }) => (
                <li key={sessionId}>
                  <Link
                    to={paths.newSession.href({ repeat: students.map(({ id }) => id) })}
                    className={
                      'flex min-h-20 items-center gap-3 rounded-xl border-2 border-line bg-surface px-3 ' +
                      'py-1.5 hover:border-accent'
                    }
                  >
                    <Users className="size-5 shrink-0 text-accent" />
                    <span className="min-w-0 flex-1">
                      <span className="line-clamp-2 leading-tight font-bold [overflow-wrap:anywhere]">
                        {students.map(({ name }) => name).join(', ')}
                      </span>
                      <span
                        className={
                          'figures mt-0.5 block text-[15px] leading-tight text-ink-soft ' +
                          'first-letter:uppercase'
                        }
                      >
                        {formatShortDay(dayOf({ instant: date, zone }))}, {timeOf({ instant: date, zone })}
                      </span>
                    </span>
                    <ChevronRight className="size-5 shrink-0 text-ink-soft" />
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <>
              <p className="pb-4">As turmas das suas últimas aulas aparecem aqui.</p>
              <ButtonLink tone="court" to={paths.newSession.href()} className="w-full">
                Registrar Aula
              </ButtonLink>
            </>
          )
        }
      </QueryView>
    </Dialog>
  )
}

type TomorrowDialogProps = { occurrences: readonly Occurrence[]; onClose: () => void }

const TomorrowDialog = ({ occurrences, onClose }: TomorrowDialogProps) => (
  <Dialog
    open
    onOpenChange={onClose}
    title="Amanhã"
    description={occurrences[0] ? formatLongDate(occurrences[0].day) : ''}
  >
    <TomorrowList occurrences={occurrences} />
  </Dialog>
)
