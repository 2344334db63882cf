import { useMemo } from 'react'
import type { Occurrence } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { addDays } from '@/core/dates'
import type { StudentWithCredits } from '@/core/model'
import { invalidateAgenda } from '@/data/queries/effects'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { useStudents } from '@/students/use-students'
import { openings } from './data'
import { candidatesFor } from './rules'

// Also after a failure: its answer may be lost, or somebody else was faster.
export const useOpenPlaces = () => useOwnerMutation(openings.open, invalidateAgenda)
export const useCloseOpening = () => useOwnerMutation(openings.close, invalidateAgenda)
export const useAddGuest = () => useOwnerMutation(openings.addGuest, invalidateAgenda)
export const useRemoveGuest = () => useOwnerMutation(openings.removeGuest, invalidateAgenda)

/** Whom an hour can be offered to; undefined: not read yet. */
export function useCandidates(occurrence: Occurrence): StudentWithCredits[] | undefined {
  const { day } = occurrence
  const students = useStudents().data
  const agenda = useAgenda(addDays(day, -1), addDays(day, 1))
  const read = agenda.isPlaceholderData ? undefined : agenda.data
  return useMemo(
    () => students && read && candidatesFor(occurrence, students, read.occurrences),
    [occurrence, students, read],
  )
}
