import Printer from 'lucide-react/icons/printer'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useKnowsTeacherName, useTeacherName } from '@/account/use-profile'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { formatDate } from '@/core/dates'
import type { LocalDate, Student, StudentWithCredits } from '@/core/model'
import { paths } from '@/core/paths'
import { explained, failedRead } from '@/data/queries/service-error'
import { toast } from '@/lib/browser/toast'
import { rangeBounds } from '@/sessions/rules'
import { STUDENT_MESSAGES } from '@/students/texts'
import { useStudent } from '@/students/use-students'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { OutDrawing, TubeDrawing } from '@/ui/drawings'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { Logo } from '@/ui/logo'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { useOwnParams } from '@/ui/use-address'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { usePackages } from '../use-packages'
import { withExpired, type StatementPage as Page } from './rules'
import { StatementFilterBar } from './statement-filter-bar'
import { StatementTable } from './statement-table'
import { STATEMENT } from './texts'
import { useStatement } from './use-statement'
import { readFilters, writeFilters, type StatementFilters } from './use-statement-filters'

/** Where a student's credits came from and went (docs/product.md, 'Statement'). */
export function StatementPage() {
  const { id = '' } = useParams()
  const student = useStudent(id)
  usePageTitle(student.data ? `${STATEMENT.title} · ${student.data.name}` : STATEMENT.title)
  const back = { to: paths.studentProfile.href({ id }), label: 'Voltar para o aluno' }
  if (student.data) return <Statement key={id} student={student.data} back={back} />
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={STATEMENT.title} back={back} />
      {student.isPending ? (
        <Loading />
      ) : student.isError ? (
        <ErrorState {...failedRead(COMMON_MESSAGES.loadFailed, student)} />
      ) : (
        <EmptyState drawing={<OutDrawing />} title={STUDENT_MESSAGES.toast.notFound}>
          <Button asChild>
            <Link to={paths.students.href()}>Voltar para Alunos</Link>
          </Button>
        </EmptyState>
      )}
    </div>
  )
}

