import { describe, expect, it, test } from 'vitest'
import { heldIntent, namesIn, noteOf, skipIntent } from '@/agenda/answers'
import { signsOf } from '@/agenda/occurrence-signs'
import {
  canSkip,
  isAnswered,
  isLesson,
  namesOf,
  stateOf,
  type Occurrence,
  isOn,
  isWithin,
  keptDays,
} from '@/agenda/rules'
import { canRainOn, countUnanswered, shownOf, todayOf, tomorrowOf, type AnsweredAt } from '@/agenda/today'
import { addDays, daysBetween } from '@/core/dates'
import { HERE, occurrence } from '../../support/world/agenda'

const TODAY = '2026-11-20'
const at = (time: string, day = TODAY) => new Date(`${day}T${time}:00`)
const on = (day: string, time = '12:00', overrides: Partial<Occurrence> = {}) =>
  occurrence({
    day,
    slot_id: `${day} ${time}`,
    starts_at: { instant: at(time, day).toISOString(), zone: HERE },
    ...overrides,
  })

describe('an occurrence is', () => {
  it.each<[string, Partial<Occurrence>, Date]>([
    ['upcoming', {}, at('11:59')],
    ['running', {}, at('12:00')],
    ['unanswered', {}, at('13:00')],
    ['unanswered', {}, at('23:59', '2026-11-27')],
    ['lapsed', {}, at('00:00', '2026-11-28')],
    ['held', { session_id: 'l1' }, at('11:00')],
    ['cancelled', { session_id: 'l1', cancelled_reason: 'rain' }, at('13:00')],
    ['skipped', { reason: 'holiday' }, at('11:00')],
    ['skipped', { reason: 'rain' }, at('13:00', '2027-01-01')],
    ['free', { students: [] }, at('13:00')],
    // A lesson stays, also when all its students were anonymised or deleted since.
    ['held', { session_id: 'l1', students: [] }, at('13:00')],
  ])('%s with %j at %s', (state, overrides, now) => {
    expect(stateOf(occurrence(overrides), now)).toBe(state)
  })

  it.each([
    ['held', null],
    ['cancelled', 'rain'],
  ] as const)('%s also where it is a lesson without a slot', (state, cancelled_reason) => {
    const { starts_at, day, students } = occurrence()
    expect(stateOf({ id: 'l1', starts_at, day, students, cancelled_reason }, at('13:00'))).toBe(state)
  })

  it("lapsed by the days of the agenda's time zone", () => {
    // The lesson was at 08:00 of the 21st in Tokyo, where the eighth day after it begins at 15:00 UTC.
    const there = { day: '2026-11-21', starts_at: { instant: '2026-11-20T23:00:00Z', zone: 'Asia/Tokyo' } }
    expect(stateOf(occurrence(there), new Date('2026-11-28T14:59:00Z'))).toBe('unanswered')
    expect(stateOf(occurrence(there), new Date('2026-11-28T15:00:00Z'))).toBe('lapsed')
  })

  it.each<[boolean, Partial<Occurrence>]>([
    [true, {}],
    [true, { students: [] }],
    [false, { session_id: 'l1' }],
    [false, { reason: 'rain' }],
  ])('to be skipped (%s) with %j, before and after it', (expected, overrides) => {
    expect(canSkip(occurrence(overrides))).toBe(expected)
  })

  it.each<[boolean, Partial<Occurrence>]>([
    [true, {}],
    [true, { session_id: 'l1' }],
    [false, { session_id: 'l1', cancelled_reason: 'rain' }],
    [false, { reason: 'holiday' }],
    [false, { students: [] }],
  ])('counted among the lessons of its day (%s) with %j', (expected, overrides) => {
    expect(isLesson(occurrence(overrides))).toBe(expected)
  })

  it.each<[boolean, Partial<Occurrence>]>([
    [false, {}],
    [true, { session_id: 'l1' }],
    [true, { reason: 'rain' }],
    [true, { pending: true }],
  ])('answered (%s) with %j', (expected, overrides) => {
    expect(isAnswered(occurrence(overrides))).toBe(expected)
  })

  it('called by who comes, else a free hour', () => {
    const students = [
      { id: 's1', name: 'Ana' },
      { id: 's2', name: 'Bia' },
    ]
    expect(namesOf({ students })).toBe('Ana, Bia')
    expect(namesOf({ students: [] })).toBe('Horário livre')
  })
})

