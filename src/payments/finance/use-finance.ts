import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOwner } from '@/account/use-auth'
import { TRY_AGAIN } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import type { Failure, Result } from '@/core/result'
import type { Untold } from '@/credits/untold'
import { success, withFallback } from '@/data/errors'
import { unlessLeft } from '@/data/owner'
import { invalidateCredits } from '@/data/queries/effects'
import { ownerKey } from '@/data/queries/owner-query'
import { downloadFile } from '@/lib/browser/download'
import { packagePlans, type Sold } from '@/packages/package-plans-data'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { finance } from '../data'
import { type Month, renewalOf, type RenewalDays, type Renewed, type WaitingPackage } from './rules'

/** Downloads the payments and refunds of a month as a CSV file. Resolves with the file's name. */
export async function downloadEntries(month: Month): Promise<Result<string>> {
  const read = await unlessLeft(finance.allEntries(month))
  if (!read.success) return read
  const name = `financeiro-${month}.csv`
  return withFallback(TRY_AGAIN, async () => {
    // Loaded on demand: few visits need it.
    const [{ entriesTable }, { csvText }] = await Promise.all([
      import('./entries-csv'),
      import('@/lib/browser/csv'),
    ])
    downloadFile(name, csvText(entriesTable(read.data)), 'text/csv;charset=utf-8')
    return success(name)
  })
}

export type NotRenewed = { pkg: WaitingPackage; failure: Failure }

/** A failure that would repeat for every package, so the batch stops. */
const stopsAll = ({ code }: Failure): boolean =>
  code === 'network' || code === 'unauthenticated' || code === 'rate-limited' || code === 'outdated'

/**
 * Renews packages one after the other, unpaid. Each renewal keeps its ids while the screen is open, so after a lost
 * answer it can be sent again. No package is renewed twice, not even by two devices.
 *
 * @param onDone gets the result to tell: the sales, the packages that were not renewed, those renewed before, and those
 * that are not marked any more.
 */
export function useRenewAll(
  onDone: (done: {
    failed: readonly NotRenewed[]
    already: readonly WaitingPackage[]
    unmarked: readonly WaitingPackage[]
    sold: readonly Untold<Sold>[]
  }) => void,
) {
  const client = useQueryClient()
  const owner = useOwner()
  const kept = useRef(new Map<string, { opId: Uuid; packageId: Uuid }>())
  const [sent, setSent] = useState(0)
  const [renewAll, renewing] = useSingleFlight(
    async (
      waiting: readonly WaitingPackage[],
      renewedAs: (pkg: WaitingPackage) => Renewed,
      days: RenewalDays,
    ) => {
      const already: WaitingPackage[] = []
      const unmarked: WaitingPackage[] = []
      const sold: Untold<Sold>[] = []
      const failureOf = async (pkg: WaitingPackage): Promise<Failure | null> => {
        const values = renewalOf(pkg, days, renewedAs(pkg))
        const content = JSON.stringify([pkg.id, values])
        const ids = kept.current.get(content) ?? { opId: crypto.randomUUID(), packageId: crypto.randomUUID() }
        kept.current.set(content, ids)
        const about = { studentId: pkg.student_id, renews: pkg.id, onlyMarked: true } as const
        const result = await unlessLeft(
          packagePlans.sell({ ...ids, ...about, values, payment: null, settle: [] }, owner ?? undefined),
        )
        if (result.success) {
          sold.push(result.data)
          // If the coach undoes this sale and renews again, that is another sale.
          kept.current.delete(content)
          return null
        }
        // Another device, or an earlier try with other numbers, has renewed the package: nothing is left to do.
        if (result.code === 'renewed-already') {
          already.push(pkg)
          return null
        }
        // Another device has taken the mark off: the package is not listed any more, so the toast names it.
        if (result.code === 'package-not-found') {
          unmarked.push(pkg)
          return null
        }
        // An earlier try sold the package, and it was deleted since: the next try is another sale.
        if (result.code === 'already-deleted') kept.current.delete(content)
        return result
      }
      const waitsStill = ({ id }: WaitingPackage) =>
        client
          // Of the shown month: the lists of earlier ones stay on the device as they were read.
          .getQueriesData<WaitingPackage[]>({
            queryKey: ownerKey(owner, ['finance', 'renewals']),
            type: 'active',
          })
          .some(([, list]) => list?.some((each) => each.id === id))

      const tried: NotRenewed[] = []
      const inDoubt = new Set<WaitingPackage>()
      let stop: Failure | null = null
      for (const [at, pkg] of waiting.entries()) {
        setSent(at)
        const failed: Failure | null = stop ?? (await failureOf(pkg))
        if (failed === null) continue
        // After `stop` nothing is sent, so nothing is in doubt.
        if (failed.unknown && stop === null) inDoubt.add(pkg)
        tried.push({ pkg, failure: failed })
        if (stopsAll(failed)) stop = failed
      }
      // Waits until the list on the screen is read again, so that nobody presses for the same packages before.
      await invalidateCredits(client)
      const failed: NotRenewed[] = []
      for (const { pkg, failure: lost } of tried) {
        // A sale whose answer was lost is stored if its package waits no longer: the same sale again tells and undoes
        // it.
        const again = inDoubt.has(pkg) && !waitsStill(pkg) ? await failureOf(pkg) : lost
        if (again) failed.push({ pkg, failure: again })
      }
      onDone({ failed, already, unmarked, sold })
    },
  )
  return { renewAll, renewing, sent }
}
