import type { Uuid } from '@/core/model'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId, today } from '../../support/world/values'
import { calls } from './network-faults'
import { delivered, lines, write, type Scene, type Write } from './scene'

const applies = calls('apply_session_plan')

/** A lesson with its participants, their feedback and its ledger lines, as text. */
export const lessonIn = async (scene: Scene, id: Uuid): Promise<string[]> => [
  ...(await lines(
    scene,
    `select concat_ws(' ', 'lesson', s.notes,
              (select string_agg(t.name || case when a.package_id is null then ' without' else ' with' end
                        || coalesce(' ' || f.rating, '') || coalesce(' ' || f.notes, ''), ', ' order by t.name)
                 from public.session_package_assignments a join public.students t on t.id = a.student_id
                 left join public.session_feedbacks f on f.session_id = a.session_id and f.student_id = a.student_id
                where a.session_id = s.id)) as line
       from public.sessions s where s.id = $1`,
    id,
  )),
  ...(await lines(
    scene,
    'select kind as line from public.credit_ledger where session_id = $1 order by id',
    id,
  )),
]

const add = (name: string) => addStudent({ name })

async function registered(studentId: Uuid) {
  const { session } = dataOf(await sessions.register(lessonIntent([studentId])))
  if (!session) throw new Error('The lesson is not there')
  return session
}

/** A student with a package of four, of which a lesson took one credit. */
export async function taught(scene: Scene) {
  const bruno = await add('Bruno')
  const pack = await sellPackage(bruno.id)
  const session = await registered(bruno.id)
  const state = () => lessonIn(scene, session.id)
  return { bruno, pack, session, state, before: ['lesson Bruno with 4 Bom ritmo', 'consume'] }
}

/** Writes to lessons: each takes its credit once, whatever happens to its requests. */
export const LESSON_WRITES: readonly Write[] = [
  write('sessions.register', 'Erro ao criar sessão', applies, async (scene) => {
    const bruno = await add('Bruno')
    await sellPackage(bruno.id)
    const lesson = lessonIntent([bruno.id])
    const after = ['lesson Bruno with 4 Bom ritmo', 'consume']
    const state = () => lessonIn(scene, lesson.sessionId)
    return { send: () => sessions.register(lesson), state, before: [], after }
  }),
  write('sessions.updateFeedback', 'Erro ao atualizar feedback', applies, async (scene) => {
    const { bruno, session, state, before } = await taught(scene)
    const feedback = { rating: 5, notes: 'Ótimo saque', tags: [] }
    const intent = { opId: newId(), sessionId: session.id, studentId: bruno.id, feedback }
    const seen = { rating: 4, notes: 'Bom ritmo', tags: ['Saque'] }
    const after = ['lesson Bruno with 5 Ótimo saque', 'consume']
    return { send: () => sessions.updateFeedback(intent, seen), state, before, after }
  }),
  write('lessonPlans.attend', 'Erro ao atualizar sessão', applies, async (scene) => {
    const { bruno, session, state, before } = await taught(scene)
    const intent = {
      opId: newId(),
      sessionId: session.id,
      studentId: bruno.id,
      attendance: 'excused' as const,
    }
    const after = ['lesson Bruno without', 'consume', 'refund']
    return { send: () => lessonPlans.attend(intent), state, before, after }
  }),
  write('sessions.assignPackage', 'Erro ao atribuir pacote', applies, async (scene) => {
    const bruno = await add('Bruno')
    const session = await registered(bruno.id)
    const pack = await sellPackage(bruno.id)
    const intent = {
      opId: newId(),
      sessionId: session.id,
      studentId: bruno.id,
      packageId: pack.id,
      lessonDay: today,
      expectedVersion: session.version,
    }
    return {
      send: () => sessions.assignPackage(intent),
      state: () => lessonIn(scene, session.id),
      before: ['lesson Bruno without 4 Bom ritmo'],
      after: ['lesson Bruno with 4 Bom ritmo', 'consume'],
    }
  }),
  write('sessions.updateComplete', 'Erro ao atualizar sessão', applies, async (scene) => {
    const { session, state, before } = await taught(scene)
    const carla = await add('Carla')
    await sellPackage(carla.id)
    const intent = {
      opId: newId(),
      sessionId: session.id,
      expectedVersion: session.version,
      lessonDay: today,
      participants: [{ studentId: carla.id }],
    }
    const after = ['lesson Carla with 5', 'consume', 'refund', 'consume']
    return { send: () => sessions.updateComplete(intent), state, before, after }
  }),
  write('sessions.remove', 'Erro ao deletar sessão', applies, async (scene) => {
    const { session, state, before } = await taught(scene)
    const intent = { opId: newId(), sessionId: session.id, expectedVersion: session.version }
    return { send: () => sessions.remove(intent), state, before, after: ['consume', 'refund'] }
  }),
  write('lessonPlans.cancelDay', 'Erro ao cancelar aulas', applies, async (scene) => {
    const { session, state, before } = await taught(scene)
    const intent = {
      opId: newId(),
      sessions: [{ sessionId: session.id, expectedVersion: session.version }],
      reason: 'rain' as const,
    }
    return {
      send: () => lessonPlans.cancelDay(intent),
      state,
      before,
      after: ['lesson Bruno without', 'consume', 'refund'],
    }
  }),
  write('lessonPlans.restore', 'Erro ao desfazer', applies, async (scene) => {
    const { session, state, before } = await taught(scene)
    const { undo } = dataOf(
      await sessions.remove({ opId: newId(), sessionId: session.id, expectedVersion: session.version }),
    )
    if (undo === null) throw new Error('Nothing to undo')
    const intent = { opId: newId(), ...undo }
    return {
      send: () => lessonPlans.restore(intent),
      state,
      before: ['consume', 'refund'],
      after: [...before, 'refund', 'consume'],
    }
  }),
  write('deliver: a lesson of the outbox', 'Erro ao criar sessão', applies, async (scene) => {
    const bruno = await add('Bruno')
    await sellPackage(bruno.id)
    const lesson = lessonIntent([bruno.id])
    const after = ['lesson Bruno with 4 Bom ritmo', 'consume']
    const state = () => lessonIn(scene, lesson.sessionId)
    return {
      send: () => delivered(scene.coach.id, lesson.opId, { kind: 'session', session: lesson }),
      state,
      before: [],
      after,
    }
  }),
]
