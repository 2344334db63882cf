import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { invalidateAgenda, invalidateCredits } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation, whenSaved } from '@/data/use-owner-mutation'
import { recess } from './data'

/** The recesses that were given, newest first. */
export const useRecesses = () => useQuery(ownerQuery(useOwner(), ['facts', 'recesses'], recess.list))

// Alerts need no update here: the plan brings them.
const changed = whenSaved(invalidateCredits, invalidateAgenda)

export const useGiveRecess = () =>
  useOwnerMutation(recess.give, (client, result) =>
    // Another device gave a recess meanwhile, and with it moved the days that the preview begins with.
    changed(client, { success: result.success || result.code === 'recess-overlaps' }),
  )
export const useUndoRecess = () => useOwnerMutation(recess.undo, changed)
