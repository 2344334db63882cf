import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { useKnowsTeacherName, useProfile, useTeacherName } from '@/account/use-profile'
import { useKnownZone, useAgendaToday } from '@/agenda/use-time-zone'
import { AgreementText } from '@/agreement/agreement-text'
import { agreementsShown, type Agreement } from '@/agreement/rules'
import { AGREEMENT } from '@/agreement/texts'
import { useAgreements } from '@/agreement/use-agreement'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { formatDate, formatDateTime } from '@/core/dates'
import type { LocalDate, Package, Student } from '@/core/model'
import { paths } from '@/core/paths'
import { rangeBounds } from '@/sessions/rules'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useStudent } from '@/students/use-students'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { OutDrawing, TubeDrawing } from '@/ui/drawings'
import { PeriodFields } from '@/ui/fields/date-input'
import { LabeledSelect } from '@/ui/fields/field'
import { Filters } from '@/ui/filters'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { lazyPart } from '@/ui/lazy-page'
import { Logo } from '@/ui/logo'
import { MoreButton, readMore } from '@/ui/more-button'
import { PageHeader } from '@/ui/page-header'
import { QueryView } from '@/ui/query-view'
import { SkeletonList, EmptyState } from '@/ui/states'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefreshAll } from '@/ui/use-refresh'
import { usePackages } from '../use-packages'
import { ofWhichExpired, toldIn, withExpired, type StatementPage as Page } from './rules'
import { StatementTable } from './statement-table'
import { STATEMENT } from './texts'
import { useStatement, useStatementFilters, type StatementFilters } from './use-statement'

const FloorLines = lazyPart(() => import('./floor-lines'), 'FloorLines')

const MORE_FAILED = 'Erro ao carregar mais movimentos'

const loading = (
  <SkeletonList label="Carregando extrato" count={5} each="h-16" className="mt-4 flex flex-col gap-3" />
)

/** Where a student's credits came from and what used them (docs/product.md, 'Statement'). */
export function StatementPage() {
  const { id = '' } = useParams()
  const student = useStudent(id)
  useRefreshAll()
  usePageTitle(student.data ? `${STATEMENT.title} · ${student.data.name}` : STATEMENT.title)
  const back = { to: paths.studentProfile.href({ id }), label: 'Voltar para o aluno' }
  if (student.data) return <Statement key={id} student={student.data} back={back} />
  return (
    <div className="max-w-3xl">
      <PageHeader title={STATEMENT.title} back={back} />
      <QueryView query={student} failed={COMMON_MESSAGES.loadFailed} skeleton={loading}>
        {() => (
          <EmptyState drawing={<OutDrawing />} title={STUDENT_MESSAGES.toast.notFound}>
            <ButtonLink tone="court" to={paths.students.href()}>
              Voltar para Alunos
            </ButtonLink>
          </EmptyState>
        )}
      </QueryView>
    </div>
  )
}

function Statement({ student, back }: { student: Student; back: { to: string; label: string } }) {
  const today = useToday()
  const [asked, show] = useStatementFilters()
  const { data: packages = [], isSuccess } = usePackages(student.id)
  // The package may have been deleted since: its filter then shows, and means, all of them.
  const isGone = isSuccess && packages.every(({ id }) => id !== asked.packageId)
  const filters = isGone ? { ...asked, packageId: '' } : asked
  const { packageId, start, end } = filters
  const { from, before } = rangeBounds({ start, end })
  const query = useStatement(student.id, {
    packageId: packageId === '' ? null : packageId,
    since: from,
    until: before,
  })
  const extended = packages.filter(
    ({ id, extended_days }) => extended_days > 0 && (packageId === '' || packageId === id),
  )
  const agreements = useAgreements()
  const { current } = agreementsShown(agreements.data ?? [], useAgendaToday())
  const { print, preparing } = usePrint(query, !agreements.isLoading)
  return (
    <div className="max-w-3xl print:max-w-none">
      <div className="print:hidden">
        <PageHeader title={STATEMENT.title} subtitle={student.name} back={back}>
          {query.data && (
            <Button size="sm" pending={preparing} pendingLabel="Preparando..." onClick={() => void print()}>
              <Printer />
              Imprimir ou salvar PDF
            </Button>
          )}
        </PageHeader>
        <FilterBar filters={filters} packages={packages} onChange={show} />
      </div>
      <div className="mt-4 print:mt-0">
        <QueryView query={query} failed={COMMON_MESSAGES.loadFailed} skeleton={loading}>
          {({ pages }) => (
            <>
              {pages[0] && (
                <Balances
                  student={student}
                  packageName={packages.find(({ id }) => id === packageId)?.name}
                  filters={filters}
                  newest={pages[0]}
                  today={today}
                />
              )}
              <Lines student={student} filters={filters} pages={pages} more={query.hasNextPage} />
              <MoreButton
                query={query}
                label="Carregar mais"
                failed={MORE_FAILED}
                className="mt-4 w-full print:hidden"
              />
              {extended.length > 0 && <FloorLines studentId={student.id} packages={extended} today={today} />}
              {current && <AgreementPaper agreement={current} />}
            </>
          )}
        </QueryView>
      </div>
    </div>
  )
}

interface FilterBarProps {
  filters: StatementFilters
  packages: readonly Package[]
  onChange: (change: Partial<StatementFilters>) => void
}

