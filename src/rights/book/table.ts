import { formatBRL } from '@/core/prices'
import type { CsvCell, CsvTable } from '../columns.schema'
import { markup, type Markup } from './markup'

/** Shows the spreadsheets of an export (`csv.ts`) in the book: the same headings and cells, without ids. */

const STUDENT = 'Aluno'
const NUMBER = 'Nº do aluno'
const IN_BRL = ' (R$)'

/** Bookkeeping. 'Sobre' has ids, which lead nowhere in a book. */
const LEFT_OUT = new Set(['Sobre', 'Registrado em', 'Registrada em', 'Alterado em', 'Causa encerrada'])
const isShown = (heading: string): boolean => !heading.startsWith('ID ') && !LEFT_OUT.has(heading)

const isEmpty = (cell: CsvCell | undefined): boolean => cell === undefined || cell === null || cell === ''

const titleOf = (heading: string): string => heading.replace(IN_BRL, '')

function shown(heading: string, cell: CsvCell | undefined): string {
  if (isEmpty(cell)) return ''
  if (typeof cell !== 'number') return String(cell)
  return heading.endsWith(IN_BRL) ? formatBRL(cell) : cell.toLocaleString('pt-BR')
}

/** All rows without empty columns; null if there are no rows. A student's name links to that student's part. */
export function sheetTable(caption: string, { rows }: CsvTable): Markup | null {
  const [head = [], ...lines] = rows
  if (lines.length === 0) return null
  const number = head.indexOf(NUMBER)
  const columns = head.flatMap((cell, at) => {
    const heading = String(cell)
    const isKept = at !== number && isShown(heading) && lines.some((line) => !isEmpty(line[at]))
    return isKept ? [{ heading, at }] : []
  })
  return tableOf(
    caption,
    columns.map(({ heading }) => titleOf(heading)),
    lines.map((line) =>
      columns.map(({ heading, at }) => {
        const text = shown(heading, line[at])
        const student = number === -1 ? null : line[number]
        if (heading === STUDENT && typeof student === 'number') return studentLink(student, text)
        if (typeof line[at] === 'number') return figure(text)
        return isTime(text) ? markup`<span class="w">${text}</span>` : text
      }),
    ),
  )
}

export const studentId = (number: number): string => `aluno-${number}`

export const studentLink = (number: number, name: string): Markup =>
  markup`<a href="#${studentId(number)}">${name}</a>`

/** A number, aligned to the right. */
export const figure = (text: string | number): Markup => markup`<span class="n">${text}</span>`

/** A day, an hour, or both. */
const isTime = (text: string): boolean => /^\d[\d/: às]*$/.test(text)

type Cells = readonly (string | Markup)[]

const line = ([first, ...cells]: Cells): Markup =>
  markup`<tr><th scope="row">${first}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`

/** So few columns always fit on a phone. */
const FITS_A_PHONE = 3

/** The first cell of a row is its heading. `caption` is for screen readers; the eye has the heading above the table. */
export function tableOf(
  caption: string,
  head: readonly string[],
  rows: readonly Cells[],
  foot?: Cells,
): Markup {
  const table = markup`<table><caption class="sr">${caption}</caption>
<thead><tr>${head.map((heading) => markup`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(line)}</tbody>${foot && markup`<tfoot>${line(foot)}</tfoot>`}</table>\n`
  if (head.length <= FITS_A_PHONE) return table
  // The table may be wider than the screen, so the keyboard can focus and scroll it.
  return markup`<div role="group" tabindex="0" aria-label="${caption}">${table}</div>`
}

/** A spreadsheet's only row as a list of terms. Leaves out empty cells and the headings in `without`. */
export const sheetTerms = (
  { rows: [head = [], row = []] }: CsvTable,
  without: readonly string[] = [],
): Markup =>
  termsOf(
    head.flatMap((cell, at) => {
      const heading = String(cell)
      const isKept = isShown(heading) && heading !== NUMBER && !without.includes(heading) && !isEmpty(row[at])
      return isKept ? [[titleOf(heading), shown(heading, row[at])] as const] : []
    }),
  )

/** Its values hardly fit into a column. */
const WIDE = 'Email'

export const termsOf = (terms: readonly (readonly [string, string | number])[]): Markup =>
  markup`<dl>${terms.map(([term, value]) => {
    const pair = markup`<dt>${term}</dt><dd>${value}</dd>`
    return term === WIDE ? markup`<div class="wide">${pair}</div>` : markup`<div>${pair}</div>`
  })}</dl>\n`
