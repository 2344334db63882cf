import { SKIP_REASONS } from '@/domain/agenda/agenda'
import { CANCELLED_REASONS, CHOSEN_ATTENDANCES, type Uuid } from '@/domain/shared/model'
import { ENTRY_VERSION, type OutboxEntry } from './outbox'

/**
 * From the records of this device to the outbox entries of this version of the app. A record may be older, kept before
 * an update; newer, when an older version of the app is opened again; or broken. What cannot be understood is set aside:
 * the record stays as it is and is never sent.
 */

/** What every record has, of whatever version: the keys of the store. */
export interface StoredRecord {
  id: Uuid
  owner: Uuid
}

export interface SetAsideEntry extends StoredRecord {
  /** newer: an updated app will understand it. broken: none will. */
  reason: 'newer' | 'broken'
}

export interface ReadEntries {
  entries: OutboxEntry[]
  setAside: SetAsideEntry[]
}

export function readEntries(records: readonly StoredRecord[]): ReadEntries {
  const read: ReadEntries = { entries: [], setAside: [] }
  for (const record of records) {
    const { id, owner } = record
    if (versionOf(record) > ENTRY_VERSION) {
      read.setAside.push({ id, owner, reason: 'newer' })
      continue
    }
    const entry = migrated({ ...record })
    if (isEntry(entry)) read.entries.push(entry)
    else read.setAside.push({ id, owner, reason: 'broken' })
  }
  return read
}

type Fields = Readonly<Record<string, unknown>>

/** From each older version to the next one. Never edited once a release wrote that version; add one below. */
const MIGRATIONS: readonly ((record: Fields) => Fields)[] = [
  fromVersion1,
  fromVersion2,
  fromVersion3,
  fromVersion4,
  fromVersion5,
]

/** The record migrated to the present version; an unknown version is left as it is, and is no entry. */
function migrated(record: Fields): Fields {
  const version = versionOf(record)
  return version < 1 ? record : MIGRATIONS.slice(version - 1).reduce((each, migrate) => migrate(each), record)
}

/** Entries had no version before the second. */
function versionOf(record: object): number {
  if (!('version' in record)) return 1
  return Number.isInteger(record.version) ? Number(record.version) : 0
}

/** `feedbacks[i]` was found by its student in `studentIds`; some words were others. */
function fromVersion1({ intention, keptAt, state, ...same }: Fields): Fields {
  return {
    ...same,
    version: 2,
    queuedAt: keptAt,
    state: state === 'waiting' ? 'pending' : state,
    intent:
      isFields(intention) && intention['kind'] === 'lesson' ? sessionOf(intention['lesson']) : intention,
  }
}

function sessionOf(lesson: unknown): unknown {
  if (!isFields(lesson)) return null
  const { studentIds, feedbacks, ...same } = lesson
  if (!isList(studentIds) || !isList(feedbacks)) return null
  const participants = studentIds.map((studentId) => {
    const found = feedbacks.find((each) => isFields(each) && each['studentId'] === studentId)
    if (!isFields(found)) return { studentId }
    const { studentId: _, ...feedback } = found
    return { studentId, feedback }
  })
  return { kind: 'session', session: { ...same, participants } }
}

/** Everybody was present. An app of that version would register an absence as presence, so it must not read the next. */
function fromVersion2(record: Fields): Fields {
  return { ...record, version: 3 }
}

/** An app of that version would register an answer of the agenda as a lesson beside it, so it must not read the next. */
function fromVersion3(record: Fields): Fields {
  return { ...record, version: 4 }
}

/** An app of that version would drop private notes, so it must not read the next. */
function fromVersion4(record: Fields): Fields {
  return { ...record, version: 5 }
}

/** An app of that version would register a lesson beside the one that is linked, so it must not read the next. */
function fromVersion5(record: Fields): Fields {
  return { ...record, version: 6, beside: null }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)
const isInstant = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value))
const areTexts = (value: unknown): boolean => isList(value) && value.every(isText)

/** Everything that sending, listing and editing an entry relies on. */
function isEntry(record: Fields): record is Fields & OutboxEntry {
  const { version, id, owner, order, queuedAt, names, state, tries, problem, gone, clock, sentAt } = record
  const { beside } = record
  return (
    version === ENTRY_VERSION &&
    isText(id) &&
    isText(owner) &&
    typeof order === 'number' &&
    isInstant(queuedAt) &&
    isFields(names) &&
    Object.values(names).every(isText) &&
    ['pending', 'sending', 'refused', 'sent'].some((known) => known === state) &&
    typeof tries === 'number' &&
    isText(problem) &&
    typeof gone === 'boolean' &&
    (beside === null || areTexts(beside)) &&
    (clock === null || clock === 'settled' || typeof clock === 'number') &&
    (sentAt === null || isInstant(sentAt)) &&
    isOutcome(record['outcome']) &&
    isIntent(record['intent'])
  )
}

