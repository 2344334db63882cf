import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { agenda } from '@/agenda/data'
import { agreements } from '@/agreement/data'
import { visits } from '@/agreement/visitor-data'
import type { Uuid } from '@/core/model'
import { publicStudent } from '@/public-student/data'
import { backend } from '../../support/coach'
import { HERE } from '../../support/world/agenda'
import { addStudent, dataOf } from '../../support/world/services'
import { daysFromToday, today } from '../../support/world/values'
import { ownDevice } from '../own-device'

/** The combinados, from the coach's form to the student's reply (docs/product.md, 'Combinados', 'Replies'). */

const RULES = { notice_hours: 24, makeup_days: 30, note: 'Traga água', starts_on: today, seen: 0 }

let student: Uuid

ownDevice()
beforeEach(async () => {
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

  test('a student reads the version that begins later as confirmed too', async () => {
    const { version } = dataOf(await agreements.save({ ...RULES, starts_on: daysFromToday(2) }))
    const read = async () => dataOf(await publicStudent.get(student)).agreement
    expect(await read()).toMatchObject({ version: null, next: { version, confirmed_at: null } })
    const confirmed_at = dataOf(await visits.confirm(student, version))
    expect(await read()).toMatchObject({ next: { version, confirmed_at } })
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
