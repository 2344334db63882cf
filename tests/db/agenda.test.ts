import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_ZONE, instantIn } from '@/agenda/zone'
import { wholePlan } from '../support/flat-plan'
import { gate } from '../support/gate'
import { type Parameter, type Query, refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import {
  applyPlan,
  callJson,
  insert,
  lessonPlan,
  makeCoach,
  makePackage,
  makeSale,
  makeStudent,
  rowOf,
} from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'
import { overtake, type Step, untilBlocked } from './overtake'

/** docs/product.md, 'Times of the agenda'. */
const database = await ownDatabase()

interface Slot {
  id: string
  weekday: number | null
  start_time: string
  minutes: number
  starts_on: string
  ends_on: string | null
}
interface Exception {
  slot_id: string
  slot_date: string
  reason: string | null
  moved_to: string | null
}
interface Occurrence {
  slot_id: string
  slot_date: string
  starts_at: string
  day: string
  reason: string | null
  session_id: string | null
  cancelled_reason: string | null
  students: { id: string; name: string }[]
}

/** A slot every Tuesday at seven, from the start of 2026. */
const slotOf = (overrides: Partial<Slot> = {}): Slot => ({
  id: randomUUID(),
  weekday: 2,
  start_time: '07:00',
  minutes: 60,
  starts_on: '2026-01-01',
  ends_on: null,
  ...overrides,
})
const once = (day: string, overrides: Partial<Slot> = {}) =>
  slotOf({ weekday: null, starts_on: day, ends_on: day, ...overrides })

const exceptionOf = (slot: Slot, slot_date: string, change: Partial<Exception>): Exception => ({
  slot_id: slot.id,
  slot_date,
  reason: null,
  moved_to: null,
  ...change,
})

async function agendaOf(query: Query, from: string, to: string): Promise<Occurrence[]> {
  const [row] = await query<{ agenda: { occurrences: Occurrence[] } }>(
    'select public.get_agenda($1::text::date, $2::text::date) as agenda',
    [from, to],
  )
  return (row?.agenda.occurrences ?? []).map((occurrence) => ({
    ...occurrence,
    starts_at: new Date(occurrence.starts_at).toISOString(),
  }))
}

const plan = (change: object) => (query: Query) =>
  callJson<{ replayed: boolean }>(query, 'apply_slot_plan', { op_id: randomUUID(), ...change })

interface World {
  coach: string
  student: string
  pack: string
  slot: Slot
}

/** A coach with a slot in which a student with four credits is expected. */
async function makeWorld(slot = slotOf(), zone?: string): Promise<World> {
  const sale = await makeSale(database)
  const { coach, student } = sale
  await database.asUser(coach, async (query) => {
    if (zone !== undefined) await query('update public.profiles set time_zone = $1', [zone])
    await plan({ add: [{ ...slot, students: [student] }] })(query)
  })
  return { ...sale, slot }
}

/** Instant of each occurrence without seconds, followed by its reason if it is skipped. */
const instants = (occurrences: readonly Occurrence[]) =>
  occurrences.map(({ starts_at, reason }) => starts_at.slice(0, 16) + (reason === null ? '' : ` ${reason}`))

const agenda = (coach: string, from: string, to: string) =>
  database.asUser(coach, (query) => agendaOf(query, from, to))

describe('occurrences', () => {
  it.each<[string, string | undefined, Slot, [string, string], string[]]>([
    [
      'a coach whose time zone is not known is in São Paulo',
      undefined,
      slotOf(),
      ['2026-03-01', '2026-03-14'],
      ['2026-03-03T10:00', '2026-03-10T10:00'],
    ],
    [
      'seven in New York stays seven when summer time begins',
      'America/New_York',
      slotOf(),
      ['2026-03-01', '2026-03-14'],
      ['2026-03-03T12:00', '2026-03-10T11:00'],
    ],
    [
      'seven in Lisbon stays seven when it ends',
      'Europe/Lisbon',
      slotOf(),
      ['2026-10-18', '2026-10-31'],
      ['2026-10-20T06:00', '2026-10-27T07:00'],
    ],
    [
      'a time that summer time leaves out is an hour later',
      'America/New_York',
      once('2026-03-08', { start_time: '02:30' }),
      ['2026-03-08', '2026-03-08'],
      ['2026-03-08T07:30'],
    ],
    [
      'a time that happens twice is the second one',
      'America/New_York',
      once('2026-11-01', { start_time: '01:30' }),
      ['2026-11-01', '2026-11-01'],
      ['2026-11-01T06:30'],
    ],
    [
      'the day is the local one, also where it is another one in UTC',
      'Europe/Lisbon',
      slotOf({ start_time: '00:30' }),
      ['2026-07-14', '2026-07-14'],
      ['2026-07-13T23:30'],
    ],
    [
      'one date is one occurrence',
      'Europe/Lisbon',
      once('2026-03-10'),
      ['2026-01-01', '2026-12-31'],
      ['2026-03-10T07:00'],
    ],
    [
      'a slot has its days from the first to the last',
      'Europe/Lisbon',
      slotOf({ starts_on: '2026-03-04', ends_on: '2026-03-24' }),
      ['2026-01-01', '2026-12-31'],
      ['2026-03-10T07:00', '2026-03-17T07:00', '2026-03-24T07:00'],
    ],
  ])('%s', async (_, zone, slot, [from, to], expected) => {
    const { coach } = await makeWorld(slot, zone)
    const found = await agenda(coach, from, to)
    expect(instants(found)).toEqual(expected)
    // A device computes the same instants.
    const onDevice = found.map(({ slot_date }) => instantIn(zone ?? DEFAULT_ZONE, slot_date, slot.start_time))
    expect(onDevice).toEqual(found.map(({ starts_at }) => starts_at))
  })

  it('moved ones are on their new day, from within the range and from outside; skipped ones on their own', async () => {
    const { coach, slot } = await makeWorld(slotOf(), 'America/Havana')
    const moves: [string, Partial<Exception>][] = [
      ['2026-03-10', { moved_to: '2026-03-12T20:00:00Z' }],
      ['2026-03-17', { reason: 'rain' }],
      ['2026-03-24', { moved_to: '2026-03-26T20:00:00Z' }],
      ['2026-03-31', { moved_to: '2026-03-20T20:00:00Z' }],
      // Late on the last day of the range, when UTC already has the next day.
      ['2026-04-07', { moved_to: '2026-03-26T03:30:00Z' }],
      // That day has two midnights. A range that begins at the second one would miss this occurrence.
      ['2026-11-03', { moved_to: '2026-11-01T04:30:00Z' }],
    ]
    const add = moves.map(([day, change]) => exceptionOf(slot, day, change))
    await database.asUser(coach, plan({ skips: { add } }))
    await database.asUser(coach, plan({ skips: { add: [{ ...add[0], reason: 'venue', moved_to: null }] } }))
    expect(instants(await agenda(coach, '2026-03-10', '2026-03-25'))).toEqual([
      '2026-03-12T20:00 venue',
      '2026-03-17T11:00 rain',
      '2026-03-20T20:00',
      '2026-03-26T03:30',
    ])
    for (const [from, to] of [
      ['2026-11-01', '2026-11-01'],
      ['2026-10-28', '2026-11-03'],
    ] as const)
      expect(instants(await agenda(coach, from, to))).toEqual(['2026-11-01T04:30'])
    expect(await agenda(coach, '2026-10-28', '2026-10-31')).toEqual([])
    // Early on the first day of the range, when UTC still has the day before.
    const east = await makeWorld(slotOf(), 'Asia/Beirut')
    const early = exceptionOf(east.slot, '2026-07-21', { moved_to: '2026-07-10T22:30:00Z' })
    await database.asUser(east.coach, plan({ skips: { add: [early] } }))
    expect(instants(await agenda(east.coach, '2026-07-11', '2026-07-11'))).toEqual(['2026-07-10T22:30'])
  })

  it('a slot without active students is a free hour; who comes back is expected again', async () => {
    const { coach, student } = await makeWorld()
    const expected = async () =>
      (await agenda(coach, '2026-03-10', '2026-03-10')).map(({ students }) => students.map(({ id }) => id))
    const become = (status: string) => database.as(coach)('update public.students set status = $1', [status])
    expect(await expected()).toEqual([[student]])
    await become('inactive')
    expect(await expected()).toEqual([[]])
    await become('active')
    expect(await expected()).toEqual([[student]])
  })

  it.each([
    ['a range that ends before it begins', '2026-03-02', '2026-03-01'],
    ['more than 401 days', '2026-01-01', '2027-02-06'],
  ])('%s is refused', async (_, from, to) => {
    const { coach } = await makeWorld()
    expect(await refusal(agenda(coach, from, to))).toMatchObject({ code: 'PT400', message: 'bad_range' })
  })
})

describe('a time zone', () => {
  it.each([
    ['Europe/Lisbon', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+3', true],
    ['UTC', true],
    ['EST', false],
    ['+03', false],
    ['', false],
    ['Mars/Olympus', false],
    // PostgreSQL would accept any word followed by an offset.
    ['Mars/Olympus3', false],
    ['Etc/GMT+12', true],
    ['Etc/GMT+13', false],
    ['Etc/GMT-14', true],
    ['Etc/GMT-15', false],
    ['Etc/GMT+03', false],
  ])('%s: %s', async (zone, taken) => {
    const coach = await makeCoach(database)
    const set = database.as(coach)('update public.profiles set time_zone = $1', [zone])
    const code = await set.then(
      () => null,
      () => refusal(set).then((refused) => refused.code),
    )
    expect(code).toBe(taken ? null : '23514')
  })
})

/** Expands slots day by day with the time zones of the JavaScript engine, independently of the database. */
function expandSlowly(
  slots: readonly Slot[],
  exceptions: readonly Exception[],
  zone: string,
  from: string,
  to: string,
): string[] {
  const found: string[] = []
  for (const slot of slots) {
    for (let day = slot.starts_on; day <= (slot.ends_on ?? HORIZON); day = addDays(day, 1)) {
      if (slot.weekday !== null && new Date(`${day}T00:00Z`).getUTCDay() !== slot.weekday) continue
      const exception = exceptions.find((e) => e.slot_id === slot.id && e.slot_date === day)
      const at = exception?.moved_to ? Date.parse(exception.moved_to) : instantOf(day, slot.start_time, zone)
      const localDay = localTime(at, zone).slice(0, 10)
      if (localDay < from || localDay > to) continue
      found.push(
        [new Date(at).toISOString(), slot.id, day, localDay, exception?.reason ?? 'planned'].join(' '),
      )
    }
  }
  return found.toSorted()
}

/** Last day for slots without an end: after every range and every move of the test. */
const HORIZON = '2027-12-31'
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const formats = new Map<string, Intl.DateTimeFormat>()
/** The zone's local time at this instant, as 'YYYY-MM-DD HH:MM'. */
function localTime(instant: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  return format.format(instant)
}

/**
 * The last instant with this local time. For a time that the change of clocks skips, the instant by the clock before
 * the change.
 */
function instantOf(day: string, time: string, zone: string): number {
  const wanted = `${day} ${time}`
  const asUtc = Date.parse(`${day}T${time}Z`)
  const withOffsetAt = (instant: number) =>
    asUtc - (Date.parse(`${localTime(instant, zone).replace(' ', 'T')}Z`) - instant)
  const [before, after] = [withOffsetAt(asUtc - 86_400_000), withOffsetAt(asUtc + 86_400_000)]
  const right = [before, after].filter((instant) => localTime(instant, zone) === wanted)
  return right.length > 0 ? Math.max(...right) : before
}

function firstDay(from: string, weekday: number): string {
  let day = from
  while (new Date(`${day}T00:00Z`).getUTCDay() !== weekday) day = addDays(day, 1)
  return day
}

/** The occurrences in the form in which `expandSlowly` returns them. */
const told = (occurrences: Occurrence[]) =>
  occurrences
    .map((o) => [o.starts_at, o.slot_id, o.slot_date, o.day, o.reason ?? 'planned'].join(' '))
    .toSorted()

describe('any range', () => {
  const HALF_HOUR = 1_800_000
  const dayOf2026 = fc.nat(364).map((days) => addDays('2026-01-01', days))
  const slot = fc
    .record({
      weekday: fc.option(fc.nat(6)),
      // Includes hours at which clocks change: around midnight, at two and at three.
      start_time: fc.constantFrom('00:00', '00:30', '01:30', '02:30', '07:00', '23:30'),
      starts_on: dayOf2026,
      days: fc.option(fc.nat(200)),
    })
    .map(({ weekday, start_time, starts_on, days }) =>
      weekday === null
        ? once(starts_on, { start_time })
        : slotOf({
            weekday,
            start_time,
            starts_on,
            ends_on: days === null ? null : addDays(starts_on, days),
          }),
    )
  const exception = fc.record({
    slot: fc.nat(),
    /** Number of the occurrence within its slot. */
    nth: fc.nat(30),
    reason: fc.option(fc.constantFrom('rain', 'holiday')),
    movedBy: fc.option(fc.integer({ min: -600, max: 600 })),
  })
  const world = fc.record({
    zone: fc.constantFrom(
      'America/Sao_Paulo',
      'America/New_York',
      'Europe/Lisbon',
      'America/Havana',
      'Africa/Cairo',
      'Asia/Beirut',
    ),
    slots: fc.array(slot, { minLength: 1, maxLength: 4 }),
    exceptions: fc.array(exception, { maxLength: 6 }),
    from: dayOf2026,
    pieces: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
  })

  it('in pieces is the same as at once, and as each day for itself by another clock', async () => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(world, async ({ zone, slots, exceptions: drawn, from, pieces }) => {
        const exceptions = new Map<string, Exception>()
        for (const { slot: index, nth, reason, movedBy } of drawn) {
          const of = slots[index % slots.length]
          if (of === undefined || (reason === null && movedBy === null)) continue
          const first = of.weekday === null ? of.starts_on : firstDay(of.starts_on, of.weekday)
          const slot_date = of.weekday === null ? first : addDays(first, nth * 7)
          const moved_to =
            movedBy === null
              ? null
              : new Date(instantOf(slot_date, of.start_time, zone) + movedBy * HALF_HOUR).toISOString()
          exceptions.set(`${of.id} ${slot_date}`, { slot_id: of.id, slot_date, reason, moved_to })
        }
        const coach = await makeCoach(database)
        const ranges: [string, string][] = []
        for (const days of pieces) {
          const start = ranges.length === 0 ? from : addDays(ranges[ranges.length - 1]?.[1] ?? from, 1)
          ranges.push([start, addDays(start, days - 1)])
        }
        const to = ranges[ranges.length - 1]?.[1] ?? from
        const [whole, inPieces] = await database.asUser(coach, async (query) => {
          await query('update public.profiles set time_zone = $1', [zone])
          await plan({ add: slots, skips: { add: [...exceptions.values()] } })(query)
          const found = []
          for (const [start, end] of ranges) found.push(...(await agendaOf(query, start, end)))
          return [await agendaOf(query, from, to), found]
        })
        seen += whole.length
        expect(told(whole)).toEqual(expandSlowly(slots, [...exceptions.values()], zone, from, to))
        expect(inPieces).toEqual(whole)
      }),
      { numRuns: 25 },
    )
    // Without this all the drawn agendas might have been empty.
    expect(seen).toBeGreaterThan(0)
  })
})

