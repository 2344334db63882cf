import type { Uuid } from '@/core/model'
import type { Client } from '@/data/supabase'
import type { Change, Effects } from './applied'
import type { Names } from './told'

/**
 * The names that effects are told with: the `known` ones, and from the database those that the facts of a plan leave out, such
 * as a package that is used up, or who was taken out by a first attempt. What is gone is told without a name.
 */
export async function readNames(
  client: Client,
  owner: Uuid,
  { packages, participants, feedbacks }: Effects,
  known: Names = { students: new Map(), packages: new Map() },
): Promise<Names> {
  const packageIds = missing(
    packages.map(({ after }) => after),
    'id',
    known.packages,
  )
  const named = [...packages.map(oneOf), ...participants.map(oneOf), ...feedbacks.map(oneOf)]
  const studentIds = missing(named, 'student_id', known.students)
  const [found, people] = await Promise.all([
    packageIds.length === 0
      ? []
      : client.from('packages').select('id, name').eq('user_id', owner).in('id', packageIds).then(rowsOf),
    studentIds.length === 0
      ? []
      : client.from('students').select('id, name').eq('user_id', owner).in('id', studentIds).then(rowsOf),
  ])
  return {
    students: new Map([...known.students, ...people.map(ofId)]),
    packages: new Map([...known.packages, ...found.map(ofId)]),
  }
}

const oneOf = <Figures>({ before, after }: Change<Figures>) => after ?? before

const ofId = ({ id, name }: { id: Uuid; name: string }) => [id, name] as const

const rowsOf = <Row>({ data }: { data: Row[] | null }): Row[] => data ?? []

/** The ids of these rows that have no name yet, each once. */
const missing = <Key extends string>(
  rows: readonly (Readonly<Record<Key, Uuid>> | null)[],
  key: Key,
  known: ReadonlyMap<Uuid, string>,
): Uuid[] => [...new Set(rows.flatMap((row) => row?.[key] ?? []))].filter((id) => !known.has(id))
