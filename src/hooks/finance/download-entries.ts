import { type Month } from '@/domain/finance/months'
import { failure, type Result } from '@/domain/shared/result'
import { downloadFile } from '@/lib/browser/download'
import { finance } from '@/services/finance/finance'
import { success } from '@/services/supabase/errors'
import { FINANCE } from '@/texts/finance/finance'
import { TRY_AGAIN } from '@/texts/shared/messages-common'

/** Downloads the payments and refunds of a month as a CSV file. Resolves with its name. */
export async function downloadEntries(month: Month): Promise<Result<string>> {
  const read = await finance.allEntries(month)
  if (!read.success) return read
  const name = `${FINANCE.csv.name(month)}.csv`
  try {
    // Loaded on demand: few visits need it.
    const [{ entriesTable }, { csvText }] = await Promise.all([
      import('@/domain/finance/entries-csv'),
      import('@/lib/browser/csv'),
    ])
    downloadFile(name, csvText(entriesTable(read.data)), 'text/csv;charset=utf-8')
    return success(name)
  } catch (error) {
    console.error(error)
    return failure('server', TRY_AGAIN)
  }
}
