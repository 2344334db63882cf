import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { invalidateAgenda, invalidateCredits } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation, whenSaved } from '@/data/use-owner-mutation'
import { isOvertaken, recess } from './data'

/** The recesses that were given, those of the latest days first. */
export const useRecesses = () => useQuery(ownerQuery(useOwner(), ['facts', 'recesses'], recess.list))

// Alerts need no update here: the plan brings them.
const changed = whenSaved(invalidateCredits, invalidateAgenda)

export const useGiveRecess = () =>
  useOwnerMutation(recess.give, (client, result) =>
    // What another device did meanwhile moves the preview: its recess, the days with which the preview begins.
    changed(client, {
      success: result.success || result.code === 'recess-overlaps' || isOvertaken(result.code),
    }),
  )
export const useUndoRecess = () => useOwnerMutation(recess.undo, changed)
