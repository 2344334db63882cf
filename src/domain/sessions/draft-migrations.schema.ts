import * as z from 'zod/mini'

/**
 * Drafts of version 1 held a session's students and their feedback in two lists; version 2 has one list of
 * participants; version 3 knows their attendance, and who has no feedback. Throws on anything else, which sets the draft
 * aside.
 */

const feedbacks = z.array(z.looseObject({ studentId: z.string() }))
const registered = z.looseObject({ studentIds: z.array(z.string()), feedbacks })
const edited = z.looseObject({
  students: z.array(z.object({ studentId: z.string(), packageId: z.nullable(z.string()) })),
  feedbacks,
})

export function migrateNewSession(values: unknown, version: number): unknown {
  return toVersion3(version === 1 ? newSessionToVersion2(values) : values)
}

export function migrateSessionEdit(values: unknown, version: number): unknown {
  return toVersion3(version === 1 ? sessionEditToVersion2(values) : values)
}

const participants = z.array(z.looseObject({}))
const ofVersion2 = z.looseObject({ participants, removed: participants })

const asked = (participant: object) => ({ ...participant, attendance: null, withFeedback: null })

/** Nobody had chosen. */
function toVersion3(values: unknown): unknown {
  const { participants: present, removed, ...rest } = ofVersion2.parse(values)
  return { ...rest, participants: present.map(asked), removed: removed.map(asked) }
}

const seenBefore3 = z.looseObject({ assignments: z.array(z.looseObject({})) })

/** The lesson that an edit began from: every lesson happened, and everybody came. */
export function migrateSeenSession(seen: object): object {
  const { assignments, ...rest } = seenBefore3.parse(seen)
  return {
    ...rest,
    cancelled_reason: null,
    cancelled_count: 0,
    assignments: assignments.map((assignment) => ({ ...assignment, attendance: 'present' })),
  }
}

function newSessionToVersion2(values: unknown): object {
  const { studentIds, feedbacks: typed, ...rest } = registered.parse(values)
  return { ...rest, ...participantsOf(studentIds, typed, () => ({})) }
}

function sessionEditToVersion2(values: unknown): object {
  const { students, feedbacks: typed, ...rest } = edited.parse(values)
  const ids = students.map(({ studentId }) => studentId)
  return {
    ...rest,
    ...participantsOf(ids, typed, (id) => ({
      charge: chargeOf(students.find(({ studentId }) => studentId === id)?.packageId ?? null),
    })),
  }
}

/** A student's package as it was typed: null for no choice, '' for 'sem pacote'. */
function chargeOf(packageId: string | null) {
  if (packageId === null) return null
  return packageId === '' ? { kind: 'owed' } : { kind: 'package', packageId, by: 'hand' }
}

function participantsOf(
  ids: readonly string[],
  typed: z.infer<typeof feedbacks>,
  chargeFor: (studentId: string) => object,
) {
  const all = typed.map(({ studentId, ...feedback }) => ({ studentId, feedback, ...chargeFor(studentId) }))
  return {
    participants: ids.flatMap((id) => all.filter(({ studentId }) => studentId === id)),
    removed: all.filter(({ studentId }) => !ids.includes(studentId)),
  }
}
