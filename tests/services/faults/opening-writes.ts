import { vi } from 'vitest'
import { visits } from '@/agreement/visitor-data'
import { openings } from '@/openings/data'
import { addStudent, dataOf } from '../../support/world/services'
import { daysFromToday, newId } from '../../support/world/values'
import { writing } from './network-faults'
import { lines, type Scene, type Write } from './scene'

/** A free hour at noon in nine days, and a student. */
async function freeHour({ backend, coach }: Scene) {
  const { id: student } = await addStudent({ name: 'Bruno' })
  const slot_id = newId()
  const slot_date = daysFromToday(9)
  await backend.sql(
    `insert into public.lesson_slots (user_id, id, start_time, starts_on, ends_on, minutes) values ($1, $2, '12:00', $3, $3, 60)`,
    [coach.id, slot_id, slot_date],
  )
  const [found] = await backend.sql<{ starts_at: string }>(
    'select starts_at::text from private.occurrence($1, $2, $3)',
    [coach.id, slot_id, slot_date],
  )
  const starts_at = new Date(found?.starts_at ?? '').toISOString()
  const offer = {
    id: newId(),
    slot_id,
    slot_date,
    places: 1,
    starts_at,
    closes_at: `${daysFromToday(8)}T12:00:00.000Z`,
    students: [student],
  }
  return { student, offer, guest: { slot_id, slot_date, student } }
}

const guests = (scene: Scene, student: string) =>
  lines(scene, 'select source as line from public.occurrence_guests where student_id = $1', student)
const offered = (scene: Scene, opening: string) =>
  lines(
    scene,
    `select places || ' ' || (select count(*) from public.opening_invites i where i.opening_id = o.id)
            || case when closed_at is null then '' else ' closed' end as line
       from public.openings o where id = $1`,
    opening,
  )

/** Hours that are offered and taken, and who comes on one day only. */
export const OPENING_WRITES: readonly Write[] = [
  {
    name: 'openings.open',
    failed: 'Não foi possível oferecer o horário',
    match: writing('POST', 'rpc/open_places'),
    intend: async (scene) => {
      const { offer } = await freeHour(scene)
      const state = () => offered(scene, offer.id)
      return { send: () => openings.open(offer), state, before: [], after: ['1 1'] }
    },
  },
  {
    name: 'openings.close',
    failed: 'Não foi possível encerrar a oferta',
    match: writing('POST', 'rpc/close_opening'),
    intend: async (scene) => {
      const { offer } = await freeHour(scene)
      dataOf(await openings.open(offer))
      const state = () => offered(scene, offer.id)
      return { send: () => openings.close(offer.id), state, before: ['1 1'], after: ['1 1 closed'] }
    },
  },
  {
    name: 'openings.addGuest',
    failed: 'Não foi possível incluir o aluno',
    match: writing('POST', 'rpc/add_guest'),
    intend: async (scene) => {
      const { guest } = await freeHour(scene)
      const state = () => guests(scene, guest.student)
      return { send: () => openings.addGuest(guest), state, before: [], after: ['coach'] }
    },
  },
  {
    name: 'openings.removeGuest',
    failed: 'Não foi possível tirar o aluno',
    match: writing('POST', 'rpc/remove_guest'),
    intend: async (scene) => {
      const { guest } = await freeHour(scene)
      await openings.addGuest(guest)
      const state = () => guests(scene, guest.student)
      return { send: () => openings.removeGuest(guest), state, before: ['coach'], after: [] }
    },
  },
  {
    name: 'visits.take',
    failed: 'Ocorreu um erro. Tente novamente.',
    match: writing('POST', 'rpc/take_opening'),
    isAskedOnce: true,
    isLoginless: true,
    isImpatient: true,
    says: { slow: 'Sem conexão. Verifique sua internet e tente novamente.' },
    intend: async (scene) => {
      vi.stubGlobal('fetch', scene.device.connection.fetch)
      const { student, offer } = await freeHour(scene)
      dataOf(await openings.open(offer))
      const state = () => guests(scene, student)
      return { send: () => visits.take(student, offer.id), state, before: [], after: ['opening'] }
    },
  },
]
