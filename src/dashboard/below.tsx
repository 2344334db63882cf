import ChartColumn from 'lucide-react/icons/chart-column'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import CloudRain from 'lucide-react/icons/cloud-rain'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { Link } from 'react-router-dom'
import { PAGE_SIZES, RATING } from '@/core/constants'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { creditWords } from '@/credits/credit-state'
import { pendingStudents } from '@/outbox/pending'
import { OUTBOX } from '@/outbox/texts'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { CANCEL_TODAY } from '@/sessions/texts'
import { STUDENT_TYPE_BADGES, type CreditTone } from '@/students/rules'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useNewestStudents } from '@/students/use-students'
import { Avatar } from '@/ui/avatar'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { BarChart, LineChart } from '@/ui/charts'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { SkeletonList, EmptyState } from '@/ui/states'
import { useToday } from '@/ui/use-now'
import { SOLD_AND_RECEIVED, type DashboardCharts, DASHBOARD_MESSAGES } from './rules'
import { useDashboardCharts } from './use-dashboard'

interface BelowProps {
  hasCharts: boolean
  /** null: there are no lessons today. */
  onCancelDay: (() => void) | null
}

/** The lower parts of the dashboard, in a chunk of their own: neither 'Hoje' nor the figures wait for them. */
export const Below = ({ hasCharts, onCancelDay }: BelowProps) => (
  <>
    <div className="flex flex-col gap-4 *:min-w-0">
      <RecentStudents />
      <QuickActions onCancelDay={onCancelDay} />
    </div>
    {hasCharts && <Charts />}
  </>
)

/** The four most recently created students. */
function RecentStudents() {
  const students = useNewestStudents(PAGE_SIZES.dashboardStudents)
  const entries = useOutboxEntries()
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
            <Card className="p-2!">
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
              <ButtonLink to={paths.newStudent.href()}>{STUDENT_MESSAGES.empty.firstAction}</ButtonLink>
            </EmptyState>
          )
        }}
      </QueryView>
    </Section>
  )
}

const TONES = { red: 'bad', yellow: 'caution', green: 'ok' } as const satisfies Record<CreditTone, BadgeTone>

interface RecentStudentProps {
  student: StudentWithCredits
  /** In the outbox. */
  isWaiting: boolean
  today: LocalDate
}

function RecentStudent({ student, isWaiting, today }: RecentStudentProps) {
  const { state, sentence, tone, owed } = creditWords(student, today)
  return (
    <Link
      to={isWaiting ? paths.outbox.href() : paths.studentProfile.href({ id: student.id })}
      className="flex flex-wrap items-center gap-3 rounded-lg p-2 hover:bg-sunken"
    >
      <Avatar of={student} />
      <span className="min-w-0 flex-1 basis-28">
        <span className="block truncate font-bold">{student.name}</span>
        <span className="block truncate text-sm text-ink-soft">{student.email ?? ''}</span>
      </span>
      <span className="ml-auto flex flex-col items-end gap-1">
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

const ACTIONS = [
  { label: 'Nova Sessão', to: paths.newSession.href(), icon: Plus },
  { label: 'Novo Aluno', to: paths.newStudent.href(), icon: UserPlus },
  { label: 'Novo Pacote', to: paths.newPackage.href(), icon: Package },
  { label: 'Registrar Aula', to: paths.newSession.href(), icon: ClipboardList },
  { label: 'Gerenciar Alunos', to: paths.students.href(), icon: Users },
  { label: 'Ver Relatórios', to: paths.sessions.href(), icon: ChartColumn },
] as const

/** `onCancelDay` is null if there are no lessons today. */
const QuickActions = ({ onCancelDay }: { onCancelDay: (() => void) | null }) => (
  <Section title="Ações Rápidas" id="acoes">
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {ACTIONS.map(({ label, to, icon: Icon }) => (
        <li key={label}>
          <Link
            to={to}
            className={
              'flex h-full min-h-13 items-center gap-2.5 rounded-xl border border-line bg-surface px-3 ' +
              'leading-tight font-bold shadow-card hover:border-line-strong'
            }
          >
            <Icon className="size-5 shrink-0 text-accent" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
    {onCancelDay && (
      <Button tone="ghost" size="sm" className="mt-2 -ml-2 px-2! text-ink-soft" onClick={onCancelDay}>
        <CloudRain />
        {CANCEL_TODAY}
      </Button>
    )}
  </Section>
)

function Charts() {
  const charts = useDashboardCharts()
  return (
    <Section title="Evolução">
      <QueryView
        query={charts}
        failed={{ title: DASHBOARD_MESSAGES.service }}
        skeleton={<SkeletonList label="Carregando gráficos" count={3} each="h-53" className="grid gap-3" />}
      >
        {(read) => <Drawings charts={read} />}
      </QueryView>
    </Section>
  )
}

const Drawings = ({ charts }: { charts: DashboardCharts }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[repeat(3,minmax(0,1fr))]">
    <BarChart
      title="Receita por mês"
      none="Os pacotes vendidos nos últimos 6 meses aparecem aqui."
      points={charts.revenue}
      surface="grama"
      pair={{ names: SOLD_AND_RECEIVED, points: charts.received, surface: 'areia' }}
    />
    <BarChart
      title="Aulas por semana"
      none="As aulas das últimas 8 semanas aparecem aqui."
      points={charts.lessons}
      surface="duro"
    />
    <LineChart
      title="Avaliação média por mês"
      none="As avaliações dos últimos 6 meses aparecem aqui."
      points={charts.rating}
      from={RATING.min}
      to={RATING.max}
    />
  </div>
)
