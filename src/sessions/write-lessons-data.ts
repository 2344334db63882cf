import type { SlotChanged } from '@/agenda/rules'
import { AGENDA_SERVICE } from '@/agenda/texts'
import type { Session, SessionDetails, Uuid } from '@/core/model'
import { failure, type Failure, type FailureCode, type Success } from '@/core/result'
import type { Effects } from '@/credits/applied'
import { releasedBy, runPlan, type Attempt, type Ran } from '@/credits/data'
import { agendaOf, type AgendaEffect, type StudentEffect } from '@/credits/effects'
import type { AskedFacts } from '@/credits/facts-data'
import type { LessonUndo } from '@/credits/intents'
import { refusingChangedSlots } from '@/credits/plan-session'
import type { PlanResult, CreditFacts, CreditPlan } from '@/credits/plan-types'
import { skipsEndedBy, undoOf } from '@/credits/undo-of'
import { untold, type Untold } from '@/credits/untold'
import { knownFailure, success } from '@/data/errors'
import type { AppliedPlan } from '@/data/functions'
import { asOwner } from '@/data/owner'
import type { Client } from '@/data/supabase'
import { readDetails } from './reads-data'
import { SESSION_MESSAGES } from './texts'

export interface SessionSaved {
  /** The stored lesson, of several the first one; null after a deletion. */
  session: Session | null
  /** Undoes the write; null when nothing is to be undone, or the state before is unknown. */
  undo: LessonUndo | null
  /** What happened to each student's credits, from the database's answer. For a repeat: what the first attempt did. */
  effects: StudentEffect[]
  agenda: AgendaEffect
  /** Lines about students whom the write released and whom the intent did not name (`releasedLines`). */
  released?: readonly string[]
  /** For a repeat: whether the first attempt had entered the same. null: no repeat, or no longer known. */
  same: boolean | null
  replayed: boolean
}

/** Another device changed the lesson after this coach opened it. Nothing was overwritten. */
export interface SessionConflict extends Failure {
  code: 'overtaken'
  /** The stored lesson, to show what changed; null if it is gone or unreadable, or if several lessons were written. */
  current: SessionDetails | null
}

export type SaveResult = Success<Untold<SessionSaved>> | Failure | SessionConflict

const texts = SESSION_MESSAGES.service

/** One write of lessons: what to read, how to decide, and the messages. */
interface LessonWrite<Intent extends object> {
  plan: (intent: Intent, facts: CreditFacts, now: Date) => PlanResult
  failed: string
  done: string
  /** The lessons to read. None for a lesson that is being created. */
  sessionIds?: readonly Uuid[]
  /** Students to read besides the participants of the lessons. */
  studentIds?: Uuid[]
  /** Occurrences that the plan answers, or whose skip it ends or brings back. */
  occurrences?: AskedFacts['occurrences']
  /** The change is about these students alone, so its undo is too. */
  students?: readonly Uuid[]
  chosen?: readonly { studentId: Uuid; packageId: Uuid }[]
  /** Called with the lessons that changed, each with its version before and after. */
  onChanged?: (lessons: Effects['lessons']) => void
  /** The plan names versions that the coach saw, so a lesson that changed since is a conflict. */
  isSeen?: boolean
  /** What happens to an answer if the slot of its occurrence has changed. Absent: 'follow'. */
  slotChanged?: SlotChanged
  /** The server's time, if this device's clock is known to be wrong. */
  now?: (() => Date) | undefined
}

/** The facts changed between reading and writing, so a new plan may succeed. */
const REPLAN_CODES: readonly FailureCode[] = [
  'busy',
  'overtaken',
  'package-below-used',
  // A student or package of the plan was deleted meanwhile.
  'student-not-found',
  'in-use',
]

/** Plans whose answers were lost, by operation id: a repeat that finds its plan applied is undone by the plan here. */
const lostPlans = new Map<Uuid, Attempt<CreditPlan>>()

/**
 * Plans what the coach entered from fresh facts and writes it. An edit never overwrites a version that the coach has
 * not seen.
 *
 * @param only the coach who asked; under another login nothing is sent.
 */
