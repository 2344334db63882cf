import Papa from 'papaparse'

type Cell = string | number | boolean | null

/** The first row holds the column names. */
export type CsvRows = readonly (readonly Cell[])[]

/** Cells a spreadsheet could run as a formula, multi-line ones included (Papa's own pattern misses those). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A CSV file for Brazilian spreadsheets: semicolons, decimal commas, and UTF-8 with a byte order mark, without which
 * accents break. Texts that look like formulas are escaped; numbers stay numbers, negative ones too.
 */
export function csvText(rows: CsvRows): string {
  const text = Papa.unparse(
    rows.map((row) => row.map(toText)),
    { delimiter: ';', newline: '\r\n' },
  )
  return `\uFEFF${text}\r\n`
}

function toText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = cell === null ? '' : String(cell)
  return FORMULA.test(text) ? `'${text}` : text
}
