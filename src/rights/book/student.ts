import { dayIn, dayOf, writtenOf } from '@/agenda/zone'
import { absenceText } from '@/agreement/absence'
import { agreementsShown } from '@/agreement/rules'
import { AGREEMENT } from '@/agreement/texts'
import { formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { creditWords } from '@/credits/credit-state'
import { NO_PACKAGE, USES_NO_CREDIT } from '@/credits/texts'
import { PACKAGE_STATUS_LABELS, packageStatus } from '@/packages/rules'
import {
  expiredIn,
  expiredLine,
  ofWhichExpired,
  signedCredits,
  withExpired,
} from '@/packages/statement/rules'
import { STATEMENT } from '@/packages/statement/texts'
import { openText, untilText } from '@/packages/words'
import { isOverdue, MONEY_STATE_LABELS, moneyState } from '@/payments/money'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { PRIVATE_NOTES, SESSION_MESSAGES } from '@/sessions/texts'
import { STUDENT_STATUS_LABELS } from '@/students/rules'
import type { Names } from '../columns.schema'
import type { ExportDocument } from '../export.schema'
import { movementOf, tables, withNotice, type ExportedRow } from '../tables.schema'
import { DATA_RIGHTS, RIGHTS_LABELS } from '../texts'
import { markup, type Markup } from './markup'
import { figure, sheetTable, sheetTerms, studentId, tableOf } from './table'
import { BOOK } from './texts'

type Student = ExportedRow<'students'>
type Package = ExportedRow<'packages'>
type Session = ExportedRow<'sessions'>
type Seat = ExportedRow<'assignments'>
type Feedback = ExportedRow<'feedbacks'>

/** An export's rows by what they belong to, so that 20,000 lessons are read only once. */
export interface Shelves {
  document: ExportDocument
  names: Names
  today: LocalDate
  packages: Groups<Package>
  payments: Groups<ExportedRow<'payments'>>
  extensions: Groups<ExportedRow<'extensions'>>
  lines: Groups<ExportedRow<'credit_ledger'>>
  seats: Groups<Seat>
  seatsOfLesson: Groups<Seat>
  feedbacks: Groups<Feedback>
  sessions: ReadonlyMap<string, Session>
  balances: ReadonlyMap<string, ExportedRow<'balances'>>
  confirmations: Groups<ExportedRow<'agreement_confirmations'>>
}
type Groups<Row> = (key: string) => readonly Row[]

export const shelvesOf = (document: ExportDocument, names: Names): Shelves => ({
  document,
  names,
  today: dayIn(names.zone, new Date(document.exported_at)),
  packages: grouped(document.packages, 'student_id'),
  payments: grouped(document.payments, 'package_id'),
  extensions: grouped(
    document.extensions.filter(({ stands }) => stands),
    'package_id',
  ),
  lines: grouped(document.credit_ledger, 'student_id'),
  seats: grouped(document.assignments, 'student_id'),
  seatsOfLesson: grouped(document.assignments, 'session_id'),
  feedbacks: grouped(document.feedbacks, 'student_id'),
  sessions: new Map(document.sessions.map((session) => [session.id, session])),
  balances: new Map(document.balances.map((row) => [row.student_id, row])),
  confirmations: grouped(document.agreement_confirmations, 'student_id'),
})

function grouped<Key extends string, Row extends Record<Key, string>>(
  rows: readonly Row[],
  key: Key,
): Groups<Row> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row[key])
    if (group) group.push(row)
    else groups.set(row[key], [row])
  }
  return (wanted) => groups.get(wanted) ?? []
}

/** A student's credits in the app's words, on the day of the export. */
export function creditsOf({ id }: Student, { packages, today }: Shelves) {
  const own = packages(id)
  return creditWords({ packages: [...own], open: [...own] }, today)
}

export function* studentPart(student: Student, shelves: Shelves): Generator<Markup> {
  const { names } = shelves
  const id = studentId(names.numbers.get(student.id) ?? 0)
  yield markup`<article id="${id}" aria-labelledby="${id}-nome"><h3 id="${id}-nome">${student.name}</h3>
${headOf(student, shelves)}`
  yield markup`<h4>${RIGHTS_LABELS.student}</h4>
${student.notes && markup`<p>${student.notes}</p>`}${sheetTerms(tables.students.sheet([student], names), IN_HEAD)}`
  const balance = shelves.balances.get(student.id)
  if (balance) yield sheetTerms(tables.balances.sheet([balance], names), ['Aluno', 'Créditos'])
  yield* packagesPart(student, shelves)
  yield* statementPart(student, shelves)
  yield* lessonsPart(student, shelves)
  yield markup`<p class="back"><a href="#alunos">${BOOK.backToStudents}</a></p></article>\n`
}

