import type { SlotChanged } from '@/agenda/rules'
import { participantIn, type SessionDetails, type Uuid } from '@/core/model'
import { failure, whyFailed, type Created, type Result } from '@/core/result'
import { isCharged } from '@/credits/charge'
import { agendaEffectOf } from '@/credits/effects'
import { readCreditFacts, type AskedFacts } from '@/credits/facts-data'
import type {
  AssignmentIntent,
  DeletionIntent,
  FeedbackEditIntent,
  RegistrationIntent,
  SessionEditIntent,
} from '@/credits/intents'
import { opened } from '@/credits/opened'
import {
  planAssignment,
  planDeletion,
  planFeedbackEdit,
  planRegistration,
  planSessionEdit,
} from '@/credits/plan-session'
import type { CreditFacts, StoredFeedback } from '@/credits/plan-types'
import { untold, type Untold } from '@/credits/untold'
import { mapped, read } from '@/data/calls'
import { created, inDoubt, success } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { isSameFeedback } from './feedback'
import { rememberOwnFeedback } from './own-feedback-data'
import { isSameSession } from './same-session'
import { rangeBounds, type SessionFilters } from './session-filters'
import {
  readDetails,
  readStudentPage,
  toPage,
  toStudentFeedback,
  type Page,
  type PageRequest,
  type StudentFeedback,
} from './session-reads-data'
import { SESSION_MESSAGES } from './texts'
import { overtaken, writeLessons, type SaveResult, type SessionSaved } from './write-lessons-data'

const texts = SESSION_MESSAGES.service

export interface RegisteredLesson extends SessionSaved {
  /** Names of the students whose session took no package. */
  withoutPackage: readonly string[]
  /** Students of an answer that were deleted or anonymised since. */
  leftOut: readonly Uuid[]
}

/** The session that an earlier request registered under this id. If it cannot be read, its contents are in doubt. */
function earlierRegistration(
  intent: RegistrationIntent,
  there: Result<SessionDetails | null>,
): Created<Untold<RegisteredLesson>> {
  if (!there.success) return inDoubt(failure(there.code, whyFailed(there, texts.create)))
  if (there.data === null) return failure('already-deleted', texts.alreadyDeleted)
  const { id, version } = there.data
  const data = {
    session: there.data,
    effects: [],
    agenda: agendaEffectOf({ skips: [] }),
    same: null,
    replayed: true,
    undo: null,
    withoutPackage: namesWithoutPackage(there.data),
    leftOut: [],
  }
  const undo = { lessons: [{ sessionId: id, before: null, version }] }
  const isSame = isSameSession(intent, there.data)
  return created(isSame, untold(isSame ? { ...data, undo } : data), texts.created)
}

function withoutGone(intent: RegistrationIntent, { students }: CreditFacts): RegistrationIntent {
  const there = intent.participants.filter(({ studentId }) =>
    students.some(({ id, anonymized }) => id === studentId && !anonymized),
  )
  return there.length === 0 ? intent : { ...intent, participants: there }
}

/** Names of the participants without a package. */
export function namesWithoutPackage({ participants }: SessionDetails): string[] {
  return participants.flatMap(({ attendance, package_id, student_name }) =>
    isCharged(attendance) && package_id === null && student_name !== null ? [student_name] : [],
  )
}

