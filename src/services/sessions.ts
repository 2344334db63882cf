import type { CreditFacts } from '@/domain/credit-plan'
import type { Session, SessionDetails, SessionFeedback, Uuid } from '@/domain/model'
import type { Failure, Result, Success } from '@/domain/result'
import { rangeBounds, type SessionFilters } from '@/domain/session-filters'
import {
  planAssignment,
  planDeletion,
  planFeedbackEdit,
  planRegistration,
  planSessionEdit,
} from '@/domain/sessions'
import type {
  AssignmentIntent,
  DeletionIntent,
  FeedbackEditIntent,
  PlanResult,
  RefusalReason,
  RegistrationIntent,
  SessionEditIntent,
  StudentEffect,
} from '@/domain/session-intents'
import { MESSAGES } from '@/texts/messages'
import { readCreditFacts } from './credit-facts'
import { failure, inDoubt, success, toFailure } from './errors'
import type { AttendanceRow, SessionRow } from './functions'
import { asOwner } from './owner'
import { mayHaveHappened, patience, pause, send, type ProviderResponse } from './retry'
import type { Client } from './supabase'

/** A list cut by the database. `total` counts all rows that the filters let through. */
export interface Page<T> {
  items: T[]
  total: number
}

/** `page` counts from 1. A page past the end has no items, and the true total. */
export interface PageRequest {
  page: number
  pageSize: number
}

/** What a write did. */
export interface SessionSaved {
  /** The lesson as it is now; null after a deletion. */
  session: Session | null
  /** What happened to each student's credits; empty when an earlier try had done it already. */
  effects: StudentEffect[]
}

/** Somebody changed the lesson after this coach had opened it. Nothing was overwritten. */
export interface SessionConflict extends Failure {
  reason: 'conflict'
  /** The lesson as it is now, to show what changed; null when it is gone or could not be read. */
  current: SessionDetails | null
}

export type SaveResult = Success<SessionSaved> | Failure | SessionConflict

/** One student's feedback together with its lesson. */
export interface StudentFeedback extends SessionFeedback {
  session: Pick<Session, 'id' | 'date' | 'teacher' | 'notes' | 'version'>
}

/** What the coach may change about a lesson without touching who was there. */
export type SessionUpdateIntent = Omit<SessionEditIntent, 'students'>

const texts = MESSAGES.sessions.service

const ASSIGNMENTS = `session_package_assignments(
  session_id, student_id, package_id, assigned_at, manually_assigned,
  student:students(name),
  package:packages(id, name, total_classes, remaining_classes, purchase_date, expiry_date),
  feedback:session_feedbacks(session_id, student_id, rating, notes, tags, club_id, created_at)
)`
const DETAILS = `*, ${ASSIGNMENTS}`
function toDetails(row: SessionRow): SessionDetails {
  const { session_package_assignments: attendance, ...session } = row
  const sorted = attendance.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'pt-BR'))
  return {
    ...session,
    students: sorted.map(({ student_id }) => student_id),
    feedbacks: sorted.flatMap(({ feedback }) => feedback ?? []),
    assignments: sorted.map(({ student, feedback: _feedback, ...assignment }) => ({
      ...assignment,
      student_name: student?.name ?? null,
    })),
  }
}

const nameOf = (row: AttendanceRow): string => row.student?.name ?? ''

function toPage<Item>(
  response: ProviderResponse & { data: Page<SessionRow> | null },
  convert: (session: SessionDetails) => Item,
): Result<Page<Item>> {
  if (response.data === null) return toFailure(response, texts.list)
  const { items, total } = response.data
  return success({ items: items.map((row) => convert(toDetails(row))), total })
}

function readStudentPage(
  client: Client,
  studentId: Uuid,
  { page, pageSize }: PageRequest,
  withFeedback: boolean,
) {
  return client.rpc('get_student_sessions_page', {
    student_uuid: studentId,
    page,
    page_size: pageSize,
    with_feedback: withFeedback,
  })
}

async function readDetails(client: Client, owner: Uuid, id: Uuid): Promise<Result<SessionDetails | null>> {
  const response = await client
    .from('sessions')
    .select(DETAILS)
    .eq('user_id', owner)
    .eq('id', id)
    .maybeSingle()
    .overrideTypes<SessionRow, { merge: false }>()
  if (response.error?.code === '22P02') return success(null)
  if (response.error) return toFailure(response, texts.list)
  return success(response.data ? toDetails(response.data) : null)
}

