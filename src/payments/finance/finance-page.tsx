import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import { startTransition, Suspense, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { daysBetween, formatDate, formatMonth } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { failedRead } from '@/data/queries/owner-query'
import { MessageButton } from '@/messages/message-button'
import { collectRequest } from '@/messages/requests'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ButtonLink } from '@/ui/button-link'
import { Card } from '@/ui/card'
import { TubeDrawing } from '@/ui/drawings'
import { useAction } from '@/ui/forms/use-action'
import { lazyPage } from '@/ui/lazy-page'
import { MoreButton } from '@/ui/more-button'
import { OfflineNotice } from '@/ui/offline-notice'
import { BACK_TO_DASHBOARD, PageHeader } from '@/ui/page-header'
import { QueryView } from '@/ui/query-view'
import { Section } from '@/ui/section'
import { showMore } from '@/ui/show-more'
import { Skeleton, SkeletonList, EmptyState, ErrorState } from '@/ui/states'
import { useAddress } from '@/ui/use-address'
import { useFocusAfterChange, useFocusAfterEditing } from '@/ui/use-focus-after'
import { useToday } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefreshAll } from '@/ui/use-refresh'
import type { OpenPackage } from '../data'
import { signedAmount } from '../money'
import { PayOff } from '../pay-off'
import { MONEY } from '../texts'
import { usePayOff } from '../use-payment-plans'
import { useEntries, useFinance, useOpenPackages } from '../use-payments'
import { RenewalsCard } from './renewals-card'
import { addMonths, firstDayOf, monthOf, type Month, askedMonth, canShow, type Entry } from './rules'
import { FINANCE_FAILED } from './texts'
import { downloadEntries } from './use-finance'

/** Loaded later, because the chart stands at the end of the page. */
const MonthsChart = lazyPage(() => import('./months-chart'), 'MonthsChart')

const LOADING = 'Carregando o financeiro'
/** How many open packages are shown until the coach asks for more: the month's figures stand below them. */
const OPEN_SHOWN = 5

/** What was sold, received and is owed (docs/product.md, 'Finance'). The address keeps the month. */
export function FinancePage() {
  usePageTitle('Financeiro')
  useRefreshAll()
  const running = monthOf(useToday())
  const [params, put] = useAddress()
  const month = askedMonth(params.get('mes'), running)
  const finance = useFinance(month)
  const shown = useRef<HTMLParagraphElement>(null)
  const show = (next: Month, isLast: boolean) => {
    put({ mes: next === running ? null : next })
    // At once, because the pressed button goes or becomes disabled, and would lose the focus.
    if (isLast) shown.current?.focus({ preventScroll: true })
  }
  const step = (by: number, label: string, Icon: typeof ChevronLeft) => {
    const press = () => {
      // From the address, which is ahead of the screen after another quick press.
      const asked = new URLSearchParams(window.location.search).get('mes')
      const target = addMonths(askedMonth(asked, running), by)
      if (canShow(target, running)) show(target, !canShow(addMonths(target, by), running))
    }
    return (
      <Button
        size="icon"
        aria-label={label}
        disabled={!canShow(addMonths(month, by), running)}
        onClick={press}
      >
        <Icon />
      </Button>
    )
  }
  const [download, preparing] = useAction(downloadEntries, { failed: 'Erro ao baixar o CSV', done: null })
  return (
    <>
      <PageHeader title="Financeiro" back={BACK_TO_DASHBOARD} />
      <OfflineNotice>
        Sem conexão: registrar pagamentos e renovar pacotes só é possível com internet.
      </OfflineNotice>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div className="flex flex-col gap-8">
          <OpenList total={finance.data?.open ?? 0} />
          <RenewalsCard />
        </div>
        <div className="@container">
          <nav aria-label="Mês" className="mb-3 flex flex-wrap items-center gap-3">
            {step(-1, 'Mês anterior', ChevronLeft)}
            <p
              ref={shown}
              tabIndex={-1}
              role="status"
              className="text-center text-lg font-bold outline-none max-sm:flex-1 sm:min-w-44"
            >
              {formatMonth(month)}
            </p>
            {step(1, 'Próximo mês', ChevronRight)}
            {month !== running && (
              <Button tone="ghost" size="sm" className="max-sm:w-full" onClick={() => show(running, true)}>
                Mês atual
              </Button>
            )}
          </nav>
          <Figures month={month} running={running} finance={finance} />
          <Section
            className="mt-8"
            title={`Lançamentos de ${formatMonth(month)}`}
            action={
              <Button
                size="sm"
                pending={preparing}
                pendingLabel="Preparando..."
                onClick={() => void download(month)}
              >
                <Download />
                Baixar CSV
              </Button>
            }
          >
            <EntryList key={month} month={month} />
          </Section>
          <div className="mt-8">
            <Suspense fallback={<Skeleton className="h-53 rounded-xl" />}>
              {finance.data && <MonthsChart months={finance.data.months} />}
            </Suspense>
          </div>
        </div>
      </div>
    </>
  )
}

