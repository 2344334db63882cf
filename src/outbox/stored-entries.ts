import { SKIP_REASONS } from '@/agenda/rules'
import { CANCELLED_REASONS, CHOSEN_ATTENDANCES, type Uuid } from '@/core/model'
import { EMPTY_STUDENT } from '@/students/student-row'
import { ENTRY_VERSION, type OutboxEntry, type OutboxIntent } from './rules'

/**
 * Reads this device's records as outbox entries. A record may be newer, if an older version of the app is opened again,
 * or broken. A record that cannot be understood is set aside: it stays as it is and is never sent.
 */

/** The keys of the store, which a record of any version has. */
export type StoredRecord = { id: Uuid; owner: Uuid }

export interface SetAsideEntry extends StoredRecord {
  /** newer: an updated app will understand the record. broken: no version will. */
  reason: 'newer' | 'broken'
}

export type ReadEntries = { entries: OutboxEntry[]; setAside: SetAsideEntry[] }

export function readEntries(records: readonly StoredRecord[]): ReadEntries {
  const read: ReadEntries = { entries: [], setAside: [] }
  for (const record of records) {
    const { id, owner } = record
    const fields = withDefaults({ ...record })
    if (!isOfNewerVersion(fields) && isEntry(fields)) read.entries.push(fields)
    else read.setAside.push({ id, owner, reason: isOfNewerVersion(fields) ? 'newer' : 'broken' })
  }
  return read
}

type Fields = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

/** A student's field that was added since takes its default, as in a draft. */
function withDefaults(record: Fields): Fields {
  const student = studentOf(record)
  return student
    ? { ...record, intent: { kind: 'student', student: { ...EMPTY_STUDENT, ...student } } }
    : record
}

const studentOf = ({ intent }: Fields): Fields | null =>
  isFields(intent) && isFields(intent['student']) ? intent['student'] : null

/**
 * Of a newer version, or with a field that only a newer version has. Sending the record without that field would lose
 * what the coach typed.
 */
const isOfNewerVersion = (record: Fields): boolean =>
  (Number.isInteger(record['version']) && Number(record['version']) > ENTRY_VERSION) ||
  Object.keys(studentOf(record) ?? {}).some((name) => !(name in EMPTY_STUDENT))

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isInstant: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const all =
  (is: Check, least = 0): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.every(is)
const areTexts = all(isText)
const oneOf =
  (...known: readonly unknown[]): Check =>
  (value) =>
    known.includes(value)
const orNull =
  (is: Check): Check =>
  (value) =>
    value === null || is(value)
const optional =
  (is: Check): Check =>
  (value) =>
    value === undefined || is(value)
const some = (is: Check): Check => all(is, 1)
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) && Object.entries(fields).every(([name, is]) => is(value[name]))

const SLOT = { slotId: isText, slotDate: isText, movedTo: orNull(isInstant) }
const isAgendaTime = shape({ instant: isInstant, zone: isText })
const isExtension = shape({ days: Number.isInteger, reason: optional(isText) })
const FEEDBACK = {
  rating: isNumber,
  tags: areTexts,
  privateNotes: optional(orNull(isText)),
  clubId: optional(orNull(isText)),
}

const INTENTS: Readonly<Record<OutboxIntent['kind'], Check>> = {
  session: shape({
    opId: isText,
    sessionId: isText,
    date: isInstant,
    lessonDay: isText,
    teacher: isText,
    notes: orNull(isText),
    cancelledReason: optional(oneOf(...CANCELLED_REASONS)),
    extension: optional(isExtension),
    slot: optional(shape(SLOT)),
    beside: optional(areTexts),
    takesReplies: oneOf(true, undefined),
    excused: optional(areTexts),
    knownReplies: optional(areTexts),
    knownGuests: optional(areTexts),
    participants: some(
      shape({
        studentId: isText,
        attendance: optional(oneOf(...CHOSEN_ATTENDANCES)),
        feedback: optional(orNull(shape({ ...FEEDBACK, notes: orNull(isText) }))),
      }),
    ),
  }),
  student: (student) => isFields(student) && Object.values(student).every(isText),
  skip: shape({
    opId: isText,
    reason: oneOf(...SKIP_REASONS),
    extension: optional(isExtension),
    occurrences: some(shape({ ...SLOT, day: isText, startsAt: isAgendaTime, studentIds: areTexts })),
  }),
  reply: shape({
    slot: shape({ slotId: isText, slotDate: isText }),
    startsAt: isAgendaTime,
    studentId: isText,
    reply: oneOf('not_coming', null),
    toldAt: isInstant,
    noted: optional(isText),
  }),
  link: shape({ opId: isText, sessionId: isText, slot: shape(SLOT), begins: isInstant }),
  feedback: shape({
    opId: isText,
    sessionId: isText,
    studentId: isText,
    feedback: shape({ ...FEEDBACK, notes: optional(orNull(isText)) }),
    at: optional(isAgendaTime),
    tapped: optional(shape({ rating: optional(isNumber), tags: optional(areTexts) })),
  }),
}

const isIntent: Check = (intent) =>
  isFields(intent) &&
  Object.entries(INTENTS).some(([kind, is]) => kind === intent['kind'] && is(intent[kind]))

const isOutcome = shape({
  withoutPackage: areTexts,
  differs: oneOf(true, false),
  unknownReplies: optional(
    all(shape({ name: isText, at: orNull(isInstant), isOut: oneOf(true, undefined) })),
  ),
  answered: oneOf(true, undefined),
  slotGone: oneOf(true, undefined),
  slotMoved: oneOf(true, undefined),
  notSkipped: optional(all(isAgendaTime)),
  told: optional(isText),
  leftOut: optional(areTexts),
})

/** Everything that sending, listing and editing an entry relies on. */
const isWholeEntry = shape({
  version: oneOf(ENTRY_VERSION),
  id: isText,
  owner: isText,
  order: isNumber,
  queuedAt: isInstant,
  names: (names) => isFields(names) && Object.values(names).every(isText),
  state: oneOf('pending', 'sending', 'refused', 'sent'),
  problem: isText,
  gone: oneOf(true, false),
  beside: orNull(areTexts),
  clock: (clock) => clock === null || clock === 'settled' || isNumber(clock),
  sentAt: orNull(isInstant),
  outcome: orNull(isOutcome),
  intent: isIntent,
})

const isEntry = (record: Fields): record is Fields & OutboxEntry => isWholeEntry(record)
