import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Parameter, refusal, type TestDatabase } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { comeFrom, LEAD, leaveLead } from '../support/world/sql'

/** The most leads per hour: from an address, from a network, and of all (docs/decisions/0010-lead-rate-limit.md). */
const LIMITS = { address: 10, network: 60, all: 600 }
const RATE_LIMITED = { code: 'PT429', message: 'too_many_requests' }

/** A visitor at this address submits a lead. */
const leave = (db: TestDatabase, address: string, row: Record<string, Parameter> = {}) =>
  db.asAnon(async (query) => {
    await comeFrom(query, address)
    await leaveLead(query, row)
  })

async function leaveMany(db: TestDatabase, count: number, address: string) {
  for (let i = 0; i < count; i++) await leave(db, address)
}

/** Inserts `count` leads. */
const fill = (db: TestDatabase, count: number) =>
  db.asOwner(async (query) => {
    const { name, email, phone, country, heard_from, language } = LEAD
    await query(
      `insert into public.racketleads (name, email, phone, country, heard_from, language)
       select $1::text, $2::text, $3::text, $4::text, $5::text, $6::text from generate_series(1, ${count})`,
      [name, email, phone, country, heard_from, language].map((value) => value ?? null),
    )
  })

const countLeads = async (db: TestDatabase) => {
  const rows = await db.owner<{ n: number }>('select count(*)::int as n from public.racketleads')
  return rows[0]?.n
}

const db = await sharedDatabase()

beforeEach(() =>
  db.asOwner(async (query) => {
    await query('delete from public.racketleads')
    await query('delete from private.attempts')
  }),
)

it('refused leads count for nothing: their network can still be used by others', async () => {
  await leaveMany(db, LIMITS.address, '203.0.113.7')
  for (let i = 0; i < LIMITS.network; i++) await refusal(leave(db, '203.0.113.7'))
  await leave(db, '203.0.113.8')
})

it('one network gets no more than its share, however many addresses it has', async () => {
  for (let i = 1; i <= LIMITS.network / LIMITS.address; i++)
    await leaveMany(db, LIMITS.address, `203.0.113.${i}`)
  expect(await refusal(leave(db, '203.0.113.200'))).toEqual(RATE_LIMITED)
  await leave(db, '203.0.114.1')
})

it.each([
  ['an IPv4 address written as IPv6', '::ffff:203.0.113.7', '203.0.113.7', '::ffff:198.51.100.7'],
  [
    'an IPv6 address of the same household, which has a /64,',
    '2001:db8:7:1::1',
    '2001:db8:7:1::2',
    '2001:db8:7:2::1',
  ],
])('%s is the same address', async (_, address, same, neighbour) => {
  await leaveMany(db, LIMITS.address, address)
  expect(await refusal(leave(db, same))).toEqual(RATE_LIMITED)
  await leave(db, neighbour)
})

it('six hundred leads in an hour are all; when the hour has passed there is room again', async () => {
  await fill(db, LIMITS.all - 1)
  await leave(db, '203.0.113.7')
  expect(await refusal(leave(db, '198.51.100.7'))).toEqual(RATE_LIMITED)
  expect(await refusal(db.asAnon((query) => leaveLead(query)))).toEqual(RATE_LIMITED)
  await db.owner(`update public.racketleads set created_at = now() - interval '61 minutes'`)
  await leave(db, '198.51.100.7')
})

it.each(['', 'somewhere', '203.0.113.7, 198.51.100.7', '203.0.113.700'])(
  'an address that is none (%j) counts only towards the limit for all',
  async (address) => {
    await leaveMany(db, LIMITS.address + 1, address)
    expect(await countLeads(db)).toBe(LIMITS.address + 1)
  },
)

it('many leads in one request are no way around it', async () => {
  const atOnce = db.asAnon(async (query) => {
    await comeFrom(query, '203.0.113.7')
    await query(
      `insert into public.racketleads (name, email, phone, country, heard_from, language)
       select 'Lia', 'lia@voleio.test', '+5511987654321', 'Brazil', 'friends', 'pt' from generate_series(1, 11)`,
    )
  })
  expect(await refusal(atOnce)).toEqual(RATE_LIMITED)
  expect(await countLeads(db)).toBe(0)
})

it('what a spreadsheet would run, and what hides words, is gone from the texts of a lead', async () => {
  await leave(db, '203.0.113.7', {
    name: '=HYPERLINK("http://x")',
    country: '\t\u3000＠Brazil\n',
    heard_from: '+\u202Efriends\r\nof mine',
    email: ' =LIA@Voleio.test ',
  })
  const rows = await db.owner('select name, country, heard_from, email from public.racketleads')
  expect(rows).toEqual([
    {
      name: 'HYPERLINK("http://x")',
      country: 'Brazil',
      heard_from: 'friends of mine',
      email: 'lia@voleio.test',
    },
  ])
  const empty = leave(db, '203.0.113.7', { name: '=\t-' })
  expect((await refusal(empty)).code).toBe('23514')
})

it('a lead that is sent again is known, counts once, and is not told to wait', async () => {
  const id = randomUUID()
  await leave(db, '203.0.113.7', { id })
  for (let i = 0; i < LIMITS.address; i++)
    expect(await refusal(leave(db, '203.0.113.7', { id }))).toMatchObject({ code: '23505' })
  await leaveMany(db, LIMITS.address - 1, '203.0.113.7')
  expect(await refusal(leave(db, '203.0.113.7', { id }))).toMatchObject({ code: '23505' })
  expect(await countLeads(db)).toBe(LIMITS.address)
})

it('an hour that is over leaves no trace of who sent what, and an address is never kept as it is', async () => {
  await leave(db, '203.0.113.7')
  const [now] = await db.owner<{ who: string }>('select who from private.attempts')
  expect(now?.who).toMatch(/^[0-9a-f]{64}$/)
  await db.owner(`update private.attempts set bucket = bucket - interval '1 hour'`)
  await leave(db, '198.51.100.7')
  const rows = await db.owner<{ n: number }>('select n from private.attempts')
  expect(rows).toEqual([{ n: 1 }, { n: 1 }])
})

describe('many at once', () => {
  it('thirty leads of one address at the same moment are ten', async () => {
    const sent = await Promise.allSettled(Array.from({ length: 30 }, () => leave(db, '203.0.113.7')))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.address)
    expect(await countLeads(db)).toBe(LIMITS.address)
  })

  it('a lead whose transaction hangs holds up nobody in another network', async () => {
    const hanging = await db.openFragile()
    await hanging.query('begin')
    await comeFrom(hanging.query, '198.51.100.7')
    await leaveLead(hanging.query)
    await db.asAnon(async (query) => {
      await query(`set local lock_timeout = '1s'`)
      await comeFrom(query, '192.0.2.7')
      await leaveLead(query)
    })
    await hanging.query('rollback')
    await hanging.end()
  })
})
