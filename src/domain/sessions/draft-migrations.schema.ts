import * as z from 'zod/mini'

/**
 * Drafts of version 1 held a session's students and their feedback in two lists; version 2 has one list of
 * participants. Throws on anything else, which sets the draft aside.
 */

const feedbacks = z.array(z.looseObject({ studentId: z.string() }))
const registered = z.looseObject({ studentIds: z.array(z.string()), feedbacks })
const edited = z.looseObject({
  students: z.array(z.object({ studentId: z.string(), packageId: z.nullable(z.string()) })),
  feedbacks,
})

export function migrateNewSession(values: unknown): unknown {
  const { studentIds, feedbacks: typed, ...rest } = registered.parse(values)
  return { ...rest, ...participantsOf(studentIds, typed, () => ({})) }
}

export function migrateSessionEdit(values: unknown): unknown {
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
