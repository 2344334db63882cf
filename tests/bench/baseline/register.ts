import type { LocalDate, Uuid } from '@/core/model'
import type { Lesson } from '../lesson'
import { done, ok, type BaselineClient } from './client'

interface PackageRow {
  id: Uuid
  used_classes: number
  remaining_classes: number
  purchase_date: LocalDate
  expiry_date: LocalDate
}

const LOW_CREDITS = 2

/** Registers a lesson: one insert for the lesson, then the students one by one. */
export async function register(client: BaselineClient, owner: Uuid, lesson: Lesson): Promise<void> {
  const { id, date, day, teacher, notes } = lesson
  await done(client.from('lessons').insert({ id, user_id: owner, date, day, teacher, notes }))
  for (const { studentId, rating, notes: feedback, tags } of lesson.students) {
    const seat = { user_id: owner, session_id: id, student_id: studentId }
    const packages: PackageRow[] = await ok(
      client
        .from('packs')
        .select('*')
        .eq('student_id', studentId)
        .gt('remaining_classes', 0)
        .order('purchase_date'),
    )
    const used = packages.find((pkg) => pkg.purchase_date <= lesson.day && lesson.day <= pkg.expiry_date)
    await done(client.from('attendances').insert({ ...seat, package_id: used?.id ?? null }))
    if (used)
      await done(
        client
          .from('packs')
          .update({ used_classes: used.used_classes + 1 })
          .eq('id', used.id),
      )
    const credits = packages.reduce((sum, pkg) => sum + pkg.remaining_classes, used ? -1 : 0)
    await done(client.from('pupils').update({ total_credits: credits }).eq('id', studentId))
    await done(client.from('feedbacks').insert({ ...seat, rating, notes: feedback, tags }))
    if (credits <= LOW_CREDITS) await raise(client, { ...seat, session_id: null, type: 'low_credits' })
    if (!used) await raise(client, { ...seat, type: 'unassigned_session' })
  }
}

interface AlertSubject {
  user_id: Uuid
  session_id: Uuid | null
  student_id: Uuid
  type: 'low_credits' | 'unassigned_session'
}

async function raise(client: BaselineClient, subject: AlertSubject): Promise<void> {
  const open = client
    .from('notices')
    .select('id')
    .eq('student_id', subject.student_id)
    .eq('type', subject.type)
  const there: object[] = await ok(open.eq('resolved', false))
  if (there.length > 0 && subject.type === 'low_credits') return
  await done(client.from('notices').insert({ ...subject, priority: 'high', message: 'Créditos acabando' }))
}