const version = async ({ slot }: World) =>
  String((await rowOf(database, 'lesson_slots', slot.id))?.['updated_at'])
const DAY = '2026-02-03'
const occurrence = ({ slot }: World, slot_date = DAY) => ({ slot_id: slot.id, slot_date })

/** The plan that registers the occurrence on DAY, as the form sends it. */
const answerOf = (world: World, overrides: Record<string, Parameter> = {}) =>
  lessonPlan(database, world.coach, [{ student: world.student, package: world.pack }]).then((made) => ({
    ...made,
    feedbacks: [],
    session: { ...made.session, date: `${DAY}T10:00:00Z`, day: DAY, ...occurrence(world), ...overrides },
  }))
const credits = async ({ student }: World) => (await rowOf(database, 'students', student))?.['total_credits']
const state = async (world: World) => {
  const [found] = await agenda(world.coach, DAY, DAY)
  return found && { reason: found.reason, session: found.session_id, cancelled: found.cancelled_reason }
}

const register = (world: World) => async () => {
  const made = await answerOf(world)
  return (query: Query) => callJson(query, 'apply_session_plan', made)
}
const skip = (world: World) => async () =>
  plan({ skips: { add: [{ ...occurrence(world), reason: 'rain' }] } })
const endSlot = (world: World) => async () => {
  const expected = await version(world)
  return plan({ end: [{ slot_id: world.slot.id, expected, last_day: '2026-01-31' }] })
}
const remove = (world: World) => async () => (query: Query) =>
  query('select public.delete_student($1)', [world.student])
