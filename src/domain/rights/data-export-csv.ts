import { shownMessage } from '@/domain/alerts/alert-facts'
import { ALERT_PRIORITY_LABELS, ALERT_TYPE_LABELS } from '@/domain/alerts/alerts'
import { expiryText, usedClasses } from '@/domain/packages/packages'
import { formatDate, formatDateTime } from '@/domain/shared/dates'
import type { Alert, Club, Instant, Session, SessionFeedback, Student } from '@/domain/shared/model'
import { displayPhone } from '@/domain/shared/phones'
import { statementLine } from '@/domain/statement/statement'
import {
  CLASSE_LABELS,
  GENDER_LABELS,
  STUDENT_STATUS_LABELS,
  STUDENT_TYPE_LABELS,
} from '@/domain/students/students'
import { SKIP_REASON_TEXTS } from '@/texts/agenda/skip-reasons'
import { CSV_TEXTS as texts } from '@/texts/rights/data-export-csv'
import { SESSION_MESSAGES as words } from '@/texts/sessions/messages-sessions'
import {
  type ExportDocument,
  EXPORT_FORMAT,
  type ExportedExtension,
  type ExportedLedgerLine,
  type ExportedNotice,
  type ExportedPackage,
  type ExportedPayment,
  type ExportedSlot,
  type StudentExportDocument,
} from './data-export'

type CsvCell = string | number | null

/** One table; the first row holds the column names. */
export interface CsvTable {
  /** A file name without extension. */
  name: string
  rows: CsvCell[][]
}

type Columns<Row> = readonly (readonly [header: string, cell: (row: Row) => CsvCell])[]

/**
 * An export as readable tables (docs/product.md, 'Rights of the coach'): names instead of ids (which stay as the last
 * columns; students have a number instead, because their id may open their page), dates and times in Brazilian format and device time zone. Cells are not escaped: whoever writes the file
 * must guard against spreadsheet formulas.
 */
export function csvFiles(document: ExportDocument | StudentExportDocument): CsvTable[] {
  return document.format === EXPORT_FORMAT ? tablesOfAll(document) : tablesOfStudent(document)
}

function table<Row>(name: string, columns: Columns<Row>, rows: readonly Row[]): CsvTable {
  return {
    name,
    rows: [
      columns.map(([header]) => header),
      ...rows.map((row) => columns.map(([, cell]) => readable(() => cell(row)))),
    ],
  }
}

/** One value that cannot be shown says so in its cell; it never takes the whole export with it. */
function readable(cell: () => CsvCell): CsvCell {
  try {
    return cell()
  } catch {
    return texts.unreadable
  }
}

