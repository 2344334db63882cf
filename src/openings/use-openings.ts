import { useMemo } from 'react'
import type { Occurrence } from '@/agenda/rules'
import { useAgenda } from '@/agenda/use-agenda'
import { addDays } from '@/core/dates'
import type { StudentWithCredits } from '@/core/model'
import { invalidateAgenda, invalidateStudents } from '@/data/queries/effects'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { toast } from '@/lib/browser/toast'
import { useStudents } from '@/students/use-students'
import { toastFailure } from '@/ui/forms/toast-failure'
import { openings, type Guest } from './data'
import { candidatesFor } from './rules'
import { OPENINGS } from './texts'

const { guest: texts } = OPENINGS

// Read again also after a failure: the answer may be lost, somebody else was faster, or a student is not active any
// more.
export const useOpenPlaces = () => useOwnerMutation(openings.open, invalidateStudents)
export const useCloseOpening = () => useOwnerMutation(openings.close, invalidateAgenda)
export const useAddGuest = () => useOwnerMutation(openings.addGuest, invalidateStudents)

/** Adds a guest, and says what the student is then. True if it was done. */
export function useTakeIn() {
  const { mutateAsync, isPending } = useAddGuest()
  const takeIn = async (guest: Guest, name: string): Promise<boolean> => {
    const result = await mutateAsync(guest)
    if (!result.success) {
      toastFailure(texts.addFailed, result)
      return false
    }
    const toldNo = result.data === 'not_coming'
    toast({
      title: result.data === null ? texts.removed(name) : texts.added(name),
      description: toldNo ? texts.toldNo : undefined,
      tone: toldNo ? 'warning' : 'success',
    })
    return true
  }
  return { takeIn, isPending }
}

export const useRemoveGuest = () => useOwnerMutation(openings.removeGuest, invalidateAgenda)

/** The students to whom an hour can be offered; undefined: not read yet. */
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
