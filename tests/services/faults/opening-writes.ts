import { vi } from 'vitest'
import { visits } from '@/agreement/visitor-data'
import { openings } from '@/openings/data'
import { addStudent, dataOf } from '../../support/world/services'
import { daysFromToday, newId } from '../../support/world/values'
import { calls } from './network-faults'
import { BY_LINK, hourAhead, lines, write, type Scene, type Write } from './scene'

/** An occurrence without students, a student, and an offer of one place in it. */
async function freeHour({ coach }: Scene) {
  const { id: student } = await addStudent({ name: 'Bruno' })
  const hour = await hourAhead(coach)
  const { slot_id, slot_date } = hour
  const starts_at = hour.starts_at.instant
  const until = { starts_at, closes_at: `${daysFromToday(8)}T12:00:00.000Z` }
  const offer = { id: newId(), slot_id, slot_date, places: 1, ...until, students: [student] }
  return { student, offer, guest: { slot_id, slot_date, student, start: starts_at } }
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

/** Writes to openings and guests. */
export const OPENING_WRITES: readonly Write[] = [
  write('openings.open', 'Não foi possível oferecer o horário', calls('open_places'), async (scene) => {
    const { offer } = await freeHour(scene)
    const state = () => offered(scene, offer.id)
    return { send: () => openings.open(offer), state, before: [], after: ['1 1'] }
  }),
  write('openings.close', 'Não foi possível encerrar a oferta', calls('close_opening'), async (scene) => {
    const { offer } = await freeHour(scene)
    dataOf(await openings.open(offer))
    const state = () => offered(scene, offer.id)
    return { send: () => openings.close(offer.id), state, before: ['1 1'], after: ['1 1 closed'] }
  }),
  write('openings.addGuest', 'Não foi possível incluir o aluno', calls('add_guest'), async (scene) => {
    const { guest } = await freeHour(scene)
    const state = () => guests(scene, guest.student)
    return { send: () => openings.addGuest(guest), state, before: [], after: ['coach'] }
  }),
  write('openings.removeGuest', 'Não foi possível tirar o aluno', calls('remove_guest'), async (scene) => {
    const { guest } = await freeHour(scene)
    await openings.addGuest(guest)
    const state = () => guests(scene, guest.student)
    return { send: () => openings.removeGuest(guest), state, before: ['coach'], after: [] }
  }),
  {
    name: 'visits.take',
    ...BY_LINK,
    match: calls('take_opening'),
    intend: async (scene) => {
      vi.stubGlobal('fetch', scene.device.connection.fetch)
      const { student, offer } = await freeHour(scene)
      dataOf(await openings.open(offer))
      const state = () => guests(scene, student)
      return { send: () => visits.take(student, offer.id), state, before: [], after: ['opening'] }
    },
  },
]
