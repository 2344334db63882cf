import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { LAST_DAY, LENGTHS, PACKAGE_LIMITS, RATING } from '@/core/constants'
import { addDays } from '@/core/dates'
import { trimmed } from '@/core/text.schema'
import { type Parameter, refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import {
  insert,
  LEAD,
  leaveLead,
  makeCoach,
  makePackage,
  makeStudent,
  PACKAGE,
  registerLesson,
  rowOf,
  STUDENT,
  insertUngranted,
} from '../support/world/sql'
import { feedbackRow } from '../support/world/values'

type Row = Record<string, Parameter>

const CLUB: Row = { name: 'Clube' }
const SESSION: Row = { teacher: 'Ana' }
const ALERT: Row = {
  type: 'no_club_registered',
  priority: 'low',
  message: 'Sem clube',
  dedupe_key: 'no_club_registered',
}
const SLOT: Row = { weekday: 2, start_time: '07:00', minutes: 60, starts_on: '2026-01-10' }
const x = (length: number) => 'x'.repeat(length)
const email = (length: number) => x(length - 5) + '@a.bc'
const uuids = (count: number) =>
  `{${Array.from({ length: count }, () => '00000000-0000-4000-8000-000000000000').join()}}`

const CHECK = '23514'
const NULL = '23502'

/** Table, a valid row, the change that makes it invalid, and the constraint that refuses it. */
const REFUSED: [string, Row, Row, string][] = [
  ['students', STUDENT, { name: x(LENGTHS.studentNameMin - 1) }, CHECK],
  ['students', STUDENT, { name: x(LENGTHS.studentName + 1) }, CHECK],
  ['students', STUDENT, { name: ' Marina ' }, CHECK],
  // Anonymising would find the empty word before the line break in every text.
  ['students', STUDENT, { name: '\nMarina' }, CHECK],
  ['students', STUDENT, { name: 'Marina\t' }, CHECK],
  ['students', STUDENT, { name: 'Ana\u202E' }, CHECK],
  ['students', STUDENT, { name: 'Ana\u2066' }, CHECK],
  ['students', STUDENT, { name: '\u200B\u200B' }, CHECK],
  ['students', STUDENT, { name: null }, NULL],
  ['students', STUDENT, { email: email(LENGTHS.email + 1) }, CHECK],
  ['students', STUDENT, { email: 'lia' }, CHECK],
  ['students', STUDENT, { email: '' }, CHECK],
  ['students', STUDENT, { phone: '11987' }, CHECK],
  ['students', STUDENT, { phone: '(11) 98765-4321' }, CHECK],
  ['students', STUDENT, { phone: '1'.repeat(16) }, CHECK],
  ['students', STUDENT, { phone: null }, NULL],
  ['students', STUDENT, { gender: 'other' }, CHECK],
  ['students', STUDENT, { type: 'guest' }, CHECK],
  ['students', STUDENT, { classe: '8-classe' }, CHECK],
  ['students', STUDENT, { status: 'gone' }, CHECK],
  ['students', STUDENT, { notes: x(LENGTHS.studentNotes + 1) }, CHECK],
  ['packages', PACKAGE, { name: ' ' }, CHECK],
  ['packages', PACKAGE, { name: '\u200B' }, CHECK],
  ['packages', PACKAGE, { name: x(121) }, CHECK],
  ['packages', PACKAGE, { name: 'Pacote\u202A' }, CHECK],
  ['packages', PACKAGE, { total_classes: PACKAGE_LIMITS.classesMin - 1 }, CHECK],
  ['packages', PACKAGE, { total_classes: PACKAGE_LIMITS.classesMax + 1 }, CHECK],
  ['packages', PACKAGE, { price: PACKAGE_LIMITS.priceMin - 0.01 }, CHECK],
  ['packages', PACKAGE, { price: PACKAGE_LIMITS.priceMax + 0.01 }, '22003'],
  ['packages', PACKAGE, { price: null }, NULL],
  ['packages', PACKAGE, { payment_date: null }, NULL],
  ['packages', PACKAGE, { expiry_date: '2026-01-09' }, CHECK],
  ['packages', PACKAGE, { expiry_date: addDays('2026-01-10', PACKAGE_LIMITS.validityMax + 1) }, CHECK],
  ['packages', PACKAGE, { price: 'NaN' }, CHECK],
  ['clubs', CLUB, { name: '  ' }, CHECK],
  ['clubs', CLUB, { name: '\u2060\u3164' }, CHECK],
  ['clubs', CLUB, { name: x(LENGTHS.clubName + 1) }, CHECK],
  ['clubs', CLUB, { name: 'Clube\u2069' }, CHECK],
  ['clubs', CLUB, { address: x(LENGTHS.address + 1) }, CHECK],
  ['clubs', CLUB, { phone: '12' }, CHECK],
  ['sessions', SESSION, { teacher: ' ' }, CHECK],
  ['sessions', SESSION, { teacher: '\u00AD' }, CHECK],
  ['sessions', SESSION, { teacher: x(LENGTHS.personName + 1) }, CHECK],
  ['sessions', SESSION, { teacher: 'Ana\u202D' }, CHECK],
  ['sessions', SESSION, { notes: x(LENGTHS.lessonNotes + 1) }, CHECK],
  ['sessions', SESSION, { slot_date: '2026-02-10' }, CHECK],
  ['lesson_slots', SLOT, { weekday: 7 }, CHECK],
  ['lesson_slots', SLOT, { weekday: null }, CHECK],
  ['lesson_slots', SLOT, { weekday: null, ends_on: '2026-01-11' }, CHECK],
  ['lesson_slots', SLOT, { start_time: '07:00:30' }, CHECK],
  ['lesson_slots', SLOT, { start_time: '24:00' }, CHECK],
  ['lesson_slots', SLOT, { minutes: 14 }, CHECK],
  ['lesson_slots', SLOT, { minutes: 601 }, CHECK],
  ['lesson_slots', SLOT, { ends_on: '2026-01-09' }, CHECK],
  ['lesson_slots', SLOT, { replaces: uuids(51) }, CHECK],
  ['lesson_slots', SLOT, { replaces: '{null}' }, CHECK],
  ['alerts', ALERT, { type: 'boredom' }, CHECK],
  ['alerts', ALERT, { priority: 'urgent' }, CHECK],
  ['alerts', ALERT, { message: '' }, CHECK],
  ['alerts', ALERT, { message: x(501) }, CHECK],
  ['alerts', ALERT, { dedupe_key: x(201) }, CHECK],
  ['alerts', ALERT, { facts: '[]' }, CHECK],
  ['alerts', ALERT, { facts: JSON.stringify({ x: x(2000) }) }, CHECK],
  ['alerts', ALERT, { package_id: '00000000-0000-4000-8000-000000000000' }, CHECK],
]

const ALLOWED: [string, Row, Row][] = [
  [
    'students',
    STUDENT,
    {
      name: x(LENGTHS.studentName),
      notes: x(LENGTHS.studentNotes),
      email: email(LENGTHS.email),
      phone: '1'.repeat(15),
    },
  ],
  ['students', STUDENT, { name: "Zé d'Ávila 🎾 <b>", email: null, notes: null }],
  [
    'packages',
    PACKAGE,
    { total_classes: PACKAGE_LIMITS.classesMin, price: PACKAGE_LIMITS.priceMin, expiry_date: '2026-01-10' },
  ],
  [
    'packages',
    PACKAGE,
    {
      total_classes: PACKAGE_LIMITS.classesMax,
      price: PACKAGE_LIMITS.priceMax,
      expiry_date: addDays('2026-01-10', PACKAGE_LIMITS.validityMax),
    },
  ],
  ['clubs', CLUB, { name: x(LENGTHS.clubName), address: x(LENGTHS.address), phone: '551132654321' }],
  ['sessions', SESSION, { teacher: x(LENGTHS.personName), notes: x(LENGTHS.lessonNotes) }],
  ['alerts', ALERT, { message: x(500) }],
  ['lesson_slots', SLOT, { weekday: 0, start_time: '00:00:00', minutes: 15, ends_on: LAST_DAY }],
  ['lesson_slots', SLOT, { weekday: null, start_time: '23:59:00', minutes: 600, ends_on: '2026-01-10' }],
]

/** Checks refuse all of these except the language, which the policy refuses. */
const LEADS_REFUSED: Row[] = [
  { name: ' ' },
  { name: '\u00AD\u3164' },
  { name: x(LENGTHS.personName + 1) },
  { email: 'lia' },
  { email: 'lia@voleio' },
  { email: `${x(251)}@a.bc` },
  { email: 'lia.prado.silva@voleio.test\r\nBcc: x' },
  { phone: '11987654321' },
  { phone: '+123456' },
  { phone: '+1234567890123456' },
  { phone: '+01234567' },
  { country: ' ' },
  { country: x(LENGTHS.leadCountry + 1) },
  { heard_from: '' },
  { heard_from: x(LENGTHS.leadHeardFrom + 1) },
  { language: 'es' },
  { sports: `{${Array.from({ length: 13 }, () => 'a').join(',')}}` },
  { sports: '{NULL}' },
  { sports: `{${x(401)}}` },
]

const label = (row: Row) => {
  const [entry] = Object.entries(row)
  const text = typeof entry?.[1] === 'object' ? JSON.stringify(entry[1]) : String(entry?.[1])
  return entry ? `${entry[0]} ${text.slice(0, 20)} (${text.length})` : ''
}

const db = await sharedDatabase()

async function ownRow(table: string, row: Row): Promise<[string, Row]> {
  const coach = await makeCoach(db)
  const owned = { ...row, user_id: coach }
  return [coach, table === 'packages' ? { ...owned, student_id: await makeStudent(db, coach) } : owned]
}

it.each(
  REFUSED.map(
    ([table, row, change, code]) => [`${table}: ${label(change)}`, table, row, change, code] as const,
  ),
)('refuses %s', async (_, table, row, change, code) => {
  const [coach, owned] = await ownRow(table, row)
  const refused = insert(db.as(coach), table, { ...owned, ...change })
  expect((await refusal(refused)).code).toBe(code)
})

it.each(ALLOWED.map(([table, row, change]) => [`${table}: ${label(change)}`, table, row, change] as const))(
  'takes %s',
  async (_, table, row, change) => {
    const [coach, owned] = await ownRow(table, row)
    const id = await insert(db.as(coach), table, { ...owned, ...change })
    expect(await rowOf(db, table, id)).toMatchObject(change)
  },
)

it('the forms and the database agree on what nobody can see', async () => {
  const rows = await db.owner<{ code: number }>(
    `select code from generate_series(1, x'10ffff'::integer) code
        where code not between x'd800'::integer and x'dfff'::integer and not private.is_seen(chr(code))`,
  )
  const form = trimmed()
  const isEmpty = (code: number) => z.parse(form, String.fromCodePoint(code)) === ''
  // The planes between hold letters, or nothing.
  const codes = [...Array(0x2_00_00).keys(), ...Array.from({ length: 0x20_00 }, (_, at) => 0xe_00_00 + at)]
  const ofForms = codes.filter((code) => code > 0 && !(code >= 0xd8_00 && code <= 0xdf_ff) && isEmpty(code))
  expect(rows.map(({ code }) => code)).toEqual(ofForms)
})

it('a package renews another one, not itself', async () => {
  const [coach, pack] = await ownRow('packages', PACKAGE)
  const id = await insert(db.as(coach), 'packages', pack)
  const itself = db.as(coach)('update public.packages set renews = id where id = $1', [id])
  expect((await refusal(itself)).code).toBe(CHECK)
})

it.each([
  ['a rating too low', `rating = ${RATING.min - 1}`],
  ['a rating too high', `rating = ${RATING.max + 1}`],
  ['notes that are too long', `notes = repeat('x', ${LENGTHS.feedbackNotes + 1})`],
  ['private notes that are too long', `private_notes = repeat('x', ${LENGTHS.feedbackNotes + 1})`],
  ['21 tags', `tags = array_fill('a'::text, array[21])`],
  ['a tag that is nothing', 'tags = array[null]::text[]'],
  ['tags of 801 characters', `tags = array[repeat('x', 801)]`],
])('feedback refuses %s', async (_, change) => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const { id } = await registerLesson(db, coach, [{ student }])
  const refused = db.as(coach)(`update public.session_feedbacks set ${change} where session_id = $1`, [id])
  expect((await refusal(refused)).code).toBe(CHECK)
})