const replace = (world: World) => async () => {
  const expected = await version(world)
  return plan({
    end: [{ slot_id: world.slot.id, expected, last_day: null }],
    add: [{ ...slotOf(), students: [world.student] }],
  })
}

type Write = (world: World) => Step
const plainLesson: Write = (world) => (query) =>
  insert(query, 'sessions', {
    user_id: world.coach,
    teacher: 'Ana',
    date: `${DAY}T10:00:00Z`,
    day: DAY,
    ...occurrence(world),
  })
const plainEnd: Write = (world) => (query) =>
  query(`update public.lesson_slots set ends_on = '2026-02-02' where id = $1`, [world.slot.id])
const skipping: Write = (world) => plan({ skips: { add: [{ ...occurrence(world), reason: 'rain' }] } })

describe('a lesson and a last day written without a plan', () => {
  it.each<[string, Write, Write, string]>([
    ['a lesson, then a skip: refused', plainLesson, skipping, 'PT409'],
    ['a skip, then a lesson: it ends the skip', skipping, plainLesson, 'done'],
    ['a lesson, then the end of its slot before it: refused', plainLesson, plainEnd, 'PT409'],
    ['the end of a slot, then a lesson after it: refused', plainEnd, plainLesson, 'PT409'],
  ])('%s, one after the other and at once', async (_, first, second, outcome) => {
    for (const atOnce of [false, true]) {
      const world = await makeWorld()
      if (atOnce) expect(await overtake(database, world.coach, first(world), second(world))).toBe(outcome)
      else {
        await database.asUser(world.coach, first(world))
        const then = database.asUser(world.coach, second(world))
        if (outcome === 'done') await then
        else expect((await refusal(then)).code).toBe(outcome)
      }
      const rows = await database.as(world.coach)<{ lost: boolean }>(`select x.slot_date > s.ends_on
            or exists (select from public.slot_exceptions e where e.slot_id = s.id and e.reason is not null) as lost
          from public.sessions x join public.lesson_slots s on s.id = x.slot_id`)
      expect(rows.filter(({ lost }) => lost)).toEqual([])
    }
  })

  it('a lesson before its slot begins is refused too', async () => {
    const world = await makeWorld()
    const early = database.asUser(world.coach, async (query) => {
      await plainLesson(world)(query)
      await query(`update public.sessions set slot_date = '2025-12-30'`)
    })
    expect(await refusal(early)).toMatchObject({ code: 'PT409', message: 'agenda_changed' })
  })
})

