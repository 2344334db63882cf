import type { OccurrenceKey } from '@/agenda/rules'
import type { Instant, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { answered } from '@/data/calls'
import { send } from '@/data/retry'
import type { Client } from '@/data/supabase'
import type { Effects, Names } from './applied'
import type { CreditFacts } from './plan-types'

/**
 * What to read facts about. With nothing named: all students who are active, have credits left, owe something or have
 * an open alert.
 */
export interface AskedFacts {
  studentIds?: readonly Uuid[]
  /** `CreditFacts.session`. */
  sessionId?: Uuid | null
  sessionIds?: readonly Uuid[]
  /**
   * Occurrences that are answered, skipped or put back: a skip may have given days. If the named slot is gone,
   * `starts_at` finds the occurrence of the slot that replaced it.
   */
  occurrences?: readonly (OccurrenceKey & { starts_at?: Instant })[]
}

/**
 * Everything that the credit rules need, in one request. Versions and packages from separate requests might not match,
 * and a plan made from them would take the wrong package.
 *
 * @param failed the message of a failure.
 */
export async function readCreditFacts(
  client: Client,
  { studentIds, sessionId = null, sessionIds, occurrences = [] }: AskedFacts,
  failed: string,
): Promise<Result<CreditFacts>> {
  const { response } = await send(() =>
    client.rpc('get_credit_facts', {
      student_ids: studentIds ?? null,
      session_id: sessionId,
      ...(sessionIds && sessionIds.length > 0 && { session_ids: sessionIds }),
      ...(occurrences.length > 0 && {
        occurrences: occurrences.map(({ slot_id, slot_date, starts_at }) => ({
          slot_id,
          slot_date,
          ...(starts_at && { starts_at }),
        })),
      }),
    }),
  )
  return answered(response, failed)
}

/**
 * The names for telling effects: the `known` ones, and from the database those that the facts of the plan leave out,
 * such as a package that is used up, or a student whom a first attempt took out. `others` are further students.
 * A repeat may know a package by a name that was typed since, so all of its packages are read. Students and packages
 * that are deleted have only their known name.
 */
export async function readNames(
  client: Client,
  owner: Uuid,
  { packages, participants, feedbacks }: Effects,
  known: Names = { students: new Map(), packages: new Map() },
  others: readonly Uuid[] = [],
  isRepeat = false,
): Promise<Names> {
  const named = async (
    table: 'packages' | 'students',
    ids: readonly Uuid[],
    names: Names['packages'],
    isAll = false,
  ): Promise<Names['packages']> => {
    const asked = [...new Set(ids)].filter((id) => isAll || !names.has(id))
    if (asked.length === 0) return names
    const { data } = await client.from(table).select('id, name').eq('user_id', owner).in('id', asked)
    return new Map([...names, ...(data ?? []).map(({ id, name }) => [id, name] as const)])
  }
  const [ofPackages, ofStudents] = await Promise.all([
    named(
      'packages',
      packages.flatMap(({ after }) => after?.id ?? []),
      known.packages,
      isRepeat,
    ),
    named(
      'students',
      [...packages, ...participants, ...feedbacks]
        .flatMap(({ before, after }) => (after ?? before)?.student_id ?? [])
        .concat(others),
      known.students,
    ),
  ])
  return { students: ofStudents, packages: ofPackages }
}
