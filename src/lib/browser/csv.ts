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

/** The rows of a CSV, or of cells pasted from a spreadsheet; the delimiter is found out. Empty rows are left out. */
export function readCsv(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: ['\t', ';', ','],
    skipEmptyLines: 'greedy',
  })
  return data
}

/** The text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252, in which Excel writes 'CSV' in Brazil. */
export function decodeText(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
