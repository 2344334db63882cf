import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Uuid } from '@/domain/shared/model'
import type { StudentEditValues, StudentValues } from '@/domain/students/student.schema'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateStudents, reconcileAlerts } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { students } from '@/services/students/students'
import type { Seen } from '@/services/supabase/table'
import { MESSAGES } from '@/texts/shared/messages'

export const studentsQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.students(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(students.list()),
    meta: { loadFailed: MESSAGES.students.toast.loadFailed },
  })

export const newestStudentsQuery = (owner: Uuid | null, count: number) =>
  queryOptions({
    queryKey: queryKeys.newestStudents(owner ?? '', count),
    queryFn: owner === null ? skipToken : () => unwrap(students.newest(count)),
    meta: { loadFailed: MESSAGES.students.toast.loadFailed },
  })

const studentQuery = (owner: Uuid | null, id: Uuid) =>
  queryOptions({
    queryKey: queryKeys.student(owner ?? '', id),
    queryFn: owner === null ? skipToken : () => unwrap(students.get(id)),
    meta: { loadFailed: MESSAGES.common.loadFailed },
  })

const studentSummaryQuery = (owner: Uuid | null, id: Uuid) =>
  queryOptions({
    queryKey: queryKeys.studentSummary(owner ?? '', id),
    queryFn: owner === null ? skipToken : () => unwrap(students.summary(id)),
    meta: { loadFailed: MESSAGES.common.loadFailed },
  })

/** All students with their packages that hold credits, by name. */
export const useStudents = () => useQuery(studentsQuery(useOwner()))

/** Ids of the anonymised students; empty until the students are read. */
export function useAnonymizedIds(): ReadonlySet<Uuid> {
  const { data } = useStudents()
  return useMemo(
    () => new Set(data?.filter(({ anonymized_at: since }) => since !== null).map(({ id }) => id)),
    [data],
  )
}

/** The newest `count` students by creation. */
export const useNewestStudents = (count: number) => useQuery(newestStudentsQuery(useOwner(), count))

/** One student; null if there is none. Until the query is answered, the student as the list has it. */
export function useStudent(id: Uuid) {
  const client = useQueryClient()
  const owner = useOwner()
  const list = studentsQuery(owner).queryKey
  return useQuery({
    ...studentQuery(owner, id),
    initialData: () => client.getQueryData(list)?.find((student) => student.id === id),
    initialDataUpdatedAt: () => client.getQueryState(list)?.dataUpdatedAt,
  })
}

/** Figures over all of a student's lessons. */
export const useStudentSummary = (id: Uuid) => useQuery(studentSummaryQuery(useOwner(), id))

/** The form makes `id` and keeps it across retries: sent twice, it is one student. */
export function useCreateStudent() {
  const only = useOwner() ?? undefined
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, values }: { id: Uuid; values: StudentValues }) => students.create(id, values, only),
    onSuccess: ({ success }) => {
      if (success) void invalidateStudents(client)
    },
  })
}

export function useUpdateStudent() {
  const only = useOwner() ?? undefined
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, values, seen }: { id: Uuid; values: Partial<StudentEditValues>; seen?: Seen }) =>
      students.update(id, values, seen, only),
    onSuccess: ({ success }) => {
      if (!success) return
      void invalidateStudents(client)
      void reconcileAlerts(client)
    },
  })
}
