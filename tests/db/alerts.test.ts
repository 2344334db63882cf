import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AlertPlan } from '@/credits/plan-types'
import { refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import {
  applyPlan,
  callJson,
  makeCoach,
  makePackage,
  makeStudent,
  readFacts,
  registerLesson,
} from '../support/world/sql'
import { planOf, alertDraft } from '../support/world/values'

const db = await sharedDatabase()

const apply = (coach: string, plan: Partial<AlertPlan>) =>
  callJson(db.as(coach), 'apply_alert_plan', { raise: [], end: [], ...plan })

const list = (coach: string) =>
  db.as(coach)(
    'select dedupe_key, priority, message, resolved, ended from public.alerts order by created_at, dedupe_key',
  )

const close = (coach: string) => db.as(coach)('update public.alerts set resolved = true where not resolved')

async function coachWithStudent() {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const key = `low_credits:${student}`
  return { coach, student, key, draft: alertDraft({ dedupe_key: key, student_id: student }) }
}

it('a cause that ended closes its alert, and may raise a new one when it begins anew', async () => {
  const { coach, key, draft } = await coachWithStudent()
  await apply(coach, { raise: [draft] })
  await close(coach)
  await apply(coach, { end: [key] })
  await apply(coach, { end: [key] })
  expect(await list(coach)).toMatchObject([{ resolved: true, ended: true }])
  await apply(coach, { raise: [draft] })
  expect(await list(coach)).toMatchObject([
    { resolved: true, ended: true },
    { resolved: false, ended: false },
  ])
})

it('ending and raising the same cause in one plan leaves a new open alert', async () => {
  const { coach, key, draft } = await coachWithStudent()
  await apply(coach, { raise: [draft] })
  await apply(coach, { raise: [draft], end: [key] })
  expect(await list(coach)).toMatchObject([{ ended: true }, { ended: false, resolved: false }])
})

it('a cause raised again holds one alert, which follows its facts, message, priority and student’s name', async () => {
  const { coach, draft } = await coachWithStudent()
  const said = (id: string) => db.as(id)('select student_name, message, priority, facts from public.alerts')
  await apply(coach, { raise: [draft] })
  await apply(coach, { raise: [draft] })
  expect(await said(coach)).toMatchObject([{ priority: 'medium', facts: {} }])
  const wanted = {
    student_name: 'Marina Nova',
    priority: 'high' as const,
    message: 'Tem 1 crédito',
    facts: { usable: 1, expired: 0, upcoming: 0, starts_on: null },
  }
  await apply(coach, { raise: [{ ...draft, ...wanted }] })
  expect(await said(coach)).toMatchObject([wanted])
  expect((await readFacts(db, coach, null)).alerts).toMatchObject([wanted])
})

it('what is gone raises no alert, and does not stop the others', async () => {
  const { coach, key, draft } = await coachWithStudent()
  const gone = randomUUID()
  await apply(coach, {
    raise: [
      alertDraft({ dedupe_key: `low_credits:${gone}`, student_id: gone }),
      alertDraft({ dedupe_key: `unassigned_session:${gone}`, type: 'unassigned_session', session_id: gone }),
      draft,
    ],
  })
  expect(await list(coach)).toMatchObject([{ dedupe_key: key }])
})

it('alerts leave with their package and with their lesson', async () => {
  const { coach, student } = await coachWithStudent()
  const pack = await makePackage(db, coach, student)
  const lesson = await registerLesson(db, coach, [{ student }])
  await apply(coach, {
    raise: [
      alertDraft({ dedupe_key: 'a', type: 'expiring_package', student_id: student, package_id: pack }),
      alertDraft({ dedupe_key: 'b', type: 'unassigned_session', student_id: student, session_id: lesson.id }),
    ],
  })
  await db.as(coach)('delete from public.packages where id = $1', [pack])
  expect(await list(coach)).toMatchObject([{ dedupe_key: 'b' }])
  await applyPlan(
    db,
    coach,
    planOf({ op: 'delete', session: { id: lesson.id }, expected_version: lesson.session?.version ?? 0 }),
  )
  expect(await list(coach)).toEqual([])
})

it('a plan without alerts, and one that is no list, are told apart', async () => {
  const { coach } = await coachWithStudent()
  expect(await callJson(db.as(coach), 'apply_alert_plan', {})).toBeFalsy()
  const refused = callJson(db.as(coach), 'apply_alert_plan', { raise: {} })
  expect(await refusal(refused)).toEqual({ code: 'PT400', message: 'bad_plan' })
  const nobody = db.asService((query) => callJson(query, 'apply_alert_plan', { raise: [] }))
  expect(await refusal(nobody)).toEqual({ code: 'PT401', message: 'not_authenticated' })
})

it('the facts show the alerts that are held: open ones and those the coach closed, not ended ones', async () => {
  const { coach, student, key, draft } = await coachWithStudent()
  const other = await makeStudent(db, coach, { name: 'Bruno Lima' })
  await apply(coach, {
    raise: [
      draft,
      alertDraft({ dedupe_key: `low_credits:${other}`, student_id: other }),
      alertDraft({ dedupe_key: 'no_club_registered', type: 'no_club_registered', priority: 'low' }),
    ],
  })
  await close(coach)
  const keys = async (...args: [string[] | null]) =>
    (await readFacts(db, coach, ...args)).alerts.map((alert) => alert.dedupe_key).toSorted()
  expect(await keys([student])).toEqual([key])
  expect(await keys(null)).toEqual([`low_credits:${other}`, key, 'no_club_registered'].toSorted())
  await apply(coach, { end: [key] })
  expect(await keys([student])).toEqual([])
  const held = (await readFacts(db, coach)).alerts
  expect(held.find((alert) => alert.student_id === other)).toEqual({
    dedupe_key: `low_credits:${other}`,
    type: 'low_credits',
    student_name: null,
    facts: {},
    student_id: other,
    session_id: null,
    package_id: null,
    priority: 'medium',
    message: 'Créditos acabando',
    resolved: true,
  })
})

it('a renamed student has the new name in every alert whose cause lasts, and in no other', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach, { name: 'Antiga' })
  const draft = (dedupe_key: string) =>
    alertDraft({ dedupe_key, type: 'unassigned_session', student_id: student, student_name: 'Antiga' })
  await apply(coach, { raise: [draft('ended'), draft('open')] })
  await apply(coach, { end: ['ended'] })
  await db.as(coach)(`update public.students set name = 'Nova' where id = $1`, [student])
  expect(await db.as(coach)('select dedupe_key, student_name from public.alerts order by 1')).toEqual([
    { dedupe_key: 'ended', student_name: 'Antiga' },
    { dedupe_key: 'open', student_name: 'Nova' },
  ])
})