test.each([
  ['2026-11-20', '07:30', ['Remarcada: era 12:00']],
  ['2026-11-21', '12:00', ['Remarcada: era sex, 20/11']],
  // Moved away, then moved to its own hour again.
  ['2026-11-20', '12:00', []],
])('a lesson of 20/11, 12:00 that was moved to %s, %s says where it was', (day, time, words) => {
  const to = { instant: at(time, day).toISOString(), zone: HERE }
  const moved = occurrence({ day, slot_date: TODAY, starts_at: to, moved_to: to })
  expect(signsOf(moved, at('00:00')).map((sign) => sign.words)).toEqual(words)
})

describe('an answer names the occurrence as the coach saw it', () => {
  const students = [
    { id: 's1', name: 'Marina Costa' },
    { id: 's2', name: 'Rui Alves' },
  ]
  const starts_at = { instant: '2026-11-21T15:00:00Z', zone: HERE }
  const moved = occurrence({ day: '2026-11-21', slot_date: TODAY, moved_to: starts_at, starts_at, students })
  const slot = { slotId: 'slot', slotDate: TODAY, movedTo: starts_at.instant }

  it('that took place, or was skipped', () => {
    expect(heldIntent('op', moved, 'Ana')).toMatchObject({
      slot,
      takesReplies: true,
      date: starts_at.instant,
    })
    expect(heldIntent('op', occurrence(), 'Ana').slot).toEqual({ ...slot, movedTo: null })
    // A student who was excused may reply since then that they come, so the attendance is decided when the answer is
    // sent.
    const late = { id: 's1', name: 'Marina Costa', reply: 'not_coming' as const, outcome: 'late' as const }
    const excusing = heldIntent('op', occurrence({ students: [late] }), 'Ana', ['s1'])
    expect(excusing).toMatchObject({ excused: ['s1'] })
    expect(excusing.participants).toEqual([{ studentId: 's1', feedback: null }])
    const skipped = { ...slot, day: '2026-11-21', startsAt: starts_at, studentIds: ['s1', 's2'] }
    const skip = { opId: 'op', occurrences: [skipped], reason: 'rain' as const }
    expect(skipIntent('op', [moved], 'rain')).toEqual(skip)
    expect(skipIntent('op', [moved], 'rain', { days: 7 })).toEqual({ ...skip, extension: { days: 7 } })
  })

  it('to which somebody does not come', () => {
    const note = { studentId: 's1', reply: 'not_coming' as const, toldAt: '2026-11-20T12:00:00Z' }
    const about = { slotId: 'slot', slotDate: TODAY }
    expect(noteOf(moved, 's1', note.reply, note.toldAt)).toEqual({
      slot: about,
      startsAt: starts_at,
      ...note,
    })
    expect(namesIn([moved])).toEqual({ s1: 'Marina Costa', s2: 'Rui Alves' })
  })
})

const ids = (occurrences: readonly Occurrence[]) => occurrences.map(({ slot_id }) => slot_id)

