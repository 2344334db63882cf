import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOwner } from '@/account/use-auth'
import { TRY_AGAIN } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { failure, type Failure, type Result } from '@/core/result'
import type { Untold } from '@/credits/untold'
import { success } from '@/data/errors'
import { invalidateCredits } from '@/data/queries/effects'
import { downloadFile } from '@/lib/browser/download'
import { packagePlans, type Sold } from '@/packages/package-plans-data'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { finance } from '../data'
import type { Month } from './months'
import { renewalOf, type RenewalDays, type Renewed, type WaitingPackage } from './rules'

/** Downloads the payments and refunds of a month as a CSV file. Resolves with its name. */
export async function downloadEntries(month: Month): Promise<Result<string>> {
  const read = await finance.allEntries(month)
  if (!read.success) return read
  const name = `financeiro-${month}.csv`
  try {
    // Loaded on demand: few visits need it.
    const [{ entriesTable }, { csvText }] = await Promise.all([
      import('./entries-csv'),
      import('@/lib/browser/csv'),
    ])
    downloadFile(name, csvText(entriesTable(read.data)), 'text/csv;charset=utf-8')
    return success(name)
  } catch (error) {
    console.error(error)
    return failure('server', TRY_AGAIN)
  }
}

export interface NotRenewed {
  pkg: WaitingPackage
  failure: Failure
}

/** A failure that would repeat for every package, so the batch stops. */
const stopsAll = ({ code }: Failure): boolean =>
  code === 'network' || code === 'unauthenticated' || code === 'rate-limited' || code === 'outdated'

/**
 * Sells packages once more, one after the other, nothing received. Each keeps its ids while the screen is open,
 * so that one whose answer was lost can be sent again; and no package is renewed twice, not even by two devices.
 *
 * @param onDone what was done, to be told: those that were not renewed, and those that had been before.
 */
export function useRenewAll(
  onDone: (done: {
    failed: readonly NotRenewed[]
    already: readonly WaitingPackage[]
    sold: readonly Untold<Sold>[]
  }) => void,
) {
  const client = useQueryClient()
  const expectedOwner = useOwner() ?? undefined
  const kept = useRef(new Map<string, { opId: Uuid; packageId: Uuid }>())
  const [sent, setSent] = useState(0)
  const [renewAll, renewing] = useSingleFlight(
    async (
      waiting: readonly WaitingPackage[],
      renewedAs: (pkg: WaitingPackage) => Renewed,
      days: RenewalDays,
    ) => {
      const failed: NotRenewed[] = []
      const already: WaitingPackage[] = []
      const sold: Untold<Sold>[] = []
      let stop: Failure | null = null
      for (const [at, pkg] of waiting.entries()) {
        setSent(at)
        if (stop) {
          failed.push({ pkg, failure: stop })
          continue
        }
        const values = renewalOf(pkg, days, renewedAs(pkg))
        const content = JSON.stringify([pkg.id, values])
        const ids = kept.current.get(content) ?? { opId: crypto.randomUUID(), packageId: crypto.randomUUID() }
        kept.current.set(content, ids)
        const about = { studentId: pkg.student_id, renews: pkg.id }
        const result = await packagePlans.sell(
          { ...ids, ...about, values, payment: null, settle: [] },
          expectedOwner,
        )
        if (result.success) {
          sold.push(result.data)
          // Undone and pressed again it is another sale.
          kept.current.delete(content)
        }
        // Another device was faster, or an earlier try with other numbers: there is nothing left to do.
        else if (result.code === 'renewed-already') already.push(pkg)
        else {
          failed.push({ pkg, failure: result })
          // Sold by an earlier try and deleted since: the next one is another sale.
          if (result.code === 'already-deleted') kept.current.delete(content)
          if (stopsAll(result)) stop = result
        }
      }
      // Resolves when the list on screen is read again: until then nobody can press for the same ones.
      await invalidateCredits(client)
      onDone({ failed, already, sold })
    },
  )
  return { renewAll, renewing, sent }
}
