import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { importPlan, type PlannedRow } from '@/domain/students/import/import-plan'
import { asOwner } from '@/services/account/owner'
import { mayHaveHappened, send } from '@/services/network/retry'
import { inDoubt, success, toFailure } from '@/services/supabase/errors'
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
    asOwner({ failed: texts.failed, only }, async (client) => {
      const sent = await send(() => client.rpc('import_students', { plan: importPlan(opId, rows) }))
      const { response } = sent
      if (!response.error) return success(response.data)
      const refused = toFailure(response, texts.failed, {
        'already-exists': texts.known,
        'already-deleted': texts.known,
      })
      return mayHaveHappened(sent) ? inDoubt(refused) : refused
    }),
}
