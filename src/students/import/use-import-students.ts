import type { Uuid } from '@/core/model'
import { invalidateStudents, reconcileAlerts } from '@/data/queries/effects'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { studentImport } from './data'
import type { PlannedRow } from './rows'

/** The caller makes `opId` and keeps it for the same rows, so that they are saved once. */
export const useImportStudents = () =>
  useOwnerMutation(
    ({ opId, rows }: { opId: Uuid; rows: readonly PlannedRow[] }, only) =>
      studentImport.save(opId, rows, only),
    (client, result) => {
      // Already saved by a call whose answer was lost.
      if (!result.success && result.code !== 'already-exists') return
      void invalidateStudents(client)
      void reconcileAlerts(client)
    },
  )
