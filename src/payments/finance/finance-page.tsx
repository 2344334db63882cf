import { useQueryClient } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import { Suspense, useCallback, type ReactNode } from 'react'
import { formatMonth } from '@/core/dates'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { invalidateAll } from '@/data/queries/effects'
import { failedRead } from '@/data/queries/service-error'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { lazyPage } from '@/ui/lazy-page'
import { OfflineNotice } from '@/ui/offline-notice'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { useAddress } from '@/ui/use-address'
import { useConnection } from '@/ui/use-connection'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { EntryList } from './entry-list'
import { addMonths, monthOf, type Month } from './months'
import { OpenList } from './open-list'
import { RenewalsCard } from './renewals-card'
import { askedMonth, canShow } from './rules'
import { FINANCE_SERVICE } from './service-texts'
import { FINANCE as texts } from './texts'
import { downloadEntries } from './use-download-entries'
import { useFinance } from './use-finance'

/** At the end of the page, so its drawing comes later. */
const MonthsChart = lazyPage(() => import('./months-chart'), 'MonthsChart')

/** What was sold and received, and what is owed (docs/product.md, 'Finance'). The month is in the address. */
export function FinancePage() {
  usePageTitle(texts.title)
  const client = useQueryClient()
  useRefresh(useCallback(() => invalidateAll(client), [client]))
  const { online } = useConnection()
  const running = monthOf(useToday())
  const [params, put] = useAddress()
  const month = askedMonth(params.get('mes'), running)
  const finance = useFinance(month)
  const show = (next: Month) => put({ mes: next === running ? null : next })
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title={texts.title}
        back={{ to: paths.dashboard.href(), label: 'Voltar para o dashboard' }}
      />
      <OfflineNotice online={online}>{texts.offline}</OfflineNotice>
      <MonthSwitch month={month} running={running} onChange={show} />
      <Figures month={month} running={running} finance={finance} />
      <RenewalsCard />
      <OpenList />
      <section aria-labelledby="lancamentos" className="mt-8">
        <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-3">
          <h2 id="lancamentos" className="text-xl">
            {texts.entries.title(formatMonth(month))}
          </h2>
          <DownloadButton month={month} />
        </div>
        <EntryList key={month} month={month} />
      </section>
      <div className="mt-8">
        <Suspense fallback={<Skeleton className="h-53 rounded-xl" />}>
          {finance.data && <MonthsChart months={finance.data.months} />}
        </Suspense>
      </div>
    </div>
  )
}

function MonthSwitch({
  month,
  running,
  onChange,
}: {
  month: Month
  running: Month
  onChange: (month: Month) => void
}) {
  const step = (by: number, label: string, icon: ReactNode) => {
    const target = addMonths(month, by)
    return (
      <Button
        tone="outline"
        size="icon"
        aria-label={label}
        disabled={!canShow(target, running)}
        onClick={() => onChange(target)}
      >
        {icon}
      </Button>
    )
  }
  return (
    <nav aria-label={texts.month.label} className="mb-3 flex flex-wrap items-center gap-3">
      {step(-1, texts.month.previous, <ChevronLeft aria-hidden="true" />)}
      <p role="status" className="text-center text-lg font-bold max-sm:flex-1 sm:min-w-44">
        {formatMonth(month)}
      </p>
      {step(1, texts.month.next, <ChevronRight aria-hidden="true" />)}
      {month !== running && (
        <Button tone="ghost" size="sm" className="max-sm:w-full" onClick={() => onChange(running)}>
          {texts.month.running}
        </Button>
      )}
    </nav>
  )
}

function Figures({
  month,
  running,
  finance,
}: {
  month: Month
  running: Month
  finance: ReturnType<typeof useFinance>
}) {
  const { data, isError, isPlaceholderData } = finance
  if (!data && isError) {
    return <ErrorState {...failedRead({ title: FINANCE_SERVICE.figures }, finance)} />
  }
  const shown = data?.months.find((each) => monthOf(each.month) === month)
  const isReady = data !== undefined && !isPlaceholderData
  const longest = Math.max(
    ...[shown?.sold, shown?.received, data?.open, data?.overdue].map(
      (amount) => formatBRL(amount ?? 0).length,
    ),
  )
  const size = `clamp(0.8rem, ${Math.floor(170 / longest)}cqi, 1.7rem)`
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4" aria-busy={!isReady}>
      <Figure
        label={texts.figures.sold}
        size={size}
        amount={shown?.sold}
        note={data && month === running && data.sold_later > 0 && texts.later(formatBRL(data.sold_later))}
      />
      <Figure label={texts.figures.received} size={size} amount={shown?.received} />
      <Figure label={texts.figures.open} size={size} amount={data?.open} note={texts.today} />
      <Figure
        label={texts.figures.overdue}
        size={size}
        amount={data?.overdue}
        note={texts.today}
        bad={data !== undefined && data.overdue > 0}
      />
    </dl>
  )
}

function Figure({
  label,
  size,
  amount,
  note,
  bad = false,
}: {
  label: string
  /** The largest font size that fits all of them in one line: a character is about 0.58 em wide. */
  size: string
  /** undefined while it loads. */
  amount: number | undefined
  note?: ReactNode
  bad?: boolean
}) {
  return (
    <Card className="flex min-w-0 flex-col gap-1">
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="@container">
        {amount === undefined ? (
          <Skeleton className="my-1 h-7 w-24" />
        ) : (
          <span
            className={`figures block leading-tight font-extrabold tracking-tight whitespace-nowrap ${bad ? 'text-bad' : ''}`}
            style={{ fontSize: size }}
          >
            {formatBRL(amount)}
          </span>
        )}
        {note && <span className="figures mt-1 block text-sm text-ink-soft">{note}</span>}
      </dd>
    </Card>
  )
}

function DownloadButton({ month }: { month: Month }) {
  const [download, preparing] = useSingleFlight(async () => {
    const result = await downloadEntries(month)
    if (!result.success) toastFailure(texts.csv.failed, result)
  })
  return (
    <Button
      tone="outline"
      size="sm"
      pending={preparing}
      pendingLabel={texts.csv.pending}
      onClick={() => void download()}
    >
      <Download aria-hidden="true" />
      {texts.csv.action}
    </Button>
  )
}
