import { writtenOf } from '@/agenda/zone'
import type { Instant } from '@/core/model'
import { keysOf } from '@/core/records'
import { slotDay } from './agenda-tables.schema'
import { BOOK } from './book/texts'
import type { CsvTable, Names } from './columns.schema'
import { EXPORT_FORMAT, own, type ExportDocument, type StudentExportDocument } from './export.schema'
import { profile, sheetOf, tables } from './tables.schema'

/** The agenda's time zone, or the device's if the coach has no slot yet. */
const zoneOf = ({ time_zone: stored }: { time_zone: string | null }): string =>
  stored ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

const NO_NAMES = {
  students: new Map(),
  packages: new Map(),
  clubs: new Map(),
  slots: new Map(),
  lessons: new Map(),
  numbers: new Map(),
  noticeHours: new Map(),
  expected: new Map(),
} satisfies Partial<Names>

/**
 * An export as readable tables (docs/product.md, 'Rights of the coach'): names instead of ids, which are the last
 * columns (students have a number, because their id may open their page); dates and times in Brazilian format and the
 * agenda's time zone, wherever the file is made. Cells are not escaped: the caller that writes the file must guard
 * against spreadsheet formulas.
 */
export const csvFiles = (document: ExportDocument | StudentExportDocument): CsvTable[] =>
  document.format === EXPORT_FORMAT ? sheetsOfAll(document) : sheetsOfStudent(document)

function sheetsOfAll(document: ExportDocument): CsvTable[] {
  const names = namesIn(document)
  const shown = { ...document, extensions: document.extensions.filter(({ stands }) => stands) }
  return [
    about(document, names, [
      ['Caderno', BOOK.inZip],
      ['Aviso', BOOK.forReading],
    ]),
    profile.sheet([document.profile], names),
    // The sheet of the slots names their students.
    ...keysOf(tables).flatMap((name) => (name === 'slot_students' ? [] : sheetOf(name, shown, names))),
  ]
}

function sheetsOfStudent(document: StudentExportDocument): CsvTable[] {
  const names = {
    ...NO_NAMES,
    packages: namesOf(document.packages),
    noticeHours: noticeHoursOf(document),
    zone: zoneOf(document.teacher),
  }
  // If the coach leaves the private notes out, so is their column.
  const isPrivate = document.lessons.some(({ feedback }) => feedback?.private_notes !== undefined)
  const number = 'Nº do aluno'
  const whose = ['Aluno', number]
  return [
    about(document, names),
    {
      ...tables.students.sheet([{ id: '', link: null, ...document.student }], names, [number]),
      name: 'aluno',
    },
    tables.packages.sheet(ofStudent(document.packages), names, [...whose, 'Renova o pacote']),
    tables.extensions.sheet(ofStudent(document.extensions.filter(({ stands }) => stands)), names, [
      ...whose,
      'ID do pacote',
    ]),
    tables.payments.sheet(ofStudent(document.payments), names, [...whose, 'ID do pacote']),
    own.slots.sheet(document.slots, names),
    tables.occurrence_guests.sheet(ofOccurrence(document.occurrence_guests), names, whose),
    own.opening_invites.sheet(document.opening_invites, names),
    own.agreement_confirmations.sheet(document.agreement_confirmations, names),
    tables.lesson_replies.sheet(ofOccurrence(document.lesson_replies), names, whose),
    own.lessons.sheet(document.lessons, names, isPrivate ? [] : ['Notas privadas']),
    tables.notices.sheet(ofStudent(document.notices), names, whose),
    tables.alerts.sheet(
      ofStudent(document.alerts).map((row) => ({ ...row, dedupe_key: '' })),
      names,
      [number],
    ),
    tables.credit_ledger.sheet(ofStudent(document.credit_ledger), names, whose),
  ]
}

/** What a whole export shows instead of ids. */
export function namesIn(document: ExportDocument): Names {
  const students = namesOf(document.students)
  return {
    students,
    packages: namesOf(document.packages),
    clubs: namesOf(document.clubs),
    slots: new Map(
      document.slots.map((slot) => [slot.id, `${slotDay(slot)} ${slot.start_time.slice(0, 5)}`]),
    ),
    lessons: new Map(document.sessions.map(({ id, date }) => [id, date])),
    numbers: new Map(document.students.map(({ id }, at) => [id, at + 1])),
    noticeHours: noticeHoursOf(document),
    expected: new Map(
      document.slots.map(({ id }) => [
        id,
        document.slot_students.flatMap((row) =>
          row.slot_id === id ? (students.get(row.student_id) ?? []) : [],
        ),
      ]),
    ),
    zone: zoneOf(document.profile),
  }
}

/** Rows of one student's export, which lack `student_id`. */
const ofStudent = <Row extends object>(list: readonly Row[]) =>
  list.map((row) => ({ ...row, student_id: '' }))

/** The same of an occurrence, without its slot's id either. */
const ofOccurrence = <Row extends object>(list: readonly Row[]) =>
  ofStudent(list).map((row) => ({ ...row, slot_id: '' }))

const noticeHoursOf = ({ agreements }: Pick<StudentExportDocument, 'agreements'>) =>
  new Map(agreements.map((row) => [row.version, row.notice_hours]))

const namesOf = (list: readonly { id: string; name: string }[]) =>
  new Map(list.map(({ id, name }) => [id, name]))

const about = (
  { exported_at: instant }: { exported_at: Instant },
  { zone }: Names,
  more: [string, string][] = [],
): CsvTable => ({
  name: 'leia-me',
  rows: [['Voleio', null], ['Exportado em', writtenOf({ instant, zone })], ...more],
})
