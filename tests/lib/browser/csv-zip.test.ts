import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvZip, type CsvFile } from '@/lib/browser/csv-zip'

const table = (...cells: CsvFile['rows'][number]): CsvFile => ({ name: 'tabela', rows: [['A'], cells] })

/** The text of the only file, and its second row. */
function read(files: readonly CsvFile[]) {
  const [bytes] = Object.values(unzipSync(csvZip(files)))
  if (!bytes) throw new Error('The ZIP holds a file')
  const text = strFromU8(bytes)
  const { data } = Papa.parse<string[]>(text.trimEnd(), { delimiter: ';' })
  return { bytes, text, row: data[1] ?? [] }
}

describe('a ZIP of CSV files', () => {
  it('holds a file for each table, under its name', () => {
    const files = unzipSync(csvZip([table(1), { name: 'créditos', rows: [] }]))
    expect(Object.keys(files)).toEqual(['tabela.csv', 'créditos.csv'])
  })

  it('says that it is UTF-8, and keeps accents, quotes, semicolons, line breaks and emoji', () => {
    const cells = ['João “Ação”', 'diz "oi"; e sai', 'duas\nlinhas', '🎾', '']
    const { bytes, row } = read([table(...cells)])
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(row).toEqual(cells)
  })

  it.each([
    '=1+1',
    '=cmd|"/c calc"!A1\nsegunda linha',
    '+55 11 98765-4321',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '＝1+1',
  ])('no spreadsheet runs %j: it is shown as text', (cell) => {
    expect(read([table(cell)]).row).toEqual([`'${cell}`])
  })

  it('numbers stay numbers, the negative ones too, with a comma in decimals; nothing is an empty cell', () => {
    expect(read([table(-1, 0, 12.5, null, true)]).text).toBe('A\r\n-1;0;12,5;;true\r\n')
  })
})
