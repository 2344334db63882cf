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
import { figure, sheetTable, sheetTerms, studentLink, tableOf, termsOf } from './table'
import { BOOK } from './texts'

/** Nothing runs or loads, whatever an exported text contains. */
const POLICY = markup`<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`

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

/** The look of the book: the app's colours and the device's fonts. Printing shows folded content too. */
const STYLE = markup`<style>
:root{color-scheme:light dark;--paper:#f7f3ea;--surface:#fffdf8;--ink:#0d2b2c;--soft:#4b6465;--line:#e4ddcd;
  --strong:#7d8d87;--link:#0f4a4b;--bad:#a01c24;--ok:#14622f;--tag:#ece5d6}
@media screen and (prefers-color-scheme:dark){:root{--paper:#0a1b1c;--surface:#11292a;--ink:#eef5ef;
  --soft:#a8beba;--line:#21403f;--strong:#6f8f8b;--link:#dbf24a;--bad:#ff9d97;--ok:#8fdca5;--tag:#1a3637}}
*{box-sizing:border-box}
/* A name that turns the direction of writing turns its own only. */
body *{unicode-bidi:isolate}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:64rem;padding:1.5rem 1rem 4rem;background:var(--paper);color:var(--ink);
  font:1rem/1.45 Figtree,system-ui,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h1{font-size:1.75rem;margin:0 0 .5rem;line-height:1.2}
h2{font-size:1.375rem;margin:0 0 .75rem;line-height:1.25}
h3{font-size:1.1875rem;margin:0 0 .5rem;line-height:1.25}
h4{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.25rem 0}
p,dd,li,td,th{white-space:pre-line}
a{color:var(--link);font-weight:600}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
section,article{scroll-margin-top:1rem}
main>section{margin-top:3rem}
article{margin:1.5rem 0;padding:1.25rem 1rem;background:var(--surface);border:1px solid var(--line);
  border-radius:.75rem}
.soft{color:var(--soft);font-weight:400}
.bad{color:var(--bad);font-weight:700}
.ok{color:var(--ok)}
.n{white-space:nowrap}
.w{overflow-wrap:normal}
.small .n,.index .n{display:block;text-align:right}
.tag{display:inline-block;margin:0 .375rem .25rem 0;padding:.125rem .625rem;border-radius:1rem;
  background:var(--tag);font-size:.875rem;font-weight:700}
.box{margin:.75rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem}
.box h5{margin:0 0 .25rem;font-size:1rem}
.own{margin-top:.375rem;padding:.375rem .75rem;border:1px dashed var(--strong);border-radius:.5rem}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.box caption{position:static;width:auto;height:auto;clip-path:none;padding-top:.5rem;text-align:left;
  font-weight:700;white-space:normal}
.skip{position:absolute;left:-100rem}
.skip:focus{left:1rem;top:.5rem;padding:.75rem;background:var(--surface)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:1rem 0 0;padding:0;list-style:none}
nav a,.back a{display:inline-block;padding:.625rem 0;min-height:2.75rem}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(7.5rem,100%),1fr));gap:.625rem 1rem;margin:.5rem 0}
dl .wide{grid-column:1/-1}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;font-weight:600}
ul{padding-left:1.25rem;margin:.5rem 0}
[tabindex]{overflow-x:auto}
table{position:relative;width:100%;border-collapse:collapse;text-align:left}
th,td{padding:.5rem .75rem .5rem 0;vertical-align:top;border-bottom:1px solid var(--line);min-width:4.5rem}
thead th{overflow-wrap:break-word;color:var(--soft);font-size:.875rem;border-color:var(--strong)}
tbody th{font-weight:600}
[tabindex] th,[tabindex] td{min-width:8rem}
td:last-child,th:last-child{padding-right:0}
.small th:not(:first-child){text-align:right}
.small th:first-child{width:100%}
.index th:last-child{text-align:right}
.lessons tbody th{width:7rem;overflow-wrap:normal}
summary{padding:.625rem 0;cursor:pointer;color:var(--link);font-weight:600}
@media screen{article{content-visibility:auto;contain-intrinsic-size:auto 50rem}}
@media print{
@page{size:A4;margin:16mm}
:root{color-scheme:light;--paper:#fff;--surface:#fff;--tag:#fff}
html{font-size:.8125em}
body{max-width:none;padding:0}
nav,.back,.skip,summary{display:none}
details::details-content{content-visibility:visible;block-size:auto}
article{break-before:page;border:0;margin:0;padding:0}
main>section{break-before:page;margin:0}
main>section:first-child{break-before:auto}
h2,h3,h4,h5,thead{break-after:avoid}
tbody tr:first-child{break-before:avoid}
tr,.box,li{break-inside:avoid}
thead{display:table-header-group}
[tabindex]{overflow:visible}
[tabindex] th,[tabindex] td{min-width:0}
.tag{border:1px solid var(--strong)}
a{color:inherit;text-decoration:none}
}
</style>
`
