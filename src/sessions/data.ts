import type { SlotChanged } from '@/agenda/rules'
import { unknownIn, type UnknownReply } from '@/agreement/coach-replies'
import { participantIn, type SessionDetails, type Uuid } from '@/core/model'
import { failure, whyFailed, type Created, type Result } from '@/core/result'
import { guestsWithoutPlace, takenOut, toldNotToCome } from '@/credits/answered-occurrence'
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
import {
  readDetails,
  readStudentPage,
  toPage,
  toStudentFeedback,
  type Page,
  type PageRequest,
  type StudentFeedback,
} from './reads-data'
import { isSameFeedback, isSameSession, rangeBounds, type SessionFilters } from './rules'
import { SESSION_MESSAGES } from './texts'
import {
  overtaken,
  rememberOwnChange,
  writeLessons,
  type SaveResult,
  type SessionSaved,
} from './write-lessons-data'

const texts = SESSION_MESSAGES.service

export interface RegisteredLesson extends SessionSaved {
  /** Names of the students who are charged and for whom no package could pay. */
  withoutPackage: readonly string[]
  /** Students who were deleted or anonymised after the coach gave the answer, so that it left them out. */
  leftOut: readonly Uuid[]
  /**
   * Students whose 'Não vou' the coach did not know and who count as present, guests missing from the lesson, or
   * students in it who were taken out of the agenda.
   */
  unknownReplies: readonly UnknownReply[]
}

/** For a write that an earlier request did, when its effects are no longer known. */
const DONE_EARLIER = {
  effects: [],
  agenda: agendaEffectOf({ skips: [] }),
  same: null,
  replayed: true,
  undo: null,
} satisfies Partial<SessionSaved>

/** The lesson that an earlier request registered under this id. If it cannot be read, its contents are in doubt. */
function earlierRegistration(
  intent: RegistrationIntent,
  stored: Result<SessionDetails | null>,
): Created<Untold<RegisteredLesson>> {
  if (!stored.success) return inDoubt(failure(stored.code, whyFailed(stored, texts.create)))
  const session = stored.data
  if (session === null) return failure('already-deleted', texts.alreadyDeleted)
  const { id: sessionId, version } = session
  const withoutPackage = namesWithoutPackage(session)
  const isSame = isSameSession(intent, session)
  const undo = isSame ? { lessons: [{ sessionId, before: null, version }] } : null
  return created(
    isSame,
    untold({ ...DONE_EARLIER, session, undo, withoutPackage, leftOut: [], unknownReplies: [] }),
    texts.created,
  )
}

function withoutGone(intent: RegistrationIntent, { students }: CreditFacts): RegistrationIntent {
  const participants = intent.participants.filter(({ studentId }) =>
    students.some(({ id, anonymized }) => id === studentId && !anonymized),
  )
  return participants.length === 0 ? intent : { ...intent, participants }
}

const withRated = (intent: RegistrationIntent, rated: readonly Uuid[]): RegistrationIntent =>
  intent.takesReplies && rated.length > 0
    ? {
        ...intent,
        participants: intent.participants.map((each) =>
          rated.includes(each.studentId) ? { ...each, attendance: each.attendance ?? 'present' } : each,
        ),
      }
    : intent

export const namesWithoutPackage = ({ participants }: SessionDetails): string[] =>
  participants
    .filter(({ attendance, package_id }) => isCharged(attendance) && package_id === null)
    .flatMap(({ student_name }) => student_name ?? [])

type Asked = { page: number; filters: SessionFilters; pageSize?: number }