const REFUSALS: Readonly<Partial<Record<RefusalReason, Failure['reason']>>> = {
  'session-not-found': 'not-found',
  'student-not-found': 'not-found',
  'package-not-found': 'not-found',
  'assignment-not-found': 'not-found',
}

interface Write {
  sessionId: Uuid
  /** Students to read besides those of the lesson. */
  studentIds: Uuid[]
  /** The version that a person saw when the edit began; without it nobody's edit can be overtaken. */
  expectedVersion?: number | undefined
  /** False for a lesson that is about to be made: nothing of it needs reading. */
  exists: boolean
  decide: (facts: CreditFacts, now: Date) => PlanResult
  failed: string
  done: string
  /** The time, where this device's own clock is known to be wrong. */
  now?: (() => Date) | undefined
}

/** The world moved between reading and writing: another plan will fit it. */
function isOvertaken({ error }: ProviderResponse): boolean {
  if (error?.code === 'PT409') return true
  if (error?.code === '23514') return error.message.includes('packages_used_within_total')
  // A student or package of the plan was deleted meanwhile; the next plan knows.
  return error?.message === 'student_not_found' || error?.code === '23503'
}

/**
 * The one write path of lessons (architecture.md, 'Credits'): read the facts, decide in the domain, apply in one
 * transaction; two requests when nobody interferes. Overtaken by another device it reads and decides again, a few
 * times; an edit of a person who saw another version of the lesson is never carried over it.
 */
async function write(client: Client, owner: Uuid, what: Write): Promise<SaveResult> {
  for (let attempt = 0; ; attempt++) {
    const facts = await readCreditFacts(
      client,
      what.studentIds,
      what.exists ? what.sessionId : null,
      what.failed,
    )
    if (!facts.success) return facts
    const planned = what.decide(facts.data, what.now?.() ?? new Date())
    if (!planned.ok) return failure(REFUSALS[planned.reason] ?? 'invalid', planned.message)

    const sent = await send(() => client.rpc('apply_session_plan', { plan: planned.plan }))
    const { response } = sent
    if (!response.error) return saved(response.data, planned, what)
    if (response.error.message === 'stale_session' && what.expectedVersion !== undefined) {
      const current = await readDetails(client, owner, what.sessionId)
      return { ...failure('conflict', texts.conflict), reason: 'conflict', current: current.data }
    }
    if (!isOvertaken(response)) {
      const failed = refused(response, what)
      return mayHaveHappened(sent) ? inDoubt(failed) : failed
    }
    if (attempt + 1 >= patience.replans) return failure('conflict', texts.busy)
    await pause(attempt)
  }
}

function saved(
  applied: { replayed: boolean; session: Session | null },
  planned: PlanResult & { ok: true },
  what: Write,
): SaveResult {
  const { op } = planned.plan
  // A repeat of something that was done and has been deleted since: what is deleted stays deleted.
  if (applied.session === null && op !== 'delete') return failure('gone', texts.alreadyDeleted)
  return success({ session: applied.session, effects: applied.replayed ? [] : planned.effects }, what.done)
}

function refused(response: ProviderResponse, what: Write): Failure {
  if (response.error?.message === 'session_in_future')
    return failure('invalid', MESSAGES.sessions.rules.inFuture)
  return toFailure(response, what.failed, { 'not-found': texts.notFound, gone: texts.alreadyDeleted })
}

/**
 * Whether a package that the facts lack is there and empty: they hold no empty packages, so one looks like a missing
 * one, and spec §5 tells them apart.
 */
async function isAnyEmpty(
  client: Client,
  owner: Uuid,
  chosen: readonly { studentId: Uuid; packageId: Uuid }[],
): Promise<boolean> {
  const { data } = await client
    .from('packages')
    .select('id')
    .eq('user_id', owner)
    .in(
      'student_id',
      chosen.map(({ studentId }) => studentId),
    )
    .in(
      'id',
      chosen.map(({ packageId }) => packageId),
    )
    .eq('remaining_classes', 0)
    .limit(1)
  return data !== null && data.length > 0
}

