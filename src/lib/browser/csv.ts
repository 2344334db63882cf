import Papa, { type ParseConfig } from 'papaparse'

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

const READING: ParseConfig<string[]> = { delimitersToGuess: ['\t', ';', ','], skipEmptyLines: 'greedy' }

/**
 * The rows of a CSV, or of cells pasted from a spreadsheet; the delimiter is found out. Empty rows are left out. A
 * quotation mark that does not enclose a cell is a letter of that cell: read as the beginning of a quoted cell, it
 * would swallow the rows that follow.
 */
export function readCsv(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '')
  const { data, errors, meta } = Papa.parse<string[]>(plain, READING)
  const isBroken = errors.some(({ type }) => type === 'Quotes')
  // No cell that was copied from a spreadsheet holds a tab.
  const hasSwallowed = meta.delimiter === '\t' && data.some((row) => row.some((cell) => cell.includes('\t')))
  if (!isBroken && !hasSwallowed) return data
  const delimiter = delimiterOf(plain)
  return Papa.parse<string[]>(enclosed(plain, delimiter), { ...READING, delimiter }).data
}

/** Guessed without quotation marks: a cell that only begins with one would hide the delimiters after it. */
function delimiterOf(text: string): string {
  return Papa.parse<string[]>(text.replaceAll('"', ''), { ...READING, preview: 1 }).meta.delimiter
}

/** The text with every cell enclosed that only begins with a quotation mark. */
function enclosed(text: string, delimiter: string): string {
  // A pasted cell may go over several lines; one that reaches a tab has begun in another cell.
  const inside = delimiter === '\t' ? '[^"\\t]' : '[^"]'
  const end = `[${delimiter}\\r\\n]`
  const quoted = new RegExp(`(?<=^|${end})(?:"(?:${inside}|"")*"(?=${end}|$)|("[^${delimiter}\\r\\n]*))`, 'g')
  return text.replace(quoted, (cell, open?: string) =>
    open === undefined ? cell : `"${open.replaceAll('"', '""')}"`,
  )
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
