import { randomUUID } from 'node:crypto'
import { it } from 'vitest'
import { sharedDatabase } from '../support/shared-postgres'
import { makeStudent, callJson } from '../support/world/sql'
import { makeAgreementWorld, dayFromNow, replyAs, hoursAgo, HOUR } from './agreement-world'
import { overtake } from './overtake'
const db = await sharedDatabase()
const rules = (o: object = {}) => ({
  starts_on: dayFromNow(0),
  notice_hours: 24,
  makeup_days: 30,
  note: null,
  ...o,
})
it('publish race', async () => {
  const w = await makeAgreementWorld(db, { notice_hours: 2 })
  await w.version(2, { starts_on: dayFromNow(3), notice_hours: 100 }, 10)
  const late = await w.lessonIn(96)
  let said: unknown
  await overtake(
    db,
    w.coach,
    (q) => callJson(q, 'save_agreement', rules({ notice_hours: 3 })),
    async (q) => {
      said = await replyAs(late, 'not_coming', { link: w.student, expected: 'late', start: late.start })(q)
    },
  )
  console.log(
    'said',
    JSON.stringify(said),
    JSON.stringify(await w.entryOf(late)),
    await w.asOwner('select version from agreements where user_id=$1', [w.coach]).catch(() => 0),
  )
})
it('zone race', async () => {
  const w = await makeAgreementWorld(db)
  const lesson = await w.lessonIn(40)
  const rafa = await makeStudent(db, w.coach, { name: 'Rafa' })
  const id = randomUUID()
  await db.asUser(w.coach, (q) =>
    callJson(q, 'open_places', {
      id,
      slot_id: lesson.slot_id,
      slot_date: lesson.slot_date,
      places: 1,
      closes_at: new Date(Date.parse(lesson.start) - 2 * HOUR).toISOString(),
      students: [rafa],
    }),
  )
  let said: unknown
  await overtake(
    db,
    w.coach,
    (q) => q(`update public.profiles set time_zone = 'Etc/GMT+3'`),
    async (q) => {
      said = (await q('select public.take_opening($1::text::uuid, $2::text::uuid) as a', [rafa, id]))[0]
    },
  )
  console.log('said', JSON.stringify(said))
  console.log(
    await w.asOwner('select for_start::text from public.occurrence_guests where user_id=$1', [w.coach]),
    await w.asOwner('select for_start::text from public.openings where user_id=$1', [w.coach]),
  )
})
it('zone after lesson', async () => {
  const w = await makeAgreementWorld(db)
  const lesson = await w.lessonIn(-1)
  await w.said(lesson, { replied_at: hoursAgo(60) })
  const s = await w.register(lesson, { spared_package_id: w.pack })
  console.log(await w.seatOf(s.id), await w.validity())
  await w.asCoach(`update public.profiles set time_zone = 'Etc/GMT+3'`)
  console.log('note', JSON.stringify(await w.note(lesson)))
  console.log(await w.seatOf(s.id), await w.validity())
})
it('zone closes', async () => {
  const w = await makeAgreementWorld(db)
  const start = '2027-03-14T03:15:00Z'
  const slot_id = await db.asOwner(async (q) => {
    const { insert } = await import('../support/world/sql')
    return insert(q, 'lesson_slots', {
      user_id: w.coach,
      start_time: '03:15',
      starts_on: '2027-03-14',
      ends_on: '2027-03-14',
    })
  })
  const rafa = await makeStudent(db, w.coach, { name: 'Rafa' })
  await db.asUser(w.coach, (q) =>
    callJson(q, 'open_places', {
      id: randomUUID(),
      slot_id,
      slot_date: '2027-03-14',
      places: 1,
      closes_at: '2027-03-14T02:30:00Z',
      students: [rafa],
    }),
  )
  console.log(
    start,
    await w.asCoach(`update public.profiles set time_zone = 'America/New_York'`).catch((e) => String(e)),
  )
})
