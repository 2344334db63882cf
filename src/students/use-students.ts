import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOwner } from '@/account/use-auth'
import { whenOf } from '@/agenda/zone'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { StudentWithCredits, Uuid } from '@/core/model'
import { invalidateStudents, reconcileAlerts } from '@/data/queries/effects'
import { ownerKey, ownerQuery } from '@/data/queries/owner-query'
import type { Seen } from '@/data/table'
import { useOwnerMutation, whenSaved } from '@/data/use-owner-mutation'
import { students, type Freeing } from './data'
import type { StudentEditValues, StudentValues } from './student.schema'
import { STUDENT_MESSAGES } from './texts'

export const studentsQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['students'], students.list, STUDENT_MESSAGES.toast.loadFailed)

export const newestStudentsQuery = (owner: Uuid | null, count: number) =>
  ownerQuery(
    owner,
    ['students', 'newest', count],
    () => students.newest(count),
    STUDENT_MESSAGES.toast.loadFailed,
  )

/** All students by name, each with the packages that have credits left. */
export const useStudents = () => useQuery(studentsQuery(useOwner()))

/** The students once the prefetch has read them, which a screen does not wait for. They are read anew like all data. */
export const useKnownStudents = () =>
  useQuery({ ...studentsQuery(useOwner()), enabled: ({ state }) => state.data !== undefined }).data

/** Ids of the anonymised students; empty until the students are read. */
export function useAnonymizedIds(): ReadonlySet<Uuid> {
  const { data } = useStudents()
  return useMemo(
    () => new Set(data?.filter(({ anonymized_at: since }) => since !== null).map(({ id }) => id)),
    [data],
  )
}

export const useNewestStudents = (count: number) => useQuery(newestStudentsQuery(useOwner(), count))

/** One student; null if none has this id. Until the query is answered, the student as in the list. */
export function useStudent(id: Uuid) {
  const client = useQueryClient()
  const owner = useOwner()
  const list = studentsQuery(owner).queryKey
  return useQuery({
    ...ownerQuery(owner, ['students', id], () => students.get(id), COMMON_MESSAGES.loadFailed),
    initialData: () => client.getQueryData(list)?.find((student) => student.id === id),
    initialDataUpdatedAt: () => client.getQueryState(list)?.dataUpdatedAt,
  })
}

export const useStudentSummary = (id: Uuid) =>
  useQuery(ownerQuery(useOwner(), ['summaries', id], () => students.summary(id), COMMON_MESSAGES.loadFailed))

/** Marks a running erasure, whose own toast says that the student is gone. */
export const ERASING = ['erase-student']

/** The form makes `id` and keeps it across retries, so a repeat creates no second student. */
export const useCreateStudent = () =>
  useOwnerMutation(
    ({ id, values }: { id: Uuid; values: StudentValues }, only) => students.create(id, values, only),
    whenSaved(invalidateStudents),
  )

export const useUpdateStudent = () =>
  useOwnerMutation(
    ({ id, values, seen }: { id: Uuid; values: Partial<StudentEditValues>; seen?: Seen }, only) =>
      students.update(id, values, seen, only),
    (client, result, { id }, owner) => {
      // The form closes at once, and the screen below must already show what was saved.
      if (result.success) {
        const { freed: _, ...saved } = result.data
        client.setQueryData<StudentWithCredits | null>(
          ownerKey(owner, ['students', id]),
          (shown) => shown && { ...shown, ...saved },
        )
      }
      whenSaved(invalidateStudents, reconcileAlerts)(client, result)
    },
    // 'Inativar' comes after what 'Salvar' has under way, to which it would be another device's change.
    { scope: { id: 'student' } },
  )

/** The toast's line about the offered places that are free again. */
export const freedLines = ({ freed }: Freeing): string[] =>
  freed.length === 0 ? [] : [STUDENT_MESSAGES.freed(freed.map(whenOf))]
