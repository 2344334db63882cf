import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { CsvRows } from '@/lib/browser/csv'
import { csvFile, zipped, type TextFile } from '@/lib/browser/zip'

const table = (...cells: CsvRows[number]): TextFile => csvFile({ name: 'tabela', rows: [['A'], cells] })

const unzipped = async (files: readonly TextFile[]) =>
  unzipSync(new Uint8Array(await new Blob(await zipped(files)).arrayBuffer()))

/** The bytes and the text of the only file, and its second row. */
async function read(files: readonly TextFile[]) {
  const [bytes] = Object.values(await unzipped(files))
  if (!bytes) throw new Error('The ZIP holds a file')
  const text = strFromU8(bytes)
  const { data } = Papa.parse<string[]>(text.trimEnd(), { delimiter: ';' })
  return { bytes, text, row: data[1] ?? [] }
}

describe('a ZIP of CSV files', () => {
  it('holds a file for each table, under its name, and texts whole, however many pieces they have', async () => {
    const pieces = Array.from({ length: 50_000 }, (_, at) => `<p>Ação ${at}</p>`)
    const files = await unzipped([
      { name: 'caderno.html', pieces },
      table(1),
      csvFile({ name: 'créditos', rows: [] }),
    ])
    expect(Object.keys(files)).toEqual(['caderno.html', 'tabela.csv', 'créditos.csv'])
    expect(strFromU8(files['caderno.html'] ?? new Uint8Array())).toBe(pieces.join(''))
  })

  it('says that it is UTF-8, and keeps accents, quotes, semicolons, line breaks and emoji', async () => {
    const cells = ['João “Ação”', 'diz "oi"; e sai', 'duas\nlinhas', '🎾', '']
    const { bytes, row } = await read([table(...cells)])
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
  ])('no spreadsheet runs %j: it is shown as text', async (cell) => {
    expect((await read([table(cell)])).row).toEqual([`'${cell}`])
  })

  it('numbers stay numbers, the negative ones too, with a comma in decimals; nothing is an empty cell', async () => {
    expect((await read([table(-1, 0, 12.5, null, true)])).text).toBe('A\r\n-1;0;12,5;;true\r\n')
  })
})
