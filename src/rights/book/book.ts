import { writtenOf } from '@/agenda/zone'
import { periodOf } from '@/agreement/rules'
import { AGREEMENT, agreementText } from '@/agreement/texts'
import { formatMonth } from '@/core/dates'
import { formatBRL } from '@/core/prices'
import { SOLD_AND_RECEIVED } from '@/dashboard/rules'
import { fromCents, receivedByMonth, sumAmounts, sumOf, sumOpen, toCents } from '@/payments/money'
import { compareForList } from '@/students/rules'
import type { Names } from '../columns.schema'
import { namesIn } from '../csv'
import type { ExportDocument } from '../export.schema'
import { profile, sheetOf, tables, type TableName } from '../tables.schema'
import { markup, type Markup, type Part } from './markup'
import { creditsOf, lessonTable, shelvesOf, studentPart, type Shelves } from './student'
import { STYLE } from './style'
import { figure, sheetTable, sheetTerms, studentLink, tableOf, termsOf } from './table'
import { BOOK } from './texts'

/** Nothing runs or loads, whatever an exported text contains. */
const POLICY = markup`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`

/** A whole export as one HTML file that opens offline (docs/product.md, 'Rights of the coach'), megabytes in pieces. */
export const bookOf = (document: ExportDocument): { name: string; pieces: Iterable<string> } => ({
  name: BOOK.file,
  pieces: written(document),
})

function* written(document: ExportDocument): Generator<string> {
  for (const piece of pieces(document)) yield String(piece)
}

function* pieces(document: ExportDocument): Generator<Markup> {
  const shelves = shelvesOf(document, namesIn(document))
  const title = BOOK.title(document.profile.name)
  const made = writtenOf({ instant: document.exported_at, zone: shelves.names.zone })
  yield markup`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8">${POLICY}
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no,email=no,address=no"><title>${title} · Voleio</title>
${STYLE}</head><body><a class="skip" href="#conteudo">${BOOK.skip}</a>
<header><h1>${title}</h1><p>${BOOK.made(made)}</p><p class="soft">${BOOK.keep}</p></header>\n`

  const parts = partsOf(document, shelves).filter(({ content }) => content.some((each) => each !== null))
  yield markup`<nav id="indice" aria-label="Índice"><ul>
<li><a href="#alunos">${BOOK.students}</a></li>
${parts.map(({ id, heading }) => markup`<li><a href="#${id}">${heading}</a></li>\n`)}</ul></nav>
<main id="conteudo">${summary(document)}`

  const students = document.students.toSorted(compareForList)
  yield markup`<section id="alunos" aria-labelledby="alunos-titulo"><h2 id="alunos-titulo">${BOOK.students}</h2>
${studentsTable(students, shelves)}`
  for (const student of students) yield* studentPart(student, shelves)
  yield markup`</section>\n`

  for (const { id, heading, content } of parts) {
    yield markup`<section id="${id}" aria-labelledby="${id}-titulo"><h2 id="${id}-titulo">${heading}</h2>
${content}<p class="back"><a href="#indice">${BOOK.backToContents}</a></p></section>\n`
  }
  yield markup`</main></body></html>\n`
}

function summary({ students, sessions, packages, payments }: ExportDocument): Markup {
  const [sold, received] = SOLD_AND_RECEIVED
  return markup`<section aria-labelledby="resumo"><h2 id="resumo">${BOOK.summary}</h2>
${termsOf([
  [BOOK.students, students.length],
  [BOOK.lessons, sessions.length],
  [sold, formatBRL(sumAmounts(packages.map(({ price }) => price)))],
  [received, formatBRL(sumOf(payments))],
  [BOOK.open, formatBRL(sumOpen(packages))],
])}</section>\n`
}

function studentsTable(students: ExportDocument['students'], shelves: Shelves): Markup {
  const { names, balances } = shelves
  return markup`<div class="index">${tableOf(
    BOOK.students,
    [BOOK.student, BOOK.credits, BOOK.lessons],
    students.map((student) => {
      const { sentence, aside, owed } = creditsOf(student, shelves)
      return [
        studentLink(names.numbers.get(student.id) ?? 0, student.name),
        [sentence, ...aside.map(({ text }) => text), owed].filter((text) => text !== null).join(' · '),
        figure(balances.get(student.id)?.lessons ?? 0),
      ]
    }),
  )}</div>`
}

