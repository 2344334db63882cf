import { strToU8, zipSync } from 'fflate'
import Papa from 'papaparse'

type Cell = string | number | boolean | null

export interface CsvFile {
  /** Without its ending. */
  name: string
  /** The first one holds the names of the columns. */
  rows: readonly (readonly Cell[])[]
}

/** What a spreadsheet may run instead of showing, also when another line follows (Papa's own pattern lets that pass). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Tables as CSV files in one ZIP, as spreadsheets of Brazil read them: semicolons, the comma in decimals, and UTF-8 with
 * its mark, without which accents break. No text that begins like a formula is ever run as one; numbers stay numbers,
 * the negative ones too.
 */
export function csvZip(files: readonly CsvFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ name, rows }) => {
    const text = Papa.unparse(
      rows.map((row) => row.map(toText)),
      { delimiter: ';', newline: '\r\n' },
    )
    return [`${name}.csv`, strToU8(`\uFEFF${text}\r\n`)] as const
  })
  // Not in a worker: one made from a text would be refused by the page's policy.
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}

function toText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = cell === null ? '' : String(cell)
  return FORMULA.test(text) ? `'${text}` : text
}
