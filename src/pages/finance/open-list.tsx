import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { TubeDrawing } from '@/components/ui/drawings'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import type { OpenPackage } from '@/domain/finance/finance'
import { daysBetween, formatDate } from '@/domain/shared/dates'
import type { LocalDate } from '@/domain/shared/model'
import { paths } from '@/domain/shared/paths'
import { formatBRL } from '@/domain/shared/prices'
import { useOpenPackages } from '@/hooks/finance/use-finance'
import { useToday } from '@/hooks/shared/use-now'
import { explained } from '@/queries/service-error'
import { FINANCE } from '@/texts/finance/finance'
import { FINANCE_SERVICE } from '@/texts/finance/finance-service'
import { TRY_AGAIN } from '@/texts/shared/messages-common'
import { MoreButton } from './more-button'

const texts = FINANCE.open

/** The packages of which something is owed, by payment date. */
export function OpenList() {
  const today = useToday()
  const query = useOpenPackages()
  const open = query.data?.pages.flat()
  return (
    <section aria-labelledby="a-receber" className="mt-8">
      <h2 id="a-receber" tabIndex={-1} className="mb-3 flex min-h-11 items-center text-xl outline-none">
        {texts.title}
      </h2>
      {open ? (
        open.length > 0 ? (
          <ul className="flex flex-col gap-2.5">
            {open.map((pkg) => (
              <li key={pkg.id}>
                <OpenRow pkg={pkg} today={today} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState drawing={<TubeDrawing />} title={texts.none} description={texts.noneHelp} />
        )
      ) : query.isError ? (
        <ErrorState
          {...explained(query.error, { title: FINANCE_SERVICE.open, description: TRY_AGAIN })}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div role="status" aria-label={FINANCE.loading} className="flex flex-col gap-2.5">
          <Skeleton className="h-28 rounded-xl" />
          <Skeleton className="h-28 rounded-xl" />
        </div>
      )}
      <MoreButton query={query} />
    </section>
  )
}

function OpenRow({ pkg, today }: { pkg: OpenPackage; today: LocalDate }) {
  const { student } = pkg
  return (
    <Card className="flex flex-col gap-3 md:flex-row md:items-center">
      <div className="figures flex min-w-0 flex-1 items-start justify-between gap-3">
        <div className="min-w-0">
          <Link
            to={paths.studentProfile.href({ id: student.id })}
            className="font-bold wrap-anywhere hover:underline"
          >
            {student.name}
          </Link>
          <p className="text-[15px] text-ink-soft">
            {pkg.name} · {formatDate(pkg.purchase_date)}
          </p>
          <Due day={pkg.payment_date} today={today} />
        </div>
        <p className="shrink-0 text-right">
          <span className="block text-lg font-extrabold">{formatBRL(pkg.open_amount)}</span>
          {pkg.open_amount < pkg.price && (
            <span className="text-sm text-ink-soft">{texts.ofPrice(formatBRL(pkg.price))}</span>
          )}
        </p>
      </div>
    </Card>
  )
}

function Due({ day, today }: { day: LocalDate; today: LocalDate }): ReactNode {
  const late = daysBetween(day, today)
  return (
    <Badge tone={late > 0 ? 'bad' : late === 0 ? 'warn' : 'neutral'} className="mt-1.5">
      {late > 0 ? texts.overdue(late) : late === 0 ? texts.dueToday : texts.due(formatDate(day))}
    </Badge>
  )
}
