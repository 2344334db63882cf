import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agenda } from '@/agenda/rules'
import { planAlerts } from '@/alerts/rules'
import type { CreditFacts } from '@/credits/plan-types'
import { brokenRules } from '../db/broken-rules'
import { ownBackend, type Backend, type Coach } from '../support/backend.ts'

let backend: Backend
let ana: Coach
beforeAll(async () => {
  backend = await ownBackend()
  ana = await backend.signIn('ana@voleio.test', 'voleio123')
})
afterAll(() => backend.close())

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
const dayAt = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)
const count = async (query: string) =>
  (await backend.sql<{ n: number }>(`select count(*)::int as n from ${query}`))[0]?.n

describe('the demo coach', () => {
  it('signs in, under the name in the profile', async () => {
    const { data } = await ana.client.from('profiles').select('name, main_sport').single()
    expect(data).toEqual({ name: 'Ana Ribeiro', main_sport: 'Tênis' })
  })

  it('has months of lessons, some in groups, none in the future, and one today', async () => {
    expect(await count('sessions')).toBeGreaterThanOrEqual(60)
    expect(await count('sessions where student_count > 1')).toBeGreaterThan(5)
    expect(await count('sessions where date > now()')).toBe(0)
    expect(
      await count(`sessions where (date at time zone 'America/Sao_Paulo')::date = '${today()}'`),
    ).toBeGreaterThan(0)
  })

  it('has students in every state', async () => {
    const { data } = await ana.client
      .from('students')
      .select('name, status, packages (total_classes, remaining_classes, expiry_date, purchase_date)')
    const students = data ?? []
    const now = today()
    const some = (test: (student: (typeof students)[number]) => boolean) => students.some(test)
    expect(students.length).toBeGreaterThanOrEqual(14)
    expect(some(({ status }) => status === 'inactive')).toBe(true)
    expect(some(({ packages }) => packages.length === 0)).toBe(true)
    expect(some(({ packages }) => packages.some((p) => p.total_classes === 1))).toBe(true)
    expect(some(({ packages }) => packages.some((p) => p.remaining_classes > 0 && p.expiry_date < now))).toBe(
      true,
    )
    expect(some(({ packages }) => packages.some((p) => p.purchase_date > now))).toBe(true)
    expect(
      some(({ packages }) => packages.length > 0 && packages.every((p) => p.remaining_classes === 0)),
    ).toBe(true)
    expect(some(({ name }) => name.length > 60)).toBe(true)
  })

  it('holds exactly the alerts that the rules of the app would hold today', async () => {
    const { data, error } = await ana.client.rpc('get_credit_facts')
    expect(error).toBeNull()
    const facts: CreditFacts = data
    expect(facts.alerts.length).toBeGreaterThan(8)
    const held = facts.alerts.filter(({ type }) => type !== 'unassigned_session')
    expect(planAlerts({ ...facts, alerts: held }, today())).toEqual({ raise: [], end: [] })
    expect(await count("alerts where type = 'unassigned_session'")).toBe(
      await count('session_package_assignments where charged and package_id is null'),
    )
  })

  it('has credits that agree with the lessons and with the ledger', async () => {
    expect(await brokenRules((text, values = []) => backend.sql(text, [...values]))).toEqual([])
  })

  it('gives every lesson the package that registering would have taken, unless a later sale settled it', async () => {
    expect(
      await count(`session_package_assignments a
        join sessions s on s.id = a.session_id join packages p on p.id = a.package_id
        where s.day not between p.purchase_date and p.expiry_date and s.created_at > p.created_at`),
    ).toBe(0)
  })

  it.each([
    `session_package_assignments where attendance = 'absent'`,
    `session_package_assignments where attendance = 'excused'`,
    'sessions where cancelled_reason is not null',
    'package_extensions where session_id is not null',
    'package_extensions where session_id is null',
    'packages where validity_days is not null and expiry_date is null',
    'packages where validity_days is not null and expiry_date is not null',
    'packages where open_amount > 0 and paid_total > 0',
    'packages where open_amount > 0 and paid_total = 0',
    'packages where open_amount > 0 and payment_date > current_date + 1',
    'packages where open_amount = 0 and renews is not null and renews_monthly',
    `payments where kind = 'refund'`,
    'payments where payer_name is not null',
    'profiles where pix_key is not null and show_pix',
    'notices',
    'credit_ledger where reason is not null',
  ])('has %s', async (rows) => {
    expect(await count(rows)).toBeGreaterThan(0)
  })

  it('has a believable week around today, whatever day it is', async () => {
    const { data } = await ana.client.rpc('get_agenda', { from_day: dayAt(-7), to_day: dayAt(7) })
    const { occurrences }: Agenda = data
    const on = (days: number) => occurrences.filter(({ day }) => day === dayAt(days))
    const open = occurrences.filter(
      ({ session_id, reason, students }) => session_id === null && reason === null && students.length > 0,
    )
    expect(on(0).map(({ students }) => students.length)).toEqual([2, 1, 2])
    expect(open.filter(({ day }) => day < today())).toMatchObject([{ day: dayAt(-1) }])
    expect(occurrences.filter(({ session_id }) => session_id !== null).length).toBeGreaterThanOrEqual(6)
    expect(occurrences.filter(({ reason }) => reason !== null)).toMatchObject([
      { day: dayAt(-2), reason: 'rain' },
    ])
    expect(occurrences.filter(({ moved_to }) => moved_to !== null)).toMatchObject([
      { day: dayAt(4), slot_date: dayAt(3) },
    ])
    expect(occurrences.filter(({ students }) => students.length === 0)).toMatchObject([
      { day: dayAt(1) },
      { day: dayAt(3) },
    ])
    expect(on(1).length).toBeGreaterThanOrEqual(2)
  })

  it('has a public page for each student', async () => {
    const { data: student } = await ana.client
      .from('students')
      .select('id')
      .eq('name', 'Lucas Andrade')
      .single()
    const { data, error } = await backend
      .client()
      .rpc('get_student_public_data', { student_uuid: student?.id })
    expect(error).toBeNull()
    expect(JSON.stringify(data)).toContain('Lucas')
  })
})
