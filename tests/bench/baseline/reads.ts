import type { Instant, Uuid } from '@/core/model'
import { ok, type BaselineClient } from './client'

const DETAILS = '*, attendances(*, pupils(name), packs(*)), feedbacks(*)'

export interface HistoryRequest {
  page: number
  pageSize: number
  since: Instant | null
  unassignedOnly: boolean
}

/** A page of the history, newest first, with its exact total. */
export async function history(
  client: BaselineClient,
  owner: Uuid,
  { page, pageSize, since, unassignedOnly }: HistoryRequest,
): Promise<{ items: { id: Uuid }[]; total: number }> {
  const first = (page - 1) * pageSize
  const columns = unassignedOnly ? `${DETAILS}, without:attendances!inner(student_id)` : DETAILS
  let query = client.from('lessons').select(columns, { count: 'exact' }).eq('user_id', owner)
  if (since !== null) query = query.gte('date', since)
  if (unassignedOnly) query = query.is('without.package_id', null)
  const { data, count, error } = await query
    .order('date', { ascending: false })
    .range(first, first + pageSize - 1)
    .overrideTypes<{ id: Uuid }[], { merge: false }>()
  if (error) throw error
  return { items: data, total: count ?? 0 }
}

/** A student's public page for a visitor: reads the student, then the rest in parallel. */
export async function publicPage(client: BaselineClient, studentId: Uuid) {
  const pupil: { user_id: Uuid } = await ok(
    client.from('pupils').select('*').eq('id', studentId).maybeSingle(),
  )
  const ofPupil = (table: string, columns: string) =>
    client.from(table).select(columns).eq('student_id', studentId)
  const [teacher, packages, lessons, feedbacks] = await Promise.all([
    ok(
      client
        .from('coaches')
        .select('name, phone')
        .eq('id', pupil.user_id)
        .maybeSingle()
        .overrideTypes<{ name: string; phone: string | null }, { merge: false }>(),
    ),
    ok(ofPupil('packs', '*').order('purchase_date', { ascending: false })),
    ok(
      ofPupil('attendances', '*, lessons(*), packs(name)').overrideTypes<
        { lessons: { id: Uuid; date: Instant } }[],
        { merge: false }
      >(),
    ),
    ok(ofPupil('feedbacks', '*')),
  ])
  return {
    teacher: teacher.name,
    packages: packages.length,
    lessons: lessons
      .map((attendance) => attendance.lessons)
      .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date))
      .map(({ id }) => id),
    feedbacks,
  }
}