type FiguresProps = { month: Month; running: Month; finance: ReturnType<typeof useFinance> }

function Figures({ month, running, finance }: FiguresProps) {
  const { data, isError, isPlaceholderData } = finance
  if (!data && isError) return <ErrorState {...failedRead({ title: FINANCE_FAILED.figures }, finance)} />
  const shown = data?.months.find((each) => monthOf(each.month) === month)
  // While the running month is read, the figures are still of months that end elsewhere.
  const isUpToRunning = month === running && data?.months.at(-1)?.month === firstDayOf(running)
  const later = isUpToRunning && data.sold_later > 0 ? formatBRL(data.sold_later) : null
  // `amount` is undefined while it loads.
  const figures = [
    { label: 'Vendido', amount: shown?.sold, note: later && `A partir do próximo mês: ${later}` },
    { label: 'Recebido', amount: shown?.received, note: null },
    { label: 'A receber', amount: data?.open, note: 'até hoje' },
    {
      label: 'Atrasado',
      amount: data?.overdue,
      note: 'até hoje',
      isBad: data !== undefined && data.overdue > 0,
    },
  ]
  // The largest font size at which each figure fits in one line: a character is about 0.58 em wide.
  const longest = Math.max(...figures.map(({ amount = 0 }) => formatBRL(amount).length))
  const fontSize = `clamp(0.8rem, ${Math.floor(170 / longest)}cqi, 1.7rem)`
  return (
    <dl
      className="grid grid-cols-2 gap-3 @3xl:grid-cols-4"
      aria-busy={data === undefined || isPlaceholderData}
    >
      {figures.map(({ label, amount, note, isBad }) => (
        <Card key={label} className="flex min-w-0 flex-col gap-1">
          <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
          <dd className="@container">
            {amount === undefined ? (
              <Skeleton className="my-1 h-7 w-24" />
            ) : (
              <span
                className={
                  'figures block leading-tight font-extrabold tracking-tight whitespace-nowrap ' +
                  (isBad ? 'text-bad' : '')
                }
                style={{ fontSize }}
              >
                {formatBRL(amount)}
              </span>
            )}
            {note && <span className="figures mt-1 block text-sm text-ink-soft">{note}</span>}
          </dd>
        </Card>
      ))}
    </dl>
  )
}