export const writeLessons = <Intent extends object>(
  intent: Intent,
  only: Uuid | undefined,
  write: LessonWrite<Intent>,
): Promise<SaveResult> =>
  asOwner<SaveResult>({ failed: write.failed, only }, async (client, owner) => {
    const { failed, now, isSeen, sessionIds = [], studentIds = [], occurrences = [], chosen = [] } = write
    const [sessionId = null, ...others] = sessionIds
    const ran = await runPlan<CreditPlan, AppliedPlan>(client, owner, {
      entered: intent,
      asked: { studentIds, sessionId, sessionIds: others, occurrences },
      decide: (facts, at) => write.plan(intent, facts, at),
      apply: (plan) =>
        client.rpc('apply_session_plan', {
          plan: write.slotChanged === 'refuse' ? refusingChangedSlots(plan) : plan,
        }),
      failed,
      now,
      busy: texts.busy,
      special: ({ lessons }) => ({
        'already-deleted': texts.alreadyDeleted,
        // Only a new lesson ends a skip.
        'occurrence-answered': lessons.some(({ op }) => op === 'create')
          ? AGENDA_SERVICE.answered
          : AGENDA_SERVICE.answeredOrSkipped,
        'lesson-linked': AGENDA_SERVICE.linkedElsewhere,
        'lesson-beside': AGENDA_SERVICE.beside,
        'slot-not-found': AGENDA_SERVICE.slotGone,
        'agenda-changed': AGENDA_SERVICE.changed,
      }),
      replan: isSeen ? REPLAN_CODES.filter((code) => code !== 'overtaken') : REPLAN_CODES,
      onLost: (attempt) => lostPlans.set(attempt.plan.op_id, attempt),
    })
    if (!('code' in ran)) return saved(ran, write, await releasedBy(client, owner, ran, studentIds))
    if (ran.code === 'overtaken' && isSeen) return overtaken(sessionIds, owner)
    // A chosen package that is missing from the facts may only be used up (docs/product.md, 'Assigning a package').
    const isUsedUp = ran.code === 'package-not-found' && (await isAnyEmpty(client, owner, chosen))
    return isUsedUp ? knownFailure('package-empty') : ran
  })

/** The failure of an edit when another edit came first; for a single lesson, with the lesson as stored. */
export async function overtaken(sessionIds: readonly Uuid[], only?: Uuid): Promise<SessionConflict> {
  const [id, ...others] = sessionIds
  const current = id === undefined || others.length > 0 ? null : (await readDetails(id, only)).data
  return { ...failure('overtaken', texts.conflict), code: 'overtaken', current }
}

function saved(
  ran: Ran<CreditPlan, AppliedPlan>,
  write: Pick<LessonWrite<object>, 'students' | 'onChanged' | 'done'>,
  released: readonly string[],
): SaveResult {
  const { applied, plan, effects } = ran
  // The attempt that a repeat found applied, if it was made on this page.
  const tried = applied.replayed ? lostPlans.get(plan.op_id) : undefined
  lostPlans.delete(plan.op_id)
  const isStored = (id: Uuid) => applied.sessions.some((session) => session.id === id)
  // This write was applied before and its lesson was deleted since; the lesson stays deleted.
  if (plan.lessons.some(({ op, session }) => op !== 'delete' && !isStored(session.id))) {
    return failure('already-deleted', texts.alreadyDeleted)
  }
  // The lessons as the first attempt left them; other devices may have changed them since.
  const left = applied.effects?.lessons.flatMap(({ after }) => after ?? []) ?? applied.sessions
  const whole = undoOf(tried?.plan ?? plan, tried?.facts ?? ran.facts, left, skipsEndedBy(applied.effects))
  const undo = whole && write.students ? ofStudents(whole, write.students) : whole
  write.onChanged?.(applied.effects?.lessons ?? [])
  const { session, same, replayed } = applied
  return success(
    untold({ session, effects, agenda: agendaOf(applied), released, same, replayed, undo }),
    write.done,
  )
}

const ofStudents = (undo: LessonUndo, students: readonly Uuid[]): LessonUndo => ({
  ...undo,
  lessons: undo.lessons.map((lesson) => ({ ...lesson, students })),
})

/** Whether a chosen package exists but has no credits: the facts hold only packages with credits. */
async function isAnyEmpty(
  client: Client,
  owner: Uuid,
  chosen: NonNullable<LessonWrite<object>['chosen']>,
): Promise<boolean> {
  const students = chosen.map(({ studentId }) => studentId)
  const packages = chosen.map(({ packageId }) => packageId)
  const { data } = await client
    .from('packages')
    .select('id')
    .eq('user_id', owner)
    .in('student_id', students)
    .in('id', packages)
    .eq('remaining_classes', 0)
    .limit(1)
  return data !== null && data.length > 0
}

/**
 * Versions of lessons that this device replaced by feedback or attendance. Without them, 'Desfazer' of 'Aconteceu'
 * would take the stars and absences tapped after it for changes of another device.
 */
const movedHere = new Map<string, number>()

export function rememberOwnChange(lessons: Effects['lessons']): void {
  for (const { before, after } of lessons) {
    if (before && after) movedHere.set(`${after.id} ${before.version}`, after.version)
  }
}

/** The version that this device alone has given the lesson since; the same version if it gave none. */
export function afterOwnChanges(sessionId: Uuid, version: number): number {
  const next = movedHere.get(`${sessionId} ${version}`)
  return next === undefined ? version : afterOwnChanges(sessionId, next)
}
