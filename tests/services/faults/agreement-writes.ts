import { vi } from 'vitest'
import { agreements, replies } from '@/agreement/data'
import { visits } from '@/agreement/visitor-data'
import { addStudent, dataOf } from '../../support/world/services'
import { newId, today } from '../../support/world/values'
import { calls } from './network-faults'
import { BY_LINK, hourAhead, lines, write, type Scene, type Write } from './scene'

const RULES = { notice_hours: 24, makeup_days: 0, note: null, starts_on: today, seen: 0 }

const STANDING =
  'select notice_hours::text as line from public.agreements where user_id = $1 and ends_on is null order by version'
const standing = (scene: Scene) => lines(scene, STANDING, scene.coach.id)
const forget = ({ backend, coach }: Scene) =>
  backend.sql('delete from public.agreements where user_id = $1', [coach.id])

/** A student who is expected in a lesson nine days ahead. */
async function expected({ coach }: Scene) {
  const { id } = await addStudent({ name: 'Bruno' })
  return { id, lesson: await hourAhead(coach, [id]) }
}

const said = (scene: Scene, student: string, what = `told_by || ' ' || reply`) =>
  lines(scene, `select ${what} as line from public.lesson_replies where student_id = $1`, student)

/** Writes to the combinados, and replies that a student sends by the link. */
export const AGREEMENT_WRITES: readonly Write[] = [
  write(
    'agreements.save',
    'Não foi possível publicar os combinados',
    calls('save_agreement'),
    async (scene) => {
      await forget(scene)
      return { send: () => agreements.save(RULES), state: () => standing(scene), before: [], after: ['24'] }
    },
  ),
  write(
    'agreements.end',
    'Não foi possível tirar os combinados do ar',
    calls('end_agreement'),
    async (scene) => {
      await forget(scene)
      const { version } = dataOf(await agreements.save(RULES))
      return { send: () => agreements.end(version), state: () => standing(scene), before: ['24'], after: [] }
    },
  ),
  {
    name: 'visits.confirm',
    ...BY_LINK,
    match: calls('confirm_agreement'),
    intend: async (scene) => {
      vi.stubGlobal('fetch', scene.device.connection.fetch)
      await forget(scene)
      const { version } = dataOf(await agreements.save(RULES))
      const { id } = await addStudent({ name: 'Bruno' })
      const versions =
        'select version::text as line from public.agreement_confirmations where student_id = $1'
      const state = () => lines(scene, versions, id)
      return { send: () => visits.confirm(id, version), state, before: [], after: [String(version)] }
    },
  },
  {
    name: 'visits.reply',
    ...BY_LINK,
    match: calls('reply_to_lesson'),
    intend: async (scene) => {
      vi.stubGlobal('fetch', scene.device.connection.fetch)
      await forget(scene)
      dataOf(await agreements.save(RULES))
      const { id, lesson } = await expected(scene)
      const state = () => said(scene, id, `reply || ' ' || outcome`)
      const send = () => visits.reply(id, lesson, 'not_coming', 'kept')
      return { send, state, before: [], after: ['not_coming kept'] }
    },
  },
  write('replies.record', 'Não foi possível anotar o aviso', calls('record_reply'), async (scene) => {
    const { id, lesson } = await expected(scene)
    const note = {
      slot: { slotId: lesson.slot_id, slotDate: lesson.slot_date },
      startsAt: lesson.starts_at,
      studentId: id,
      reply: 'not_coming' as const,
      toldAt: new Date().toISOString(),
    }
    const state = () => said(scene, id)
    const opId = newId()
    return { send: () => replies.record(note, opId), state, before: [], after: ['coach not_coming'] }
  }),
  write('replies.void', 'Não foi possível desfazer o aviso', calls('void_reply'), async (scene) => {
    const { id, lesson } = await expected(scene)
    await scene.backend.sql(
      `insert into public.lesson_replies
         (user_id, slot_id, slot_date, student_id, reply, replied_at, told_by, for_start)
       values ($1, $2, $3, $4, 'not_coming', now(), 'student', $5)`,
      [scene.coach.id, lesson.slot_id, lesson.slot_date, id, lesson.starts_at.instant],
    )
    const { slot_id: slot, slot_date, starts_at } = lesson
    const voided = { slot, slot_date, student: id, start: starts_at.instant, op: newId() }
    const state = () => said(scene, id)
    return { send: () => replies.void(voided), state, before: ['student not_coming'], after: [] }
  }),
]
