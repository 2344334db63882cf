// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { bookOf } from '@/rights/book/book'
import { csvFiles } from '@/rights/csv'
import type { ExportDocument } from '@/rights/export.schema'
import { AT, ID, pack, untold, whole } from './exported'

const written = (document: ExportDocument) => [...bookOf(document).pieces].join('')
const opened = (document: ExportDocument) => new DOMParser().parseFromString(written(document), 'text/html')

/** How a browser parses the book: every element with its attributes, without texts and labels. */
const structure = (book: Document) =>
  [...book.querySelectorAll('*')].map(({ localName, attributes }) => [
    localName,
    ...[...attributes].map(({ name, value }) => (name === 'aria-label' ? name : `${name}=${value}`)),
  ])

const WORDS = new Set(
  `name email main_sport notes address reason payer_name note package_name teacher private_notes tags body
   student_name message`.split(/\s+/),
)

const STRUCTURE = structure(opened(whole()))

/** The export with this text in every place where somebody could have typed one. */
function typed<Value>(value: Value, text: string): Value
function typed(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((each) => typed(each, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, was]) => {
      if (!WORDS.has(key) || was === null) return [key, typed(was, text)]
      return [key, Array.isArray(was) ? was.map(() => text) : text]
    }),
  )
}

test.each([
  ['elements', '</p></td></style></title><script>hostile=1</script><img src=//evil.test onerror=hostile=1>'],
  ['attributes', `" onload="hostile=1" ' onload='hostile=1' \`x\` javascript:hostile=1`],
  [
    'comments and references',
    '<!-- --> ]]> &lt;b&gt; &amp; &#60;script&#62; <!doctype html><base href=//evil.test>',
  ],
  ['writing from the right, and a long word', `\u202E${'W'.repeat(500)}\u2066`],
])('what was typed is shown as text and makes no element: %s', (_, text) => {
  const book = opened(typed(whole(), text))
  expect(structure(book)).toEqual(STRUCTURE)
  expect(book.querySelector('article h3')?.textContent).toBe(text)
  expect(book.querySelector('.own p')?.textContent).toBe(text)
  expect(book.title).toBe(`Caderno de ${text} · Voleio`)
})