/** Headings whose values a title or a line above already gives. */
const IN_HEAD = ['Nome', 'Créditos', 'Notas']
const OF_PACKAGE = ['Aluno', 'Pacote']
const OF_CARD = [...OF_PACKAGE, 'Aulas', 'Restantes', 'Preço (R$)', 'A receber (R$)']

const tag = (text: string): Markup => markup`<span class="tag">${text}</span>`

function headOf(student: Student, shelves: Shelves): Markup {
  const { zone } = shelves.names
  const { sentence, aside, owed, state } = creditsOf(student, shelves)
  const { anonymized_at: gone } = student
  const isInactive = gone === null && student.status === 'inactive'
  return markup`${isInactive && markup`<p>${tag(STUDENT_STATUS_LABELS.inactive)}</p>`}${
    gone !== null &&
    markup`<p>${DATA_RIGHTS.student.anonymizedOn(formatDate(dayOf({ instant: gone, zone })))}</p>`
  }
<p><strong>${sentence}</strong>${aside.map(({ text }) => ` · ${text}`)}${
    owed !== null && markup` · <span class="${state === 'owes' ? 'bad' : ''}">${owed}</span>`
  }</p>
${confirmedText(student, shelves)}`
}

/** When the student confirmed the agreement in force, else the next one; null if not confirmed. */
function confirmedText({ id }: Student, { document, names, today, confirmations }: Shelves): Markup | null {
  const { current, next } = agreementsShown(document.agreements, today)
  const shown = current ?? next
  const at = confirmations(id).find(({ version }) => version === shown?.version)?.confirmed_at
  if (at === undefined) return null
  const day = dayOf({ instant: at, zone: names.zone })
  return markup`<p class="soft">${AGREEMENT.title}: ${AGREEMENT.confirmed(formatDate(day))}</p>`
}

function* packagesPart(student: Student, shelves: Shelves): Generator<Markup> {
  const packages = shelves.packages(student.id).toReversed()
  if (packages.length === 0) return
  yield markup`<h4>${BOOK.packages}</h4>\n`
  for (const pkg of packages) yield packagePart(pkg, shelves)
}

function packagePart(pkg: Package, { names, today, payments, extensions }: Shelves): Markup {
  const name = pkg.name.trim() || BOOK.anonymous
  const state = moneyState(pkg)
  const open = openText(pkg, today)
  return markup`<div class="box"><h5>${name}</h5>
<p>${tag(PACKAGE_STATUS_LABELS[packageStatus(pkg, today)])}<strong>${pkg.remaining_classes} de ${
    pkg.total_classes
  }</strong> · ${untilText(pkg, today)}</p>
<p><strong>${formatBRL(pkg.price)}</strong>${state && ` · ${MONEY_STATE_LABELS[state]}`}${
    open !== null && markup` · <span class="${isOverdue(pkg, today) ? 'bad' : ''}">${open}</span>`
  }</p>
${sheetTerms(tables.packages.sheet([pkg], names), OF_CARD)}${sheetTable(
    BOOK.of(BOOK.payments, name),
    tables.payments.sheet(payments(pkg.id), names, OF_PACKAGE),
  )}${sheetTable(
    BOOK.of(BOOK.extensions, name),
    tables.extensions.sheet(extensions(pkg.id), names, OF_PACKAGE),
  )}</div>\n`
}

