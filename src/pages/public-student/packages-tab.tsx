import { PackageSummary } from '@/components/packages/package-summary'
import { TubeDrawing } from '@/components/ui/drawings'
import { EmptyState } from '@/components/ui/states'
import { PUBLIC_PACKAGE_STATUS_LABELS, packageStatus, validityInWords } from '@/domain/packages/packages'
import type { LocalDate } from '@/domain/shared/model'
import type { PublicPackage } from '@/hooks/public-student/use-public-student'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'

/** All packages, newest start date first. */
export function PackagesTab({ packages, today }: { packages: readonly PublicPackage[]; today: LocalDate }) {
  if (packages.length === 0)
    return <EmptyState drawing={<TubeDrawing />} title={PUBLIC_STUDENT.empty.packages} />
  return (
    <>
      <h2 className="sr-only">Pacotes</h2>
      <ul className="grid gap-3 md:grid-cols-2">
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
    </>
  )
}