export const sessions = {
  /** One page of the history, newest first, in one request; the last page costs what the first one does (spec §2, §7). */
  listPage: ({
    page,
    filters,
    pageSize = 5,
  }: {
    page: number
    filters: SessionFilters
    pageSize?: number
  }): Promise<Result<Page<SessionDetails>>> =>
    asOwner(texts.list, async (client) => {
      const { from, before } = rangeBounds(filters.dateRange)
      const response = await client.rpc('get_sessions_page', {
        page,
        page_size: pageSize,
        since: from,
        until: before,
        unassigned_only: filters.showUnassignedOnly,
      })
      return toPage(response, (session) => session)
    }),

  /** One page of a student's lessons, newest first, each with everybody who was there. */
  listByStudent: (studentId: Uuid, request: PageRequest): Promise<Result<Page<SessionDetails>>> =>
    asOwner(texts.list, async (client) =>
      toPage(await readStudentPage(client, studentId, request, false), (session) => session),
    ),

  /** One page of a student's feedback, by lesson, newest first. */
  feedbacksByStudent: (studentId: Uuid, request: PageRequest): Promise<Result<Page<StudentFeedback>>> =>
    asOwner(texts.list, async (client) =>
      toPage(await readStudentPage(client, studentId, request, true), (session) =>
        toStudentFeedback(session, studentId),
      ),
    ),

  /** One lesson; a success with null when there is none, and for an id that is no id. */
  get: (id: Uuid): Promise<Result<SessionDetails | null>> =>
    asOwner(texts.list, (client, owner) => readDetails(client, owner, id)),

  /**
   * The facts that a form needs to show beforehand what will happen: of these students, and of the lesson with its
   * students when one is being edited.
   */
  previewFacts: (studentIds: Uuid[], sessionId: Uuid | null = null): Promise<Result<CreditFacts>> =>
    asOwner(texts.list, (client) => readCreditFacts(client, studentIds, sessionId, texts.list)),

  /**
   * Registers a lesson: takes the credits, raises the alerts, stores the feedback, all or nothing. Two requests for
   * 1 student or 30 when nobody interferes. Sent again with the same `opId` it answers what the first one did.
   *
   * @param sending what sending it later knows: the coach whose lesson it is, and the server's time.
   */
  register: (
    intent: RegistrationIntent,
    sending: { only?: Uuid; now?: () => Date } = {},
  ): Promise<SaveResult> =>
    asOwner(
      texts.create,
      async (client, owner) => {
        const result = await write(client, owner, {
          sessionId: intent.sessionId,
          studentIds: [...intent.studentIds],
          exists: false,
          decide: (facts, now) => planRegistration(intent, facts, now),
          failed: texts.create,
          done: texts.created,
          now: sending.now,
        })
        if (result.success || result.reason !== 'conflict') return result
        // The same lesson under another operation id (23505): it is there, so nothing is registered twice.
        const there = await readDetails(client, owner, intent.sessionId)
        if (!there.data) return result
        return success({ session: there.data, effects: [] }, MESSAGES.common.alreadySaved)
      },
      sending.only,
    ),

  /**
   * Changes one student's feedback in one lesson.
   *
   * @param seen the feedback as it was when the coach began to edit it; when another device changed it since, the
   * answer is a conflict. Changes of other students in that lesson are none.
   */
  updateFeedback: (
    intent: FeedbackEditIntent,
    seen?: Pick<SessionFeedback, 'rating' | 'notes' | 'tags'>,
  ): Promise<SaveResult> =>
    asOwner(texts.updateFeedback, async (client, owner) => {
      const { studentId } = intent.feedback
      let overtaken = false
      const result = await write(client, owner, {
        sessionId: intent.sessionId,
        studentIds: [],
        expectedVersion: intent.expectedVersion,
        exists: true,
        decide: (facts) => {
          const there = facts.session?.feedbacks.find((feedback) => feedback.student_id === studentId)
          if (seen && there && !isSameFeedback(there, seen) && !isSameFeedback(there, intent.feedback)) {
            overtaken = true
            return { ok: false, reason: 'session-not-found', message: texts.conflict }
          }
          return planFeedbackEdit(intent, facts)
        },
        failed: texts.updateFeedback,
        done: texts.feedbackUpdated,
      })
      if (!overtaken) return result
      const current = await readDetails(client, owner, intent.sessionId)
      return { ...failure('conflict', texts.conflict), reason: 'conflict', current: current.data }
    }),

  /** Gives a student's lesson another package: one credit goes back, one is taken (spec §4 'Manual assignment'). */
  assignPackage: (intent: AssignmentIntent): Promise<SaveResult> =>
    asOwner(texts.assign, async (client, owner) => {
      let missing = false
      const result = await write(client, owner, {
        sessionId: intent.sessionId,
        studentIds: [intent.studentId],
        expectedVersion: intent.expectedVersion,
        exists: true,
        decide: (facts, now) => {
          const planned = planAssignment(intent, facts, now)
          missing = !planned.ok && planned.reason === 'package-not-found'
          return planned
        },
        failed: texts.assign,
        done: texts.assigned,
      })
      return missing && (await isAnyEmpty(client, owner, [intent]))
        ? failure('invalid', MESSAGES.sessions.rules.packageEmpty)
        : result
    }),

  /** Changes a lesson's date, teacher, notes and feedback; who was there, and from which package, stays (spec §7). */
  update: (intent: SessionUpdateIntent): Promise<SaveResult> =>
    asOwner(texts.update, (client, owner) =>
      write(client, owner, {
        sessionId: intent.sessionId,
        studentIds: [],
        expectedVersion: intent.expectedVersion,
        exists: true,
        decide: (facts, now) => {
          const present = facts.session?.assignments ?? []
          const students = present.map(({ student_id }) => ({ studentId: student_id }))
          return planSessionEdit({ ...intent, students }, facts, now)
        },
        failed: texts.update,
        done: texts.updated,
      }),
    ),

  /** Changes everything about a lesson, who was there included (spec §4 'Session edit of student list'). */
  updateComplete: (intent: SessionEditIntent): Promise<SaveResult> =>
    asOwner(texts.update, async (client, owner) => {
      let missing = false
      const result = await write(client, owner, {
        sessionId: intent.sessionId,
        studentIds: intent.students.map(({ studentId }) => studentId),
        expectedVersion: intent.expectedVersion,
        exists: true,
        decide: (facts, now) => {
          const planned = planSessionEdit(intent, facts, now)
          missing = !planned.ok && planned.reason === 'package-not-found'
          return planned
        },
        failed: texts.update,
        done: texts.updated,
      })
      const chosen = intent.students.flatMap(({ studentId, packageId }) =>
        packageId ? [{ studentId, packageId }] : [],
      )
      return missing && (await isAnyEmpty(client, owner, chosen))
        ? failure('invalid', MESSAGES.sessions.rules.packageEmpty)
        : result
    }),

  /**
   * Deletes a lesson; every credit it used goes back to its package. A lesson that is gone already counts as
   * deleted: an earlier answer may have been lost, or another device was first.
   */
  remove: (intent: DeletionIntent): Promise<SaveResult> =>
    asOwner(texts.remove, async (client, owner) => {
      let gone = false
      const result = await write(client, owner, {
        sessionId: intent.sessionId,
        studentIds: [],
        expectedVersion: intent.expectedVersion,
        exists: true,
        decide: (facts, now) => {
          gone = facts.session === null
          return planDeletion(intent, facts, now)
        },
        failed: texts.remove,
        done: texts.removed,
      })
      return gone ? success({ session: null, effects: [] }, texts.removed) : result
    }),
}

function toStudentFeedback(session: SessionDetails, studentId: Uuid): StudentFeedback {
  const feedback = session.feedbacks.find(({ student_id }) => student_id === studentId)
  // The database answers only lessons that have one.
  if (!feedback) throw new Error(`Lesson ${session.id} came without the feedback it was chosen by`)
  const { id, date, teacher, notes, version } = session
  return { ...feedback, session: { id, date, teacher, notes, version } }
}

function isSameFeedback(
  a: { rating: number; notes: string | null; tags: readonly string[] },
  b: { rating: number; notes: string | null; tags: readonly string[] },
): boolean {
  return (
    a.rating === b.rating &&
    (a.notes ?? '') === (b.notes ?? '') &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  )
}