function tablesOfAll(document: ExportDocument): CsvTable[] {
  const { files } = texts
  const studentNames = new Map(document.students.map(({ id, name }) => [id, name]))
  const clubNames = new Map(document.clubs.map(({ id, name }) => [id, name]))
  const packageNames = new Map(document.packages.map(({ id, name }) => [id, name]))
  const slots = new Map(document.slots.map((slot) => [slot.id, `${slotDay(slot)} ${slotTime(slot)}`]))
  const dates = new Map(document.sessions.map(({ id, date }) => [id, date]))
  const student = ({ student_id }: { student_id: string | null }): CsvCell =>
    student_id === null ? null : (studentNames.get(student_id) ?? null)
  const pack = ({ package_id }: { package_id: string | null }): CsvCell => nameOf(packageNames, package_id)
  const numbers = new Map(document.students.map(({ id }, at) => [id, at + 1]))
  const studentNumber = ({ student_id }: { student_id: string | null }): CsvCell =>
    student_id === null ? null : (numbers.get(student_id) ?? null)
  const date = ({ session_id }: { session_id: string }): CsvCell => moment(dates.get(session_id) ?? null)

  return [
    about(document, document.notice),
    table(files.profile, PROFILE, [document.profile]),
    table(files.clubs, CLUB, document.clubs),
    table(
      files.students,
      [...STUDENT, [texts.student.number, ({ id }) => numbers.get(id) ?? null]],
      document.students,
    ),
    table(
      files.packages,
      [
        [texts.package.student, student],
        ...SALE,
        [texts.package.renews, ({ renews }) => nameOf(packageNames, renews)],
        [texts.package.id, ({ id }) => id],
        [texts.student.number, studentNumber],
      ],
      document.packages,
    ),
    table(
      files.extensions,
      [
        [texts.extension.student, student],
        [texts.extension.package, pack],
        ...EXTENSION,
        [texts.extension.packageId, packageId],
        [texts.student.number, studentNumber],
      ],
      document.extensions.filter(({ stands }) => stands),
    ),
    table(
      files.payments,
      [
        [texts.payment.student, student],
        [texts.payment.package, pack],
        ...PAYMENT,
        [texts.payment.packageId, packageId],
        [texts.student.number, studentNumber],
      ],
      document.payments,
    ),
    table(
      files.slots,
      [
        ...SLOT,
        [texts.slot.club, ({ club_id }) => nameOf(clubNames, club_id)],
        [
          texts.slot.students,
          ({ id }) =>
            document.slot_students
              .filter(({ slot_id }) => slot_id === id)
              .map(student)
              .join(', '),
        ],
        [texts.slot.created, (row) => moment(row.created_at)],
        [texts.slot.updated, (row) => moment(row.updated_at)],
        [texts.slot.id, ({ id }) => id],
      ],
      document.slots,
    ),
    table(
      files.recesses,
      [
        [texts.recess.first, (row) => formatDate(row.first_day)],
        [texts.recess.last, (row) => formatDate(row.last_day)],
        [texts.recess.created, (row) => moment(row.created_at)],
      ],
      document.recesses,
    ),
    table(
      files.exceptions,
      [
        [texts.exception.slot, ({ slot_id }) => nameOf(slots, slot_id)],
        [texts.exception.day, (row) => formatDate(row.slot_date)],
        [texts.exception.reason, ({ reason }) => (reason === null ? null : SKIP_REASON_TEXTS[reason])],
        [texts.exception.moved, (row) => moment(row.moved_to)],
        [texts.exception.created, (row) => moment(row.created_at)],
        [texts.exception.slotId, (row) => row.slot_id],
      ],
      document.slot_exceptions,
    ),
    table(
      files.lessons,
      [
        ...LESSON,
        [texts.lesson.students, (row) => row.student_count],
        [texts.lesson.withoutPackage, (row) => row.unassigned_count],
        [texts.lesson.id, ({ id }) => id],
        [texts.slot.id, (row) => row.slot_id],
      ],
      document.sessions,
    ),
    table(
      files.attendance,
      [
        [texts.attendance.date, date],
        [texts.attendance.student, student],
        [texts.attendance.state, ({ attendance }) => words.attendances[attendance]],
        [texts.attendance.package, pack],
        [texts.attendance.byHand, (row) => yesNo(row.manually_assigned)],
        [texts.attendance.assigned, (row) => moment(row.assigned_at)],
        [texts.attendance.sessionId, sessionId],
        [texts.student.number, studentNumber],
        [texts.attendance.packageId, ({ package_id }) => package_id],
      ],
      document.assignments,
    ),
    table(
      files.feedbacks,
      [
        [texts.feedback.date, date],
        [texts.feedback.student, student],
        ...FEEDBACK,
        [texts.feedback.club, ({ club_id }) => nameOf(clubNames, club_id)],
        [texts.feedback.sessionId, sessionId],
        [texts.student.number, studentNumber],
      ],
      document.feedbacks,
    ),
    table(files.templates, TEMPLATE, document.message_templates),
    table(
      files.notices,
      [
        [texts.message.student, student],
        ...NOTICE,
        [
          texts.message.cause,
          ({ cause }) =>
            cause
              .split(':')
              .filter((part) => !numbers.has(part))
              .join(':'),
        ],
        [texts.student.number, studentNumber],
      ],
      document.notices,
    ),
    table(files.alerts, [...ALERT, [texts.student.number, studentNumber]], document.alerts),
    table(
      files.ledger,
      [
        ...LEDGER.slice(0, 1),
        [texts.ledger.student, student],
        ...LEDGER.slice(1),
        [texts.student.number, studentNumber],
      ],
      document.credit_ledger,
    ),
    table(
      files.balances,
      [
        [texts.balance.student, student],
        [texts.balance.credits, (row) => row.credits],
        [texts.balance.packages, (row) => row.packages],
        [texts.balance.revenue, (row) => row.revenue],
        [texts.balance.paid, (row) => row.paid ?? null],
        [texts.balance.lessons, (row) => row.lessons],
        [
          texts.balance.average,
          (row) =>
            row.rating_count === 0 ? null : Math.round((row.rating_sum / row.rating_count) * 10) / 10,
        ],
        [texts.student.number, studentNumber],
      ],
      document.balances,
    ),
  ]
}