it('an exception says a known reason, or where to, and only once for a date', async () => {
  const coach = await makeCoach(db)
  const slot_id = await insert(db.as(coach), 'lesson_slots', { ...SLOT, user_id: coach })
  const except = (change: Row) =>
    db.asUser(coach, (query) =>
      insertUngranted(query, 'slot_exceptions', {
        user_id: coach,
        slot_id,
        slot_date: '2026-02-10',
        ...change,
      }),
    )
  for (const change of [
    {},
    { reason: 'boredom' },
    { moved_to: '1999-12-31T00:00:00Z' },
    { reason: 'recess' },
  ])
    expect((await refusal(except(change))).code).toBe(CHECK)
  const recess_id = await db.asUser(coach, (query) =>
    insertUngranted(query, 'recesses', { user_id: coach, first_day: '2026-02-10', last_day: '2026-02-10' }),
  )
  expect((await refusal(except({ reason: 'rain', recess_id }))).code).toBe(CHECK)
  await except({ reason: 'recess', recess_id })
  expect((await refusal(except({ reason: 'rain' }))).code).toBe('23505')
})

it('the address of a calendar is 64 characters that nobody chose', async () => {
  const coach = await makeCoach(db)
  const rotate = () => db.as(coach)<{ token: string }>('select public.rotate_agenda_token() as token')
  const tokens = [...(await rotate()), ...(await rotate())].map(({ token }) => token)
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(tokens).size).toBe(2)
})