/** The packages that are not fully paid, by payment date. */
function OpenList({ total }: { total: number }) {
  const today = useToday()
  const [allShown, setAllShown] = useState(false)
  const query = useOpenPackages()
  const open = useMemo(() => query.data?.pages.flat(), [query.data])
  const isCut = !allShown && open !== undefined && open.length > OPEN_SHOWN
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterChange = useFocusAfterChange(open)
  const onPaid = () => focusAfterChange(() => heading.current?.focus({ preventScroll: true }))
  return (
    <Section
      title="A receber"
      headingRef={heading}
      action={total > 0 && <p className="figures text-xl font-extrabold">{formatBRL(total)}</p>}
    >
      <QueryView
        query={{ ...query, data: open }}
        failed={{ title: FINANCE_FAILED.open }}
        skeleton={<SkeletonList label={LOADING} count={2} each="h-28" className="flex flex-col gap-2.5" />}
      >
        {(packages) =>
          packages.length > 0 ? (
            <ul className="flex flex-col gap-2.5">
              {packages.slice(0, allShown ? undefined : OPEN_SHOWN).map((pkg) => (
                <li key={pkg.id}>
                  <OpenRow pkg={pkg} today={today} onPaid={onPaid} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              drawing={<TubeDrawing />}
              title="Nada a receber"
              description="O que você vender sem receber na hora aparece aqui, por data de pagamento."
            >
              <ButtonLink to={paths.newPackage.href()}>Novo Pacote</ButtonLink>
            </EmptyState>
          )
        }
      </QueryView>
      {isCut ? (
        <Button
          className="mt-3 w-full"
          onClick={({ currentTarget }) => showMore(currentTarget.parentElement, () => setAllShown(true))}
        >
          Mostrar mais
        </Button>
      ) : (
        <MoreButton query={query} className="mt-3 w-full" />
      )}
    </Section>
  )
}

function OpenRow({ pkg, today, onPaid }: { pkg: OpenPackage; today: LocalDate; onPaid: () => void }) {
  const { student, open_amount: open } = pkg
  const late = daysBetween(pkg.payment_date, today)
  const [paying, setPaying] = useState(false)
  const [payOff, saving] = usePayOff(() => {
    setPaying(false)
    onPaid()
  })
  const button = useFocusAfterEditing(paying)
  const about = useId()
  return (
    <Card className="flex flex-col gap-3">
      <div id={about}>
        <div className="figures flex flex-wrap items-start justify-between gap-x-3">
          {/* Where large letters would break a name within its words, the sum stands below it. */}
          <div className="min-w-28 flex-1">
            <Link
              to={paths.studentProfile.href({ id: student.id })}
              className="-my-3 inline-block py-3 font-bold wrap-anywhere hover:underline"
            >
              {student.name}
            </Link>
            <p className="text-[15px] text-ink-soft">{pkg.name}</p>
          </div>
          <p className="shrink-0 text-right">
            <span className="block text-lg font-extrabold">{formatBRL(open)}</span>
            {open < pkg.price && <span className="text-sm text-ink-soft">de {formatBRL(pkg.price)}</span>}
          </p>
        </div>
        {late === 0 ? (
          <Badge tone="warn" className="mt-1.5">
            Pagamento até hoje
          </Badge>
        ) : (
          <Badge tone={late > 0 ? 'bad' : 'neutral'} className="mt-1.5">
            {(late > 0 ? MONEY.overdueSince : MONEY.dueOn)(formatDate(pkg.payment_date))}
          </Badge>
        )}
      </div>
      {paying ? (
        <PayOff
          amount={open}
          pending={saving}
          onPay={(method) => void payOff(pkg, method)}
          onCancel={() => setPaying(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-3 max-sm:*:min-w-24 max-sm:*:flex-1 *:px-3">
          <Button
            tone="court"
            ref={button}
            size="sm"
            aria-describedby={about}
            onClick={() => startTransition(() => setPaying(true))}
          >
            {MONEY.payOff}
          </Button>
          {/* An anonymised student has no phone to write to. */}
          {student.anonymized_at === null && (
            <MessageButton
              request={collectRequest(pkg, student, today)}
              label={MONEY.collect}
              aria-describedby={about}
            />
          )}
        </div>
      )}
    </Card>
  )
}

function EntryList({ month }: { month: Month }) {
  const query = useEntries(month)
  return (
    <QueryView
      query={query}
      failed={{ title: FINANCE_FAILED.entries }}
      skeleton={<SkeletonList label={LOADING} count={1} each="h-40" />}
    >
      {({ pages }) =>
        pages.flat().length > 0 ? (
          <>
            <Card className="px-4 py-1">
              <ul className="divide-y divide-line">
                {pages.flat().map((entry) => (
                  <EntryRow key={entry.id} entry={entry} />
                ))}
              </ul>
            </Card>
            <MoreButton query={query} className="mt-3 w-full" />
          </>
        ) : (
          <EmptyState
            title="Nenhum lançamento neste mês"
            description="Cada pagamento e devolução do mês aparece aqui."
          />
        )
      }
    </QueryView>
  )
}

function EntryRow({ entry }: { entry: Entry }) {
  const { id, kind, paid_on, method, payer_name, note, package: pkg } = entry
  const isRefund = kind === 'refund'
  const details = [
    formatDate(paid_on),
    ...(isRefund ? [MONEY.kinds.refund] : []),
    pkg.name,
    PACKAGE_FORMS.methods[method],
    ...(payer_name ? [`pago por ${payer_name}`] : []),
  ]
  return (
    <li className="figures flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-bold wrap-anywhere">{pkg.student.name}</p>
        <p className="text-[15px] text-ink-soft wrap-anywhere">{details.join(' · ')}</p>
        {note && <p className="text-[15px] text-ink-soft wrap-anywhere">{note}</p>}
      </div>
      <div className="flex shrink-0 flex-col items-end">
        <p className={isRefund ? 'font-bold text-bad' : 'font-bold'}>{formatBRL(signedAmount(entry))}</p>
        <Link
          to={paths.receipt.href({ id })}
          aria-label={`Recibo de ${pkg.student.name}, ${formatDate(paid_on)}`}
          className="-my-1 inline-flex min-h-11 items-center rounded text-[15px] font-bold text-info hover:underline"
        >
          Recibo
        </Link>
      </div>
    </li>
  )
}