/** Inserts `count` slots, spread over the week. */
const manySlots =
  (coach: string, count: number, ends = 'null') =>
  (query: Query) =>
    query(
      `insert into public.lesson_slots (user_id, weekday, start_time, starts_on, ends_on)
     select $1, n % 7, time '06:00' + n % 60 * interval '15 minutes', '2026-01-01', ${ends}
         from generate_series(1, ${count}) n`,
      [coach],
    )

describe('a coach has at most 500 slots that have not ended', () => {
  it('also when they come at once, or last longer; those that have ended do not count', async () => {
    const coach = await makeCoach(database)
    const tooMany = { code: 'PT413', message: 'too_many_slots' }
    expect(await refusal(database.asUser(coach, manySlots(coach, 501)))).toMatchObject(tooMany)
    await database.asUser(coach, manySlots(coach, 3, `'2026-02-01'`))
    await database.asUser(coach, manySlots(coach, 500))
    expect(await refusal(database.asUser(coach, manySlots(coach, 1)))).toMatchObject(tooMany)
    const longer = database.as(coach)('update public.lesson_slots set ends_on = null')
    expect(await refusal(longer)).toMatchObject(tooMany)
    await database.asUser(await makeCoach(database), plan({ add: [slotOf()] }))
  })

  it('and the calendar of them has 2,000 events, the nearest days first', async () => {
    const coach = await makeCoach(database)
    await database.asUser(coach, manySlots(coach, 500))
    const feed = await database.asUser(coach, async (query) => {
      const [made] = await query<{ token: string }>('select public.rotate_agenda_token() as token')
      const [row] = await query<{ feed: string }>('select private.agenda_feed($1) as feed', [
        made?.token ?? '',
      ])
      return row?.feed ?? ''
    })
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(2000)
    const days = [...feed.matchAll(/DTSTART:(\d{4})(\d\d)(\d\d)/g)].map(([, y, m, d]) =>
      Date.parse(`${y}-${m}-${d}`),
    )
    // The slots have 500 occurrences a week: three weeks ahead are returned besides the week behind.
    expect(Math.max(...days)).toBeLessThan(Date.now() + 25 * 86_400_000)
    expect(Math.min(...days)).toBeGreaterThan(Date.now() - 9 * 86_400_000)
  })
})

