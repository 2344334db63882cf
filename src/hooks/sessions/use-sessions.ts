import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import type { SlotChanged } from '@/domain/agenda/agenda'
import type { FeedbackEditIntent, RegistrationIntent } from '@/domain/credits/intents'
import { pendingFeedback, sentFeedback } from '@/domain/outbox/pending'
import type { SessionFilters } from '@/domain/sessions/session-filters'
import { PAGE_SIZES } from '@/domain/shared/constants'
import type { SessionFeedback, Uuid } from '@/domain/shared/model'
import { failure, type Failure, type FailureCode, type Result } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { useOwnerMutation } from '@/hooks/data/use-owner-mutation'
import { invalidateFeedback, invalidateLessons } from '@/queries/effects'
import { ownerQuery } from '@/queries/owner-query'
import type { AskedFacts } from '@/services/credits/credit-facts'
import { sendOutbox } from '@/services/outbox/outbox-sender'
import { outboxStore } from '@/services/outbox/outbox-store'
import { sessions } from '@/services/sessions/sessions'
import { MESSAGES } from '@/texts/shared/messages'

export const sessionsPageQuery = (
  owner: Uuid | null,
  {
    page,
    filters,
    pageSize = PAGE_SIZES.sessions,
  }: { page: number; filters: SessionFilters; pageSize?: number },
) =>
  ownerQuery(
    owner,
    ['sessions', 'history', filters, pageSize, page],
    () => sessions.listPage({ page, filters, pageSize }),
    MESSAGES.sessions.toast.loadFailed,
  )

interface StudentPage {
  page: number
  pageSize?: number
}

/** One page of the history. The previous page stays visible while the next one loads. */
export const useSessionsPage = (request: { page: number; filters: SessionFilters; pageSize?: number }) =>
  useQuery({ ...sessionsPageQuery(useOwner(), request), placeholderData: keepPreviousData })

/** One session; null if there is none. Without an id nothing is read. */
export const useSession = (id: Uuid | null) =>
  useQuery(ownerQuery(useOwner(), ['sessions', 'one', id ?? ''], id === null ? null : () => sessions.get(id)))

/** One page of a student's sessions, newest first; 9 per page. */
export const useStudentSessions = (
  studentId: Uuid,
  { page, pageSize = PAGE_SIZES.profileLessons }: StudentPage,
) =>
  useQuery({
    ...ownerQuery(
      useOwner(),
      ['sessions', 'student', studentId, pageSize, page],
      () => sessions.listByStudent(studentId, { page, pageSize }),
      MESSAGES.common.loadFailed,
    ),
    placeholderData: keepPreviousData,
  })

/** One page of a student's feedback, newest first; 9 per page. */
export const useStudentFeedbacks = (
  studentId: Uuid,
  { page, pageSize = PAGE_SIZES.profileLessons }: StudentPage,
) =>
  useQuery({
    ...ownerQuery(
      useOwner(),
      ['sessions', 'feedbacks', studentId, pageSize, page],
      () => sessions.feedbacksByStudent(studentId, { page, pageSize }),
      MESSAGES.common.loadFailed,
    ),
    placeholderData: keepPreviousData,
  })

/** The facts with which a form shows what saving will do. null: nothing is asked yet. */
export const useCreditFacts = (asked: AskedFacts | null) =>
  useQuery({
    ...ownerQuery(
      useOwner(),
      ['facts', 'credits', asked],
      asked === null ? null : () => sessions.previewFacts(asked),
    ),
    // The service retries by itself.
    retry: false,
    // Each choice of students has its own facts; old ones are of no use.
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })

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

export function lessonsChanged(client: QueryClient, result: Result<unknown>) {
  if (result.success || isStale(result)) void invalidateLessons(client)
}

/** The form makes the intent's `sessionId` and `opId` and keeps them across retries: sent twice, it is one session. */
export const useRegisterSession = (slotChanged: SlotChanged = 'refuse') =>
  useOwnerMutation(
    (intent: RegistrationIntent, only) => sessions.register(intent, { only, slotChanged }),
    lessonsChanged,
  )

/**
 * `seen`: the feedback as the form opened with it, so that another device's edit is not overwritten. Stars of 'Hoje' that
 * wait in the outbox are sent first: after the form they would overwrite it. 'busy' if they cannot be sent now.
 */
export const useUpdateFeedback = () =>
  useOwnerMutation(
    async (
      {
        intent,
        seen,
      }: {
        intent: FeedbackEditIntent
        seen?: Pick<SessionFeedback, 'rating' | 'notes' | 'private_notes' | 'tags'>
      },
      only,
    ) => {
      const waiting = () => pendingFeedback(outboxStore.current().entries, intent)
      if (waiting()) await sendOutbox()
      if (waiting()) return failure('busy', MESSAGES.sessions.service.starsWait)
      // The outbox may have sent them by itself while the form was open: that was no other device.
      const tapped = sentFeedback(outboxStore.current().entries, intent)?.intent.feedback.feedback
      const stars = tapped && { rating: tapped.rating, tags: [...tapped.tags] }
      return sessions.updateFeedback(intent, seen, only, stars)
    },
    (client) => {
      void invalidateFeedback(client)
    },
  )

export const useAssignPackage = () => useOwnerMutation(sessions.assignPackage, lessonsChanged)

/** Changes anything about a session, its participants included. */
export const useEditSession = () => useOwnerMutation(sessions.updateComplete, lessonsChanged)

export const useDeleteSession = () => useOwnerMutation(sessions.remove, lessonsChanged)