function tablesOfStudent(document: StudentExportDocument): CsvTable[] {
  const { files, ownLesson } = texts
  // The student does not read of a column that the coach left out.
  const privateNotes: Columns<StudentExportDocument['lessons'][number]> = document.lessons.some(
    ({ feedback }) => feedback?.private_notes !== undefined,
  )
    ? [[ownLesson.feedback.privateNotes, ({ feedback }) => feedback?.private_notes ?? null]]
    : []
  const packageNames = new Map(document.packages.map(({ id, name }) => [id, name]))
  const pack = ({ package_id }: { package_id: string | null }): CsvCell => nameOf(packageNames, package_id)
  return [
    about(document),
    table(files.student, STUDENT, [document.student]),
    table(files.packages, [...SALE, [texts.package.id, ({ id }) => id]], document.packages),
    table(
      files.extensions,
      [[texts.extension.package, pack], ...EXTENSION],
      document.extensions.filter(({ stands }) => stands),
    ),
    table(files.payments, [[texts.payment.package, pack], ...PAYMENT], document.payments),
    table(files.slots, [...SLOT, [texts.slot.club, ({ club }) => club]], document.slots),
    table(
      files.lessons,
      [
        ...LESSON,
        [ownLesson.participants, (row) => row.participants],
        [ownLesson.state, ({ attendance }) => words.attendances[attendance]],
        [ownLesson.package, pack],
        [ownLesson.byHand, (row) => yesNo(row.manually_assigned)],
        [ownLesson.feedback.rating, ({ feedback }) => feedback?.rating ?? null],
        [ownLesson.feedback.notes, ({ feedback }) => feedback?.notes ?? null],
        ...privateNotes,
        [ownLesson.feedback.tags, ({ feedback }) => feedback?.tags.join(', ') ?? null],
        [ownLesson.feedback.club, ({ feedback }) => feedback?.club ?? null],
        [ownLesson.feedback.created, ({ feedback }) => moment(feedback?.created_at ?? null)],
        [ownLesson.id, (row) => row.session_id],
      ],
      document.lessons,
    ),
    table(files.notices, [...NOTICE, [texts.message.cause, ({ cause }) => cause]], document.notices),
    table(files.alerts, ALERT, document.alerts),
    table(files.ledger, LEDGER, document.credit_ledger),
  ]
}

function about({ exported_at }: { exported_at: Instant }, notice?: string): CsvTable {
  const { title, exported, notice: word } = texts.about
  return {
    name: texts.files.read,
    rows: [[title, null], [exported, moment(exported_at)], ...(notice === undefined ? [] : [[word, notice]])],
  }
}

const packageId = (row: { package_id: string }): CsvCell => row.package_id
const sessionId = (row: { session_id: string }): CsvCell => row.session_id
const moment = (instant: Instant | null): CsvCell => (instant === null ? null : formatDateTime(instant))
const yesNo = (value: boolean): string => (value ? texts.yes : texts.no)
const nameOf = (names: ReadonlyMap<string, string>, id: string | null): CsvCell =>
  id === null ? null : (names.get(id) ?? null)

