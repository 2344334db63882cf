import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { agenda } from '@/agenda/data'
import { agreements } from '@/agreement/data'
import type { PlannedLesson } from '@/agreement/planned'
import { visits } from '@/agreement/visitor-data'
import type { Uuid } from '@/core/model'
import { publicStudent } from '@/public-student/data'
import { sharedBackend } from '../../support/backend'
import { HERE, once } from '../../support/world/agenda'
import { addStudent, dataOf } from '../../support/world/services'
import { daysFromToday, newId, today } from '../../support/world/values'
import { makeDevice } from '../device'

/** The combinados, from the coach's form to the student's reply (docs/product.md, 'Combinados', 'Replies'). */

const RULES = { notice_hours: 24, makeup_days: 30, note: 'Traga água', starts_on: today, seen: 0 }

const backend = await sharedBackend()
let student: Uuid

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const coach = await backend.coach()
  await makeDevice(backend).use().signIn(coach)
  // Visitors have no login. The public page uses the global fetch, which goes to the test's backend.
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => asVisitor(input, init))
  student = (await addStudent()).id
  dataOf(await agenda.setTimeZone(HERE))
})
afterAll(() => {
  vi.unstubAllGlobals()
})

function asVisitor(input: string, init: RequestInit): Promise<Response> {
  const { pathname } = new URL(input)
  const headers = { apikey: backend.anonKey, Authorization: `Bearer ${backend.anonKey}` }
  const request = { ...init, headers: { ...headers, 'Content-Type': 'application/json' } }
  return backend.fetch(new Request(new URL(pathname, backend.url), request))
}

/** The student's lesson at noon in nine days, as the student's page has it. */
async function expected(): Promise<PlannedLesson> {
  dataOf(
    await agenda.applySlotPlan({
      op_id: newId(),
      end: [],
      add: [once(daysFromToday(9), '12:00:00', [student])],
    }),
  )
  const [lesson] = dataOf(await publicStudent.get(student)).next_lessons
  if (!lesson) throw new Error('Expected a planned lesson')
  return lesson
}

describe('the coach', () => {
  test('publishes versions, the same rules once, and takes all down', async () => {
    const first = dataOf(await agreements.save(RULES))
    const { seen: _, ...rules } = RULES
    expect(first).toMatchObject({ ...rules, ends_on: null })
    expect(dataOf(await agreements.save(RULES))).toEqual(first)
    const next = { ...rules, notice_hours: 48, starts_on: daysFromToday(3) }
    // Saved by another device, which has not seen the first version.
    expect(await agreements.save({ ...next, seen: 0 })).toMatchObject({ code: 'overtaken' })
    const { version } = dataOf(await agreements.save({ ...next, seen: first.version }))
    expect(dataOf(await agreements.list())).toMatchObject([next, rules])
    expect(await agreements.end(first.version)).toMatchObject({ code: 'overtaken' })
    expect(await agreements.end(version)).toMatchObject({ message: 'Combinados fora do ar' })
    const ends = dataOf(await agreements.list()).map(({ ends_on }) => ends_on !== null)
    expect(ends).not.toContain(false)
    expect(dataOf(await publicStudent.get(student)).agreement).toBeNull()
  })

  test('sees which version a student has read first, and when', async () => {
    const { version } = dataOf(await agreements.save(RULES))
    expect(dataOf(await agreements.confirmations(student))).toEqual([])
    const readAt = dataOf(await visits.confirm(student, version))
    expect(dataOf(await visits.confirm(student, version))).toBe(readAt)
    const [read, ...others] = dataOf(await agreements.confirmations(student))
    expect(read?.version).toBe(version)
    expect(Date.parse(read?.confirmed_at ?? '')).toBe(Date.parse(readAt))
    expect(others).toEqual([])
    expect(await visits.confirm(student, version + 1)).toMatchObject({
      code: 'invalid',
      message: 'Estes combinados mudaram. Atualize a página.',
    })
  })
})

describe("'Não vou'", () => {
  test("is written as it was shown, answered in the agenda's zone, and seen by the coach", async () => {
    dataOf(await agreements.save(RULES))
    const lesson = await expected()
    expect(lesson).toMatchObject({ can_reply: true, would_be: 'kept', starts_at: { zone: HERE } })
    const told = dataOf(await visits.reply(student, lesson, 'not_coming', 'kept'))
    expect(told).toMatchObject({
      reply: 'not_coming',
      told_by: 'student',
      outcome: 'kept',
      starts_at: lesson.starts_at,
      replied_at: { zone: HERE },
    })
    const [occurrence] = dataOf(await agenda.get(lesson.slot_date, lesson.slot_date)).occurrences
    expect(occurrence?.students).toMatchObject([{ id: student, reply: 'not_coming', outcome: 'kept' }])
  })

  test('to a lesson at another hour by now is not written, and brings the lesson as it is', async () => {
    dataOf(await agreements.save(RULES))
    const lesson = await expected()
    const earlier = {
      ...lesson,
      starts_at: { ...lesson.starts_at, instant: `${daysFromToday(8)}T12:00:00Z` },
    }
    expect(await visits.reply(student, earlier, 'not_coming', 'kept')).toMatchObject({
      success: false,
      code: 'invalid',
      message: 'Esta aula mudou. Confira e responda de novo.',
      now: { ...lesson, reply: null },
    })
  })

  test('by a link that opens nothing says no more than that the lesson is gone', async () => {
    dataOf(await agreements.save(RULES))
    expect(await visits.reply(newId(), await expected(), 'not_coming', 'kept')).toEqual({
      success: false,
      data: null,
      code: 'invalid',
      message: 'Esta aula não está mais marcada',
    })
  })

  test.each([
    [429, 'rate-limited', 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.'],
    [502, 'server', 'Ocorreu um erro. Tente novamente.'],
    [200, 'server', 'Ocorreu um erro. Tente novamente.'],
  ])(
    'answered with %i by something before the database is a failure of the kind %s',
    async (status, code, message) => {
      vi.stubGlobal('fetch', async () => new Response('<html></html>', { status }))
      expect(await visits.confirm(student, 1)).toMatchObject({ success: false, code, message })
    },
  )
})

test("'Quero este horário': who asks first has it, however often, and the next one is told", async () => {
  const { slot_id, slot_date, starts_at } = await expected()
  const [bia, caio] = [await addStudent({ name: 'Bia' }), await addStudent({ name: 'Caio' })]
  const opening = newId()
  await backend.sql(
    `with opening as (
       insert into public.openings (user_id, id, slot_id, slot_date, for_start, places, closes_at)
       select user_id, $1, $2, $3, $4, 1, $4 from public.students where id = $5)
     insert into public.opening_invites (user_id, opening_id, student_id)
     select user_id, $1, id from public.students where id in ($5, $6)`,
    [opening, slot_id, slot_date, starts_at.instant, bia.id, caio.id],
  )
  for (let taps = 0; taps < 2; taps++) dataOf(await visits.take(bia.id, opening))
  expect(await visits.take(caio.id, opening)).toMatchObject({
    code: 'invalid',
    message: 'Este horário já foi preenchido',
  })
})
