import { TRY_AGAIN } from '@/core/common-texts'
import { failure, type Result } from '@/core/result'
import { success } from '@/data/errors'
import { downloadFile } from '@/lib/browser/download'
import { finance } from './data'
import { type Month } from './months'
import { FINANCE } from './texts'

/** Downloads the payments and refunds of a month as a CSV file. Resolves with its name. */
export async function downloadEntries(month: Month): Promise<Result<string>> {
  const read = await finance.allEntries(month)
  if (!read.success) return read
  const name = `${FINANCE.csv.name(month)}.csv`
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