it('a deleted club leaves its slots, without a place', async () => {
  const coach = await makeCoach(db)
  const id = await db.asUser(coach, async (query) => {
    const club_id = await insert(query, 'clubs', { ...CLUB, user_id: coach })
    const slot = await insert(query, 'lesson_slots', { ...SLOT, user_id: coach, club_id })
    await query('delete from public.clubs where id = $1', [club_id])
    return slot
  })
  expect(await rowOf(db, 'lesson_slots', id)).toMatchObject({ club_id: null, weekday: 2 })
})

it('a deleted club leaves its feedback, without changing the lesson', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const club = await insert(db.as(coach), 'clubs', { ...CLUB, user_id: coach })
  const { id, session } = await registerLesson(db, coach, [{ student }], {
    feedbacks: [feedbackRow(student, { club_id: club })],
  })
  await db.as(coach)('delete from public.clubs where id = $1', [club])
  const rows = await db.as(coach)(
    'select rating, club_id from public.session_feedbacks where session_id = $1',
    [id],
  )
  expect(rows).toEqual([{ rating: 4, club_id: null }])
  expect(await rowOf(db, 'sessions', id)).toMatchObject({ version: session?.version })
})

it('an alert ends only resolved', async () => {
  const coach = await makeCoach(db)
  const id = await insert(db.as(coach), 'alerts', { ...ALERT, user_id: coach })
  const refused = db.as(coach)('update public.alerts set ended = true where id = $1', [id])
  expect((await refusal(refused)).code).toBe(CHECK)
})

