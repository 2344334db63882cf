import { useIsMutating } from '@tanstack/react-query'
import { clsx } from 'clsx'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import MessageCircle from 'lucide-react/icons/message-circle'
import { useEffect, useState, type Ref, type ReactNode } from 'react'
import { useParams, Link } from 'react-router-dom'
import { PAGE_SIZES, TAG_LIMITS } from '@/core/constants'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { chatLink } from '@/core/phones'
import { creditAction, creditSentence, type CreditAction, creditWords } from '@/credits/credit-state'
import { CREDIT_ACTIONS } from '@/credits/texts'
import { toast } from '@/lib/browser/toast'
import { PackagesTab } from '@/packages/packages-tab'
import { packageStatus } from '@/packages/rules'
import { LessonsTab, LessonCard } from '@/sessions/of-student/lessons-tab'
import { RatingChart } from '@/sessions/rating-chart'
import { formatRating, topTags } from '@/sessions/ratings'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { useStudentSessions } from '@/sessions/use-sessions'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { buttonLook } from '@/ui/button-look'
import { Card } from '@/ui/card'
import { OutDrawing } from '@/ui/drawings'
import { lazyPart, lazyPage } from '@/ui/lazy-page'
import { MoreActions } from '@/ui/overlay/more-actions'
import { PageHeader } from '@/ui/page-header'
import { Skeleton, SkeletonList, EmptyState } from '@/ui/states'
import { Tabs } from '@/ui/tabs'
import { useReplace } from '@/ui/use-address'
import { useFocusAfterEditing } from '@/ui/use-focus-after'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefreshAll } from '@/ui/use-refresh'
import { ANONYMIZED } from '../anonymized-texts'
import { CREDIT_INK } from '../owed-text'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_BADGES } from '../rules'
import { STUDENT_MESSAGES } from '../texts'
import { ERASING, useStudent, useStudentSummary } from '../use-students'
import { LoadFailed } from './load-failed'
import { RegisterLink } from './register-link'
import { TABS, useProfileAddress, type OpenForm } from './use-profile-address'

const LOADING = <Skeleton className="h-96 rounded-xl" />

/** Loaded apart from the profile: most visits end at the first tab. */
const FeedbacksTab = lazyPart(() => import('@/sessions/of-student/feedbacks-tab'), 'FeedbacksTab', LOADING)
const StudentEditor = lazyPart(() => import('./student-editor'), 'StudentEditor', LOADING)

const { notFound } = STUDENT_MESSAGES.toast

/** docs/product.md, 'Student profile'. */
export function StudentProfilePage() {
  const { id = '' } = useParams()
  const replace = useReplace()
  const student = useStudent(id)
  // Today's date, not that of the last read: persisted data may be days old, and packages expire.
  const today = useToday()
  useRefreshAll()
  usePageTitle(student.data?.name ?? 'Aluno')

  /** True after the coach deleted the student: the refetch then finds no student and must not raise an error toast. */
  const [isLeaving, setIsLeaving] = useState(false)
  const isErasing = useIsMutating({ mutationKey: ERASING }) > 0
  const isMissing = student.data === null
  const isUnknown = isMissing && !isLeaving && !isErasing
  useEffect(() => {
    if (isUnknown) toast({ title: notFound, tone: 'error' })
  }, [isUnknown])

  const leave = () => {
    setIsLeaving(true)
    replace(paths.students.href({ refresh: true }))
  }

  if (student.data) return <Profile student={student.data} today={today} onDeleted={leave} />
  if (student.isPending || (isMissing && !isUnknown)) return <ProfileSkeleton />
  return (
    <>
      <PageHeader title="Aluno" />
      {student.isError ? (
        <LoadFailed query={student} />
      ) : (
        <EmptyState
          drawing={<OutDrawing />}
          title={notFound}
          description="O endereço pode estar incorreto, ou este aluno foi apagado."
        >
          <ButtonLink tone="court" to={paths.students.href()}>
            Voltar para Alunos
          </ButtonLink>
        </EmptyState>
      )}
    </>
  )
}

type ProfileProps = { student: StudentWithCredits; today: LocalDate; onDeleted: () => void }

/** The header and, below it, the tabs or the student's edit form. */
function Profile({ student, today, onDeleted }: ProfileProps) {
  const { tab, form, showTab, openForm } = useProfileAddress(student)
  const editing = form?.kind === 'student'
  const more = useFocusAfterEditing(editing)
  return (
    <>
      <ProfileHeader student={student} today={today} editing={editing} more={more} />
      {editing ? (
        <StudentEditor student={student} onClose={() => openForm(null)} onDeleted={onDeleted} />
      ) : (
        <Tabs
          label="Perfil do aluno"
          value={tab}
          onValueChange={(value) => showTab(TABS.find((name) => name === value) ?? 'resumo')}
          tabs={[
            {
              value: 'resumo',
              label: 'Resumo',
              content: <SummaryTab student={student} today={today} onDeleted={onDeleted} />,
            },
            { value: 'pacotes', label: 'Pacotes', content: <PackagesTab student={student} today={today} /> },
            { value: 'aulas', label: 'Aulas', content: <LessonsTab student={student} /> },
            { value: 'feedbacks', label: 'Feedbacks', content: <FeedbacksTab student={student} /> },
          ]}
        />
      )}
    </>
  )
}