describe('an answer', () => {
  it('takes the participants of the lesson for those of the occurrence', async () => {
    const world = await makeWorld()
    const guest = await makeStudent(database, world.coach, { name: 'Zé' })
    const made = await answerOf(world)
    const alone = await lessonPlan(database, world.coach, [{ student: guest }])
    await applyPlan(database, world.coach, { ...alone, session: made.session })
    const [found] = await agenda(world.coach, DAY, DAY)
    expect(found?.students).toMatchObject([{ id: guest, name: 'Zé' }])
  })

  // The agenda and the calendar had told it at an hour at which it was not, maybe on another day.
  it('keeps its instant when the time zone changes; what is not answered follows the zone', async () => {
    const world = await makeWorld(slotOf({ start_time: '23:00' }))
    await applyPlan(database, world.coach, await answerOf(world, { date: `${addDays(DAY, 1)}T02:00:00Z` }))
    const [before] = await agenda(world.coach, DAY, DAY)
    await database.as(world.coach)(`update public.profiles set time_zone = 'Asia/Tokyo'`)
    expect(await agenda(world.coach, DAY, DAY)).toEqual([])
    const [after, next] = await agenda(world.coach, addDays(DAY, 1), addDays(DAY, 7))
    expect(after).toMatchObject({ slot_date: DAY, starts_at: before?.starts_at })
    expect(next?.starts_at).toBe('2026-02-10T14:00:00.000Z')
  })

  it('whose slot was deleted or has ended meanwhile is a lesson without a slot', async () => {
    for (const last_day of [null, '2026-01-31']) {
      const world = await makeWorld()
      const late = await answerOf(world)
      const expected = await version(world)
      await database.asUser(world.coach, plan({ end: [{ slot_id: world.slot.id, expected, last_day }] }))
      await applyPlan(database, world.coach, late)
      expect(await rowOf(database, 'sessions', late.session.id)).toMatchObject({
        slot_id: null,
        slot_date: null,
      })
      expect(await credits(world)).toBe(3)
    }
  })

  it('refuses a skip and a move, and an undo that comes after it changes nothing', async () => {
    const world = await makeWorld()
    const moved_to = `${DAY}T20:00:00Z`
    await database.asUser(world.coach, plan({ skips: { add: [{ ...occurrence(world), moved_to }] } }))
    await applyPlan(database, world.coach, await answerOf(world))
    for (const change of [{ reason: 'rain' }, { moved_to: `${DAY}T21:00:00Z` }]) {
      const skips = { add: [{ ...occurrence(world), ...change }] }
      const refused = database.asUser(world.coach, plan({ skips }))
      expect(await refusal(refused)).toMatchObject({ code: 'PT409', message: 'occurrence_answered' })
    }
    await database.asUser(world.coach, plan({ skips: { remove: [occurrence(world)] } }))
    await database.asUser(world.coach, plan({ skips: { add: [{ ...occurrence(world), moved_to }] } }))
    const [found] = await agenda(world.coach, DAY, DAY)
    expect(found?.starts_at).toBe(`${DAY}T20:00:00.000Z`)
  })

  it('a skip that ends leaves it where another device moved it meanwhile', async () => {
    const world = await makeWorld()
    const write = (change: { reason: string | null; moved_to: string | null }) =>
      database.asUser(world.coach, plan({ skips: { add: [{ ...occurrence(world), ...change }] } }))
    const found = async () => {
      const [each] = await agenda(world.coach, DAY, DAY)
      return [each?.reason, each?.starts_at]
    }
    const planned = await found()
    await write({ reason: 'rain', moved_to: null })
    await write({ reason: null, moved_to: null })
    expect(await found()).toEqual(planned)
    await write({ reason: null, moved_to: `${DAY}T20:00:00Z` })
    for (const known of [null, `${DAY}T18:00:00Z`]) {
      await write({ reason: 'rain', moved_to: known })
      expect(await found()).toEqual(['rain', `${DAY}T20:00:00.000Z`])
      await write({ reason: null, moved_to: null })
      expect(await found()).toEqual([null, `${DAY}T20:00:00.000Z`])
    }
  })

  it('can come with skips, in one plan with the lessons of a day, and the plan is one', async () => {
    const world = await makeWorld()
    const other = slotOf({ start_time: '18:00' })
    await database.asUser(world.coach, plan({ add: [other] }))
    const made = await answerOf(world)
    const whole = {
      ...wholePlan(made),
      skips: { add: [{ slot_id: other.id, slot_date: DAY, reason: 'rain' }] },
    }
    const send = () => callJson<{ replayed: boolean }>(database.as(world.coach), 'apply_session_plan', whole)
    expect([(await send()).replayed, (await send()).replayed]).toEqual([false, true])
    const found = await agenda(world.coach, DAY, DAY)
    expect(found.map(({ reason, session_id }) => [reason, session_id])).toEqual([
      [null, made.session.id],
      ['rain', null],
    ])
  })

  it.each([
    ['two answers', register, register, 'PT409', 'held'],
    ['an answer, then a skip', register, skip, 'PT409', 'held'],
    ['a skip, then an answer', skip, register, 'done', 'held'],
    ['an answer, then the end of the slot', register, endSlot, 'PT409', 'held'],
    ['the end of the slot, then an answer', endSlot, register, 'done', 'lesson without a slot'],
    ['two skips', skip, skip, 'done', 'skipped'],
    ['two ends', endSlot, endSlot, 'PT409', 'nothing'],
    ['a student deleted, then expected in a new slot', remove, replace, 'done', 'nothing'],
    ['a new slot of a student, then deleted', replace, remove, 'done', 'nothing'],
  ] as const)('at once from two devices: %s', async (_, first, second, outcome, left) => {
    const world = await makeWorld()
    const [one, two] = [await first(world)(), await second(world)()]
    expect(await overtake(database, world.coach, one, two)).toBe(outcome)
    const lessons = await database.as(world.coach)('select from public.sessions')
    const found = await state(world)
    let isIn = lessons.length > 0 ? 'lesson without a slot' : 'nothing'
    if (found?.session) isIn = 'held'
    else if (found?.reason) isIn = 'skipped'
    expect(isIn).toBe(left)
    expect(lessons.length).toBe(left === 'nothing' || left === 'skipped' ? 0 : 1)
    if (first !== remove && second !== remove) expect(await credits(world)).toBe(4 - lessons.length)
  })

  it('two plans that name the same slots in another order wait for each other, and end', async () => {
    const world = await makeWorld()
    const more = Array.from({ length: 4 }, () => slotOf())
    await database.asUser(world.coach, plan({ add: more }))
    const skipAll = (slots: readonly Slot[]) =>
      plan({ skips: { add: slots.map((slot) => exceptionOf(slot, DAY, { reason: 'rain' })) } })
    await Promise.all(
      Array.from({ length: 6 }, (_, nth) =>
        database.asUser(world.coach, skipAll(nth % 2 === 0 ? more : more.toReversed())),
      ),
    )
    expect((await agenda(world.coach, DAY, DAY)).filter(({ reason }) => reason === 'rain')).toHaveLength(4)
  })

  it('slots that end lock the packages to which their skips gave days by id, like every plan', async () => {
    const world = await makeWorld()
    const second = slotOf()
    await database.asUser(world.coach, plan({ add: [second] }))
    const other = await makePackage(database, world.coach, world.student)
    const [low, high] = [world.pack, other].toSorted()
    if (low === undefined || high === undefined) throw new Error('Two packages')
    // The skip of the slot that ends first extends the package that is locked last.
    const skipped = [
      { slot: world.slot, pack: high },
      { slot: second, pack: low },
    ]
    await database.asOwner(async (query) => {
      for (const { slot, pack } of skipped) {
        await query(
          'insert into public.slot_exceptions (user_id, slot_id, slot_date, reason) values ($1, $2, $3, $4)',
          [world.coach, slot.id, DAY, 'rain'],
        )
        await query(
          `insert into public.package_extensions
             (user_id, student_id, package_id, days, reason, slot_id, slot_date, day)
           values ($1, $2, $3, 7, 'Chuva', $4, $5, $5)`,
          [world.coach, world.student, pack, slot.id, DAY],
        )
      }
    })
    const versions = await database.as(world.coach)<{ id: string; updated_at: string }>(
      'select id, updated_at::text from public.lesson_slots',
    )
    const end = skipped.map(({ slot }) => ({
      slot_id: slot.id,
      expected: versions.find(({ id }) => id === slot.id)?.updated_at,
      last_day: '2026-01-31',
    }))
    const [begun, waits] = [gate(), gate()]
    const lock = 'select from public.packages where user_id = $1 and id = $2 for no key update'
    const byId = database.asUser(world.coach, async (query) => {
      await query(lock, [world.coach, low])
      begun.open()
      await waits.passed
      await query(lock, [world.coach, high])
    })
    await begun.passed
    const ended = database.asUser(world.coach, plan({ end }))
    await Promise.race([untilBlocked(database, 1), ended])
    waits.open()
    const [, answer] = await Promise.all([byId, ended])
    expect(answer.replayed).toBe(false)
  })

  it('all of this broke no rule', () => expectNoBrokenRules(database))
})

