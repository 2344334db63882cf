import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { importPlan, type PlannedRow } from '@/domain/students/import/import-plan'
import { write } from '@/services/supabase/calls'
import { IMPORT_STUDENTS } from '@/texts/students/import'

const texts = IMPORT_STUDENTS.service

export interface Imported {
  students: number
  packages: number
  credits: number
}

export const studentImport = {
  /**
   * Saves the students and packages of a spreadsheet, all or nothing, once per `opId`. With the same rows under another
   * operation nothing is saved: failure 'already-exists'.
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
