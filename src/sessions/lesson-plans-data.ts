import { AGENDA_SERVICE } from '@/agenda/texts'
import { participantIn, type Uuid } from '@/core/model'
import type {
  AttendanceIntent,
  DayCancellationIntent,
  LinkIntent,
  RestoreIntent,
  SkipIntent,
  SkippedOccurrence,
} from '@/credits/intents'
import { opened } from '@/credits/opened'
import { planRestore } from '@/credits/plan-restore'
import { planAttendance, planDayCancellation, planLink, planSkip } from '@/credits/plan-session'
import type { CreditFacts } from '@/credits/plan-types'
import { readDetails } from './reads-data'
import { SESSION_MESSAGES } from './texts'
import { afterOwnChanges, rememberOwnChange, writeLessons, type SaveResult } from './write-lessons-data'

const texts = SESSION_MESSAGES.service

/** Writes of lessons that the app does not need when it starts; `sessions` (data.ts) has those that it does. */
export const lessonPlans = {
  /** Cancels lessons of a day: all of them or none (docs/product.md, 'A lesson that did not happen'). */
  cancelDay: (intent: DayCancellationIntent, only?: Uuid): Promise<SaveResult> =>
    writeLessons(intent, only, {
      plan: planDayCancellation,
      failed: texts.cancelDay,
      done: texts.dayCancelled(intent.sessions.length + (intent.occurrences?.length ?? 0)),
      sessionIds: intent.sessions.map(({ sessionId }) => sessionId),
      studentIds: studentsOf(intent.occurrences),
      isSeen: true,
      slotChanged: 'refuse',
    }),

  /** Skips occurrences of the agenda: all of them or none. */
  skip: (intent: SkipIntent, only?: Uuid): Promise<SaveResult> =>
    writeLessons(intent, only, {
      plan: planSkip,
      failed: AGENDA_SERVICE.skip,
      done: AGENDA_SERVICE.skipped(intent.occurrences.length),
      studentIds: studentsOf(intent.occurrences),
      slotChanged: 'refuse',
    }),

  /** Changes one student's attendance. What another device changed in the rest of the lesson stays. */
  attend: async (intent: AttendanceIntent, only?: Uuid): Promise<SaveResult> => {
    const { sessionId, studentId, attendance } = intent
    const result = await writeLessons(intent, only, {
      students: [studentId],
      plan: planAttendance,
      failed: texts.update,
      done: texts.updated,
      sessionIds: [sessionId],
      isSeen: intent.expectedVersion !== undefined,
      // 'Desfazer' of the registration must not take this change for another device's.
      onChanged: rememberOwnChange,
    })
    if (!result.success || !opened(result.data).replayed) return result
    // A repeat writes nothing, and another device may have taken back what the first attempt wrote.
    const { data: stored } = await readDetails(sessionId, only)
    const isTakenBack = stored && participantIn(stored, studentId)?.attendance !== attendance
    return isTakenBack ? lessonPlans.attend({ ...intent, opId: crypto.randomUUID() }, only) : result
  },

  /** Makes a lesson without a slot the lesson of an occurrence (docs/product.md, 'The same lesson twice'). */
  link: (intent: LinkIntent, only?: Uuid): Promise<SaveResult> =>
    writeLessons(intent, only, {
      plan: planLink,
      failed: AGENDA_SERVICE.link,
      done: AGENDA_SERVICE.linked,
      sessionIds: [intent.sessionId],
    }),

  /**
   * Undoes what a result's `undo` names (docs/product.md, 'Undo'). If a lesson changed since, nothing is undone:
   * 'overtaken', or 'session-not-found' if it is gone.
   */
  restore: async (intent: RestoreIntent, only?: Uuid): Promise<SaveResult> => {
    const { lessons, skips = [] } = intent
    const returning = lessons.flatMap(({ before }) => before ?? [])
    let away = 0
    const result = await writeLessons(intent, only, {
      plan: (entered, facts, now) => {
        const own = withOwnChanges(entered, facts)
        away = countAway(own, facts)
        return planRestore(own, facts, now)
      },
      failed: texts.restore,
      done: texts.restored,
      sessionIds: lessons.map(({ sessionId }) => sessionId),
      studentIds: returning.flatMap(({ participants }) => participants.map(({ student_id }) => student_id)),
      // The occurrences that the undo skips or plans again, or that a returning lesson answers.
      occurrences: [
        ...skips,
        ...returning.flatMap(({ slot_id, slot_date }) =>
          slot_id && slot_date ? [{ slot_id, slot_date }] : [],
        ),
      ],
      isSeen: true,
      // After an absence is undone, 'Desfazer' of the registration must still find its lesson.
      onChanged: rememberOwnChange,
    })
    if (result.success) return away > 0 ? { ...result, message: texts.restoredWithout(away) } : result
    const changed = lessons.length + skips.length
    if (result.code === 'session-not-found' && changed === 1)
      return { ...result, message: texts.alreadyDeleted }
    return ['overtaken', 'session-not-found'].includes(result.code)
      ? { ...result, message: texts.changedSince(changed) }
      : result
  },
}

/** How many students do not return with their lessons, because they were deleted or anonymised since. */
const countAway = ({ lessons }: RestoreIntent, { students, sessions }: CreditFacts): number => {
  const known = new Set(students.flatMap(({ id, anonymized }) => (anonymized ? [] : id)))
  const away = lessons.flatMap(({ sessionId, before }) => {
    const current = sessions.find(({ id }) => id === sessionId) ?? null
    const wanted = before?.participants.map(({ student_id }) => student_id) ?? []
    return wanted.filter((id) => !known.has(id) && !participantIn(current, id))
  })
  return new Set(away).size
}

/**
 * Stars and absences that this device has entered since are no reason to refuse an undo. Undoing a registration removes
 * them with the lesson; undoing a change to one student leaves those of the other students.
 */
const withOwnChanges = (intent: RestoreIntent, facts: CreditFacts): RestoreIntent => ({
  ...intent,
  lessons: intent.lessons.map((lesson) => {
    const { sessionId, before, version, students } = lesson
    if (version === null || (before !== null && students === undefined)) return lesson
    const own = { ...lesson, version: afterOwnChanges(sessionId, version) }
    const current = facts.sessions.find(({ id }) => id === sessionId)
    if (before === null || current === undefined) return own
    const participants = current.participants.map((each) =>
      students?.includes(each.student_id) ? (participantIn(before, each.student_id) ?? each) : each,
    )
    return { ...own, before: { ...current, participants } }
  }),
})

const studentsOf = (occurrences: readonly SkippedOccurrence[] = []): Uuid[] => [
  ...new Set(occurrences.flatMap(({ studentIds }) => studentIds)),
]
