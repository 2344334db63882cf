import { answeredSlot, heldIntent, skipIntent } from '@/agenda/answers'
import { agendaFeed } from '@/agenda/calendar-data'
import { agenda } from '@/agenda/data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { weeklyOn } from '../../support/world/agenda'
import { addSlots, addStudent, dataOf, occurrencesOf, sellPackage } from '../../support/world/services'
import { daysFromToday, lessonIntent, newId } from '../../support/world/values'
import { lessonIn } from './lesson-writes'
import { calls, writing } from './network-faults'
import { delivered, lines, write, type Scene, type Write } from './scene'

const applies = calls('apply_session_plan')
const yesterday = daysFromToday(-1)

/** A student with a package who is expected yesterday at noon. */
async function planned(scene: Scene) {
  const bruno = await addStudent({ name: 'Bruno' })
  await sellPackage(bruno.id)
  const slot = weeklyOn(yesterday, [bruno.id])
  await addSlots(slot)
  const occurrence = (await occurrencesOf(yesterday)).find(({ slot_id }) => slot_id === slot.id)
  if (!occurrence) throw new Error('The occurrence is not there')
  const skips = () =>
    lines(
      scene,
      `select e.reason || ' ' || (select string_agg(p.extended_days::text, ',') from public.packages p
                                  where p.student_id = $2) as line
         from public.slot_exceptions e where e.slot_id = $1`,
      slot.id,
      bruno.id,
    )
  return { bruno, occurrence, skips }
}

const toManaus = () => agenda.setTimeZone('America/Manaus')

/** Writes to the agenda: slots, answers, time zone, calendar. */
export const AGENDA_WRITES: readonly Write[] = [
  write('agenda.applySlotPlan', 'Erro ao salvar horário', calls('apply_slot_plan'), async (scene) => {
    const slot = weeklyOn(yesterday, [])
    const plan = { op_id: newId(), end: [], add: [slot] }
    const state = () =>
      lines(scene, 'select start_time::text as line from public.lesson_slots where id = $1', slot.id)
    return { send: () => agenda.applySlotPlan(plan), state, before: [], after: ['12:00:00'] }
  }),
  write('agenda.setTimeZone', 'Erro ao salvar fuso horário', writing('PATCH', 'profiles'), async (scene) => {
    const { backend, coach } = scene
    await backend.sql('update public.profiles set time_zone = null where id = $1', [coach.id])
    const state = () =>
      lines(scene, `select coalesce(time_zone, 'none') as line from public.profiles where id = $1`, coach.id)
    return { send: toManaus, state, before: ['none'], after: ['America/Manaus'] }
  }),
  write('agendaFeed.rotate', 'Erro ao gerar novo endereço', calls('rotate_agenda_token'), async (scene) => {
    const old = dataOf(await agendaFeed.rotate())
    const state = async () =>
      (await lines(scene, 'select token as line from public.agenda_feeds where token = $1', old)).length === 1
        ? 'the old one'
        : 'a new one'
    return { send: () => agendaFeed.rotate(), state, before: 'the old one', after: 'a new one' }
  }),
  write('lessonPlans.link', 'Erro ao ligar a aula à agenda', applies, async (scene) => {
    const { bruno, occurrence } = await planned(scene)
    const lesson = lessonIntent([bruno.id], { date: occurrence.starts_at.instant, lessonDay: yesterday })
    dataOf(await sessions.register(lesson))
    const slot = answeredSlot(occurrence)
    const intent = { opId: newId(), sessionId: lesson.sessionId, slot, begins: lesson.date }
    const linked = `select coalesce(slot_date::text, 'none') as line from public.sessions where id = $1`
    const state = () => lines(scene, linked, lesson.sessionId)
    return { send: () => lessonPlans.link(intent), state, before: ['none'], after: [yesterday] }
  }),
  write('lessonPlans.skip', 'Erro ao cancelar aula planejada', applies, async (scene) => {
    const { occurrence, skips: state } = await planned(scene)
    const intent = skipIntent(newId(), [occurrence], 'rain', { days: 7 })
    return { send: () => lessonPlans.skip(intent), state, before: [], after: ['rain 7'] }
  }),
  write('deliver: a skip of the outbox', 'Erro ao cancelar aula planejada', applies, async (scene) => {
    const { occurrence, skips: state } = await planned(scene)
    const skip = skipIntent(newId(), [occurrence], 'rain', { days: 7 })
    const send = () => delivered(scene.coach.id, skip.opId, { kind: 'skip', skip })
    return { send, state, before: [], after: ['rain 7'] }
  }),
  write('deliver: a feedback of the outbox', 'Erro ao atualizar feedback', applies, async (scene) => {
    const { bruno, occurrence } = await planned(scene)
    const lesson = heldIntent(newId(), occurrence, 'Ana')
    dataOf(await sessions.register(lesson))
    const { sessionId } = lesson
    const feedback = { opId: newId(), sessionId, studentId: bruno.id, feedback: { rating: 5, tags: [] } }
    return {
      send: () => delivered(scene.coach.id, feedback.opId, { kind: 'feedback', feedback }),
      state: () => lessonIn(scene, sessionId),
      before: ['lesson Bruno with', 'consume'],
      after: ['lesson Bruno with 5', 'consume'],
    }
  }),
]