/** The statement as the app shows and prints it (docs/product.md, 'Statement'). */
function* statementPart(student: Student, shelves: Shelves): Generator<Markup> {
  const { names, packages, lines, today } = shelves
  const { zone } = names
  const newest = lines(student.id).toReversed()
  if (newest.length === 0) return
  const expired = expiredIn(packages(student.id), today)
  const late = ofWhichExpired(expired)
  yield markup`<h4>${STATEMENT.title}</h4>
<p>${BOOK.balanceNow}: <strong>${student.total_credits}</strong>${late && `, ${late}`}</p>
<details open><summary>${BOOK.countMovements(newest.length)}</summary><div class="small">${tableOf(
    BOOK.of(STATEMENT.title, student.name),
    [BOOK.movement, BOOK.credits, BOOK.balance],
    withExpired(newest, expired, false).map((row) =>
      'expiry_date' in row
        ? [
            markup`<span class="bad">${expiredLine(row)}</span><div class="soft">${row.package_name}</div>`,
            '',
            '',
          ]
        : [
            markup`${movementOf(row, names)}<div class="soft">${writtenOf({ instant: row.created_at, zone })}${
              row.kind !== 'purchase' && row.package_name && ` · ${row.package_name}`
            }</div>`,
            markup`<span class="n${row.delta > 0 ? ' ok' : ''}">${signedCredits(row.delta)}</span>`,
            figure(row.balance_after),
          ],
    ),
  )}</div></details>\n`
}

/** The student's lessons, newest first. */
function* lessonsPart(student: Student, shelves: Shelves): Generator<Markup> {
  const given = new Map(shelves.feedbacks(student.id).map((row) => [row.session_id, row]))
  const lessons = shelves.seats(student.id).flatMap((seat) => {
    const session = shelves.sessions.get(seat.session_id)
    return session ? [{ session, seat, feedback: given.get(session.id) }] : []
  })
  if (lessons.length === 0) return
  yield markup`<h4>${BOOK.lessons}</h4>
<details open><summary>${BOOK.countLessons(lessons.length)}</summary>${lessonTable(
    BOOK.of(BOOK.lessons, student.name),
    lessons.toReversed(),
    shelves,
  )}</details>\n`
}

interface Lesson {
  session: Session
  /** Absent for a lesson without students. */
  seat?: Seat
  feedback?: Feedback | undefined
}

export const lessonTable = (caption: string, lessons: readonly Lesson[], shelves: Shelves): Markup =>
  markup`<div class="lessons">${tableOf(
    caption,
    [BOOK.lessonDate, BOOK.lesson],
    lessons.map((lesson) => [
      writtenOf({ instant: lesson.session.date, zone: shelves.names.zone }),
      aboutLesson(lesson, shelves),
    ]),
  )}</div>`

function aboutLesson({ session, seat, feedback }: Lesson, shelves: Shelves): Markup {
  const { names, seatsOfLesson } = shelves
  const { cancelled_reason: why, student_count: count } = session
  const others = seatsOfLesson(session.id).flatMap(({ student_id }) =>
    student_id === seat?.student_id ? [] : (names.students.get(student_id) ?? []),
  )
  return markup`${why !== null && tag(ATTENDANCE.cancelled(ATTENDANCE.reasons[why]))}${
    seat && why === null && tag(attendanceText(seat, shelves))
  }${seat && paidBy(seat, names)}
<div class="soft">${session.teacher}${count > 1 && ` · ${SESSION_MESSAGES.inGroup(count)}`}${
    others.length > 0 && ` ${BOOK.with(others)}`
  }</div>${session.notes && markup`<p>${session.notes}</p>`}${feedback && feedbackPart(feedback, names)}`
}

/** The attendance, or what an absence cost and why. */
function attendanceText(seat: Seat, { names }: Shelves): string {
  const why = absenceText(seat.attendance, withNotice(seat, names), names.zone)
  return why ?? ATTENDANCE.labels[seat.attendance]
}

function paidBy({ attendance, package_id: id, manually_assigned: isChosen }: Seat, names: Names): string {
  if (attendance === 'excused' || attendance === 'cancelled') return USES_NO_CREDIT
  if (id === null) return NO_PACKAGE
  return `${names.packages.get(id) ?? ''}${isChosen ? ` (${BOOK.chosen})` : ''}`
}

const feedbackPart = (
  { rating, tags, club_id: club, notes, private_notes }: Feedback,
  names: Names,
): Markup =>
  markup`<div><strong>${BOOK.rating(rating)}</strong>${club !== null && ` · ${names.clubs.get(club) ?? ''}`}</div>${
    tags.length > 0 && markup`<div>${tags.map(tag)}</div>`
  }${notes && markup`<p>${notes}</p>`}${private_notes && privateNotes(private_notes)}`

const privateNotes = (notes: string): Markup => {
  const { label, hint } = PRIVATE_NOTES
  return markup`<div class="own"><strong>${label} · ${hint}</strong><p>${notes}</p></div>`
}
