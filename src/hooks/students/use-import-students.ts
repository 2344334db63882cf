import type { Uuid } from '@/domain/shared/model'
import type { PlannedRow } from '@/domain/students/import/import-plan'
import { useOwnerMutation } from '@/hooks/data/use-owner-mutation'
import { invalidateStudents, reconcileAlerts } from '@/queries/effects'
import { studentImport } from '@/services/students/import'

/** The caller makes `opId` and keeps it for the same rows: sent twice, they are saved once. */
export const useImportStudents = () =>
  useOwnerMutation(
    ({ opId, rows }: { opId: Uuid; rows: readonly PlannedRow[] }, only) =>
      studentImport.save(opId, rows, only),
    (client, result) => {
      // Refused as saved already: by a call whose answer was lost.
      if (!result.success && result.code !== 'already-exists') return
      void invalidateStudents(client)
      void reconcileAlerts(client)
    },
  )
