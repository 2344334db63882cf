import { Link } from 'react-router-dom'
import { AlertItem, RenewLink } from '@/alerts/alert-item'
import { ALERT_MESSAGES } from '@/alerts/texts'
import { useNewestAlerts } from '@/alerts/use-alerts'
import { PAGE_SIZES } from '@/core/constants'
import type { Alert, LocalDate, StudentWithCredits } from '@/core/model'
import { initial } from '@/core/names'
import { paths } from '@/core/paths'
import { creditWords } from '@/credits/credit-state'
import { alertRequest } from '@/messages/alert-request'
import { MessageButton } from '@/messages/message-button'
import { pendingStudents } from '@/outbox/pending'
import { OUTBOX } from '@/outbox/texts'
import { useOutbox } from '@/outbox/use-outbox'
import { STUDENT_TYPE_BADGES, type CreditTone } from '@/students/rules'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useNewestStudents } from '@/students/use-students'
import { Avatar } from '@/ui/avatar'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { SkeletonList } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { useToday } from '@/ui/use-now'

const ALERTS_SHOWN = PAGE_SIZES.dashboardAlerts

/** The five newest open alerts and a link to all of them. */
export function AlertsPanel() {
  // One more than shown, to know whether there are more.
  const newest = useNewestAlerts(ALERTS_SHOWN + 1)
  const hasMore = newest.data !== undefined && newest.data.length > ALERTS_SHOWN
  return (
    <Section
      title="Alertas"
      id="alertas"
      action={
        hasMore && (
          <Link
            to={paths.alerts.href()}
            className="inline-flex min-h-11 items-center rounded font-bold text-info hover:underline"
          >
            Ver todos os alertas
          </Link>
        )
      }
    >
      <QueryView
        query={newest}
        failed={{ title: ALERT_MESSAGES.service.list }}
        skeleton={
          <SkeletonList label="Carregando alertas" count={3} each="h-16" className="flex flex-col gap-2.5" />
        }
      >
        {(alerts) =>
          alerts.length > 0 ? (
            <ul className="flex flex-col gap-2.5">
              {alerts.slice(0, ALERTS_SHOWN).map((alert) => (
                <li key={alert.id}>
                  <AlertItem alert={alert} narrow>
                    <AlertActions alert={alert} />
                  </AlertItem>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title={ALERT_MESSAGES.empty} description={ALERT_MESSAGES.emptyHelp} />
          )
        }
      </QueryView>
    </Section>
  )
}

function AlertActions({ alert }: { alert: Alert }) {
  const request = alertRequest(alert)
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      <RenewLink alert={alert} />
      {request && <MessageButton request={request} className="px-3" />}
    </div>
  )
}

/** The four most recently created students. */
export function RecentStudents() {
  const students = useNewestStudents(PAGE_SIZES.dashboardStudents)
  const { entries } = useOutbox()
  const today = useToday()
  return (
    <Section title="Alunos Recentes" id="recentes">
      <QueryView
        query={students}
        failed={STUDENT_MESSAGES.toast.loadFailed}
        skeleton={<SkeletonList label="Carregando alunos" count={1} each="h-60" />}
      >
        {(stored) => {
          const waiting = pendingStudents(entries, stored, students.dataUpdatedAt).toReversed()
          const newest = [...waiting, ...stored].slice(0, PAGE_SIZES.dashboardStudents)
          return newest.length > 0 ? (
            <Card className="p-2">
              <ul>
                {newest.map((student) => (
                  <li key={student.id}>
                    <RecentStudent student={student} isWaiting={waiting.includes(student)} today={today} />
                  </li>
                ))}
              </ul>
            </Card>
          ) : (
            <EmptyState title={STUDENT_MESSAGES.empty.first} description={STUDENT_MESSAGES.empty.newest}>
              <Button asChild tone="outline">
                <Link to={paths.newStudent.href()}>{STUDENT_MESSAGES.empty.firstAction}</Link>
              </Button>
            </EmptyState>
          )
        }}
      </QueryView>
    </Section>
  )
}

const TONES = { red: 'bad', yellow: 'caution', green: 'ok' } as const satisfies Record<CreditTone, BadgeTone>

function RecentStudent({
  student,
  isWaiting,
  today,
}: {
  student: StudentWithCredits
  /** In the outbox. */
  isWaiting: boolean
  today: LocalDate
}) {
  const { state, sentence, tone, owed } = creditWords(student, today)
  return (
    <Link
      to={isWaiting ? paths.outbox.href() : paths.studentProfile.href({ id: student.id })}
      className="flex items-center gap-3 rounded-lg p-2 hover:bg-sunken"
    >
      <Avatar initial={initial(student.name)} seed={student.id} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">{student.name}</span>
        <span className="block truncate text-sm text-ink-soft">{student.email ?? ''}</span>
      </span>
      <span className="flex flex-col items-end gap-1">
        <Badge>{STUDENT_TYPE_BADGES[student.type]}</Badge>
        {isWaiting ? (
          <Badge tone="caution">{OUTBOX.waiting}</Badge>
        ) : (
          <>
            <Badge tone={TONES[tone]} className="figures">
              {sentence}
            </Badge>
            {owed && (
              <Badge tone={state === 'owes' ? 'bad' : 'caution'} className="figures">
                {owed}
              </Badge>
            )}
          </>
        )}
      </span>
    </Link>
  )
}
