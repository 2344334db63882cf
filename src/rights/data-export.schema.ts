import * as z from 'zod/mini'
import { SKIP_REASONS } from '@/agenda/rules'
import { FIRST_DAY, LAST_DAY } from '@/core/constants'
import { isLocalDate } from '@/core/dates'
import {
  ALERT_TYPES,
  ATTENDANCES,
  CANCELLED_REASONS,
  CLASSES,
  GENDERS,
  PAYMENT_METHODS,
  PIX_TYPES,
  STUDENT_STATUSES,
  STUDENT_TYPES,
} from '@/core/model'
import { failure, type Failure, type Result } from '@/core/result'
import { EXPORT_FORMAT, EXPORT_VERSION, STUDENT_EXPORT_FORMAT } from './data-export'
import { RIGHTS_MESSAGES } from './texts'

/** Longest accepted import file, in characters: about 36,000 sessions, i.e. eight a day for twelve years. */
export const IMPORT_MAX_CHARACTERS = 64_000_000

const { import: texts } = RIGHTS_MESSAGES

const id = z.guid()
const optionalText = z.nullable(z.string())
const instant = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))))
const day = z.string().check(z.refine((text) => isLocalDate(text) && text >= FIRST_DAY && text <= LAST_DAY))
const count = z.int().check(z.nonnegative())
const money = z.number().check(z.nonnegative())

const profile = z.object({
  name: z.string(),
  /** The login's; importing does not change it. */
  email: optionalText,
  phone: optionalText,
  main_sport: z.string(),
  package_order: z.enum(['oldest', 'expires_first']),
  cancel_extension_days: count,
  time_zone: optionalText,
  pix_type: z.nullable(z.enum(PIX_TYPES)),
  pix_key: optionalText,
  pix_name: optionalText,
  pix_city: optionalText,
  show_pix: z.boolean(),
  renewal_due_day: count,
  first_steps_closed: z.boolean(),
  replies_seen_at: z.nullable(instant),
  time_zone_since: z.nullable(instant),
  agreements_written: count,
  created_at: instant,
  updated_at: instant,
})

const rows = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.array(z.object(shape))

/** What was told of a lesson before it, and the version of the agreement that judged it. */
const told = {
  told_at: z.nullable(instant),
  told_by: z.nullable(z.enum(['student', 'coach'])),
  told_outcome: z.nullable(z.enum(['kept', 'late'])),
  agreement_version: z.nullable(count),
}

