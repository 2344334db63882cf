import { Link } from 'react-router-dom'
import { Avatar } from '@/components/ui/avatar'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { pendingStudents } from '@/domain/outbox/pending'
import { PAGE_SIZES } from '@/domain/shared/constants'
import type { LocalDate, StudentWithCredits } from '@/domain/shared/model'
import { initial } from '@/domain/shared/names'
import { paths } from '@/domain/shared/paths'
import { creditWords } from '@/domain/students/credit-state'
import { STUDENT_TYPE_BADGES, type CreditTone } from '@/domain/students/students'
import { useOutbox } from '@/hooks/outbox/use-outbox'
import { useToday } from '@/hooks/shared/use-now'
import { useNewestStudents } from '@/hooks/students/use-students'
import { failedRead } from '@/queries/service-error'
import { OUTBOX } from '@/texts/outbox/outbox'
import { MESSAGES } from '@/texts/shared/messages'

const TONES = { red: 'bad', yellow: 'caution', green: 'ok' } as const satisfies Record<CreditTone, BadgeTone>

/** The four most recently created students. */
export function RecentStudents() {
  const students = useNewestStudents(PAGE_SIZES.dashboardStudents)
  const { data, dataUpdatedAt, isError } = students
  const { entries } = useOutbox()
  const today = useToday()
  const added = pendingStudents(entries, data ?? [], dataUpdatedAt).toReversed()
  const waiting = new Set(added.map(({ id }) => id))
  const newest = data && [...added, ...data].slice(0, PAGE_SIZES.dashboardStudents)
  return (
    <section aria-labelledby="recentes">
      <h2 id="recentes" className="mb-3 flex min-h-11 items-center text-xl">
        Alunos Recentes
      </h2>
      {newest ? (
        newest.length > 0 ? (
          <Card className="p-2">
            <ul>
              {newest.map((student) => (
                <li key={student.id}>
                  <Link
                    to={
                      waiting.has(student.id)
                        ? paths.outbox.href()
                        : paths.studentProfile.href({ id: student.id })
                    }
                    className="flex items-center gap-3 rounded-lg p-2 hover:bg-sunken"
                  >
                    <Avatar initial={initial(student.name)} seed={student.id} />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-bold">{student.name}</span>
                      <span className="block truncate text-sm text-ink-soft">{student.email ?? ''}</span>
                    </span>
                    <span className="flex flex-col items-end gap-1">
                      <Badge>{STUDENT_TYPE_BADGES[student.type]}</Badge>
                      {waiting.has(student.id) ? (
                        <Badge tone="caution">{OUTBOX.waiting}</Badge>
                      ) : (
                        <Credits student={student} today={today} />
                      )}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ) : (
          <EmptyState title={MESSAGES.students.empty.first} description={MESSAGES.students.empty.newest}>
            <Button asChild tone="outline">
              <Link to={paths.newStudent.href()}>{MESSAGES.students.empty.firstAction}</Link>
            </Button>
          </EmptyState>
        )
      ) : isError ? (
        <ErrorState {...failedRead(MESSAGES.students.toast.loadFailed, students)} />
      ) : (
        <div role="status" aria-label="Carregando alunos" className="flex flex-col gap-2.5">
          <Skeleton className="h-60 rounded-xl" />
        </div>
      )}
    </section>
  )
}

function Credits({ student, today }: { student: StudentWithCredits; today: LocalDate }) {
  const { state, sentence, tone, owed } = creditWords(student, today)
  return (
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
  )
}
