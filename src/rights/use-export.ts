import { COMMON_MESSAGES } from '@/core/common-texts'
import { toLocalDate } from '@/core/dates'
import type { Student } from '@/core/model'
import { fileNamePart } from '@/core/names'
import { failure, type Result } from '@/core/result'
import { success } from '@/data/errors'
import { downloadFile } from '@/lib/browser/download'
import { dataRights } from './data'
import { DATA_RIGHTS } from './data-rights-texts'

export type ExportFormat = 'json' | 'csv'

const texts = DATA_RIGHTS.export

/**
 * Downloads everything about the coach, or about one student (private notes only if asked for): one JSON document, or the same as CSV tables in a ZIP.
 * Resolves with the file's name.
 */
export async function exportToFile(
  format: ExportFormat,
  student?: Pick<Student, 'id' | 'name'>,
  withPrivateNotes = false,
): Promise<Result<string>> {
  const read = student
    ? await dataRights.exportStudentData(student.id, withPrivateNotes)
    : await dataRights.exportMyData()
  if (!read.success) return read
  const start = student
    ? [texts.one, fileNamePart(student.name)].filter(Boolean).join('-')
    : texts.all[format]
  const name = `${start}-${toLocalDate(new Date())}.${format === 'json' ? 'json' : 'zip'}`
  if (format === 'json') {
    downloadFile(name, JSON.stringify(read.data), 'application/json')
    return success(name)
  }
  try {
    // Loaded on demand: exports are rare.
    const [{ csvFiles }, { csvZip }] = await Promise.all([import('./csv'), import('@/lib/browser/csv-zip')])
    downloadFile(name, csvZip(csvFiles(read.data)), 'application/zip')
    return success(name)
  } catch (error) {
    console.error(error)
    return failure('server', COMMON_MESSAGES.tryAgain)
  }
}
