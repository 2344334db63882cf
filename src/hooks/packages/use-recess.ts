import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/hooks/account/use-auth'
import { useOwnerMutation, whenSaved } from '@/hooks/data/use-owner-mutation'
import { invalidateAgenda, invalidateCredits } from '@/queries/effects'
import { ownerQuery } from '@/queries/owner-query'
import { recess } from '@/services/packages/recess'

/** The recesses that were given, newest first. */
export const useRecesses = () => useQuery(ownerQuery(useOwner(), ['facts', 'recesses'], recess.list))

// A plan brings its alerts with it.
export const useGiveRecess = () =>
  useOwnerMutation(recess.give, whenSaved(invalidateCredits, invalidateAgenda))
export const useUndoRecess = () =>
  useOwnerMutation(recess.undo, whenSaved(invalidateCredits, invalidateAgenda))
