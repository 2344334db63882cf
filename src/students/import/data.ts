import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { write } from '@/data/calls'
import { importPlan, type ImportSummary, type PlannedRow } from './rows'
import { IMPORT_STUDENTS } from './texts'

const texts = IMPORT_STUDENTS

export type Imported = Pick<ImportSummary, 'students' | 'packages' | 'credits'>

export const studentImport = {
  /**
   * Saves the students and packages of a spreadsheet, all or nothing, once per `opId`. If the rows were already saved
   * under another operation, fails with 'already-exists' or, if deleted since, 'already-deleted'.
   */
  save: (opId: Uuid, rows: readonly PlannedRow[], only?: Uuid): Promise<Result<Imported>> =>
    write(
      {
        failed: texts.failed,
        special: { 'already-exists': texts.known, 'already-deleted': texts.known },
        only,
      },
      (client) => client.rpc('import_students', { plan: importPlan(opId, rows) }),
    ),
}
