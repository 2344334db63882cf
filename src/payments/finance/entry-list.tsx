import { Link } from 'react-router-dom'
import { formatDate } from '@/core/dates'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { failedRead } from '@/data/queries/service-error'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState, ErrorState } from '@/ui/states'
import { MONEY_FORMS } from '../forms-texts'
import { type Month } from './months'
import { MoreButton } from './more-button'
import { signedAmount, type Entry } from './rules'
import { FINANCE_SERVICE } from './service-texts'
import { FINANCE as texts } from './texts'
import { useEntries } from './use-finance'

/** The payments and refunds of a month, the newest first. */
export function EntryList({ month }: { month: Month }) {
  const query = useEntries(month)
  const entries = query.data?.pages.flat()
  if (entries === undefined) {
    return query.isError ? (
      <ErrorState {...failedRead({ title: FINANCE_SERVICE.entries }, query)} />
    ) : (
      <div role="status" aria-label={texts.loading}>
        <Skeleton className="h-40 rounded-xl" />
      </div>
    )
  }
  if (entries.length === 0) {
    return <EmptyState title={texts.entries.none} description={texts.entries.noneHelp} />
  }
  return (
    <>
      <Card className="px-4 py-1">
        <ul className="divide-y divide-line">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </Card>
      <MoreButton query={query} />
    </>
  )
}

function EntryRow({ entry }: { entry: Entry }) {
  const { id, kind, paid_on, method, payer_name, note, package: pkg } = entry
  const isRefund = kind === 'refund'
  const details = [
    ...(isRefund ? [MONEY_FORMS.kinds.refund] : []),
    pkg.name,
    PACKAGE_FORMS.methods[method],
    ...(payer_name ? [texts.entries.paidBy(payer_name)] : []),
  ]
  return (
    <li className="figures flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-bold wrap-anywhere">{pkg.student.name}</p>
        <p className="text-[15px] text-ink-soft wrap-anywhere">
          {formatDate(paid_on)} · {details.join(' · ')}
        </p>
        {note && <p className="text-[15px] text-ink-soft wrap-anywhere">{note}</p>}
      </div>
      <div className="flex shrink-0 flex-col items-end">
        <p className={isRefund ? 'font-bold text-bad' : 'font-bold'}>{formatBRL(signedAmount(entry))}</p>
        <Link
          to={paths.receipt.href({ id })}
          aria-label={texts.entries.receiptOf(pkg.student.name, formatDate(paid_on))}
          className="-my-1 inline-flex min-h-11 items-center rounded text-[15px] font-bold text-info hover:underline"
        >
          {MONEY_FORMS.receipt}
        </Link>
      </div>
    </li>
  )
}
