import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { SlotChanged } from '@/domain/agenda/agenda'
import type {
  AssignmentIntent,
  DeletionIntent,
  FeedbackEditIntent,
  RegistrationIntent,
  SessionEditIntent,
} from '@/domain/credits/intents'
import { pendingFeedback, sentFeedback } from '@/domain/outbox/pending'
import type { SessionFilters } from '@/domain/sessions/session-filters'
import { PAGE_SIZES } from '@/domain/shared/constants'
import type { SessionFeedback, Uuid } from '@/domain/shared/model'
import { failure, type Failure, type FailureCode, type Result } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateFeedback, invalidateLessons } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import type { AskedFacts } from '@/services/credits/credit-facts'
import { sendOutbox } from '@/services/outbox/outbox-sender'
import { outboxStore } from '@/services/outbox/outbox-store'
import { sessions } from '@/services/sessions/sessions'
import { MESSAGES } from '@/texts/shared/messages'

export type { Page, StudentFeedback } from '@/services/sessions/session-reads'
export type { RegisteredLesson } from '@/services/sessions/sessions'

export const sessionsPageQuery = (
  owner: Uuid | null,
  {
    page,
    filters,
    pageSize = PAGE_SIZES.sessions,
  }: { page: number; filters: SessionFilters; pageSize?: number },
) =>
  queryOptions({
    queryKey: queryKeys.sessionsPage(owner ?? '', filters, page, pageSize),
    queryFn: owner === null ? skipToken : () => unwrap(sessions.listPage({ page, filters, pageSize })),
    meta: { loadFailed: MESSAGES.sessions.toast.loadFailed },
    placeholderData: keepPreviousData,
  })

const sessionQuery = (owner: Uuid | null, id: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.session(owner ?? '', id ?? ''),
    queryFn: owner === null || id === null ? skipToken : () => unwrap(sessions.get(id)),
  })

interface StudentPage {
  page: number
  pageSize?: number
}

const studentSessionsQuery = (
  owner: Uuid | null,
  studentId: Uuid,
  { page, pageSize = PAGE_SIZES.profileLessons }: StudentPage,
) =>
  queryOptions({
    queryKey: queryKeys.studentSessions(owner ?? '', studentId, page, pageSize),
    queryFn: owner === null ? skipToken : () => unwrap(sessions.listByStudent(studentId, { page, pageSize })),
    meta: { loadFailed: MESSAGES.common.loadFailed },
    placeholderData: keepPreviousData,
  })

const studentFeedbacksQuery = (
  owner: Uuid | null,
  studentId: Uuid,
  { page, pageSize = PAGE_SIZES.profileLessons }: StudentPage,
) =>
  queryOptions({
    queryKey: queryKeys.studentFeedbacks(owner ?? '', studentId, page, pageSize),
    queryFn:
      owner === null ? skipToken : () => unwrap(sessions.feedbacksByStudent(studentId, { page, pageSize })),
    meta: { loadFailed: MESSAGES.common.loadFailed },
    placeholderData: keepPreviousData,
  })

const creditFactsQuery = (owner: Uuid | null, asked: AskedFacts | null) =>
  queryOptions({
    queryKey: queryKeys.creditFacts(owner ?? '', asked),
    queryFn: owner === null || asked === null ? skipToken : () => unwrap(sessions.previewFacts(asked)),
    // The service retries by itself.
    retry: false,
    // Each choice of students has its own facts; old ones are of no use.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** One page of the history. The previous page stays visible while the next one loads. */
export const useSessionsPage = (request: { page: number; filters: SessionFilters; pageSize?: number }) =>
  useQuery(sessionsPageQuery(useOwner(), request))

/** One session; null if there is none. Without an id nothing is read. */
export const useSession = (id: Uuid | null) => useQuery(sessionQuery(useOwner(), id))

/** One page of a student's sessions, newest first; 9 per page. */
export const useStudentSessions = (studentId: Uuid, request: StudentPage) =>
  useQuery(studentSessionsQuery(useOwner(), studentId, request))

/** One page of a student's feedback, newest first; 9 per page. */
export const useStudentFeedbacks = (studentId: Uuid, request: StudentPage) =>
  useQuery(studentFeedbacksQuery(useOwner(), studentId, request))

/** The facts with which a form shows what saving will do. null: nothing is asked yet. */
export const useCreditFacts = (asked: AskedFacts | null) => useQuery(creditFactsQuery(useOwner(), asked))

/** Failures that mean that the screen shows old data. */
const OUTDATED: readonly FailureCode[] = [
  'overtaken',
  'busy',
  'already-deleted',
  'occurrence-answered',
  'lesson-beside',
  'session-not-found',
  'student-not-found',
  'package-not-found',
  'assignment-not-found',
  'package-empty',
  'package-used',
  'package-below-used',
  'student-anonymized',
  'session-anonymized',
]

export const isStale = ({ code }: Failure): boolean => OUTDATED.includes(code)

export function useLessonsChanged() {
  const client = useQueryClient()
  return (result: Result<unknown>) => {
    if (result.success || isStale(result)) void invalidateLessons(client)
  }
}

/** The form makes the intent's `sessionId` and `opId` and keeps them across retries: sent twice, it is one session. */
export function useRegisterSession(slotChanged: SlotChanged = 'refuse') {
  const only = useOwner() ?? undefined
  const onSuccess = useLessonsChanged()
  return useMutation({
    mutationFn: (intent: RegistrationIntent) => sessions.register(intent, { only, slotChanged }),
    onSuccess,
  })
}

/**
 * `seen`: the feedback as the form opened with it, so that another device's edit is not overwritten. Stars of 'Hoje' that
 * wait in the outbox are sent first: after the form they would overwrite it. 'busy' if they cannot be sent now.
 */
export function useUpdateFeedback() {
  const only = useOwner() ?? undefined
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({
      intent,
      seen,
    }: {
      intent: FeedbackEditIntent
      seen?: Pick<SessionFeedback, 'rating' | 'notes' | 'private_notes' | 'tags'>
    }) => {
      const waiting = () => pendingFeedback(outboxStore.current().entries, intent)
      if (waiting()) await sendOutbox()
      if (waiting()) return failure('busy', MESSAGES.sessions.service.starsWait)
      // The outbox may have sent them by itself while the form was open: that was no other device.
      const tapped = sentFeedback(outboxStore.current().entries, intent)?.intent.feedback.feedback
      const stars = tapped && { rating: tapped.rating, tags: [...tapped.tags] }
      return sessions.updateFeedback(intent, seen, only, stars)
    },
    onSuccess: () => {
      void invalidateFeedback(client)
    },
  })
}

export function useAssignPackage() {
  const only = useOwner() ?? undefined
  const onSuccess = useLessonsChanged()
  return useMutation({
    mutationFn: (intent: AssignmentIntent) => sessions.assignPackage(intent, only),
    onSuccess,
  })
}

/** Changes anything about a session, its participants included. */
export function useEditSession() {
  const only = useOwner() ?? undefined
  const onSuccess = useLessonsChanged()
  return useMutation({
    mutationFn: (intent: SessionEditIntent) => sessions.updateComplete(intent, only),
    onSuccess,
  })
}

export function useDeleteSession() {
  const only = useOwner() ?? undefined
  const onSuccess = useLessonsChanged()
  return useMutation({ mutationFn: (intent: DeletionIntent) => sessions.remove(intent, only), onSuccess })
}