function isOutcome(outcome: unknown): boolean {
  if (outcome === null) return true
  if (!isFields(outcome)) return false
  const { withoutPackage, differs, answered, slotGone, leftOut } = outcome
  return (
    areTexts(withoutPackage) &&
    typeof differs === 'boolean' &&
    isOneOf([true], answered) &&
    isOneOf([true], slotGone) &&
    (leftOut === undefined || areTexts(leftOut))
  )
}

function isIntent(intent: unknown): boolean {
  if (!isFields(intent)) return false
  const { kind, student, session } = intent
  if (kind === 'student') return isFields(student) && STUDENT_FIELDS.every((name) => isText(student[name]))
  if (kind === 'skip') return isSkip(intent['skip'])
  if (kind === 'link') return isLink(intent['link'])
  if (kind === 'feedback') return isFeedbackEdit(intent['feedback'])
  if (kind !== 'session' || !isFields(session)) return false
  const { opId, sessionId, date, lessonDay, teacher, notes, cancelledReason, extension, participants, slot } =
    session
  const { beside } = session
  return (
    [opId, sessionId, lessonDay, teacher].every(isText) &&
    isInstant(date) &&
    isTextOrNull(notes) &&
    isOneOf(CANCELLED_REASONS, cancelledReason) &&
    (extension === undefined || isExtension(extension)) &&
    (slot === undefined || isSlotKey(slot)) &&
    (beside === undefined || areTexts(beside)) &&
    isList(participants) &&
    participants.length > 0 &&
    participants.every(isParticipant)
  )
}

const isSlotKey = (slot: unknown): boolean =>
  isFields(slot) && isText(slot['slotId']) && isText(slot['slotDate'])

function isSkip(skip: unknown): boolean {
  if (!isFields(skip)) return false
  const { opId, occurrences, reason, extension } = skip
  return (
    isText(opId) &&
    reason !== undefined &&
    isOneOf(SKIP_REASONS, reason) &&
    (extension === undefined || isExtension(extension)) &&
    isList(occurrences) &&
    occurrences.length > 0 &&
    occurrences.every(
      (each) =>
        isFields(each) &&
        isSlotKey(each) &&
        isText(each['day']) &&
        (each['movedTo'] === null || isInstant(each['movedTo'])) &&
        areTexts(each['studentIds']),
    )
  )
}

const isLink = (link: unknown): boolean =>
  isFields(link) && isText(link['opId']) && isText(link['sessionId']) && isSlotKey(link['slot'])

function isFeedbackEdit(edit: unknown): boolean {
  if (!isFields(edit)) return false
  const { opId, sessionId, studentId, feedback } = edit
  return (
    [opId, sessionId, studentId].every(isText) &&
    isFields(feedback) &&
    typeof feedback['rating'] === 'number' &&
    (feedback['notes'] === undefined || isTextOrNull(feedback['notes'])) &&
    areTexts(feedback['tags']) &&
    (feedback['privateNotes'] === undefined || isTextOrNull(feedback['privateNotes'])) &&
    (feedback['clubId'] === undefined || isTextOrNull(feedback['clubId']))
  )
}

const STUDENT_FIELDS = ['name', 'email', 'phone', 'gender', 'type', 'classe', 'notes'] as const

/** Or not chosen. */
const isOneOf = (known: readonly unknown[], value: unknown): boolean =>
  value === undefined || known.includes(value)

function isExtension(extension: unknown): boolean {
  if (!isFields(extension)) return false
  const { days, reason } = extension
  return Number.isInteger(days) && (reason === undefined || isText(reason))
}

function isParticipant(participant: unknown): boolean {
  if (!isFields(participant) || !isText(participant['studentId'])) return false
  const { feedback } = participant
  if (!isOneOf(CHOSEN_ATTENDANCES, participant['attendance'])) return false
  if (feedback === undefined || feedback === null) return true
  return (
    isFields(feedback) &&
    typeof feedback['rating'] === 'number' &&
    isTextOrNull(feedback['notes']) &&
    areTexts(feedback['tags']) &&
    (feedback['privateNotes'] === undefined || isTextOrNull(feedback['privateNotes'])) &&
    (feedback['clubId'] === undefined || isTextOrNull(feedback['clubId']))
  )
}