const tables = {
  clubs: rows({
    id,
    name: z.string(),
    address: optionalText,
    phone: optionalText,
    is_default: z.boolean(),
    created_at: instant,
    updated_at: instant,
  }),
  students: rows({
    id,
    name: z.string(),
    email: optionalText,
    phone: z.string(),
    gender: z.enum(GENDERS),
    type: z.enum(STUDENT_TYPES),
    classe: z.enum(CLASSES),
    status: z.enum(STUDENT_STATUSES),
    notes: optionalText,
    total_credits: count,
    credits_version: count,
    anonymized_at: z.nullable(instant),
    link: z.nullable(id),
    created_at: instant,
    updated_at: instant,
  }),
  packages: rows({
    id,
    student_id: id,
    name: z.string(),
    total_classes: count,
    used_classes: count,
    remaining_classes: count,
    price: money,
    purchase_date: day,
    payment_date: day,
    expiry_date: z.nullable(day),
    validity_days: z.nullable(count),
    extended_days: count,
    used_outside: count,
    paid_total: money,
    open_amount: z.number(),
    renews_monthly: z.boolean(),
    renews: z.nullable(id),
    sold_classes: count,
    sold_price: money,
    status: z.literal('active'),
    created_at: instant,
    updated_at: instant,
  }),
  extensions: rows({
    id,
    student_id: id,
    package_id: id,
    /** Null: a floor, `until_day`. */
    days: z.nullable(count),
    until_day: z.nullable(day),
    reason: z.string(),
    batch_id: z.nullable(id),
    session_id: z.nullable(id),
    slot_id: z.nullable(id),
    slot_date: z.nullable(day),
    day: z.nullable(day),
    kept: z.boolean(),
    stands: z.boolean(),
    created_at: instant,
  }),
  payments: rows({
    id,
    student_id: id,
    package_id: id,
    kind: z.enum(['payment', 'refund']),
    amount: money,
    paid_on: day,
    method: z.enum(PAYMENT_METHODS),
    payer_name: optionalText,
    note: optionalText,
    own: z.boolean(),
    created_at: instant,
  }),
  slots: rows({
    id,
    weekday: z.nullable(z.int().check(z.gte(0), z.lte(6))),
    start_time: z.string().check(z.regex(/^\d\d:\d\d:\d\d$/)),
    minutes: count,
    club_id: z.nullable(id),
    starts_on: day,
    ends_on: z.nullable(day),
    /** Slots whose place it took. */
    replaces: z.array(id),
    time_since: instant,
    created_at: instant,
    updated_at: instant,
  }),
  slot_students: rows({ slot_id: id, student_id: id }),
  /** Days without lessons. */
  recesses: rows({ id, first_day: day, last_day: day, created_at: instant }),
  /** Occurrences that were skipped, moved, or both. */
  slot_exceptions: rows({
    slot_id: id,
    slot_date: day,
    reason: z.nullable(z.enum(SKIP_REASONS)),
    moved_to: z.nullable(instant),
    moved_at: z.nullable(instant),
    recess_id: z.nullable(id),
    created_at: instant,
  }),
  agreements: rows({
    version: count,
    starts_on: day,
    ends_on: z.nullable(day),
    notice_hours: count,
    makeup_days: count,
    note: optionalText,
    created_at: instant,
  }),
  agreement_confirmations: rows({ student_id: id, version: count, confirmed_at: instant }),
  lesson_replies: rows({
    /** Of a slot that may be gone. */
    slot_id: id,
    slot_date: day,
    student_id: id,
    reply: z.enum(['coming', 'not_coming']),
    replied_at: instant,
    told_by: z.enum(['student', 'coach']),
    for_start: instant,
    outcome: z.nullable(z.enum(['kept', 'late'])),
    agreement_version: z.nullable(count),
  }),
  sessions: rows({
    id,
    date: instant,
    day,
    teacher: z.string(),
    notes: optionalText,
    cancelled_reason: z.nullable(z.enum(CANCELLED_REASONS)),
    student_count: count,
    unassigned_count: count,
    cancelled_count: count,
    slot_id: z.nullable(id),
    slot_date: z.nullable(day),
    rating_sum: count,
    rating_count: count,
    version: count,
    created_at: instant,
    updated_at: instant,
  }),
  assignments: rows({
    session_id: id,
    student_id: id,
    /** null: unassigned ('sem pacote'), or not charged. */
    package_id: z.nullable(id),
    manually_assigned: z.boolean(),
    assigned_at: instant,
    attendance: z.enum(ATTENDANCES),
    ...told,
    spared_package_id: z.nullable(id),
  }),
  feedbacks: rows({
    session_id: id,
    student_id: id,
    rating: z.int().check(z.gte(1), z.lte(5)),
    notes: optionalText,
    private_notes: optionalText,
    tags: z.array(z.string()),
    club_id: z.nullable(id),
    created_at: instant,
  }),
  /** The coach's own texts, one of a kind of message. */
  message_templates: rows({ kind: z.string(), body: z.string(), updated_at: instant }),
  /** That a message was opened, never what it said. Of a kind that only a newer version knows, too. */
  notices: rows({
    id,
    kind: z.string(),
    /** null: to nobody that Voleio knows. */
    student_id: z.nullable(id),
    /** Names the alert, or the rows it was about. */
    cause: z.string(),
    opened_at: instant,
  }),
  /** Ended ones too. */
  alerts: rows({
    id,
    type: z.enum(ALERT_TYPES),
    priority: z.enum(['high', 'medium', 'low']),
    student_id: z.nullable(id),
    session_id: z.nullable(id),
    package_id: z.nullable(id),
    student_name: optionalText,
    message: z.string(),
    /** What the message was made from. */
    facts: z.record(z.string(), z.unknown()),
    dedupe_key: z.string(),
    resolved: z.boolean(),
    ended: z.boolean(),
    created_at: instant,
  }),
  /**
   * One credit taken or returned each. A line is kept after its package or session is deleted. It says its lesson as that
   * is now, or as it last was.
   */
  credit_ledger: rows({
    id: z.int(),
    student_id: id,
    package_id: id,
    session_id: z.nullable(id),
    kind: z.enum(['purchase', 'adjust', 'void', 'consume', 'refund']),
    delta: z.int(),
    created_at: instant,
    package_name: z.nullable(z.string()),
    lesson_date: z.nullable(instant),
    lesson_day: z.nullable(day),
    attendance: z.nullable(z.enum(ATTENDANCES)),
    cancelled_reason: z.nullable(z.enum(CANCELLED_REASONS)),
    /** Of a refund: what the student was while the lesson was charged. */
    charged_as: z.nullable(z.enum(['present', 'absent'])),
    ...told,
    reason: optionalText,
    package_balance_after: z.int(),
    balance_after: z.int(),
  }),
  /** Checksums, one per student: an import must produce the same. */
  balances: rows({
    student_id: id,
    /** Remaining classes of all packages, including expired ones. */
    credits: count,
    packages: count,
    revenue: money,
    /** Received less given back. */
    paid: money,
    lessons: count,
    rating_sum: count,
    rating_count: count,
  }),
} as const

const document = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  exported_at: instant,
  /** Portuguese: what an import changes. */
  notice: z.string(),
  profile,
  ...tables,
  totals: z.object({
    active_students: count,
    lessons: count,
    /** Lessons that were not cancelled. */
    held: count,
    unassigned_lessons: count,
    rating_sum: count,
    rating_count: count,
    revenue: money,
  }),
})

/** Everything of one coach at one moment; can be imported again. */
export type ExportDocument = z.infer<typeof document>
/** A row of one table of the file. */
export type ExportedRow<Table extends keyof typeof tables> = z.infer<(typeof tables)[Table]>[number]