describe('today', () => {
  const week = [
    on('2026-11-12'),
    on('2026-11-18', '08:00'),
    on('2026-11-18', '09:00', { reason: 'rain' }),
    on('2026-11-19', '07:00'),
    on('2026-11-19', '18:00'),
    on(TODAY, '08:00'),
    on(TODAY, '09:00', { session_id: 'l1' }),
    on(TODAY, '11:30'),
    on(TODAY, '12:30', { students: [] }),
    on(TODAY, '17:00'),
    on(TODAY, '18:00'),
    on('2026-11-21'),
    on('2026-11-21', '13:00', { reason: 'coach' }),
    on('2026-11-21', '14:00', { students: [] }),
  ]
  const noon = () => todayOf(week, at('12:00'), TODAY)

  it('asks about the lesson that runs first; the others of the day follow, free hours left out', () => {
    const { card, rest } = noon()
    expect(card?.slot_id).toBe('2026-11-20 11:30')
    expect(ids(rest)).toEqual(['08:00', '09:00', '17:00', '18:00'].map((time) => `2026-11-20 ${time}`))
  })

  it('has what was not answered in the last seven days, the newest day first', () => {
    expect(noon().unanswered.map(({ day, occurrences }) => [day, ids(occurrences)])).toEqual([
      ['2026-11-19', ['2026-11-19 07:00', '2026-11-19 18:00']],
      ['2026-11-18', ['2026-11-18 08:00']],
    ])
  })

  const day = [on(TODAY, '08:00'), on(TODAY, '09:00'), on(TODAY, '15:00')]
  it.each([
    ['07:20', '08:00', 'the first of the day, before it'],
    ['09:15', '08:00', 'one that is just over, while the next one has begun'],
    ['09:16', '09:00', 'the one that runs'],
    ['14:29', '09:00', 'the last one that nobody answered'],
    ['14:30', '15:00', 'the next one, soon before it'],
    ['18:00', '15:00', 'the last one again'],
  ])('at %s asks about %s: %s', (time, asked) => {
    const { card: first } = todayOf(day, at(time), TODAY)
    expect(first?.slot_id).toBe(asked && `${TODAY} ${asked}`)
  })

  it('the lesson that runs is the card after midnight too, also once answered, and is not asked about twice', () => {
    const late = on('2026-11-19', '23:30')
    const before = on('2026-11-19', '21:30')
    const seen = (time: string, of = late, answered?: AnsweredAt) => {
      const read = todayOf([before, of, on(TODAY, '07:00')], at(time), TODAY, (each) =>
        each === of ? answered : undefined,
      )
      const asked = read.unanswered.flatMap(({ occurrences }) => ids(occurrences))
      return [read.card?.slot_id, ids(read.rest), asked]
    }
    const next = `${TODAY} 07:00`
    // Rain would cancel the lessons of today, and this one is yesterday's.
    expect(canRainOn(TODAY, [late], at('00:10'))).toBe(false)
    expect(canRainOn(TODAY, [late, on(TODAY, '07:00')], at('00:10'))).toBe(true)
    expect(seen('00:45')).toEqual([late.slot_id, [next], [before.slot_id]])
    expect(seen('00:46')).toEqual([next, [], [before.slot_id, late.slot_id]])
    const held = { ...late, session_id: 'l1' }
    const here = { now: at('00:40'), today: TODAY, wasCard: true }
    expect(seen('00:46', held, here)).toEqual([late.slot_id, [next], [before.slot_id]])
    // Answered on another device, the occurrence belongs to yesterday.
    expect(seen('00:45', held)).toEqual([next, [], [before.slot_id]])
  })

  it.each([
    ['09:19', '08:00', 'for ten minutes, whatever begins'],
    ['09:20', '09:00', 'until one that has begun takes it'],
  ])('at %s the card answered at 09:10 is %s: %s', (time, kept) => {
    const [first = week[0], ...others] = day
    const answered = { now: at('09:10'), today: TODAY, wasCard: true }
    const now = todayOf([{ ...on(TODAY, '08:00'), session_id: 'l1' }, ...others], at(time), TODAY, (each) =>
      each.slot_id === first?.slot_id ? answered : undefined,
    )
    expect(now.card?.slot_id).toBe(`${TODAY} ${kept}`)
  })

  it('the card of one that was answered stays without another one soon, and what was answered stays in its day', () => {
    const held = { ...on(TODAY, '08:00'), session_id: 'l1' }
    const skipped = { ...on(TODAY, '08:00'), reason: 'rain' as const }
    const earlier = { ...on('2026-11-19', '08:00'), session_id: 'l2' }
    // Answered, undone, and since then moved by another device.
    const moved = on('2026-11-21', '08:00')
    const answered = { now: at('09:10'), today: TODAY, wasCard: true }
    const later = (first: Occurrence, time: string) =>
      todayOf([earlier, first, on(TODAY, '15:00'), moved], at(time), TODAY, () => answered)
    expect(later(held, '14:29').card).toBe(held)
    expect(later(held, '14:30').card?.slot_id).toBe(`${TODAY} 15:00`)
    expect(later(skipped, '14:29').card?.slot_id).toBe(`${TODAY} 15:00`)
    expect(later(held, '14:29').unanswered).toEqual([{ day: earlier.day, occurrences: [earlier] }])
  })

  it('of two cards that were answered the last one stays', () => {
    const both = ['08:00', '09:00'].map((time) => on(TODAY, time, { session_id: time }))
    const { card } = todayOf(both, at('10:20'), TODAY, ({ session_id }) => ({
      now: at(session_id === '08:00' ? '10:11' : '10:12'),
      today: TODAY,
      wasCard: true,
    }))
    expect(card).toBe(both[1])
  })

  it('what was answered in a row, or is asked about again, keeps no card', () => {
    const held = on(TODAY, '09:00', { session_id: 'l1' })
    const cardOf = (first: Occurrence, wasCard: boolean) =>
      todayOf([first, on(TODAY, '10:00')], at('10:01'), TODAY, ({ slot_id }) =>
        slot_id === first.slot_id ? { now: at('10:00'), today: TODAY, wasCard } : undefined,
      ).card?.slot_id
    expect(cardOf(held, false)).toBe(`${TODAY} 10:00`)
    expect(cardOf(on(TODAY, '08:00'), true)).toBe(`${TODAY} 10:00`)
  })

  it('shows three other lessons on a phone, those that wait first, and each that waits', () => {
    const long = ['06:00', '07:00', '08:00', '09:00', '14:00', '15:00'].map((time) =>
      on(TODAY, time, time < '08:00' ? { session_id: time } : {}),
    )
    const shown = (now: Date) =>
      [...shownOf(long, now, () => false)].map((key) => key.slice(11, 16)).toSorted()
    expect(shown(at('07:30'))).toEqual(['08:00', '09:00', '14:00'])
    expect(shown(at('10:30'))).toEqual(['08:00', '09:00', '14:00'])
    expect(shown(at('20:00'))).toEqual(['08:00', '09:00', '14:00', '15:00'])
  })

  it('the icon of the app has the number of those that are over and wait', () => {
    expect(countUnanswered(week, at('12:00'))).toBe(4)
  })

  it('knows who is planned for tomorrow', () => {
    expect(ids(tomorrowOf(week, at('12:00'), TODAY))).toEqual(['2026-11-21 12:00'])
  })
})

