import type { Uuid } from '@/core/model'
import { invalidateStudents, reconcileAlerts } from '@/data/queries/effects'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { studentImport } from './data'
import type { PlannedRow } from './rows'

/** `opId` is the same for the same rows (`useAttemptId`), so that they are saved once. */
export const useImportStudents = () =>
  useOwnerMutation(
    ({ opId, rows }: { opId: Uuid; rows: readonly PlannedRow[] }, only) =>
      studentImport.save(opId, rows, only),
    async (client, result) => {
      // A call whose answer was lost may have saved the rows: they must not be offered again as other ones.
      if (!result.success && result.code !== 'already-exists' && !result.unknown) return
      void reconcileAlerts(client)
      const read = invalidateStudents(client)
      if (!result.success) await read
    },
  )