const PROFILE: Columns<ExportDocument['profile']> = [
  [texts.profile.name, (row) => row.name],
  [texts.profile.email, (row) => row.email],
  [texts.profile.phone, (row) => displayPhone(row.phone)],
  [texts.profile.sport, (row) => row.main_sport],
  [texts.profile.pixKey, (row) => row.pix_key],
  [texts.profile.pixName, (row) => row.pix_name],
  [texts.profile.pixCity, (row) => row.pix_city],
  [texts.profile.created, (row) => moment(row.created_at)],
  [texts.profile.updated, (row) => moment(row.updated_at)],
]

const CLUB: Columns<Omit<Club, 'user_id'>> = [
  [texts.club.name, (row) => row.name],
  [texts.club.address, (row) => row.address],
  [texts.club.phone, (row) => displayPhone(row.phone)],
  [texts.club.isDefault, (row) => yesNo(row.is_default)],
  [texts.club.created, (row) => moment(row.created_at)],
  [texts.club.updated, (row) => moment(row.updated_at)],
  [texts.club.id, (row) => row.id],
]

const STUDENT: Columns<Omit<Student, 'user_id' | 'id' | 'link'>> = [
  [texts.student.name, (row) => row.name],
  [texts.student.email, (row) => row.email],
  [texts.student.phone, (row) => displayPhone(row.phone)],
  // Anonymising sets these three to constants, which would mislead.
  [texts.student.gender, (row) => (row.anonymized_at === null ? GENDER_LABELS[row.gender] : null)],
  [texts.student.type, (row) => (row.anonymized_at === null ? STUDENT_TYPE_LABELS[row.type] : null)],
  [texts.student.classe, (row) => (row.anonymized_at === null ? CLASSE_LABELS[row.classe] : null)],
  [texts.student.status, (row) => STUDENT_STATUS_LABELS[row.status]],
  [texts.student.credits, (row) => row.total_credits],
  [texts.student.notes, (row) => row.notes],
  [texts.student.created, (row) => moment(row.created_at)],
  [texts.student.updated, (row) => moment(row.updated_at)],
  [texts.student.anonymized, (row) => moment(row.anonymized_at)],
]

const SALE: Columns<Omit<ExportedPackage, 'student_id'>> = [
  [texts.package.name, (row) => row.name],
  [texts.package.total, (row) => row.total_classes],
  [texts.package.used, usedClasses],
  [texts.package.remaining, (row) => row.remaining_classes],
  [texts.package.price, (row) => row.price],
  [texts.package.soldTotal, (row) => row.sold_classes],
  [texts.package.soldPrice, (row) => row.sold_price],
  [texts.package.start, (row) => formatDate(row.purchase_date)],
  [texts.package.payment, (row) => formatDate(row.payment_date)],
  [texts.package.paid, (row) => row.paid_total],
  [texts.package.open, (row) => row.open_amount],
  [texts.package.monthly, (row) => yesNo(row.renews_monthly)],
  [texts.package.expiry, (row) => expiryText(row)],
  [texts.package.extended, (row) => row.extended_days],
  [texts.package.created, (row) => moment(row.created_at)],
  [texts.package.updated, (row) => moment(row.updated_at)],
]

const EXTENSION: Columns<Omit<ExportedExtension, 'student_id'>> = [
  [texts.extension.days, (row) => row.days],
  [texts.extension.reason, (row) => row.reason],
  [texts.extension.day, (row) => (row.day === null ? null : formatDate(row.day))],
  [texts.extension.created, (row) => moment(row.created_at)],
  [texts.extension.id, (row) => row.id],
]

const PAYMENT: Columns<Omit<ExportedPayment, 'student_id'>> = [
  [texts.payment.day, (row) => formatDate(row.paid_on)],
  [texts.payment.kind, (row) => texts.payment.kinds[row.kind]],
  // What was given back is less than nothing, so that the column adds up.
  [texts.payment.amount, (row) => (row.kind === 'refund' ? -row.amount : row.amount)],
  [texts.payment.method, (row) => texts.payment.methods[row.method]],
  [texts.payment.payer, (row) => row.payer_name],
  [texts.payment.note, (row) => row.note],
  [texts.payment.created, (row) => moment(row.created_at)],
  [texts.payment.id, (row) => row.id],
]