function Statement({ student, back }: { student: StudentWithCredits; back: { to: string; label: string } }) {
  const today = useToday()
  const [params, setParams] = useOwnParams()
  const filters = readFilters(params)
  const { packageId, dateRange } = filters
  const { from, before } = rangeBounds(dateRange)
  const { data: packages = [] } = usePackages(student.id)
  const query = useStatement(student.id, today, {
    packageId: packageId === '' ? null : packageId,
    since: from,
    until: before,
  })
  const newest = query.data?.pages[0]
  const { print, preparing } = usePrint(query)
  const rows = withExpired(
    query.data?.pages.flatMap(({ lines }) => lines) ?? [],
    newest?.expired.filter(({ expiry_date }) => isWithin(expiry_date, dateRange)) ?? [],
    query.hasNextPage,
  )

  return (
    <div className="mx-auto max-w-3xl print:max-w-none">
      <div className="print:hidden">
        <PageHeader title={STATEMENT.title} subtitle={student.name} back={back}>
          {newest && (
            <Button
              tone="outline"
              size="sm"
              pending={preparing}
              pendingLabel={STATEMENT.preparing}
              onClick={() => void print()}
            >
              <Printer aria-hidden="true" />
              {STATEMENT.print}
            </Button>
          )}
        </PageHeader>
        <StatementFilterBar
          filters={filters}
          packages={packages}
          onChange={(next) => setParams((now) => writeFilters(now, next), { replace: true })}
        />
      </div>
      {newest ? (
        <>
          <PrintedHeader
            student={student.name}
            packageName={packages.find(({ id }) => id === packageId)?.name}
            filters={filters}
            newest={newest}
            today={today}
          />
          <Balances newest={newest} filters={filters} />
          {rows.length > 0 ? (
            <Card className="px-4 py-1 print:border-0 print:p-0 print:shadow-none">
              <StatementTable label={STATEMENT.title} rows={rows} ofOnePackage={packageId !== ''} />
            </Card>
          ) : (
            <NoLines student={student} filtered={packageId !== '' || from !== null || before !== null} />
          )}
          {query.hasNextPage && (
            <Button
              tone="outline"
              className="mt-4 w-full print:hidden"
              pending={query.isFetchingNextPage}
              pendingLabel={STATEMENT.loadingMore}
              onClick={() => void readMore(query)}
            >
              {STATEMENT.more}
            </Button>
          )}
        </>
      ) : query.isError ? (
        <div className="mt-4">
          <ErrorState {...failedRead(COMMON_MESSAGES.loadFailed, query)} />
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function isWithin(day: LocalDate, { start, end }: StatementFilters['dateRange']): boolean {
  return (start === '' || day >= start) && (end === '' || day <= end)
}

type Query = ReturnType<typeof useStatement>

/** Should it fail, the coach is told, and the lines that are there stay. */
async function readMore({ fetchNextPage }: Pick<Query, 'fetchNextPage'>) {
  const result = await fetchNextPage()
  if (result.isFetchNextPageError) {
    toast({
      ...explained(result.error, {
        title: STATEMENT.moreFailed,
        description: COMMON_MESSAGES.tryAgain,
      }),
      tone: 'error',
    })
  }
  return result
}

/** Prints all lines of the period, also those that are not on the screen yet, under the name of the coach. */
function usePrint(query: Query) {
  const [asked, setAsked] = useState(0)
  const printed = useRef(0)
  const { hasNextPage } = query
  const knowsName = useKnowsTeacherName()
  const [print, preparing] = useSingleFlight(async () => {
    let more = hasNextPage
    while (more) {
      const result = await readMore(query)
      if (result.isFetchNextPageError) return
      more = result.hasNextPage
    }
    setAsked((times) => times + 1)
  })
  useEffect(() => {
    // Not before the last lines are drawn.
    if (asked === printed.current || hasNextPage || !knowsName) return
    printed.current = asked
    window.print()
  }, [asked, hasNextPage, knowsName])
  return { print, preparing: preparing || (asked > 0 && !knowsName) }
}

/** Coach, student, period and balances, on paper alone. */
function PrintedHeader({
  student,
  packageName,
  filters: { dateRange },
  newest,
  today,
}: {
  student: string
  packageName: string | undefined
  filters: StatementFilters
  newest: Page
  today: LocalDate
}) {
  const coach = useTeacherName()
  const { start, end } = dateRange
  return (
    <header className="hidden print:block">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-2xl">{STATEMENT.title}</h1>
        <Logo className="text-base" />
      </div>
      <dl className="figures mt-4 mb-6 grid grid-cols-2 gap-x-8 gap-y-2 border-y border-line-strong py-3">
        <Fact term="Aluno">{student}</Fact>
        <Fact term="Professor(a)">{coach}</Fact>
        <Fact term="Período">
          {STATEMENT.period(start && formatDate(start), formatDate(end === '' ? today : end))}
        </Fact>
        <Fact term="Pacote">{packageName ?? STATEMENT.allPackages}</Fact>
        <Fact term={STATEMENT.balance.opening}>{newest.opening_balance}</Fact>
        <Fact term={STATEMENT.balance.closing}>
          {newest.closing_balance}
          {end === '' && expiredNote(newest)}
        </Fact>
      </dl>
    </header>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
}

function expiredNote({ expired }: Page): string {
  const count = countExpired(expired)
  return count > 0 ? `, ${STATEMENT.expired(count)}` : ''
}

function countExpired(expired: Page['expired']): number {
  return expired.reduce((sum, { credits }) => sum + credits, 0)
}

/** The balance now or, of a period, before and after it. */
function Balances({ newest, filters: { dateRange } }: { newest: Page; filters: StatementFilters }) {
  const { now, opening, closing } = STATEMENT.balance
  const expired = countExpired(newest.expired)
  return (
    <dl className="figures my-4 flex flex-wrap gap-x-8 gap-y-2 print:hidden">
      {dateRange.start !== '' && <Balance term={opening} value={newest.opening_balance} />}
      <Balance term={dateRange.end === '' ? now : closing} value={newest.closing_balance}>
        {dateRange.end === '' && expired > 0 && <Badge tone="bad">{STATEMENT.expired(expired)}</Badge>}
      </Balance>
    </dl>
  )
}

function Balance({ term, value, children }: { term: string; value: number; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="flex items-center gap-3">
        <span className="text-3xl leading-tight font-extrabold">{value}</span>
        {children}
      </dd>
    </div>
  )
}

function NoLines({ student, filtered }: { student: Student; filtered: boolean }) {
  return filtered ? (
    <EmptyState drawing={<OutDrawing />} title={STATEMENT.emptyPeriod} />
  ) : (
    <EmptyState drawing={<TubeDrawing />} title={STATEMENT.empty} description={STATEMENT.emptyHelp}>
      {student.anonymized_at === null && (
        <Button asChild tone="outline">
          <Link to={paths.newPackage.href({ student: student.id })}>Novo Pacote</Link>
        </Button>
      )}
    </EmptyState>
  )
}

const FIVE = [0, 1, 2, 3, 4] as const

function Loading() {
  return (
    <div role="status" aria-label={STATEMENT.loading} className="mt-4 flex flex-col gap-3">
      {FIVE.map((at) => (
        <Skeleton key={at} className="h-16 rounded-xl" />
      ))}
    </div>
  )
}
