import ICAL from 'ical.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agendaFeed } from '@/agenda/calendar-data'
import { agenda } from '@/agenda/data'
import type { LocalDate, Uuid } from '@/core/model'
import { env } from '@/lib/settings/env'
import { CALENDAR } from '@/site/documents'
import { backend, coach } from '../../support/coach'
import { addClub, addStudent, giveCancelled, giveLesson } from '../../support/world/api'
import { dataOf } from '../../support/world/services'
import { daysFromToday, newId } from '../../support/world/values'
import { device, ownDevice } from '../own-device'

ownDevice()
afterEach(() => {
  vi.unstubAllGlobals()
})

const api = () => ({ origin: env.supabaseUrl, key: backend.anonKey })
/** Requests the calendar as a calendar app does through the host, without any of our headers. */
const ask = (token: string) =>
  backend.fetch(new Request(CALENDAR.answeredAt(token, api()), { headers: { accept: '*/*' } }))

async function eventsOf(token: string) {
  const calendar = ICAL.Component.fromString(await (await ask(token)).text())
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const text = (name: string) => event.getFirstPropertyValue(name)?.toString() ?? null
    return {
      uid: text('uid'),
      start: text('dtstart'),
      end: text('dtend'),
      summary: text('summary'),
      location: text('location'),
    }
  })
}

/** Adds a slot at ten o'clock São Paulo time, on one date. */
async function addSlot(on: LocalDate, students: Uuid[], club_id: Uuid | null = null): Promise<Uuid> {
  const id = newId()
  const slot = { id, user_id: coach.id, start_time: '10:00', starts_on: on, ends_on: on, club_id }
  await coach.client.from('lesson_slots').insert(slot).throwOnError()
  const expected = students.map((student_id) => ({ user_id: coach.id, slot_id: id, student_id }))
  await coach.client.from('lesson_slot_students').insert(expected).throwOnError()
  return id
}

const answer = (slot_id: Uuid, slot_date: LocalDate, session: Uuid) =>
  backend.sql('update public.sessions set slot_id = $1, slot_date = $2 where id = $3', [
    slot_id,
    slot_date,
    session,
  ])

const date = (day: LocalDate) => new Date(`${day}T13:00:00Z`)

const summaries = async (token: string) => (await eventsOf(token)).map(({ summary }) => summary)