test.each(Array.from({ length: 7 }, (_, days) => addDays(TODAY, days)))(
  'the device keeps six whole weeks around %s, from seven days before to the last day of which a student can tell',
  (today) => {
    const { from, to } = keptDays(today)
    expect(daysBetween(from, to)).toBe(41)
    expect(daysBetween(from, today)).toBeGreaterThanOrEqual(7)
    expect(daysBetween(today, to)).toBeGreaterThanOrEqual(28)
  },
)

test.each([
  [false, '2026-11-15'],
  [true, '2026-11-16'],
  [true, '2026-11-22'],
  [false, '2026-11-23'],
])('days have both ends (%s): %s', (is, day) => {
  expect(isOn(day, { from: '2026-11-16', to: '2026-11-22' })).toBe(is)
})

test.each([
  [true, '2026-11-16', '2026-11-22'],
  [false, '2026-11-15', '2026-11-22'],
  [false, '2026-11-16', '2026-11-23'],
])('the agenda of the device has all of the days asked for: %s, %s to %s', (has, from, to) => {
  expect(isWithin({ from, to }, { from: '2026-11-16', to: '2026-11-22' })).toBe(has)
})

test('a lesson is offered until the offer ends, also where the agenda was read before', () => {
  const closes_at = at('10:00').toISOString()
  const offered = occurrence({
    day: TODAY,
    opening: { id: 'o', places: 2, taken: 1, closes_at, invites: [] },
  })
  const signs = (time: string) => signsOf(offered, at(time)).map((sign) => sign.words)
  expect([signs('09:59'), signs('10:00')]).toEqual([['Oferecida: 1 de 2'], []])
})

test('of two students with one first name the signs say who is meant', () => {
  const students = [
    { id: 'a', name: 'Ana Lopes', reply: 'not_coming' as const },
    { id: 'b', name: 'Ana Reis', guest: true },
  ]
  const signs = signsOf(occurrence({ day: TODAY, students }), at('00:00'))
  expect(signs.map(({ words }) => words)).toEqual(['Ana Lopes não vem', 'Ana Reis: só neste dia'])
})
