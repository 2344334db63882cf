import { Suspense } from 'react'
import type { LocalDate } from '@/core/model'
import { PackageSummary } from '@/packages/package-summary'
import { PUBLIC_PACKAGE_STATUS_LABELS, packageStatus, validityInWords } from '@/packages/rules'
import { TubeDrawing } from '@/ui/drawings'
import { lazyPage } from '@/ui/lazy-page'
import { Skeleton } from '@/ui/skeleton'
import { EmptyState } from '@/ui/states'
import type { PublicPackage, PublicStatementLine } from './data'
import { PUBLIC_STUDENT } from './texts'

/** Loaded with this tab: most visits end at the first one. */
const Statement = lazyPage(() => import('./statement-section'), 'StatementSection')

/** All packages, newest start date first, and below them where the credits went. */
export function PackagesTab({
  packages,
  statement,
  today,
}: {
  packages: readonly PublicPackage[]
  statement: readonly PublicStatementLine[]
  today: LocalDate
}) {
  return (
    <>
      <h2 className="sr-only">Pacotes</h2>
      {packages.length === 0 ? (
        <EmptyState drawing={<TubeDrawing />} title={PUBLIC_STUDENT.empty.packages} />
      ) : (
        <ul aria-label="Pacotes" className="grid gap-3 md:grid-cols-2">
          {packages.map((pkg) => {
            const status = packageStatus(pkg, today)
            return (
              <li key={pkg.id} className="min-w-0">
                <PackageSummary
                  pkg={pkg}
                  status={status}
                  statusLabel={PUBLIC_PACKAGE_STATUS_LABELS[status]}
                  // Once it has begun the day says all: extensions are not public.
                  validity={
                    pkg.expiry_date === null ? validityInWords({ ...pkg, extended_days: 0 }) : undefined
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      {statement.length > 0 && (
        <Suspense fallback={<Skeleton className="mt-6 h-64 rounded-xl" />}>
          <Statement lines={statement} packages={packages} today={today} />
        </Suspense>
      )}
    </>
  )
}
