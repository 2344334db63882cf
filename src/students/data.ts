import { readAgenda } from '@/agenda/read-data'
import { epochOf, type AgendaTime } from '@/agenda/zone'
import { addDays, localDayOf } from '@/core/dates'
import type { Student, StudentSummary, StudentWithCredits, Uuid } from '@/core/model'
import type { Created, Result } from '@/core/result'
import { allRows, mapped, read, readOne, write } from '@/data/calls'
import { knownFailure, success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { send } from '@/data/retry'
import type { Client } from '@/data/supabase'
import { table, type Seen } from '@/data/table'
import { PUBLIC_STUDENT } from '@/public-student/texts'
import type { RemovalChoice } from '@/rights/rules'
import { changedStudentRow, newStudentRow } from './student-row'
import type { StudentEditValues, StudentValues } from './student.schema'
import { STUDENT_MESSAGES } from './texts'

const texts = STUDENT_MESSAGES.service
const rows = table('students', 'student-not-found')

/** The coach's students with their packages that have credits and, as `open`, those that are not fully paid. */
const withCredits = (client: Client, owner: Uuid) =>
  client
    .from('students')
    .select(
      `*, packages(id, name, remaining_classes, purchase_date, expiry_date, validity_days, extended_days),
       open:packages(id, open_amount, payment_date)`,
    )
    .eq('user_id', owner)
    .gt('packages.remaining_classes', 0)
    .gt('open.open_amount', 0)

/** The most days of the agenda that one request reads. */
const MOST_DAYS = 400

/** Starts of upcoming lessons in which the student took an offered place and still comes; skipped ones are left out. */
async function takenPlaces({ client, owner, student, failed }: Leaving): Promise<Result<AgendaTime[]>> {
  const now = new Date()
  const { response } = await send(() =>
    client
      .from('occurrence_guests')
      .select('for_start')
      .eq('user_id', owner)
      .eq('student_id', student)
      .eq('source', 'opening')
      .gt('for_start', now.toISOString())
      .order('for_start'),
  )
  if (response.error) return toFailure(response, failed)
  const days = response.data.map(({ for_start }) => localDayOf(for_start))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return success([])
  // The agenda's days are those of its own zone, so the range is a day wider.
  const from = addDays(first, -1)
  const [to = last] = [addDays(last, 1), addDays(from, MOST_DAYS)].toSorted()
  return mapped(readAgenda(from, to), ({ occurrences }) =>
    occurrences.flatMap(({ reason, students: expected, starts_at }) =>
      reason === null &&
      epochOf(starts_at) > now.getTime() &&
      expected.some(({ id, taken_at: at, reply }) => id === student && at && reply !== 'not_coming')
        ? starts_at
        : [],
    ),
  )
}

/** Starts of the lessons in which the student has just lost an offered place. */
export type Freeing = { freed: AgendaTime[] }

type Leaving = { client: Client; owner: Uuid; student: Uuid; failed: string }

/** What was read before an attempt whose answer was lost: the next one finds no places, for they are free by then. */
const readBefore = new Map<Uuid, AgendaTime[]>()

function freedBefore(student: Uuid): AgendaTime[] {
  const freed = readBefore.get(student) ?? []
  readBefore.delete(student)
  return freed
}

/**
 * Runs `leave`, which deactivates, anonymises or deletes the student, and adds the starts of the lessons whose offered
 * places that frees. Reads them first; if that fails, `leave` does not run.
 */
export async function freeing<Done>(
  leaving: Leaving,
  leave: () => Promise<Result<Done>>,
): Promise<Result<Done & Freeing>> {
  const taken = await takenPlaces(leaving)
  if (!taken.success) return taken
  const done = await leave()
  if (!done.success) {
    // Not only without an answer: a gateway may have answered, or the login have ended before the repeat.
    if (done.code !== 'overtaken' && taken.data.length > 0) readBefore.set(leaving.student, taken.data)
    return done
  }
  const before = freedBefore(leaving.student)
  return { ...done, data: { ...done.data, freed: taken.data.length > 0 ? taken.data : before } }
}

export const students = {
  /** All the coach's students by name, as `withCredits` reads them. */
  list: (): Promise<Result<StudentWithCredits[]>> =>
    read(texts.list, (client, owner) =>
      allRows((from, to) => withCredits(client, owner).order('name').order('id').range(from, to)),
    ),

  /** The `count` students created last, newest first, without reading the others. */
  newest: (count: number): Promise<Result<StudentWithCredits[]>> =>
    read(texts.list, (client, owner) =>
      withCredits(client, owner).order('created_at', { ascending: false }).order('id').limit(count),
    ),

  /** One student, or null (a success) if no student has this id or the id is malformed. */
  get: (id: Uuid): Promise<Result<StudentWithCredits | null>> =>
    readOne(texts.list, (client, owner) => withCredits(client, owner).eq('id', id).maybeSingle()),

  /**
   * Creates an active student. The client makes the id, so a repeat creates no second one (`insertOnce`).
   *
   * @param only the coach whose student it is: another coach may have signed in since.
   */
  create: (id: Uuid, values: StudentValues, only?: Uuid): Promise<Created<Student>> => {
    const { create: failed, created: done, alreadyDeleted } = texts
    return rows.insertOnce(id, newStudentRow(values), { failed, done, alreadyDeleted, only })
  },

  /** Changes these fields. With `seen`, a student that was edited since is left alone: failure 'overtaken'. */
  update: (
    id: Uuid,
    values: Partial<StudentEditValues>,
    seen?: Seen,
    only?: Uuid,
  ): Promise<Result<Student & Freeing>> =>
    asOwner({ failed: texts.update, only }, (client, owner) => {
      const call = { failed: texts.update, done: texts.updated, seen, only }
      const update = () => rows.update(id, changedStudentRow(values), call)
      return values.status === 'inactive'
        ? freeing({ client, owner, student: id, failed: texts.update }, update)
        : mapped(update(), (row) => ({ ...row, freed: row.status === 'inactive' ? freedBefore(id) : [] }))
    }),

  /** Deletes a student; group lessons stay (docs/product.md, 'Deleting a student'). Counts the lessons that go. */
  remove: (
    id: Uuid,
    { eraseGroupNotes, seen }: RemovalChoice,
    only?: Uuid,
  ): Promise<Result<{ lessons: number } & Freeing>> =>
    asOwner({ failed: texts.remove, only }, (client, owner, again) =>
      freeing({ client, owner, student: id, failed: texts.remove }, async () => {
        const { response, repeated } = await send(() =>
          client.rpc('delete_student', { student_uuid: id, erase_group_notes: eraseGroupNotes, seen }),
        )
        if (response.error) return toFailure(response, texts.remove)
        const gone = response.data
        if (gone.students === 0 && !repeated && !again) return knownFailure('student-not-found')
        return success({ lessons: gone.lessons }, texts.removed)
      }),
    ),

  /** The figures of the profile's summary tab, over all lessons; null if the id is malformed. */
  summary: (id: Uuid): Promise<Result<StudentSummary | null>> =>
    readOne(PUBLIC_STUDENT.service.failed, (client) =>
      client.rpc('get_student_summary', { student_uuid: id }),
    ),
}

export const studentLink = {
  /** Makes a new link; the old one opens nothing from now on. A repeat makes another link: only the last one works. */
  rotate: (student: Uuid, only?: Uuid): Promise<Result<Uuid>> =>
    write({ failed: texts.rotate, done: 'Link novo pronto', only }, (client) =>
      client.rpc('rotate_student_link', { student }),
    ),
}
