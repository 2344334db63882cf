import { useQuery } from '@tanstack/react-query'
import { useAuth, useOwner } from '@/account/use-auth'
import { useClubs } from '@/clubs/use-clubs'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { PAGE_SIZES } from '@/core/constants'
import { toLocalDate } from '@/core/dates'
import type { Student, Uuid } from '@/core/model'
import { fileNamePart } from '@/core/names'
import { failure, type Result } from '@/core/result'
import { success, withFallback } from '@/data/errors'
import { unlessLeft } from '@/data/owner'
import { invalidateAll, invalidateStudents, reconcileAlerts } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { removeQueriesAbout } from '@/data/queries/persisted-queries'
import { useOwnerMutation, whenSaved } from '@/data/use-owner-mutation'
import { downloadFile } from '@/lib/browser/download'
import { removeDraftsAbout } from '@/lib/storage/draft-store'
import { outbox } from '@/outbox/data'
import { isAbout, isOpen } from '@/outbox/rules'
import { useOutbox } from '@/outbox/use-outbox'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { sessionsPageQuery } from '@/sessions/use-sessions'
import { students } from '@/students/data'
import { ERASING, newestStudentsQuery, studentsQuery } from '@/students/use-students'
import { dataRights } from './data'
import type { ExportDocument, StudentExportDocument } from './export.schema'
import type { RemovalChoice } from './rules'
import { DATA_RIGHTS, RIGHTS_MESSAGES } from './texts'

/** What erasing or anonymising a student would change, counted now. With null it requests nothing. */
export const useRemovalPreview = (id: Uuid | null) =>
  useQuery({
    ...ownerQuery(
      useOwner(),
      ['facts', 'removal', id ?? ''],
      id === null ? null : () => dataRights.previewStudentRemoval(id),
    ),
    // Never a cached count, because the coach decides by these numbers.
    gcTime: 0,
    staleTime: 0,
  })

/**
 * Anonymises or deletes a student. Afterwards this device's persisted queries, this tab's drafts and the sent outbox
 * entries hold nothing about the student. Pending entries stay; the dialog counts them.
 */
const useErase = <T>(erase: (id: Uuid, choice: RemovalChoice, only?: Uuid) => Promise<Result<T>>) =>
  useOwnerMutation(
    ({ id, ...choice }: { id: Uuid } & RemovalChoice, only) => erase(id, choice, only),
    async (client, result, { id }, owner) => {
      // What was counted has changed, and is counted again.
      if (!result.success && result.code === 'overtaken') void invalidateStudents(client)
      // Gone by another device is gone here too.
      if ((!result.success && result.code !== 'student-not-found') || owner === null) return
      removeDraftsAbout(id)
      await Promise.all([removeQueriesAbout(client, owner, id), outbox.forgetSentAbout(owner, id)])
      void invalidateStudents(client)
      void reconcileAlerts(client)
    },
    { mutationKey: ERASING },
  )

export const useAnonymizeStudent = () => useErase(dataRights.anonymizeStudent)
export const useRemoveStudent = () => useErase(students.remove)

/** How many outbox entries of the coach, or about one student, wait to be delivered. */
export function useWaitingCount(studentId?: Uuid): number {
  const { entries, underway, setAside } = useOutbox()
  const open = [...underway, ...entries.filter(isOpen)]
  if (studentId === undefined) return open.length + setAside.length
  return open.filter((entry) => isAbout(entry, studentId)).length
}

type Export = { format: 'json' | 'csv'; student?: Pick<Student, 'id' | 'name'>; withPrivateNotes?: boolean }

/**
 * Downloads all of the coach's data, or one student's (private notes only if `withPrivateNotes`): as one JSON document,
 * or as CSV tables in a ZIP, which for the coach also holds a book that opens without the app. Returns the file's name.
 */
