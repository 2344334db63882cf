import { strToU8, zipSync } from 'fflate'
import Papa from 'papaparse'

type Cell = string | number | boolean | null

export interface CsvFile {
  /** Without extension. */
  name: string
  /** The first one holds the column names. */
  rows: readonly (readonly Cell[])[]
}

/** Cells a spreadsheet could run as a formula, multi-line ones included (Papa's own pattern misses those). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * CSV files in one ZIP for Brazilian spreadsheets: semicolons, decimal commas, and UTF-8 with a byte order mark,
 * without which accents break. Texts that look like formulas are escaped; numbers stay numbers, negative ones too.
 */
export function csvZip(files: readonly CsvFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ name, rows }) => {
    const text = Papa.unparse(
      rows.map((row) => row.map(toText)),
      { delimiter: ';', newline: '\r\n' },
    )
    return [`${name}.csv`, strToU8(`\uFEFF${text}\r\n`)] as const
  })
  // Not in a worker: the Content-Security-Policy refuses workers made from a blob.
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}

function toText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = cell === null ? '' : String(cell)
  return FORMULA.test(text) ? `'${text}` : text
}
