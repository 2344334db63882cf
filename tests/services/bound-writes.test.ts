import { beforeAll, expect, test } from 'vitest'
import { auth } from '@/account/auth-data'
import { profile } from '@/account/profile-data'
import { skipIntent } from '@/agenda/answers'
import { agendaFeed } from '@/agenda/calendar-data'
import { agenda } from '@/agenda/data'
import { alerts } from '@/alerts/data'
import { clubs } from '@/clubs/data'
import { undoOfSale } from '@/credits/plan-package'
import { messages } from '@/messages/data'
import { packages } from '@/packages/data'
import { packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import { recess } from '@/recess/data'
import { dataRights } from '@/rights/data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { students } from '@/students/data'
import { studentImport } from '@/students/import/data'
import { sharedBackend, type Coach } from '../support/backend'
import { HERE, occurrence, planSlots, weeklyOn } from '../support/world/agenda'
import { addClub } from '../support/world/api'
import { packageFacts } from '../support/world/facts'
import { dataOf } from '../support/world/services'
import {
  importedRow,
  lessonIntent,
  packageValues,
  saleIntent,
  studentValues,
  newId,
  today,
} from '../support/world/values'
import { makeDevice, type Device } from './device'

const backend = await sharedBackend()
/** Ana opens a form, then another tab signs somebody else in on this device. */
let device: Device
let ana: string
let document: Parameters<typeof dataRights.importMyData>[0]

beforeAll(async () => {
  ana = (await backend.coach()).id
  device = await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
  document = dataOf(await dataRights.exportMyData())
})

const id = newId()
const edit = { opId: newId(), sessionId: id, expectedVersion: 1, lessonDay: today }
const extension = { extensionId: newId(), days: 7, reason: 'Viagem' }
const pack = { opId: newId(), packageId: id, studentId: id, seen: packageFacts(), ...extension }
const cancelled = {
  opId: newId(),
  sessions: [{ sessionId: id, expectedVersion: 1 }],
  reason: 'rain',
} as const
const slot = { slotId: id, slotDate: today, movedTo: null }
const link = { opId: newId(), sessionId: id, slot, begins: `${today}T12:00:00Z` }
const club = { name: 'Clube', address: '', phone: '', isDefault: false }
const feedback = { rating: 5, notes: null, tags: [] }

const WRITES: Record<string, (only?: string) => Promise<unknown>> = {
  'students.create': (only) => students.create(newId(), studentValues(), only),
  'students.update': (only) => students.update(id, { name: 'Zoé' }, undefined, only),
  'students.remove': (only) => students.remove(id, { eraseGroupNotes: false }, only),
  'packages.markMonthly': (only) => packages.markMonthly(id, true, only),
  'packageEdits.update': (only) => packageEdits.update(id, packageValues(), undefined, only),
  'packageEdits.remove': (only) => packageEdits.remove(id, undefined, only),
  'packagePlans.sell': (only) =>
    packagePlans.sell({ ...pack, values: packageValues(), payment: null, settle: [] }, only),
  'packagePlans.undoSale': (only) => packagePlans.undoSale({ ...pack, ...undoOfSale(saleIntent(id)) }, only),
  'packagePlans.adjust': (only) => packagePlans.adjust({ ...pack, delta: 1 }, only),
  'packagePlans.undoAdjust': (only) => packagePlans.undoAdjust({ ...pack, delta: 1 }, only),
  'packagePlans.extend': (only) => packagePlans.extend(pack, only),
  'packagePlans.takeBack': (only) => packagePlans.takeBack(pack, only),
  'clubs.create': (only) => clubs.create(newId(), club, only),
  'clubs.update': (only) => clubs.update(id, club, undefined, only),
  'clubs.setDefault': (only) => clubs.setDefault(id, only),
  'clubs.remove': (only) => clubs.remove(id, only),
  'messages.record': (only) =>
    messages.record({ kind: 'low_credits', student: null, cause: 'low_credits' }, only),
  'messages.save': (only) => messages.save('low_credits', 'Oi!', null, only),
  'profile.update': (only) => profile.update({ name: 'Zoé' }, undefined, only),
  'profile.updateRules': (only) => profile.updateRules({ package_order: 'oldest' }, undefined, only),
  'auth.updateMetadata': (only) => auth.updateMetadata({ name: 'Zoé' }, only),
  'sessions.register': (only) => sessions.register(lessonIntent([id]), { only }),
  'sessions.updateFeedback': (only) =>
    sessions.updateFeedback({ ...edit, studentId: id, feedback }, undefined, only),
  'sessions.assignPackage': (only) => sessions.assignPackage({ ...edit, studentId: id, packageId: id }, only),
  'sessions.updateComplete': (only) =>
    sessions.updateComplete({ ...edit, participants: [{ studentId: id }] }, only),
  'sessions.remove': (only) => sessions.remove(edit, only),
  'lessonPlans.cancelDay': (only) => lessonPlans.cancelDay(cancelled, only),
  'lessonPlans.link': (only) => lessonPlans.link(link, only),
  'lessonPlans.skip': (only) => lessonPlans.skip(skipIntent(newId(), [occurrence()], 'rain'), only),
  'agenda.applySlotPlan': (only) =>
    agenda.applySlotPlan({ op_id: newId(), end: [], add: [weeklyOn(today, [])] }, only),
  'agenda.setTimeZone': (only) => agenda.setTimeZone('America/Manaus', only),
  'agendaFeed.rotate': (only) => agendaFeed.rotate(only),
  'recess.give': (only) => recess.give({ id: newId(), from: today, until: today }, only),
  'recess.undo': (only) => recess.undo({ id: newId(), listed: 0, opId: newId() }, only),
  'lessonPlans.restore': (only) =>
    lessonPlans.restore({ opId: newId(), lessons: [{ sessionId: id, before: null, version: 1 }] }, only),
  'alerts.resolve': (only) => alerts.resolve(id, only),
  'dataRights.anonymizeStudent': (only) => dataRights.anonymizeStudent(id, { eraseGroupNotes: true }, only),
  'dataRights.importMyData': (only) => dataRights.importMyData(document, newId(), only),
  'dataRights.closeAccount': (only) => dataRights.closeAccount('any', only),
}

const stranger = makeDevice(backend)

test.each(Object.entries(WRITES))(
  '%s sends nothing from a form of another coach, nor while nobody is signed in',
  async (name, write) => {
    device.forget()
    expect(await write(ana)).toMatchObject({ success: false, code: 'unauthenticated' })
    expect(device.requests).toEqual([])
    const message = name.startsWith('clubs.') ? 'Not authenticated' : 'Não autenticado'
    expect(await stranger.run(() => write())).toMatchObject({ code: 'unauthenticated', message })
    expect(stranger.requests).toEqual([])
  },
)

test('what a coach sent is not sent again with the login of who signed in before the retry', async () => {
  const coach = await backend.coach()
  const shared = await makeDevice(backend).signIn(coach)
  shared.network(async () => {
    shared.network(null)
    await shared.signIn(await backend.coach())
    throw new TypeError('Failed to fetch')
  })
  const rows = [importedRow('Aluno de Ana')]
  const answer = await shared.run(() => studentImport.save(newId(), rows, coach.id))
  expect(answer).toMatchObject({ success: false, code: 'network', unknown: true })
  expect(shared.requests).toEqual(['POST rpc/import_students'])
  expect(await backend.sql(`select from public.students where name = 'Aluno de Ana'`)).toEqual([])
})

const FACTS = 'rpc/get_credit_facts'

/** A device on which another coach signs in once the facts of the first one were read. */
async function leftAfterFacts(leaving: Coach, next: Coach) {
  const shared = await makeDevice(backend).signIn(leaving)
  shared.network(async (request, send) => {
    const answer = await send(request)
    if (request.url.endsWith(FACTS)) {
      shared.network(null)
      await shared.signIn(next)
    }
    return answer
  })
  return shared
}

// Regression: the missing club of the coach who left was told to the one who signed in, who has a club.
test('alerts are not raised at who signed in after the facts from which they follow were read', async () => {
  const zoe = await backend.coach()
  await addClub(zoe)
  const shared = await leftAfterFacts(await backend.coach(), zoe)
  expect(await shared.run(() => alerts.reconcile(today))).toMatchObject({ code: 'unauthenticated' })
  expect(shared.requests).toEqual([`POST ${FACTS}`])
  expect(await backend.sql('select from public.alerts where user_id = $1', [zoe.id])).toEqual([])
})

// Regression: 'Recesso registrado', in the other account.
test('a recess is not given at who signed in while it was planned', async () => {
  const zoe = await backend.coach()
  const leaving = await backend.coach()
  await planSlots(leaving, HERE, { add: [weeklyOn(today, [])] })
  const shared = await leftAfterFacts(leaving, zoe)
  const given = await shared.run(() => recess.give({ id: newId(), from: today, until: today }, leaving.id))
  expect(given).toMatchObject({ code: 'unauthenticated' })
  expect(await backend.sql('select from public.recesses where user_id = $1', [zoe.id])).toEqual([])
})
