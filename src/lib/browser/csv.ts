import Papa, { type ParseConfig } from 'papaparse'

type Cell = string | number | boolean | null

/** The first row holds the column names. */
export type CsvRows = readonly (readonly Cell[])[]

/** Cells that a spreadsheet could run as a formula, including multi-line cells, which Papa's own pattern misses. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A CSV file for Brazilian spreadsheets: semicolons, decimal commas, and UTF-8 with a byte order mark, without which
 * accents break. Texts that look like formulas are escaped; numbers, negative ones too, are not.
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

/** The cell before `toText` escaped it: behind its apostrophe '+1 305…' would be read as a number without '+'. */
const unescaped = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/**
 * The rows of a CSV file, of this app's too, or of cells pasted from a spreadsheet. Guesses the delimiter and leaves
 * out empty rows. A quotation mark that does not enclose a cell is a letter of the cell: read as the start of a quoted
 * cell, it would swallow the following rows.
 */
export const readCsv = (text: string): string[][] =>
  cellsOf(text)
    .filter(isFilled)
    .map((row) => row.map(unescaped))

/** The number of each of these rows in the spreadsheet, where the empty ones count. */
export const csvLines = (text: string): number[] =>
  cellsOf(text).flatMap((row, at) => (isFilled(row) ? [at + 1] : []))

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '')

function cellsOf(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '')
  const { data, errors, meta } = Papa.parse<string[]>(plain, READING)
  const isBroken = errors.some(({ type }) => type === 'Quotes')
  // A cell copied from a spreadsheet holds no tab, so a cell with a tab has swallowed others.
  const hasSwallowed = meta.delimiter === '\t' && data.some((row) => row.some((cell) => cell.includes('\t')))
  if (!isBroken && !hasSwallowed) return Papa.parse<string[]>(plain, { delimiter: meta.delimiter }).data
  const delimiter = delimiterOf(plain)
  return Papa.parse<string[]>(enclosed(plain, delimiter), { delimiter }).data
}

/** The delimiter, guessed without quotation marks: a cell that only begins with one would hide those after it. */
const delimiterOf = (text: string): string =>
  Papa.parse<string[]>(text.replaceAll('"', ''), { ...READING, preview: 1 }).meta.delimiter

/** The text in which each cell that only begins with a quotation mark is enclosed in quotation marks. */
function enclosed(text: string, delimiter: string): string {
  // A pasted cell may span several lines, but not a tab: then the opening mark belongs to another cell.
  const inside = delimiter === '\t' ? '[^"\\t]' : '[^"]'
  const end = `[${delimiter}\\r\\n]`
  const quoted = new RegExp(`(?<=^|${end})(?:"(?:${inside}|"")*"(?=${end}|$)|("[^${delimiter}\\r\\n]*))`, 'g')
  return text.replace(quoted, (cell, open?: string) =>
    open === undefined ? cell : `"${open.replaceAll('"', '""')}"`,
  )
}

/** The text of a file in UTF-8, UTF-16 with a byte order mark, or else Windows-1252, as Excel in Brazil saves 'CSV'. */
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