/**
 * Parses a full export: checks format, version, each row and all references. Failure 'invalid' carries a Portuguese
 * message. The database verifies the balances.
 */
export function parseExport(text: string): Result<ExportDocument> {
  if (text.length > IMPORT_MAX_CHARACTERS) return refused(texts.tooLarge)
  const file = readJson(text)
  if (file === null) return refused(texts.notJson)
  if (file.format === STUDENT_EXPORT_FORMAT) return refused(texts.studentOnly)
  if (file.format !== EXPORT_FORMAT) return refused(texts.notJson)
  if (file.version !== EXPORT_VERSION) {
    const newer = typeof file.version === 'number' && file.version > EXPORT_VERSION
    return refused(newer ? texts.newerVersion : texts.oldVersion)
  }
  const read = z.safeParse(document, file)
  if (!read.success) {
    const table = String(read.error.issues[0]?.path[0] ?? '')
    return refused(table === '' ? texts.notJson : texts.badTable(table))
  }
  const problem = brokenReference(read.data)
  return problem === null ? { success: true, data: read.data } : refused(problem)
}

/** Some editors prepend a byte order mark; strip it. */
function readJson(text: string): { format?: unknown; version?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

const refused = (message: string): Failure => failure('invalid', message)

/** The first duplicate key or dangling reference, as a message; null if consistent. */
function brokenReference(data: ExportDocument): string | null {
  const keys = {
    clubs: data.clubs.map((row) => row.id),
    students: data.students.map((row) => row.id),
    packages: data.packages.map((row) => row.id),
    extensions: data.extensions.map((row) => row.id),
    payments: data.payments.map((row) => row.id),
    recesses: data.recesses.map((row) => row.id),
    slots: data.slots.map((row) => row.id),
    slot_students: data.slot_students.map((row) => `${row.slot_id}/${row.student_id}`),
    slot_exceptions: data.slot_exceptions.map((row) => `${row.slot_id}/${row.slot_date}`),
    sessions: data.sessions.map((row) => row.id),
    assignments: data.assignments.map(seat),
    feedbacks: data.feedbacks.map(seat),
    message_templates: data.message_templates.map((row) => row.kind),
    notices: data.notices.map((row) => row.id),
    balances: data.balances.map((row) => row.student_id),
  }
  for (const [table, list] of Object.entries(keys)) {
    if (new Set(list).size < list.length) return texts.twice(table)
  }
  const clubs = new Set(keys.clubs)
  const students = new Set(keys.students)
  const packages = new Set(data.packages.map((row) => `${row.student_id}/${row.id}`))
  const recesses = new Set(keys.recesses)
  const slots = new Set(keys.slots)
  const sessions = new Set(keys.sessions)
  const seats = new Set(keys.assignments)
  const owns = (row: { student_id: string | null; package_id: string | null }) =>
    row.package_id === null || packages.has(`${row.student_id}/${row.package_id}`)
  const right = {
    packages: data.packages.every(
      (row) =>
        students.has(row.student_id) &&
        (row.renews === null || packages.has(`${row.student_id}/${row.renews}`)),
    ),
    extensions: data.extensions.every(
      (row) => owns(row) && (row.batch_id === null || recesses.has(row.batch_id)),
    ),
    payments: data.payments.every(owns),
    slots: data.slots.every((row) => row.club_id === null || clubs.has(row.club_id)),
    slot_students: data.slot_students.every((row) => slots.has(row.slot_id) && students.has(row.student_id)),
    slot_exceptions: data.slot_exceptions.every(
      (row) => slots.has(row.slot_id) && (row.recess_id === null || recesses.has(row.recess_id)),
    ),
    sessions: data.sessions.every((row) => row.slot_id === null || slots.has(row.slot_id)),
    assignments: data.assignments.every(
      (row) => sessions.has(row.session_id) && students.has(row.student_id) && owns(row),
    ),
    feedbacks: data.feedbacks.every(
      (row) => seats.has(seat(row)) && (row.club_id === null || clubs.has(row.club_id)),
    ),
    agreement_confirmations: data.agreement_confirmations.every((row) => students.has(row.student_id)),
    lesson_replies: data.lesson_replies.every((row) => students.has(row.student_id)),
    notices: data.notices.every((row) => row.student_id === null || students.has(row.student_id)),
    alerts: data.alerts.every(
      (row) =>
        (row.student_id === null || students.has(row.student_id)) &&
        (row.session_id === null || sessions.has(row.session_id)) &&
        owns(row),
    ),
    // Ledger lines outlive their packages and sessions.
    credit_ledger: data.credit_ledger.every((row) => students.has(row.student_id)),
    balances:
      data.balances.length === data.students.length && keys.balances.every((one) => students.has(one)),
  }
  const broken = Object.entries(right).find(([, isRight]) => !isRight)
  return broken ? texts.dangling(broken[0]) : null
}

const seat = (row: { session_id: string; student_id: string }): string =>
  `${row.session_id}/${row.student_id}`
