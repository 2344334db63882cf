import { beforeAll, beforeEach, vi } from 'vitest'
import type { SessionDetails, Uuid } from '@/core/model'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import type { SaveResult, SessionSaved } from '@/sessions/write-lessons-data'
import { sharedBackend, type Backend, type Coach } from '../../support/backend'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId } from '../../support/world/values'
import { makeDevice, skipRetryDelays, to, type Device } from '../device'

export const FACTS = 'POST rpc/get_credit_facts'
export const APPLY = 'POST rpc/apply_session_plan'
export const isApply = to('/rpc/apply_session_plan')

/** A coach on two devices; tests watch the requests of `ana`. */
export function twoDevices() {
  const world: { backend: Backend; coach: Coach; ana: Device; phone: Device } = Object.create(null)
  beforeAll(async () => {
    skipRetryDelays()
    world.backend = await sharedBackend()
    world.coach = await world.backend.coach()
    world.ana = await makeDevice(world.backend).use().signIn(world.coach)
    world.phone = await makeDevice(world.backend).signIn(world.coach)
  })
  beforeEach(() => {
    world.ana.use().network(null)
    world.ana.forget()
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  return world
}

export const saved = (result: SaveResult): SessionSaved => dataOf(result)

export async function lessonOf(id: Uuid): Promise<SessionDetails> {
  const lesson = dataOf(await sessions.get(id))
  if (lesson === null) throw new Error('Expected the lesson to be there')
  return lesson
}

/** Registers a lesson of these students and reads it. */
export async function taughtTo(studentIds: Uuid[], overrides: object = {}) {
  const intent = lessonIntent(studentIds, overrides)
  const registered = dataOf(await sessions.register(intent))
  return { intent, id: intent.sessionId, registered, lesson: await lessonOf(intent.sessionId) }
}

/** A lesson of one student who pays from a package. */
export async function taught(overrides: Parameters<typeof sellPackage>[1] = {}) {
  const student = await addStudent()
  const pkg = await sellPackage(student.id, overrides)
  return { student, pkg, ...(await taughtTo([student.id], { notes: 'Quadra 2' })) }
}

/** Saves an edit of the lesson; participants stay as they are unless `overrides` names them. */
export const edit = (lesson: SessionDetails, overrides: object) =>
  sessions.updateComplete({
    opId: newId(),
    sessionId: lesson.id,
    expectedVersion: lesson.version,
    lessonDay: lesson.day,
    participants: lesson.participants.map(({ student_id: studentId }) => ({ studentId })),
    ...overrides,
  })

export const remove = (lesson: SessionDetails, overrides: object = {}) =>
  sessions.remove({ opId: newId(), sessionId: lesson.id, expectedVersion: lesson.version, ...overrides })

export async function undo({ undo: what }: SessionSaved, opId = newId()): Promise<SaveResult> {
  if (what === null) throw new Error('Nothing to undo')
  return lessonPlans.restore({ opId, ...what })
}
