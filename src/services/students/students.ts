import type { RemovalChoice } from '@/domain/rights/student-removal'
import type { Student, StudentSummary, StudentWithCredits, Uuid } from '@/domain/shared/model'
import type { Created, Result } from '@/domain/shared/result'
import { changedStudentRow, newStudentRow } from '@/domain/students/student-row'
import type { StudentEditValues, StudentValues } from '@/domain/students/student.schema'
import { asOwner } from '@/services/account/owner'
import { send } from '@/services/network/retry'
import { knownFailure, success, toFailure } from '@/services/supabase/errors'
import { insertOnce } from '@/services/supabase/insert-once'
import type { Client } from '@/services/supabase/supabase'
import { updateSeen, type Seen } from '@/services/supabase/update-seen'
import { MESSAGES } from '@/texts/shared/messages'

/** The API answers at most this many rows. */
const LIST_CHUNK = 1000

const WITH_CREDITS =
  '*, packages(id, name, remaining_classes, purchase_date, expiry_date), open:packages(open_amount, payment_date)'
const texts = MESSAGES.students.service

function selectOne(client: Client, owner: Uuid, id: Uuid) {
  return client
    .from('students')
    .select(WITH_CREDITS)
    .eq('user_id', owner)
    .eq('id', id)
    .gt('packages.remaining_classes', 0)
    .gt('open.open_amount', 0)
    .maybeSingle()
    .overrideTypes<StudentWithCredits, { merge: false }>()
}

export const students = {
  /**
   * All the coach's students with their packages that have credits, by name. Reads in chunks, because the API cuts a
   * list at 1,000 rows without an error.
   */
  list: (): Promise<Result<StudentWithCredits[]>> =>
    asOwner(texts.list, async (client, owner) => {
      const rows: StudentWithCredits[] = []
      for (;;) {
        const response = await client
          .from('students')
          .select(WITH_CREDITS)
          .eq('user_id', owner)
          .gt('packages.remaining_classes', 0)
          .gt('open.open_amount', 0)
          .order('name')
          .order('id')
          .range(rows.length, rows.length + LIST_CHUNK - 1)
          .overrideTypes<StudentWithCredits[], { merge: false }>()
        if (response.error) return toFailure(response, texts.list)
        rows.push(...response.data)
        if (response.data.length < LIST_CHUNK) return success(rows)
      }
    }),

  /** The newest `count` students by creation, without reading the others. */
  newest: (count: number): Promise<Result<StudentWithCredits[]>> =>
    asOwner(texts.list, async (client, owner) => {
      const response = await client
        .from('students')
        .select(WITH_CREDITS)
        .eq('user_id', owner)
        .gt('packages.remaining_classes', 0)
        .gt('open.open_amount', 0)
        .order('created_at', { ascending: false })
        .order('id')
        .limit(count)
        .overrideTypes<StudentWithCredits[], { merge: false }>()
      return response.error ? toFailure(response, texts.list) : success(response.data)
    }),

  /** One student; a success with null if there is none, also for an invalid id. */
  get: (id: Uuid): Promise<Result<StudentWithCredits | null>> =>
    asOwner(texts.list, async (client, owner) => {
      const response = await selectOne(client, owner, id)
      if (response.error?.code === '22P02' || response.error?.code === 'PGRST116') return success(null)
      return response.error ? toFailure(response, texts.list) : success(response.data)
    }),

  /**
   * Creates an active student under an id made by the client (`insertOnce`).
   *
   * @param only the coach whose student it is: another one may be signed in by now.
   */
  create: (id: Uuid, values: StudentValues, only?: Uuid): Promise<Created<Student>> =>
    asOwner({ failed: texts.create, only }, async (client, owner) => {
      const row = newStudentRow(values)
      const table = () => client.from('students')
      return insertOnce<Student>({
        insert: () =>
          table()
            .insert({ id, user_id: owner, ...row })
            .select()
            .single(),
        read: () => table().select().eq('user_id', owner).eq('id', id).maybeSingle(),
        values: row,
        texts: { failed: texts.create, done: texts.created, alreadyDeleted: texts.alreadyDeleted },
      })
    }),

  /** Changes these fields. With `seen`, a student that was edited since is left alone: failure 'overtaken'. */
  update: (
    id: Uuid,
    values: Partial<StudentEditValues>,
    seen?: Seen,
    only?: Uuid,
  ): Promise<Result<Student>> =>
    asOwner({ failed: texts.update, only }, async (client, owner) => {
      const row = changedStudentRow(values)
      const mine = () => client.from('students').update(row).eq('user_id', owner).eq('id', id)
      return updateSeen<Student>({
        update: () => (seen ? mine().eq('updated_at', seen.updated_at) : mine()).select().maybeSingle(),
        read: () => client.from('students').select().eq('user_id', owner).eq('id', id).maybeSingle(),
        values: row,
        texts: { failed: texts.update, done: texts.updated },
        missing: 'student-not-found',
      })
    }),

  /**
   * Deletes a student with everything that is only theirs; group sessions stay.
   *
   * @returns how many sessions were deleted with the student.
   */
  remove: (id: Uuid, { eraseGroupNotes }: RemovalChoice, only?: Uuid): Promise<Result<{ lessons: number }>> =>
    asOwner({ failed: texts.remove, only }, async (client, _owner, again) => {
      const { response, repeated } = await send(() =>
        client.rpc('delete_student', { student_uuid: id, erase_group_notes: eraseGroupNotes }),
      )
      if (response.error) return toFailure(response, texts.remove)
      const gone = response.data
      if (gone.students === 0 && !repeated && !again) return knownFailure('student-not-found')
      return success({ lessons: gone.lessons }, texts.removed)
    }),

  /** The figures of the profile's summary tab, over all sessions; null for an invalid id. */
  summary: (id: Uuid): Promise<Result<StudentSummary | null>> =>
    asOwner(MESSAGES.publicStudent.service.failed, async (client) => {
      const response = await client.rpc('get_student_summary', { student_uuid: id })
      if (response.error?.code === '22P02') return success(null)
      if (response.error) return toFailure(response, MESSAGES.publicStudent.service.failed)
      return success(response.data)
    }),
}