describe('the calendar', () => {
  it('answers `Accept: */*` as a calendar: hosted PostgREST does so only for the any-type domain', async () => {
    const returned = await backend.sql(
      `select t.typname as name, t.typtype as kind, format_type(t.typbasetype, null) as base,
              p.provolatile as volatility
         from pg_proc p join pg_type t on t.oid = p.prorettype
        where p.oid = 'public.get_agenda_feed(text, text)'::regprocedure`,
    )
    expect(returned).toEqual([{ name: '*/*', kind: 'd', base: 'bytea', volatility: 's' }])
    const response = await ask(`${dataOf(await agendaFeed.rotate())}.ics`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=900',
      'x-robots-tag': 'noindex',
    })
  })

  it('has first names, club and time of each lesson, in UTC, and nothing else of anybody', async () => {
    const ana = await addStudent(coach, { name: 'Ana Souza', notes: 'Joelho', phone: '11912345678' })
    const bia = await addStudent(coach, { name: 'Bia Lopes' })
    const away = await addStudent(coach, { name: 'Caio Reis', status: 'inactive' })
    const club = await addClub(coach, { name: 'Arena Sul' })
    const day = daysFromToday(3)
    const slot = await addSlot(day, [ana, bia, away], club)
    // Outside of the feed's range by two days, because the coach's day may differ from this machine's.
    await addSlot(daysFromToday(-9), [ana])
    await addSlot(daysFromToday(122), [ana])
    const token = dataOf(await agendaFeed.rotate())
    expect(await eventsOf(token)).toEqual([
      {
        uid: `${slot}-${day}`,
        start: `${day}T13:00:00Z`,
        end: `${day}T14:00:00Z`,
        summary: 'Ana, Bia',
        location: 'Arena Sul',
      },
    ])
    const text = await (await ask(token)).text()
    expect(text).not.toMatch(/Souza|Lopes|Caio|Joelho|98765|RRULE|TZID|VTIMEZONE|VALARM|METHOD/)
  })

  it('is read by a parser whatever is in a name, in lines of 75 octets that cut no character', async () => {
    const names = [
      `${'🎾'.repeat(49)} Souza`,
      `${'ção'.repeat(25)} x`,
      'Ana\r\nEND:VCALENDAR\nBEGIN:VALARM',
      'B\u0007i\u2028a\u0085;,\\:"^n x',
      'SUMMARY:x\\n y',
      'Caio\u00A0Lima',
    ]
    const students = []
    for (const name of names) students.push(await addStudent(coach, { name }))
    const club = await addClub(coach, { name: `Clube “Ação”, quadra 1; \\n\r\nATTACH:x ${'é'.repeat(60)}` })
    await addSlot(daysFromToday(1), students, club)
    const token = dataOf(await agendaFeed.rotate())

    const bytes = new Uint8Array(await (await ask(token)).arrayBuffer())
    const lines = Buffer.from(bytes).toString('latin1').split('\r\n')
    expect(lines.pop()).toBe('')
    expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([])
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(75)
    const strict = new TextDecoder('utf-8', { fatal: true })
    for (const line of lines) strict.decode(Buffer.from(line, 'latin1'))

    const [event, ...more] = await eventsOf(token)
    expect(more).toEqual([])
    expect(event?.summary?.split(', ').toSorted()).toEqual(
      ['Ana', 'B i', 'Caio', 'SUMMARY:x\\n', 'ção'.repeat(25), '🎾'.repeat(49)].toSorted(),
    )
    expect(event?.location).toBe(`Clube “Ação”, quadra 1; \\n ATTACH:x ${'é'.repeat(60)}`)
  })

  it('shows the agenda as it is: moved, skipped, cancelled, held by others, free', async () => {
    const ana = await addStudent(coach, { name: 'Ana Souza' })
    const bia = await addStudent(coach, { name: 'Bia Lopes' })
    const [skipped, moved, cancelled, held] = [3, 4, -2, -1].map(daysFromToday)
    if (!skipped || !moved || !cancelled || !held) throw new Error('No days')
    const slot_id = await addSlot(skipped, [ana])
    const other = await addSlot(moved, [ana])
    const movedTo = `${daysFromToday(6)}T18:30:00Z`
    const add = [
      { slot_id, slot_date: skipped, reason: 'holiday' as const, moved_to: null },
      { slot_id: other, slot_date: moved, reason: null, moved_to: movedTo },
    ]
    dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [], skips: { add, remove: [] } }))
    const rained = await giveCancelled(coach, { date: date(cancelled) }, [ana])
    await answer(await addSlot(cancelled, [ana]), cancelled, rained)
    const lesson = await giveLesson(coach, { date: date(held) }, [{ student: bia }])
    await answer(await addSlot(held, [ana]), held, lesson)
    await addSlot(daysFromToday(9), [])
    expect(
      (await eventsOf(dataOf(await agendaFeed.rotate()))).map(({ start, summary }) => [start, summary]),
    ).toEqual([
      [`${held}T13:00:00Z`, 'Bia'],
      [`${daysFromToday(6)}T18:30:00Z`, 'Ana'],
      [`${daysFromToday(9)}T13:00:00Z`, 'Horário livre'],
    ])
  })
})

describe('its address', () => {
  it('is there once it is made; a new one empties the old one', async () => {
    await addSlot(daysFromToday(1), [])
    expect(dataOf(await agendaFeed.token())).toBeNull()
    const first = dataOf(await agendaFeed.rotate(coach.id))
    expect(dataOf(await agendaFeed.token())).toBe(first)
    expect(await summaries(first)).toHaveLength(1)
    const second = dataOf(await agendaFeed.rotate())
    expect(await summaries(first)).toEqual([])
    expect(await summaries(second)).toHaveLength(1)
    expect(await agendaFeed.rotate(newId())).toMatchObject({ code: 'unauthenticated' })
  })

  it.each([
    ['a calendar', true, new Response('BEGIN:VCALENDAR', { headers: { 'content-type': 'text/calendar' } })],
    ['a page', false, new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['quoted JSON', false, Response.json('BEGIN:VCALENDAR')],
    ['an error', false, new Response('', { status: 502, headers: { 'content-type': 'text/calendar' } })],
  ])('that answers %s is taken for a calendar: %s', async (_, isCalendar, response) => {
    vi.stubGlobal('fetch', async () => response)
    expect(await agendaFeed.answers('https://voleio.example/agenda/x.ics')).toBe(isCalendar)
  })

  it('has the same answer as a file, and no network is a failure', async () => {
    await addSlot(daysFromToday(1), [])
    const token = dataOf(await agendaFeed.rotate())
    vi.stubGlobal('fetch', backend.clientFetch)
    const stamp = /DTSTAMP:.*/g
    const file = dataOf(await agendaFeed.file(token))
    expect(file.replace(stamp, '')).toBe((await (await ask(token)).text()).replace(stamp, ''))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await agendaFeed.file(token)).toMatchObject({ success: false, code: 'server' })
    device.network(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await agendaFeed.token()).toMatchObject({ success: false, code: 'network' })
  })
})