it('the first club is the default, and removing the default one names the next by name', async () => {
  const coach = await makeCoach(db)
  const run = (text: string, values: string[] = []) => db.as(coach)(text, values)
  const add = (name: string) => insert(db.as(coach), 'clubs', { name, user_id: coach, is_default: false })
  const clubs = () => run('select name, is_default from public.clubs order by name')
  const first = await add('Meio')
  // The update is repeated after a lost answer, with the box 'default' still empty.
  await run('update public.clubs set is_default = false where id = $1', [first])
  expect(await clubs()).toEqual([{ name: 'Meio', is_default: true }])

  const last = await add('Zona Sul')
  await add('Arena')
  await run('delete from public.clubs where id = $1', [last])
  expect(await clubs()).toEqual([
    { name: 'Arena', is_default: false },
    { name: 'Meio', is_default: true },
  ])
  await run('delete from public.clubs where id = $1', [first])
  expect(await clubs()).toEqual([{ name: 'Arena', is_default: true }])
  await run('delete from public.clubs')
  expect(await clubs()).toEqual([])
})

it('profiles: name and sport have their lengths, the phone its digits', async () => {
  const coach = await makeCoach(db)
  for (const change of [
    `name = ' '`,
    `name = 'Ana' || chr(8238)`,
    `name = repeat('x', 256)`,
    `phone = '+55'`,
    `main_sport = ''`,
    `main_sport = repeat('x', 61)`,
  ]) {
    const refused = db.as(coach)(`update public.profiles set ${change}`)
    expect((await refusal(refused)).code, change).toBe(CHECK)
  }
  await db.as(coach)(`update public.profiles set name = repeat('x', 255), phone = '5511987654321'`)
  expect(await rowOf(db, 'profiles', coach)).toMatchObject({ name: x(255), phone: '5511987654321' })
})

it('neither a sale nor a lesson stamps its student', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const before = await rowOf(db, 'students', student)
  await registerLesson(db, coach, [{ student, package: await makePackage(db, coach, student) }])
  expect(await rowOf(db, 'students', student)).toMatchObject({
    total_credits: 3,
    updated_at: before?.['updated_at'],
  })
})

it.each(LEADS_REFUSED.map((change) => [label(change), change] as const))(
  'a lead is refused: %s',
  async (_, change) => {
    const refused = db.asAnon((query) => leaveLead(query, { ...LEAD, ...change }))
    expect((await refusal(refused)).code).toBe('language' in change ? '42501' : CHECK)
  },
)

it('a lead of one character is enough, for the name and for the country', async () => {
  await db.asAnon((query) => leaveLead(query, { ...LEAD, name: 'O', country: '中' }))
  const rows = await db.owner(`select country from public.racketleads where name = 'O'`)
  expect(rows).toEqual([{ country: '中' }])
})
