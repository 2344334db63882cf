import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { PAGE_SIZES } from '@/core/constants'
import type { Uuid } from '@/core/model'
import type { Failure, FailureCode, Result } from '@/core/result'
import type { AskedFacts } from '@/credits/facts-data'
import { invalidateLessons } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { sessions } from './data'
import type { Page, PageRequest } from './reads-data'
import { SESSION_MESSAGES } from './texts'

export const sessionsPageQuery = (
  owner: Uuid | null,
  { page, filters, pageSize = PAGE_SIZES.sessions }: Parameters<typeof sessions.listPage>[0],
) =>
  ownerQuery(
    owner,
    ['sessions', 'history', filters, pageSize, page],
    () => sessions.listPage({ page, filters, pageSize }),
    SESSION_MESSAGES.toast.loadFailed,
  )

/** One page of the history. The previous page stays visible while the next one loads. */
export const useSessionsPage = (request: Parameters<typeof sessionsPageQuery>[1]) =>
  useQuery({ ...sessionsPageQuery(useOwner(), request), placeholderData: keepPreviousData })

/** One lesson; null if no lesson has this id. Without an id nothing is read. */
export const useSession = (id: Uuid | null) =>
  useQuery(ownerQuery(useOwner(), ['sessions', 'one', id ?? ''], id === null ? null : () => sessions.get(id)))

/** One page of a student's lessons or feedback, 9 per page. */
const useStudentPage = <Item>(
  subject: 'student' | 'feedbacks',
  read: (studentId: Uuid, request: PageRequest) => Promise<Result<Page<Item>>>,
  studentId: Uuid,
  page: number,
) => {
  const pageSize = PAGE_SIZES.profileLessons
  return useQuery({
    ...ownerQuery(
      useOwner(),
      ['sessions', subject, studentId, pageSize, page],
      () => read(studentId, { page, pageSize }),
      COMMON_MESSAGES.loadFailed,
    ),
    placeholderData: keepPreviousData,
  })
}

/** One page of a student's lessons, newest first. */
export const useStudentSessions = (studentId: Uuid, { page }: { page: number }) =>
  useStudentPage('student', sessions.listByStudent, studentId, page)

/** One page of a student's feedback, newest first. */
export const useStudentFeedbacks = (studentId: Uuid, { page }: { page: number }) =>
  useStudentPage('feedbacks', sessions.feedbacksByStudent, studentId, page)

/** The facts from which a form previews what saving will do. With null nothing is asked. */
export const useCreditFacts = (asked: AskedFacts | null) =>
  useQuery({
    ...ownerQuery(
      useOwner(),
      ['facts', 'credits', asked],
      asked === null ? null : () => sessions.previewFacts(asked),
    ),
    // The service retries by itself.
    retry: false,
    // Each choice of students has its own facts, and old facts are of no use.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** Failures that mean that the screen shows old data. */
const OUTDATED: readonly FailureCode[] = [
  'overtaken',
  'busy',
  'already-deleted',
  'occurrence-answered',
  'agenda-changed',
  'slot-not-found',
  'lesson-linked',
  'lesson-beside',
  'session-not-found',
  'student-not-found',
  'package-not-found',
  'assignment-not-found',
  'package-empty',
  'package-used',
  'package-below-used',
  'in-use',
  'renewed-already',
  'student-anonymized',
  'session-anonymized',
]

export const isStale = ({ code }: Failure): boolean => OUTDATED.includes(code)

export function lessonsChanged(client: QueryClient, result: Result<unknown>) {
  if (result.success || isStale(result)) void invalidateLessons(client)
}