type SlotTimes = Pick<ExportedSlot, 'weekday' | 'start_time' | 'minutes' | 'starts_on' | 'ends_on'>
const slotDay = ({ weekday, starts_on }: SlotTimes): string =>
  weekday === null ? formatDate(starts_on) : (texts.slot.weekdays[weekday] ?? '')
const slotTime = ({ start_time }: SlotTimes): string => start_time.slice(0, 5)

const SLOT: Columns<SlotTimes> = [
  [texts.slot.day, slotDay],
  [texts.slot.time, slotTime],
  [texts.slot.minutes, (row) => row.minutes],
  [texts.slot.from, (row) => formatDate(row.starts_on)],
  [texts.slot.until, (row) => (row.ends_on === null ? null : formatDate(row.ends_on))],
]

const LESSON: Columns<Pick<Session, 'date' | 'teacher' | 'cancelled_reason' | 'notes' | 'created_at'>> = [
  [texts.lesson.date, (row) => moment(row.date)],
  [texts.lesson.teacher, (row) => row.teacher],
  [
    texts.lesson.cancelled,
    ({ cancelled_reason: reason }) => (reason === null ? null : words.cancelledReasons[reason]),
  ],
  [texts.lesson.notes, (row) => row.notes],
  [texts.lesson.created, (row) => moment(row.created_at)],
]

const FEEDBACK: Columns<Pick<SessionFeedback, 'rating' | 'notes' | 'private_notes' | 'tags' | 'created_at'>> =
  [
    [texts.feedback.rating, (row) => row.rating],
    [texts.feedback.notes, (row) => row.notes],
    [texts.feedback.privateNotes, (row) => row.private_notes],
    [texts.feedback.tags, (row) => row.tags.join(', ')],
    [texts.feedback.created, (row) => moment(row.created_at)],
  ]

const KINDS: Readonly<Record<string, string>> = { ...ALERT_TYPE_LABELS, ...texts.message.kinds }
/** A kind that only a newer version knows is named as it is stored. */
const messageKind = ({ kind }: { kind: string }): string => KINDS[kind] ?? kind

const TEMPLATE: Columns<ExportDocument['message_templates'][number]> = [
  [texts.message.kind, messageKind],
  [texts.message.body, (row) => row.body],
  [texts.message.updated, (row) => moment(row.updated_at)],
]

const NOTICE: Columns<Omit<ExportedNotice, 'student_id'>> = [
  [texts.message.kind, messageKind],
  [texts.message.opened, (row) => moment(row.opened_at)],
  [texts.message.id, (row) => row.id],
]

const ALERT: Columns<Omit<Alert, 'user_id' | 'student_id' | 'dedupe_key'>> = [
  [texts.alert.type, (row) => ALERT_TYPE_LABELS[row.type]],
  [texts.alert.priority, (row) => ALERT_PRIORITY_LABELS[row.priority]],
  [texts.alert.student, (row) => row.student_name],
  [texts.alert.message, shownMessage],
  [texts.alert.resolved, (row) => yesNo(row.resolved)],
  [texts.alert.ended, (row) => yesNo(row.ended)],
  [texts.alert.created, (row) => moment(row.created_at)],
  [texts.alert.id, (row) => row.id],
]

const LEDGER: Columns<Omit<ExportedLedgerLine, 'student_id'>> = [
  [texts.ledger.when, (row) => moment(row.created_at)],
  [texts.ledger.kind, (row) => texts.ledger.kinds[row.kind]],
  [texts.ledger.delta, (row) => row.delta],
  [texts.ledger.what, statementLine],
  [texts.ledger.package, (row) => row.package_name],
  [texts.ledger.lesson, (row) => moment(row.lesson_date)],
  [texts.ledger.reason, (row) => row.reason],
  [texts.ledger.packageBalance, (row) => row.package_balance_after],
  [texts.ledger.balance, (row) => row.balance_after],
  [texts.ledger.packageId, (row) => row.package_id],
  [texts.ledger.sessionId, (row) => row.session_id],
  [texts.ledger.id, (row) => row.id],
]
