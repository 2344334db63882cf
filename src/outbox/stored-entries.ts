import { SKIP_REASONS } from '@/agenda/rules'
import { CANCELLED_REASONS, CHOSEN_ATTENDANCES, type Uuid } from '@/core/model'
import { EMPTY_STUDENT } from '@/students/student-row'
import { ENTRY_VERSION, type OutboxEntry } from './rules'

/**
 * From the records of this device to outbox entries. A record may be newer, when an older version of the app is opened
 * again, or broken. What cannot be understood is set aside: the record stays as it is and is never sent.
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
    const fields = withDefaults({ ...record })
    if (!isNewer(fields) && isEntry(fields)) read.entries.push(fields)
    else read.setAside.push({ id, owner, reason: isNewer(fields) ? 'newer' : 'broken' })
  }
  return read
}

type Fields = Readonly<Record<string, unknown>>

/** A field that students have since takes its default, as in a draft. */
function withDefaults(record: Fields): Fields {
  const student = studentOf(record)
  return student
    ? { ...record, intent: { kind: 'student', student: { ...EMPTY_STUDENT, ...student } } }
    : record
}

function studentOf({ intent }: Fields): Fields | null {
  if (!isFields(intent) || intent['kind'] !== 'student') return null
  return isFields(intent['student']) ? intent['student'] : null
}

/** Of a newer version, or with a field that only a newer one has: to send it without would lose what was typed. */
const isNewer = (record: Fields): boolean =>
  (Number.isInteger(record['version']) && Number(record['version']) > ENTRY_VERSION) ||
  Object.keys(studentOf(record) ?? {}).some((name) => !(name in EMPTY_STUDENT))

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
  const { withoutPackage, differs, answered, slotGone, slotMoved, notSkipped, told, leftOut } = outcome
  return (
    areTexts(withoutPackage) &&
    typeof differs === 'boolean' &&
    isOneOf([true], answered) &&
    isOneOf([true], slotGone) &&
    isOneOf([true], slotMoved) &&
    (notSkipped === undefined || (isList(notSkipped) && notSkipped.every(isAgendaTime))) &&
    (told === undefined || isText(told)) &&
    (leftOut === undefined || areTexts(leftOut))
  )
}

function isIntent(intent: unknown): boolean {
  if (!isFields(intent)) return false
  const { kind, student, session } = intent
  if (kind === 'student') return isFields(student) && Object.values(student).every(isText)
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
    (slot === undefined || isAnsweredSlot(slot)) &&
    (beside === undefined || areTexts(beside)) &&
    isList(participants) &&
    participants.length > 0 &&
    participants.every(isParticipant)
  )
}

const isAnsweredSlot = (slot: unknown): boolean =>
  isFields(slot) &&
  isText(slot['slotId']) &&
  isText(slot['slotDate']) &&
  (slot['movedTo'] === null || isInstant(slot['movedTo']))

const isAgendaTime = (time: unknown): boolean =>
  isFields(time) && isInstant(time['instant']) && isText(time['zone'])

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
        isAnsweredSlot(each) &&
        isText(each['day']) &&
        isAgendaTime(each['startsAt']) &&
        areTexts(each['studentIds']),
    )
  )
}

const isLink = (link: unknown): boolean =>
  isFields(link) &&
  isText(link['opId']) &&
  isText(link['sessionId']) &&
  isAnsweredSlot(link['slot']) &&
  isInstant(link['begins'])

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