export async function exportToFile(wanted: Export): Promise<Result<string>> {
  const { format, student, withPrivateNotes = false } = wanted
  const read = await unlessLeft<Result<ExportDocument | StudentExportDocument>>(
    student ? dataRights.exportStudentData(student.id, withPrivateNotes) : dataRights.exportMyData(),
  )
  if (!read.success) return read
  const begin = student
    ? ['voleio-aluno', fileNamePart(student.name)].filter(Boolean).join('-')
    : { json: 'voleio-exportacao', csv: 'voleio-planilhas' }[format]
  const name = `${begin}-${toLocalDate(new Date())}.${format === 'json' ? 'json' : 'zip'}`
  if (format === 'json') {
    downloadFile(name, JSON.stringify(read.data), 'application/json')
    return success(name)
  }
  return withFallback(COMMON_MESSAGES.tryAgain, async () => {
    // Loaded on demand, because exports are rare.
    const [{ csvFiles }, { csvFile, zipped }] = await Promise.all([
      import('./csv'),
      import('@/lib/browser/zip'),
    ])
    const files = csvFiles(read.data).map(csvFile)
    if ('students' in read.data) {
      const { bookOf } = await import('./book/book')
      files.unshift(bookOf(read.data))
    }
    downloadFile(name, await zipped(files), 'application/zip')
    return success(name)
  })
}

/** Whether there are no clubs and students; undefined until known. The database decides about an import. */
export function useIsAccountEmpty(): boolean | undefined {
  const owner = useOwner()
  const clubs = useClubs().data
  const noClubs = clubs?.length === 0
  const newest = useQuery({
    ...newestStudentsQuery(owner, PAGE_SIZES.dashboardStudents),
    enabled: owner !== null && noClubs,
  }).data
  if (clubs === undefined) return undefined
  return noClubs ? newest && newest.length === 0 : false
}

/** Parses a chosen file as an export, on the device alone. A failure's message says what is wrong with the file. */
export async function readExportFile(file: File): Promise<Result<ExportDocument>> {
  try {
    const [{ IMPORT_MAX_CHARACTERS, parseExport }, { decodeText }] = await Promise.all([
      import('./export.schema'),
      import('@/lib/browser/csv'),
    ])
    // Before reading, because a huge file would crash the tab. Few characters take more than one byte.
    if (file.size > 2 * IMPORT_MAX_CHARACTERS)
      return failure('document-too-large', RIGHTS_MESSAGES.import.tooLarge)
    // An editor may have saved the file in another encoding.
    return parseExport(decodeText(new Uint8Array(await file.arrayBuffer())))
  } catch (error) {
    console.error(error)
    return failure('invalid', DATA_RIGHTS.import.unreadable)
  }
}

/** The caller keeps `opId` for a file across retries, so that it is imported once. */
export const useImport = () =>
  useOwnerMutation(
    ({ document, opId }: { document: ExportDocument; opId: Uuid }, only) =>
      dataRights.importMyData(document, opId, only),
    whenSaved(invalidateAll, reconcileAlerts),
  )

/** What closing the account deletes: counts of students, their credits, and lessons. */
export function useAccountContents() {
  const owner = useOwner()
  const list = useQuery(studentsQuery(owner))
  const lessons = useQuery(sessionsPageQuery(owner, { page: 1, filters: NO_SESSION_FILTERS }))
  const contents = list.data &&
    lessons.data && {
      students: list.data.length,
      credits: list.data.reduce((sum, { total_credits }) => sum + total_credits, 0),
      lessons: lessons.data.total,
    }
  return { contents, error: list.error ?? lessons.error }
}

/** Closes the account if the password is right. After that this device keeps nothing, as after a sign-out. */
export function useCloseAccount() {
  const only = useOwner() ?? undefined
  const { signOut } = useAuth()
  return async (password: string) => {
    // Whoever has signed in before the answer comes is not signed out.
    const result = await unlessLeft(dataRights.closeAccount(password, only))
    if (result.success) await signOut()
    return result
  }
}
