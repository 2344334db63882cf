import { clsx } from 'clsx'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PAGE_SIZES, TAG_LIMITS } from '@/core/constants'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { creditWords } from '@/credits/credit-state'
import { packageStatus } from '@/packages/rules'
import { LessonCard } from '@/sessions/of-student/lessons-tab'
import { RatingChart } from '@/sessions/rating-chart'
import { formatRating, topTags } from '@/sessions/ratings'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { useStudentSessions } from '@/sessions/use-sessions'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { lazyPart } from '@/ui/lazy-page'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import { useStudentSummary } from '../use-students'
import { LoadFailed } from './load-failed'
import { RegisterLink } from './register-link'

/** Loaded apart: on a phone it is the last section. */
const StudentData = lazyPart(
  () => import('./student-data'),
  'StudentData',
  <Skeleton className="h-60 rounded-xl" />,
)

const CREDIT_INK = { red: 'text-bad', yellow: 'text-caution', green: 'text-ink' } as const

type SummaryTabProps = { student: StudentWithCredits; today: LocalDate; onDeleted: () => void }

/** What a coach wants to see at a glance before a lesson. */
export function SummaryTab({ student, today, onDeleted }: SummaryTabProps) {
  const summary = useStudentSummary(student.id)
  const figures = summary.data
  const credits = creditWords(student, today)
  const tags = topTags(figures?.tags ?? []).slice(0, TAG_LIMITS.profile)
  const waiting = <Skeleton className="my-1 h-7 w-12" />
  // The same query as the first page of 'Aulas', so that tab then opens from the cache.
  const lessons = useStudentSessions(student.id, { page: 1 })
  const isWithout = credits.balance === 'none' || credits.balance === 'expired'

  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard label="Créditos" value={student.total_credits} tone={CREDIT_INK[credits.tone]}>
          <span className="figures flex flex-wrap gap-1.5">
            {(credits.balance === 'starts' || credits.balance === 'expired') && (
              <Badge tone={credits.balance === 'starts' ? 'info' : 'bad'}>{credits.sentence}</Badge>
            )}
            {credits.aside.map(({ text, tone }) => (
              <Badge key={text} tone={tone}>
                {text}
              </Badge>
            ))}
            {credits.owed && (
              <Badge tone={credits.state === 'owes' ? 'bad' : 'caution'}>{credits.owed}</Badge>
            )}
          </span>
          <Link
            to={paths.statement.href({ id: student.id })}
            className="-mb-2 flex min-h-11 items-center rounded font-bold text-info hover:underline"
          >
            Ver extrato
          </Link>
        </StatCard>
        <StatCard label="Aulas Realizadas" value={summary.isPending ? waiting : (figures?.lessons ?? '-')} />
        <StatCard
          label="Pacotes Ativos"
          value={student.packages.filter((pkg) => packageStatus(pkg, today) === 'active').length}
        />
        <StatCard
          label="Avaliação Média"
          value={summary.isPending ? waiting : formatRating(figures?.average_rating ?? null)}
        />
      </dl>

      {summary.isLoadingError && <LoadFailed query={summary} />}

      <div className="grid items-start gap-6 lg:grid-cols-2">
        <RecentLessons lessons={lessons} student={student}>
          <RegisterLink
            student={student}
            tone={isWithout || credits.balance === 'starts' ? 'outline' : 'main'}
          />
        </RecentLessons>
        <div className="flex flex-col gap-6">
          {figures && figures.ratings.length > 0 && (
            <section aria-labelledby="evolution">
              <h2 id="evolution" className="mb-3 text-lg">
                Evolução
              </h2>
              <Card>
                <RatingChart ratings={figures.ratings} />
                {tags.length > 0 && (
                  <div className="mt-4 border-t border-line pt-4">
                    <h3 className="mb-2 text-[15px]">Mais treinados</h3>
                    <ul className="flex flex-wrap gap-2">
                      {tags.map(({ tag, count }) => (
                        <li key={tag}>
                          <Badge tone="info">
                            {tag}
                            <span className="figures font-semibold">{count}×</span>
                          </Badge>
                        </li>
                      ))}
                    </ul>
                  </div>
                )}
              </Card>
            </section>
          )}
          <StudentData student={student} onDeleted={onDeleted} />
        </div>
      </div>
    </div>
  )
}

interface RecentLessonsProps {
  lessons: ReturnType<typeof useStudentSessions>
  student: StudentWithCredits
  /** The next step while there is no lesson. */
  children: ReactNode
}

function RecentLessons({ lessons, student, children }: RecentLessonsProps) {
  const newest = lessons.data?.items.slice(0, PAGE_SIZES.publicLatestLessons) ?? []
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="mb-3 text-lg">
        Atividade Recente
      </h2>
      {lessons.isPending && <SkeletonList label="Carregando aulas" count={3} each="h-24" />}
      {lessons.isLoadingError && <LoadFailed query={lessons} />}
      {lessons.data &&
        (newest.length === 0 ? (
          <EmptyState title={SESSION_MESSAGES.empty.lessons} description={SESSION_MESSAGES.empty.ofStudent}>
            {children}
          </EmptyState>
        ) : (
          <ul className="flex flex-col gap-3">
            {newest.map((lesson) => (
              <li key={lesson.id}>
                <LessonCard session={lesson} studentId={student.id} />
              </li>
            ))}
          </ul>
        ))}
    </section>
  )
}

type StatCardProps = { label: string; value: ReactNode; tone?: string; children?: ReactNode }

const StatCard = ({ label, value, tone, children }: StatCardProps) => (
  <Card className="flex min-w-0 flex-col gap-1">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className={clsx('figures text-3xl leading-tight font-extrabold', tone)}>{value}</dd>
    {children && <dd className="mt-auto">{children}</dd>}
  </Card>
)