function FilterBar({ filters, packages, onChange }: FilterBarProps) {
  const { packageId, start, end } = filters
  return (
    <Filters count={Number(packageId !== '') + Number(start !== '' || end !== '')}>
      <div className="grid gap-4 min-[400px]:grid-cols-2 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <LabeledSelect
          label="Pacote"
          className="min-[400px]:col-span-2 md:col-span-1"
          value={packageId}
          placeholder="Todos os pacotes"
          options={packages.map(({ id, name, purchase_date }) => ({
            value: id,
            label: `${name} · ${formatDate(purchase_date)}`,
          }))}
          onChange={({ target }) => onChange({ packageId: target.value })}
        />
        <PeriodFields start={start} end={end} onChange={onChange} />
      </div>
    </Filters>
  )
}

/** Prints all lines of the period, including those not yet read, with the coach's name and the agreement. */
function usePrint(query: ReturnType<typeof useStatement>, knowsRules: boolean) {
  const [asked, setAsked] = useState(0)
  const printed = useRef(0)
  const { hasNextPage } = query
  const isComplete = useKnowsTeacherName() && knowsRules
  const [print, preparing] = useSingleFlight(async () => {
    let more = hasNextPage
    while (more) {
      const result = await readMore(query, MORE_FAILED)
      if (result.isFetchNextPageError) return
      more = result.hasNextPage
    }
    setAsked((times) => times + 1)
  })
  useEffect(() => {
    // Prints only after the last lines are rendered.
    if (asked === printed.current || hasNextPage || !isComplete) return
    printed.current = asked
    window.print()
  }, [asked, hasNextPage, isComplete])
  return { print, preparing: preparing || (asked > 0 && !isComplete) }
}

/** The balance now, or before and after the chosen period; on paper also coach, student and period. */
function Balances({
  student,
  packageName = 'Todos os pacotes',
  filters: { start, end },
  newest,
  today,
}: {
  student: Student
  packageName: string | undefined
  filters: StatementFilters
  newest: Page
  today: LocalDate
}) {
  const coach = useTeacherName()
  const expired = end === '' ? ofWhichExpired(newest.expired) : null
  const facts = [
    ['Aluno', student.name],
    ['Professor(a)', coach],
    [
      'Período',
      `${start === '' ? 'Do início' : formatDate(start)} a ${formatDate(end === '' ? today : end)}`,
    ],
    ['Pacote', packageName],
    ['Saldo inicial', newest.opening_balance],
    ['Saldo final', `${newest.closing_balance}${expired === null ? '' : `, ${expired}`}`],
  ]
  return (
    <>
      <header className="hidden print:block">
        <div className="flex items-center justify-between gap-4">
          <h1 className="text-2xl">{STATEMENT.title}</h1>
          <Logo className="text-base" />
        </div>
        <dl className="figures mt-4 mb-6 grid grid-cols-2 gap-x-8 gap-y-2 border-y border-line-strong py-3">
          {facts.map(([term, value]) => (
            <div key={term} className="min-w-0">
              <dt className="text-sm text-ink-soft">{term}</dt>
              <dd className="font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <dl className="figures my-4 flex flex-wrap gap-x-8 gap-y-2 print:hidden">
        {start !== '' && <Balance term="Saldo inicial" value={newest.opening_balance} />}
        <Balance term={end === '' ? 'Saldo atual' : 'Saldo final'} value={newest.closing_balance}>
          {expired && <Badge tone="bad">{expired}</Badge>}
        </Balance>
      </dl>
    </>
  )
}

const Balance = ({ term, value, children }: { term: string; value: number; children?: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-soft">{term}</dt>
    <dd className="flex items-center gap-3">
      <span className="text-3xl leading-tight font-extrabold">{value}</span>
      {children}
    </dd>
  </div>
)

type LinesProps = { student: Student; filters: StatementFilters; pages: readonly Page[]; more: boolean }

function Lines({ student, filters: { packageId, start, end }, pages, more }: LinesProps) {
  const expired = pages[0]?.expired ?? []
  const isWithin = (day: LocalDate) => (start === '' || day >= start) && (end === '' || day <= end)
  const zone = useKnownZone()
  const agendaZone = useProfile().data?.time_zone
  // A line has its lesson's own day, on which there may have been no lesson at the hour of this device. When the line
  // was written stays the device's, like the days of the period.
  const told = (line: Page['lines'][number]) =>
    agendaZone ? { ...toldIn(line, agendaZone), written: formatDateTime(line.created_at) } : line
  const rows = withExpired(
    pages.flatMap(({ lines }) => lines.map(told)),
    expired.filter(({ expiry_date }) => isWithin(expiry_date)),
    more,
  )
  if (rows.length > 0) {
    return (
      <Card className="px-4 py-1 print:border-0 print:p-0 print:shadow-none">
        <StatementTable label={STATEMENT.title} rows={rows} zone={zone} ofOnePackage={packageId !== ''} />
      </Card>
    )
  }
  if (packageId !== '' || start !== '' || end !== '') {
    return <EmptyState drawing={<OutDrawing />} title="Nenhum movimento neste período" />
  }
  return (
    <EmptyState
      drawing={<TubeDrawing />}
      title="Nenhum movimento ainda"
      description="Cada venda, aula, falta e ajuste aparece aqui, com o saldo de depois."
    >
      {student.anonymized_at === null && (
        <ButtonLink to={paths.newPackage.href({ student: student.id })}>Novo Pacote</ButtonLink>
      )}
    </EmptyState>
  )
}

/** The rules in force, at the end of a paper that is printed for a student. */
function AgreementPaper({ agreement }: { agreement: Agreement }) {
  const { data } = useProfile()
  return (
    <section className="mt-6 hidden break-inside-avoid text-sm print:block">
      <h2 className="text-base">
        {AGREEMENT.title} · {AGREEMENT.since(formatDate(agreement.starts_on))}
      </h2>
      <AgreementText rules={agreement} rainDays={data?.cancel_extension_days ?? 0} className="mt-2" />
    </section>
  )
}