type BookPart = { id: string; heading: string; content: readonly Part[] }

const titled = (heading: string, table: Markup | null): Markup | null =>
  table && markup`<h3>${heading}</h3>\n${table}`

/** The parts about no single student, each with an entry in the contents. */
function partsOf(document: ExportDocument, shelves: Shelves): BookPart[] {
  const { names } = shelves
  const { tables: captions } = BOOK
  const own = (name: keyof typeof captions & TableName) =>
    titled(captions[name], sheetTable(captions[name], sheetOf(name, document, names)))
  return [
    { id: 'aulas-sem-alunos', heading: BOOK.lessonsLeft, content: [lessonsLeft(document, shelves)] },
    { id: 'meses', heading: BOOK.money, content: [months(document)] },
    {
      id: 'combinados',
      heading: AGREEMENT.title,
      content: [...agreements(document, names), own('agreement_confirmations'), own('lesson_replies')],
    },
    {
      id: 'agenda',
      heading: BOOK.agenda,
      content: [
        own('slots'),
        own('recesses'),
        own('slot_exceptions'),
        own('occurrence_guests'),
        own('openings'),
        own('opening_invites'),
      ],
    },
    {
      id: 'mensagens',
      heading: BOOK.messages,
      content: [own('message_templates'), own('notices'), own('alerts')],
    },
    {
      id: 'professor',
      heading: BOOK.coach,
      content: [titled(captions.profile, sheetTerms(profile.sheet([document.profile], names))), own('clubs')],
    },
  ]
}

function lessonsLeft({ sessions }: ExportDocument, shelves: Shelves): Markup | null {
  const left = sessions.filter(({ id }) => shelves.seatsOfLesson(id).length === 0)
  if (left.length === 0) return null
  const lessons = left.toReversed().map((session) => ({ session }))
  return markup`<p class="soft">${BOOK.lessonsLeftWhy}</p>\n${lessonTable(BOOK.lessonsLeft, lessons, shelves)}`
}

const inBRL = (value: number): Markup => figure(formatBRL(value))

/** As on the finance screen: sold in the month a package begins, received in the month of payment. */
function months({ packages, payments }: ExportDocument): Markup | null {
  const received = new Map(receivedByMonth(payments).map(({ month, amount }) => [month, amount]))
  const sold = new Map<string, number>()
  for (const { purchase_date, price } of packages) {
    const month = purchase_date.slice(0, 7)
    sold.set(month, (sold.get(month) ?? 0) + toCents(price))
  }
  const all = [...new Set([...received.keys(), ...sold.keys()])].toSorted().toReversed()
  if (all.length === 0) return null
  return markup`<div class="small">${tableOf(
    BOOK.money,
    [BOOK.month, ...SOLD_AND_RECEIVED],
    all.map((month) => [
      formatMonth(month),
      inBRL(fromCents(sold.get(month) ?? 0)),
      inBRL(received.get(month) ?? 0),
    ]),
    [BOOK.total, inBRL(sumAmounts(packages.map(({ price }) => price))), inBRL(sumOf(payments))],
  )}</div>`
}

/** Headings whose values the sentences or the title already give. */
const SAID = ['De', 'Até', 'Aviso (horas)', 'Reposição (dias)', 'Observação']

/** Every version in the words that students read, the newest first. */
const agreements = (
  { agreements: versions, profile: { cancel_extension_days: rain } }: ExportDocument,
  names: Names,
) =>
  versions.toReversed().map((version) => {
    const sentences = agreementText(version, rain).map((sentence) => markup`<li>${sentence}</li>`)
    return markup`<div class="box"><h3>${periodOf(version, versions)}</h3><ul>${sentences}</ul>${sheetTerms(
      tables.agreements.sheet([version], names),
      SAID,
    )}</div>\n`
  })