describe('a plan of slots', () => {
  it('changes a slot from a day on: the old one ends, its later exceptions go, a new one begins', async () => {
    const { coach, student, slot } = await makeWorld()
    const skips = {
      add: ['2026-03-10', '2026-03-24'].map((day) => exceptionOf(slot, day, { reason: 'rain' })),
    }
    await database.asUser(coach, plan({ skips }))
    const expected = String((await rowOf(database, 'lesson_slots', slot.id))?.['updated_at'])
    const later = slotOf({ start_time: '08:00', starts_on: '2026-03-17' })
    await database.asUser(
      coach,
      plan({
        end: [{ slot_id: slot.id, expected, last_day: '2026-03-16' }],
        // A student who no longer exists is left out.
        add: [{ ...later, students: [student, randomUUID()], club_id: randomUUID() }],
      }),
    )
    expect(instants(await agenda(coach, '2026-03-08', '2026-03-25'))).toEqual([
      '2026-03-10T10:00 rain',
      '2026-03-17T11:00',
      '2026-03-24T11:00',
    ])
    const [, moved] = await agenda(coach, '2026-03-08', '2026-03-25')
    expect(moved?.students.map(({ id }) => id)).toEqual([student])
    const exceptions = await database.as(coach)('select from public.slot_exceptions')
    expect(exceptions).toHaveLength(1)
  })

  // Regression: 22004, 'RAISE statement option cannot be null', instead of a code that the app knows.
  it('a plan that ends a slot without saying which is malformed', async () => {
    const coach = await makeCoach(database)
    const refused = database.asUser(coach, plan({ end: [{ last_day: DAY }], add: [slotOf()] }))
    expect(await refusal(refused)).toEqual({ code: 'PT400', message: 'bad_plan' })
  })

  // Regression: it was answered as done.
  it.each([{}, { slot_id: 'of no day' }, null])(
    'a plan that skips or puts back %j is malformed',
    async (nothing) => {
      const coach = await makeCoach(database)
      for (const skips of [{ add: [nothing] }, { remove: [nothing] }]) {
        const refused = database.asUser(coach, plan({ skips }))
        expect(await refusal(refused)).toEqual({ code: 'PT400', message: 'bad_plan' })
      }
    },
  )

  it('leaves nothing behind when a part of it is refused, and its operation stays usable', async () => {
    const { coach } = await makeWorld()
    const op_id = randomUUID()
    const end = [{ slot_id: randomUUID(), expected: '2026-01-01', last_day: null }]
    const refused = database.asUser(coach, plan({ op_id, add: [slotOf()], end }))
    expect(await refusal(refused)).toMatchObject({ code: 'PT404', message: 'slot_not_found' })
    expect(await database.asUser(coach, plan({ op_id, add: [slotOf()] }))).toMatchObject({ replayed: false })
    expect(await database.asUser(coach, plan({ op_id, add: [slotOf()] }))).toMatchObject({ replayed: true })
    expect(await agenda(coach, '2026-03-10', '2026-03-10')).toHaveLength(2)
  })
})