const ProfileSkeleton = () => (
  <>
    <PageHeader
      title="Aluno"
      subtitle={<Skeleton className="h-11 w-48" />}
      back={{ to: paths.students.href(), label: 'Voltar para Alunos' }}
    />
    <div role="status" aria-label="Carregando aluno" className="flex flex-col gap-6">
      <Skeleton className="h-13 rounded-lg" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-24 rounded-xl" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-xl" />
    </div>
  </>
)

const StartNext = lazyPart(() => import('@/packages/start-next'), 'StartNext')
const ProfileSheet = lazyPage(() => import('./profile-sheet'), 'ProfileSheet')

interface HeaderProps {
  student: StudentWithCredits
  today: LocalDate
  /** Receives the focus when an edit ends. */
  more: Ref<HTMLButtonElement>
}

/** Above every tab: the student, and the commonest actions (docs/product.md, 'Student profile'). */
function ProfileHeader({ editing, ...props }: HeaderProps & { editing: boolean }) {
  const { student, today } = props
  const { state, tone } = creditWords(student, today, 'usable')
  const isAnonymized = student.anonymized_at !== null
  return (
    <PageHeader
      back={{ to: paths.students.href(), label: 'Voltar para Alunos' }}
      lead={<Avatar of={student} />}
      title={student.name}
      subtitle={
        isAnonymized ? (
          <Badge className="mt-2 border border-line-strong">{ANONYMIZED.badge}</Badge>
        ) : (
          <>
            <span
              className={clsx(
                'figures mt-1.5 block text-[17px] leading-tight font-bold',
                state === 'owes' ? 'text-bad' : CREDIT_INK[tone],
              )}
            >
              {creditSentence(student, today)}
            </span>
            <span className="mt-2 flex flex-wrap gap-1.5">
              {student.status === 'inactive' && <Badge tone="warn">{STUDENT_STATUS_LABELS.inactive}</Badge>}
              <Badge tone="info">{CLASSE_LABELS[student.classe]}</Badge>
              <Badge>{STUDENT_TYPE_BADGES[student.type]}</Badge>
              <Badge>{GENDER_LABELS[student.gender]}</Badge>
            </span>
          </>
        )
      }
    >
      {!editing && !isAnonymized && <HeaderActions {...props} />}
    </PageHeader>
  )
}

/** The action that the credits call for is filled; on 'Pacotes' the package's own card offers it. */
function HeaderActions({ student, today, more }: HeaderProps) {
  const { tab, showTab, openForm } = useProfileAddress(student)
  const open = (action: Parameters<typeof formOf>[0]) => showTab('pacotes', formOf(action))
  const chat = chatLink(student.phone)
  const asked = creditAction(student, today)
  const sale: CreditAction = { kind: student.credits_version > 0 ? 'renew' : 'sell' }
  const action = tab === 'pacotes' ? null : (asked ?? sale)
  return (
    <div
      className={
        'flex w-full items-stretch gap-2 wrap-normal sm:whitespace-nowrap max-sm:*:px-2 max-[359px]:*:px-1 ' +
        'max-[359px]:*:text-sm max-sm:[&>:not(:last-child)]:flex-1 ' +
        'max-sm:[&>:not([aria-haspopup])_svg]:hidden'
      }
    >
      {action?.kind === 'start' && <StartNext studentId={student.id} />}
      {action && action.kind !== 'start' && (
        <Button size="sm" tone={asked ? 'court' : 'outline'} onClick={() => open(action)}>
          {CREDIT_ACTIONS[action.kind]}
        </Button>
      )}
      {student.status === 'active' && (
        <ButtonLink to={paths.newSession.href({ repeat: [student.id] })} size="sm">
          <ClipboardList />
          Registrar
        </ButtonLink>
      )}
      {chat && (
        <a
          href={chat}
          target="_blank"
          rel="noopener noreferrer"
          title="Mensagem (abre outra aba)"
          className={buttonLook({ size: 'sm' })}
        >
          <MessageCircle />
          Mensagem
        </a>
      )}
      <MoreActions ref={more} about={student.name}>
        {(sheet) => (
          <ProfileSheet
            {...sheet}
            student={student}
            onEdit={() => openForm({ kind: 'student' })}
            onSell={action?.kind === sale.kind ? undefined : () => open(sale)}
          />
        )}
      </MoreActions>
    </div>
  )
}

function formOf(action: Exclude<CreditAction, { kind: 'start' }>): OpenForm {
  switch (action.kind) {
    case 'pay':
      return { kind: 'money', id: action.packageId }
    case 'extend':
      return { kind: 'extend', id: action.packageId }
    case 'renew':
      return { kind: 'renew' }
    case 'sell':
      return { kind: 'new-package' }
  }
}

/** Loaded apart: on a phone it is the last section. */
const StudentData = lazyPart(
  () => import('./student-data'),
  'StudentData',
  <Skeleton className="h-60 rounded-xl" />,
)

const FIGURE_INK = { red: 'text-bad', yellow: 'text-caution', green: 'text-ink' } as const

/** What a coach wants to see at a glance before a lesson. */
function SummaryTab({ student, today, onDeleted }: ProfileProps) {
  const summary = useStudentSummary(student.id)
  const figures = summary.data
  const credits = creditWords(student, today)
  const tags = topTags(figures?.tags ?? [], TAG_LIMITS.profile)
  const waiting = <Skeleton className="my-1 h-7 w-12" />
  // The same query as the first page of 'Aulas', so that tab then opens from the cache.
  const lessons = useStudentSessions(student.id, { page: 1 })
  const isWithout = credits.balance === 'none' || credits.balance === 'expired'

  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard label="Créditos" value={student.total_credits} tone={FIGURE_INK[credits.tone]}>
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