test('nothing in it runs, and nothing is asked of a network; every link leads to a place in it', () => {
  const source = written(whole())
  const book = opened(whole())
  const first = book.head.querySelectorAll('meta')[1]
  expect(first?.httpEquiv).toBe('Content-Security-Policy')
  expect(first?.content).toContain("default-src 'none'; style-src 'unsafe-inline'")
  expect(source).not.toMatch(/https?:|url\(|@import|<script|<link|<img|<iframe| src=| on\w+=/)
  for (const link of book.querySelectorAll('[href]')) {
    const to = link.getAttribute('href') ?? ''
    expect(to).toMatch(/^#/)
    expect(book.querySelectorAll(to), to).toHaveLength(1)
  }
  // The book holds no id either: an id can open the student's page.
  expect(source).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
})

/**
 * Columns that the book leaves out, because they are ids or bookkeeping, or shows in other words: amounts, 'Aulas',
 * 'Usadas' and the like as numbers.
 */
const LEFT_OUT = new RegExp(
  '^(ID |Sobre|Aviso$|Registrad|Alterado|Causa encerrada|Atribuído|' +
    'Feedback em|Pacote escolhido|Avisou$|Movimento$|Motivo$)',
)

test('it shows every word of the spreadsheets', () => {
  const text = opened(whole()).body.textContent ?? ''
  for (const { name, rows } of csvFiles(whole()).slice(1)) {
    const [head = [], ...lines] = rows
    for (const line of lines)
      for (const [at, cell] of line.entries()) {
        const heading = String(head[at])
        if (typeof cell !== 'string' || LEFT_OUT.test(heading)) continue
        for (const word of cell.split(', ')) expect(text, `${name}: ${heading}`).toContain(word)
      }
  }
})

test('a student’s part says what the app says: credits, money, statement, lessons, each with its heading', () => {
  const document = whole()
  const late = {
    ...pack,
    id: ID(20),
    student_id: ID(1),
    name: 'Velho',
    remaining_classes: 2,
    expiry_date: '2026-10-01',
  }
  const book = opened({
    ...document,
    students: document.students.map((row) => ({ ...row, total_credits: 5 })),
    packages: [late, ...document.packages],
  })
  const part = book.getElementById('aluno-1')
  const said = part?.textContent ?? ''
  for (const words of [
    '5 crédito(s) · 2 vencidos · deve R$\u00A040,60',
    'Confirmado em 20/11/2026',
    '3 de 4 · até 01/12/2026',
    'Pago em parte · R$\u00A020,30 · Pagamento atrasado desde 02/11/2026',
    'Saldo atual: 5, dos quais 2 vencidos',
    '2 créditos venceram em 01/10/2026',
    'Falta cobrada: aula de 20/11 · ',
    'Avaliação: 4 de 5',
  ])
    expect(said).toContain(words)
  for (const table of book.querySelectorAll('table')) {
    expect(table.caption?.textContent).toBeTruthy()
    for (const heading of table.querySelectorAll('th')) expect(heading.scope).toMatch(/^(row|col)$/)
  }
  expect(book.documentElement.lang).toBe('pt-BR')
})

test('a day or an hour of a table is never broken within', () => {
  const cells = [...opened(whole()).querySelectorAll('#agenda tbody :is(th, td)')]
  const times = cells.filter(({ textContent }) => /^\d\d[/:]/.test(textContent))
  expect(times.length).toBeGreaterThan(2)
  for (const { firstElementChild, textContent } of times)
    expect(firstElementChild?.className, textContent).toBe('w')
})

test('lessons, statement and spreadsheets say why an absence was charged, with the notice agreed on', () => {
  const document = whole()
  const told = {
    told_at: '2026-11-20T12:00:00+00:00',
    told_for: '2026-11-20T15:00:00+00:00',
    told_by: 'student',
    told_outcome: 'late',
    agreement_version: 1,
  } as const
  const late = {
    ...document,
    assignments: document.assignments.map((row) => ({ ...row, ...told })),
    credit_ledger: document.credit_ledger.map((row) => ({ ...row, ...told })),
  }
  const words = 'Falta cobrada: avisou 3 h antes (combinado: 24 h)'
  const book = opened(late)
  for (const place of ['.lessons td', '.small tbody th'])
    expect(book.querySelector(`article ${place}`)?.textContent, place).toContain(words)
  const lines = csvFiles(late).find(({ name }) => name === 'extrato-de-creditos')
  expect(lines?.rows[1]).toContainEqual(expect.stringContaining(words))
})

test('a lesson that nobody is in any more, who came with whom, and the sums of the months', () => {
  const document = whole()
  const [lesson] = document.sessions
  const [person] = document.students
  if (!lesson || !person) throw new Error('The export holds them')
  const seat = {
    ...untold,
    session_id: lesson.id,
    package_id: null,
    manually_assigned: false,
    assigned_at: AT,
  }
  const book = opened({
    ...document,
    students: [...document.students, { ...person, id: ID(30), name: 'Bia' }],
    sessions: [
      { ...lesson, student_count: 2 },
      { ...lesson, id: ID(31), notes: 'De ninguém', cancelled_reason: 'rain' },
    ],
    assignments: [
      ...document.assignments,
      { ...seat, student_id: ID(30), attendance: 'excused', spared_package_id: null },
    ],
  })
  expect(book.getElementById('aulas-sem-alunos')?.textContent).toContain('Cancelada · chuva')
  expect(book.getElementById('aulas-sem-alunos')?.textContent).toContain('De ninguém')
  const bia = book.getElementById('aluno-2')?.querySelector('.lessons td')?.textContent
  expect(bia).toContain('Falta justificadaNão usa crédito')
  expect(bia).toContain('em grupo, 2 alunos com José "Zé" D’Ávila')
  const sums = [...book.querySelectorAll('#meses tfoot td')].map((cell) => cell.textContent)
  expect(sums).toEqual(['R$\u00A0420,50', 'R$\u00A0400,20'])
})
