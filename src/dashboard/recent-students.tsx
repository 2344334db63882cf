import { Link } from 'react-router-dom'
import { PAGE_SIZES } from '@/core/constants'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { initial } from '@/core/names'
import { paths } from '@/core/paths'
import { creditWords } from '@/credits/credit-state'
import { failedRead } from '@/data/queries/service-error'
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
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { useToday } from '@/ui/use-now'

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
          <EmptyState title={STUDENT_MESSAGES.empty.first} description={STUDENT_MESSAGES.empty.newest}>
            <Button asChild tone="outline">
              <Link to={paths.newStudent.href()}>{STUDENT_MESSAGES.empty.firstAction}</Link>
            </Button>
          </EmptyState>
        )
      ) : isError ? (
        <ErrorState {...failedRead(STUDENT_MESSAGES.toast.loadFailed, students)} />
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