export const sessions = {
  /** One page of the history, newest first, in one request. Later pages cost no more than the first. */
  listPage: ({ page, filters, pageSize = 5 }: Asked): Promise<Result<Page<SessionDetails>>> => {
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

  /** One page of a student's lessons, newest first, with all participants. */
  listByStudent: (studentId: Uuid, request: PageRequest): Promise<Result<Page<SessionDetails>>> =>
    readStudentPage(studentId, request, false),

  /** One page of a student's feedback, the newest lesson first. */
  feedbacksByStudent: (studentId: Uuid, request: PageRequest): Promise<Result<Page<StudentFeedback>>> =>
    mapped(readStudentPage(studentId, request, true), ({ items, total }) => ({
      total,
      items: items.map((lesson) => toStudentFeedback(lesson, studentId)),
    })),

  /** One lesson. null if no lesson has this id, also when the id is malformed. */
  get: (id: Uuid): Promise<Result<SessionDetails | null>> => readDetails(id),

  /** The facts from which a form previews what saving will do. */
  previewFacts: (asked: AskedFacts): Promise<Result<CreditFacts>> =>
    asOwner(texts.list, (client) => readCreditFacts(client, asked, texts.list)),

  /**
   * Registers a lesson (docs/product.md, 'Registering a lesson'): takes credits, raises alerts and stores feedback, all
   * or nothing. Two requests without contention, for any number of students. A repeat with the same `opId` returns the
   * first result; 'already-saved' if the first attempt entered something else.
   *
   * The options are mostly for the outbox. `only`: whose lesson it is. `now`: the server's time. `isAnswer`: leave out
   * students who were deleted or anonymised since, as long as one is left. `rated`: students with stars, who count as
   * present whatever they replied; they are no part of the intent, by which a repeat is recognised.
   */
  register: async (
    intent: RegistrationIntent,
    {
      only,
      now,
      isAnswer = false,
      rated = [],
      slotChanged = 'refuse',
    }: {
      only?: Uuid | undefined
      now?: () => Date
      isAnswer?: boolean
      rated?: readonly Uuid[]
      slotChanged?: SlotChanged
    } = {},
  ): Promise<Created<Untold<RegisteredLesson>>> => {
    let meant = intent
    let known: readonly Uuid[] = intent.knownReplies ?? []
    let missing: UnknownReply[] = []
    const result = await writeLessons(intent, only, {
      plan: (entered, facts, at) => {
        meant = isAnswer ? withoutGone(entered, facts) : entered
        if (intent.takesReplies) {
          known = toldNotToCome(intent, facts).map(({ student_id }) => student_id)
        }
        missing = [
          ...guestsWithoutPlace(intent, facts).map(({ name }) => ({ name, at: null })),
          ...takenOut(meant, facts).map(({ name }) => ({ name, at: null, isOut: true as const })),
        ]
        return planRegistration(withRated(meant, rated), facts, at)
      },
      failed: texts.create,
      done: texts.created,
      studentIds: intent.participants.map(({ studentId }) => studentId),
      ...(intent.slot && {
        occurrences: [
          { slot_id: intent.slot.slotId, slot_date: intent.slot.slotDate, starts_at: intent.date },
        ],
      }),
      slotChanged,
      now,
    })
    // If the database no longer knows what a repeat had entered, the stored lesson is compared instead.
    const saved = result.success ? opened(result.data) : null
    if (saved && (!saved.replayed || saved.same !== null)) {
      // The lesson of this form was not saved, so 'Desfazer' has nothing to undo.
      const isOther = saved.same === false
      const lesson = {
        ...saved,
        undo: isOther ? null : saved.undo,
        withoutPackage: saved.effects
          .filter(({ withoutPackage }) => withoutPackage)
          .map(({ studentName }) => studentName),
        leftOut: intent.participants
          .filter((participant) => !meant.participants.includes(participant))
          .map(({ studentId }) => studentId),
        unknownReplies: [
          ...unknownIn(saved.effects.filter(({ studentId }) => !known.includes(studentId))),
          // Without a slot the lesson is registered beside its occurrence, which had moved.
          ...(saved.session?.slot_id ? missing : []),
        ],
      }
      return created(!isOther, untold(lesson), texts.created)
    }
    if (!result.success && result.code !== 'already-exists') return result
    return earlierRegistration(meant, await readDetails(intent.sessionId, only))
  },

  /**
   * Changes one student's feedback in one lesson.
   *
   * @param seen the feedback when the edit began. If another device changed it since, or the student is no longer
   * present, the result is a conflict; changes to other students are none.
   * @param own what the outbox may have sent of this feedback meanwhile, which is no other device's change.
   */
  updateFeedback: async (
    intent: FeedbackEditIntent,
    seen?: Pick<StoredFeedback, 'rating' | 'notes' | 'private_notes' | 'tags'>,
    only?: Uuid,
    own: readonly FeedbackEditIntent['tapped'][] = [],
  ): Promise<SaveResult> => {
    const { studentId } = intent
    let isOvertaken = false
    const result = await writeLessons(intent, only, {
      plan: (entered, facts, now) => {
        const place = participantIn(facts.session, studentId)
        const stored = place?.feedback
        const isOther =
          seen &&
          stored &&
          ![{}, ...own].some((taps) => isSameFeedback(stored, { ...seen, ...taps })) &&
          !isSameFeedback(stored, { notes: stored.notes, ...entered.feedback })
        // A student who was not present has no feedback to change.
        isOvertaken = Boolean(isOther) || (place !== undefined && place.attendance !== 'present')
        return isOvertaken
          ? failure('session-not-found', texts.conflict)
          : planFeedbackEdit(entered, facts, now)
      },
      failed: texts.updateFeedback,
      done: texts.feedbackUpdated,
      sessionIds: [intent.sessionId],
      isSeen: intent.expectedVersion !== undefined,
      onChanged: rememberOwnChange,
    })
    return isOvertaken ? overtaken([intent.sessionId], only) : result
  },

  /** Assigns another package (docs/product.md, 'Assigning a package'): 'package-empty' if it has no credits. */
  assignPackage: (intent: AssignmentIntent, only?: Uuid): Promise<SaveResult> =>
    writeLessons(intent, only, {
      plan: planAssignment,
      failed: texts.assign,
      done: texts.assigned,
      sessionIds: [intent.sessionId],
      studentIds: [intent.studentId],
      chosen: [intent],
      isSeen: intent.expectedVersion !== undefined,
    }),

  /** Changes anything about a lesson (docs/product.md, 'Editing a lesson'). 'overtaken' if it changed meanwhile. */
  updateComplete: (intent: SessionEditIntent, only?: Uuid): Promise<SaveResult> =>
    writeLessons(intent, only, {
      plan: planSessionEdit,
      failed: texts.update,
      done: texts.updated,
      sessionIds: [intent.sessionId],
      studentIds: intent.participants.map(({ studentId }) => studentId),
      chosen: intent.participants.flatMap(({ studentId, charge }) =>
        charge?.kind === 'package' ? [{ studentId, packageId: charge.packageId }] : [],
      ),
      isSeen: true,
    }),

  /** Deletes a lesson; its credits return. One that is gone counts as deleted: by a lost answer, or another device. */
  remove: async (intent: DeletionIntent, only?: Uuid): Promise<SaveResult> => {
    let gone = false
    const result = await writeLessons(intent, only, {
      plan: (entered, facts, now) => {
        gone = facts.session === null
        return planDeletion(entered, facts, now)
      },
      failed: texts.remove,
      done: texts.removed,
      sessionIds: [intent.sessionId],
      isSeen: intent.expectedVersion !== undefined,
    })
    const isRepeat = result.success && opened(result.data).replayed
    return gone && !isRepeat ? success(untold({ ...DONE_EARLIER, session: null }), texts.removed) : result
  },
}

/** Whether nobody has edited the lesson since it was registered. */
export function isAsRegistered(saved: Untold<RegisteredLesson>): boolean {
  const { session } = opened(saved)
  return session !== null && session.created_at === session.updated_at
}