export const sessions = {
  /** One page of the history, newest first, in one request. Later pages cost no more than the first. */
  listPage: ({
    page,
    filters,
    pageSize = 5,
  }: {
    page: number
    filters: SessionFilters
    pageSize?: number
  }): Promise<Result<Page<SessionDetails>>> => {
    const { from, before } = rangeBounds(filters.dateRange)
    const rows = read(texts.list, (client) =>
      client.rpc('get_sessions_page', {
        page,
        page_size: pageSize,
        since: from,
        until: before,
        unassigned_only: filters.showUnassignedOnly,
        ...(filters.showCancelledOnly ? { cancelled_only: true } : {}),
      }),
    )
    return mapped(rows, toPage)
  },

  /** One page of a student's sessions, newest first, with all participants. */
  listByStudent: (studentId: Uuid, request: PageRequest): Promise<Result<Page<SessionDetails>>> =>
    mapped(readStudentPage(studentId, request, false), toPage),

  /** One page of a student's feedback, by session, newest first. */
  feedbacksByStudent: (studentId: Uuid, request: PageRequest): Promise<Result<Page<StudentFeedback>>> =>
    mapped(readStudentPage(studentId, request, true), (rows) => {
      const { items, total } = toPage(rows)
      return { total, items: items.map((session) => toStudentFeedback(session, studentId)) }
    }),

  /** One session; a success with null if there is none, also for an invalid id. */
  get: (id: Uuid): Promise<Result<SessionDetails | null>> =>
    asOwner(texts.list, (client, owner) => readDetails(client, owner, id)),

  /** The facts with which a form shows what saving will do. */
  previewFacts: (asked: AskedFacts): Promise<Result<CreditFacts>> =>
    asOwner(texts.list, (client) => readCreditFacts(client, asked, texts.list)),

  /**
   * Registers a session: takes credits, raises alerts, stores feedback, all or nothing. Two requests without
   * contention, for any number of students. With the same `opId` a repeat returns the first result.
   *
   * @param sending for delivery from the outbox: the coach whose session it is, and the server's time. `isAnswer`: who was
   * deleted or anonymised since is left out, as long as somebody is there.
   */
  register: (
    intent: RegistrationIntent,
    sending: {
      only?: Uuid | undefined
      now?: () => Date
      isAnswer?: boolean
      slotChanged?: SlotChanged
    } = {},
  ): Promise<Created<Untold<RegisteredLesson>>> =>
    asOwner({ failed: texts.create, only: sending.only }, async (client, owner) => {
      let meant = intent
      const result = await writeLessons(client, owner, {
        entered: intent,
        sessionIds: [],
        studentIds: intent.participants.map(({ studentId }) => studentId),
        ...(intent.slot && {
          occurrences: [{ slot_id: intent.slot.slotId, slot_date: intent.slot.slotDate }],
        }),
        decide: (facts, now) => {
          meant = sending.isAnswer ? withoutGone(intent, facts) : intent
          return planRegistration(meant, facts, now)
        },
        slotChanged: sending.slotChanged ?? 'refuse',
        failed: texts.create,
        done: texts.created,
        now: sending.now,
      })
      // Of an operation that is not known any more the stored lesson is compared.
      const saved = result.success ? opened(result.data) : null
      if (saved && (!saved.replayed || saved.same !== null)) {
        const withoutPackage = saved.effects.flatMap((effect) =>
          effect.withoutPackage ? [effect.studentName] : [],
        )
        const leftOut = intent.participants
          .filter((participant) => !meant.participants.includes(participant))
          .map(({ studentId }) => studentId)
        const data = { ...saved, withoutPackage, leftOut }
        // What this form says was not saved, so there is nothing of it to undo.
        const isOther = saved.same === false
        return created(!isOther, untold(isOther ? { ...data, undo: null } : data), texts.created)
      }
      if (!result.success && result.code !== 'already-exists') return result
      return earlierRegistration(meant, await readDetails(client, owner, intent.sessionId))
    }),

  /**
   * Changes one student's feedback in one session.
   *
   * @param seen the feedback as it was when the edit began. If another device changed it since, the result is a
   * conflict; changes to other students are none.
   */
  updateFeedback: (
    intent: FeedbackEditIntent,
    seen?: Pick<StoredFeedback, 'rating' | 'notes' | 'private_notes' | 'tags'>,
    only?: Uuid,
    tapped?: Pick<StoredFeedback, 'rating' | 'tags'>,
  ): Promise<SaveResult> =>
    asOwner({ failed: texts.updateFeedback, only }, async (client, owner) => {
      const { studentId } = intent
      let isOvertaken = false
      const result = await writeLessons(client, owner, {
        entered: intent,
        sessionIds: [intent.sessionId],
        studentIds: [],
        isSeen: intent.expectedVersion !== undefined,
        decide: (facts, now) => {
          const place = participantIn(facts.session, studentId)
          const there = place?.feedback
          const isOther =
            seen &&
            there &&
            !isSameFeedback(there, seen) &&
            !isSameFeedback(there, { ...seen, ...tapped }) &&
            !isSameFeedback(there, { notes: there.notes, ...intent.feedback })
          // Who was not present has no feedback any more.
          if (isOther || (place && place.attendance !== 'present')) {
            isOvertaken = true
            return failure('session-not-found', texts.conflict)
          }
          return planFeedbackEdit(intent, facts, now)
        },
        onChanged: rememberOwnFeedback,
        failed: texts.updateFeedback,
        done: texts.feedbackUpdated,
      })
      return isOvertaken ? overtaken(client, owner, [intent.sessionId]) : result
    }),

  /**
   * Assigns another package to a student's session: one credit returns, one is taken (docs/product.md, 'Assigning a
   * package').
   */
  assignPackage: (intent: AssignmentIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: texts.assign, only }, (client, owner) =>
      writeLessons(client, owner, {
        entered: intent,
        sessionIds: [intent.sessionId],
        studentIds: [intent.studentId],
        chosen: [intent],
        isSeen: intent.expectedVersion !== undefined,
        decide: (facts, now) => planAssignment(intent, facts, now),
        failed: texts.assign,
        done: texts.assigned,
      }),
    ),

  /** Changes anything about a session, participants included (docs/product.md, 'Editing a lesson'). */
  updateComplete: (intent: SessionEditIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: texts.update, only }, (client, owner) =>
      writeLessons(client, owner, {
        entered: intent,
        sessionIds: [intent.sessionId],
        studentIds: intent.participants.map(({ studentId }) => studentId),
        chosen: intent.participants.flatMap(({ studentId, charge }) =>
          charge?.kind === 'package' ? [{ studentId, packageId: charge.packageId }] : [],
        ),
        isSeen: intent.expectedVersion !== undefined,
        decide: (facts, now) => planSessionEdit(intent, facts, now),
        failed: texts.update,
        done: texts.updated,
      }),
    ),

  /**
   * Deletes a session; every credit that it used returns to its package. A session that is gone already counts as
   * deleted: an answer was lost, or another device was first.
   */
  remove: (intent: DeletionIntent, only?: Uuid): Promise<SaveResult> =>
    asOwner({ failed: texts.remove, only }, async (client, owner) => {
      let gone = false
      const result = await writeLessons(client, owner, {
        entered: intent,
        sessionIds: [intent.sessionId],
        studentIds: [],
        isSeen: intent.expectedVersion !== undefined,
        decide: (facts, now) => {
          gone = facts.session === null
          return planDeletion(intent, facts, now)
        },
        failed: texts.remove,
        done: texts.removed,
      })
      return gone
        ? success(
            untold({
              session: null,
              effects: [],
              agenda: agendaEffectOf({ skips: [] }),
              same: null,
              replayed: true,
              undo: null,
            }),
            texts.removed,
          )
        : result
    }),
}
