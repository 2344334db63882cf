import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import type { PlannedRow } from '@/domain/students/import/import-plan'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateStudents, reconcileAlerts } from '@/queries/effects'
import { studentImport } from '@/services/students/import'

/** The caller makes `opId` and keeps it for the same rows: sent twice, they are saved once. */
export function useImportStudents() {
  const only = useOwner() ?? undefined
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ opId, rows }: { opId: Uuid; rows: readonly PlannedRow[] }) =>
      studentImport.save(opId, rows, only),
    onSuccess: (result) => {
      // Refused as saved already: by a call whose answer was lost.
      if (!result.success && result.code !== 'already-exists') return
      void invalidateStudents(client)
      void reconcileAlerts(client)
    },
  })
}
