import { describe, expect, it, test } from 'vitest'
import { emptySlot, slotForm, slotSchema, weeklyFrom, type SlotForm } from '@/agenda/slot.schema'
import {
  changedFrom,
  asPlannedPlan,
  changeFromPlan,
  closedFrom,
  earliestChange,
  endPlan,
  leavingFrom,
  lostFrom,
  movePlan,
  newSlotPlan,
  putBackPlan,
  unheardFrom,
} from '@/agenda/slots'
import type { LocalDate } from '@/core/model'
import { slot } from '../../support/world/agenda'

const FRIDAY = '2026-11-20'
const typed = (overrides: Partial<SlotForm> = {}): SlotForm => ({
  ...emptySlot(FRIDAY),
  time: '18:30',
  ...overrides,
})
const problems = (form: SlotForm) => {
  const checked = slotSchema.safeParse(form)
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => [path[0], message])
}
const values = (overrides?: Partial<SlotForm>) => slotSchema.parse(typed(overrides))
let count = 0
const newId = () => `new ${(count += 1)}`

describe('a typed slot', () => {
  test('of a weekday, without an end and without students is fine', () => {
    expect(problems(typed())).toEqual([])
  })

  it.each<[Partial<SlotForm>, string, string]>([
    [{ weekdays: [] }, 'weekdays', 'Escolha pelo menos um dia da semana'],
    [{ time: '' }, 'time', 'Horário é obrigatório'],
    [{ minutes: '14' }, 'minutes', 'A duração deve ser de 15 minutos a 10 horas'],
    [{ minutes: '601' }, 'minutes', 'A duração deve ser de 15 minutos a 10 horas'],
    [{ from: '' }, 'from', 'Data de início é obrigatória'],
    [{ until: '0002-01-01' }, 'until', 'Data inválida'],
    [{ until: '2026-11-19' }, 'until', 'A última data não pode ser antes da primeira'],
    [{ weekdays: [1], until: '2026-11-22' }, 'until', 'Nenhum dos dias escolhidos cai entre as duas datas'],
    [{ from: '2101-01-01' }, 'from', 'Data inválida'],
    [{ repeats: 'once', date: '' }, 'date', 'Data é obrigatória'],
  ])('with %j says what is wrong with it', (overrides, field, message) => {
    expect(problems(typed(overrides))).toEqual([[field, message]])
  })

  test('that is only once needs neither weekdays nor a first day', () => {
    expect(problems(typed({ repeats: 'once', weekdays: [], from: '', until: 'x' }))).toEqual([])
  })
})

describe('the plan', () => {
  test('of a new slot has one for each weekday', () => {
    const plan = newSlotPlan('op', values({ weekdays: [3, 1, 3], studentIds: ['s1'], clubId: 'c1' }), newId)
    expect(plan.add).toMatchObject([
      { weekday: 1, start_time: '18:30:00', minutes: 60, starts_on: FRIDAY, ends_on: null },
      { weekday: 3, students: ['s1'], club_id: 'c1' },
    ])
    expect(new Set(plan.add.map(({ id }) => id)).size).toBe(2)
  })

  test('of one that is only once has its date', () => {
    expect(newSlotPlan('op', values({ repeats: 'once' }), newId).add).toMatchObject([
      { weekday: null, starts_on: FRIDAY, ends_on: FRIDAY },
    ])
  })

  test('of a change from a day on ends the slot the day before, and adds another one', () => {
    const { end, add } = changeFromPlan('op', slot(), FRIDAY, values(), newId)
    expect(end).toEqual([{ slot_id: 'slot', expected: '2026-11-06T12:00:00+00:00', last_day: '2026-11-19' }])
    expect(add).toMatchObject([{ weekday: 5, start_time: '18:30:00', starts_on: FRIDAY }])
    expect(endPlan('op', slot(), FRIDAY)).toEqual({ op_id: 'op', end, add: [] })
  })

  test('of one day moves it, and takes that back', () => {
    const day = { slot_id: 'slot', slot_date: FRIDAY }
    const to = '2026-11-21T15:00:00.000Z'
    expect(movePlan('op', day, to).skips).toEqual({ add: [{ ...day, reason: null, moved_to: to }] })
    expect(asPlannedPlan('op', day).skips).toStrictEqual({ add: [], remove: [day] })
    expect(putBackPlan('op', day).skips).toEqual({
      add: [{ ...day, reason: null, moved_to: null }],
      slot_changed: 'refuse',
    })
    expect(movePlan('op', day, to, null).skips?.add).toMatchObject([{ slot_moved_to: null }])
    expect(movePlan('op', day, to, null, 'UTC').skips?.add).toMatchObject([{ zone: 'UTC' }])
    expect(asPlannedPlan('op', day, to).skips?.remove).toEqual([{ ...day, slot_moved_to: to }])
  })
})

const earliest = (last_answered: string | null) => earliestChange(slot(), { last_answered })

test('a slot can be changed from the day after its last answered occurrence on, never before its start', () => {
  expect(earliest(null)).toBe('2026-11-06')
  expect(earliest('2026-11-13')).toBe('2026-11-14')
  expect(earliest('2026-11-06')).toBe('2026-11-07')
  expect(earliest('2026-10-30')).toBe('2026-11-06')
})

const skip = (slot_date: string) => ({ slot_date, reason: 'rain' as const, moved_to: null })

test('what was skipped or moved from that day on is lost', () => {
  const facts = { exceptions: [skip('2026-12-04'), skip('2026-11-13'), skip(FRIDAY)] }
  expect(lostFrom(facts, FRIDAY).map(({ slot_date }) => slot_date)).toEqual([FRIDAY, '2026-12-04'])
})

const at = (day: string, time: string) => ({ zone: 'America/Sao_Paulo', instant: `${day}T${time}:00-03:00` })
const told = (day: string, time = '12:00', of = day, student_id = 's1') => ({
  slot_date: of,
  student_id,
  name: day,
  start: at(day, time),
})

test('a reply is lost with the hour that it was about', () => {
  const facts = {
    exceptions: [{ ...skip('2026-12-04'), reason: null, moved_to: at('2026-12-05', '09:00') }],
    replies: [
      told('2026-12-11'),
      told(FRIDAY),
      told('2026-11-13'),
      // The lesson of that day has moved: only a reply for its new hour counts.
      told('2026-12-05', '09:00', '2026-12-04'),
      told('2026-12-04'),
      // A reply for an hour that the slot had before.
      told('2026-11-27', '15:00'),
      told('2026-12-19', '12:00', '2026-12-18'),
      // A guest of that day is not expected at the new hour.
      told('2026-12-18', '12:00', '2026-12-18', 'guest'),
    ],
  }
  const lost = (change?: Partial<SlotForm>) =>
    unheardFrom(facts, slot(), FRIDAY, change && { ...slotForm(slot(), FRIDAY), ...change }).map(
      ({ name }) => name,
    )
  expect(lost()).toEqual([FRIDAY, '2026-12-05', '2026-12-11'])
  expect(lost({ time: '13:00' })).toEqual([FRIDAY, '2026-12-05', '2026-12-11'])
  expect(lost({ weekdays: [4] })).toEqual([FRIDAY, '2026-12-05', '2026-12-11'])
  expect(lost({})).toEqual(['2026-12-05'])
  expect(lost({ until: '2026-12-10' })).toEqual(['2026-12-05', '2026-12-11'])
  expect(lost({ until: '2026-12-11' })).toEqual(['2026-12-05'])
  expect(lost({ repeats: 'once', date: FRIDAY })).toEqual(['2026-12-05', '2026-12-11'])
  const ended = slot({ ends_on: '2026-12-10' })
  expect(unheardFrom(facts, ended, FRIDAY).map(({ name }) => name)).toEqual([FRIDAY, '2026-12-05'])
})

test('an offer ends with the hour that it was about', () => {
  const offers = ['2026-12-11', FRIDAY, '2026-11-13'].map((day) => ({
    slot_date: day,
    start: at(day, '12:00'),
  }))
  const closed = (change?: Partial<SlotForm>) =>
    closedFrom({ offers }, slot(), FRIDAY, change && { ...slotForm(slot(), FRIDAY), ...change }).map(
      ({ slot_date }) => slot_date,
    )
  expect(closed()).toEqual([FRIDAY, '2026-12-11'])
  expect(closed({ time: '13:00' })).toEqual([FRIDAY, '2026-12-11'])
  expect(closed({ until: '2026-12-10' })).toEqual(['2026-12-11'])
  expect(closed({})).toEqual([])
})

test('who was told or asked for the hour to which a lesson moved stays if the slot now has that hour', () => {
  const moved = [{ ...skip('2026-12-04'), reason: null, moved_to: at('2026-12-04', '15:00') }]
  const start = { slot_date: '2026-12-04', start: at('2026-12-04', '15:00') }
  const facts = {
    exceptions: moved,
    replies: [{ ...start, student_id: 's1', name: 'Bia' }],
    guests: [{ ...start, student_id: 's2', name: 'Rafa', taken: false }],
  }
  const gone = (time: string) => {
    const typedNow = { ...slotForm(slot(), FRIDAY), time }
    return [
      ...unheardFrom(facts, slot(), FRIDAY, typedNow),
      ...leavingFrom(facts, slot(), FRIDAY, typedNow),
    ].map(({ name }) => name)
  }
  expect(gone('15:00')).toEqual([])
  expect(gone('16:00')).toEqual(['Bia', 'Rafa'])
  expect(gone('1')).toEqual(['Bia', 'Rafa'])
})

test('a guest leaves with the hour for which the guest was to come', () => {
  const guest = (day: LocalDate, time = '12:00', taken = false, student_id = 'guest') => ({
    slot_date: day,
    student_id,
    name: day,
    start: at(day, time),
    taken,
  })
  const moved = { ...skip('2026-12-04'), reason: null, moved_to: at('2026-12-05', '09:00') }
  const guests = [
    guest('2026-12-11'),
    guest(FRIDAY, '12:00', true),
    guest('2026-11-13'),
    guest('2026-12-04'),
    // Who took the place at another hour is not expected already.
    guest('2026-11-27', '15:00', true),
    // Who comes every week by now.
    guest('2026-12-11', '12:00', false, 's1'),
    // Of a lesson that does not take place, and who said not to come.
    guest('2026-12-18'),
    guest('2026-12-25'),
  ]
  const replies = [
    told('2026-12-25', '12:00', '2026-12-25', 'guest'),
    // Of another day's lesson, while it was moved to this hour.
    told('2026-12-11', '12:00', '2026-12-04', 'guest'),
  ]
  const leaving = (change?: Partial<SlotForm>, ends_on: LocalDate | null = null) =>
    leavingFrom(
      { exceptions: [moved, skip('2026-12-18')], guests, replies },
      slot({ ends_on }),
      FRIDAY,
      change && { ...slotForm(slot(), FRIDAY), ...change },
    )
  const names = (change?: Partial<SlotForm>) => leaving(change).map(({ name }) => name)
  expect(names()).toEqual([FRIDAY, '2026-12-04', '2026-12-11'])
  expect(names({ time: '13:00' })).toEqual([FRIDAY, '2026-12-04', '2026-12-11'])
  expect(names({ until: '2026-12-10' })).toEqual(['2026-12-11'])
  expect(names({})).toEqual([])
  expect(leaving(undefined, '2026-12-10').map(({ name }) => name)).toEqual([FRIDAY, '2026-12-04'])
})

test('a guest who becomes a student of the slot does not leave, unless the slot has that day no longer', () => {
  const guests = [
    { slot_date: FRIDAY, student_id: 'guest', name: 'Rafa', start: at(FRIDAY, '12:00'), taken: false },
  ]
  const leaving = (change: Partial<SlotForm>) =>
    leavingFrom({ exceptions: [], replies: [], guests }, slot(), FRIDAY, {
      ...slotForm(slot(), FRIDAY),
      time: '13:00',
      ...change,
    }).length
  expect(leaving({})).toBe(1)
  expect(leaving({ studentIds: ['s1', 'guest'] })).toBe(0)
  expect(leaving({ studentIds: ['s1', 'guest'], from: '2026-12-04' })).toBe(1)
})

test("a guest who becomes a student of the slot is asked again at another hour, after 'Não vou' too", () => {
  const replies = [told(FRIDAY, '12:00', FRIDAY, 'guest')]
  const lost = (change: Partial<SlotForm>) =>
    unheardFrom({ exceptions: [], replies }, slot(), FRIDAY, {
      ...slotForm(slot(), FRIDAY),
      studentIds: ['s1', 'guest'],
      ...change,
    })
  expect(lost({ time: '13:00' })).toEqual(replies)
  expect(lost({})).toEqual([])
  expect(lost({ time: '13:00', studentIds: ['s1'] })).toEqual([])
  expect(lost({ time: '13:00', from: '2026-12-04' })).toEqual([])
})

test('a reply to an hour that summer time leaves out is lost with it too', () => {
  const zone = 'America/Santiago'
  const start = { zone, instant: '2026-09-06T04:30:00Z' }
  const replies = [{ slot_date: '2026-09-06', student_id: 's1', name: 'Ana', start }]
  const sunday = slot({ start_time: '00:30:00', weekday: 0, starts_on: '2026-08-30' })
  const lost = (change: Partial<SlotForm>) =>
    unheardFrom({ exceptions: [], replies }, sunday, '2026-09-01', {
      ...slotForm(sunday, '2026-09-06'),
      ...change,
    })
  expect(lost({ time: '09:00' })).toEqual(replies)
  expect(lost({ time: '' })).toEqual(replies)
  expect(lost({})).toEqual([])
})

test('a reply to the one day of a slot is lost if the slot is weekly from a later day on', () => {
  const once = slot({ weekday: null, starts_on: FRIDAY, ends_on: FRIDAY })
  const lost = (from: LocalDate) =>
    unheardFrom({ exceptions: [], replies: [told(FRIDAY)] }, once, FRIDAY, {
      ...slotForm(once, FRIDAY),
      repeats: 'weekly',
      from,
    }).length
  expect(lost(FRIDAY)).toBe(0)
  expect(lost('2026-12-04')).toBe(1)
})

test('a stored slot is typed as it is, from that day on', () => {
  expect(slotForm(slot({ ends_on: '2026-12-18', club_id: 'c1' }), FRIDAY)).toEqual({
    repeats: 'weekly',
    weekdays: [5],
    date: FRIDAY,
    time: '12:00',
    minutes: '60',
    clubId: 'c1',
    from: FRIDAY,
    until: '2026-12-18',
    studentIds: ['s1'],
  })
  const once = slot({ weekday: null, starts_on: FRIDAY, ends_on: FRIDAY })
  expect(slotForm(once, FRIDAY)).toMatchObject({
    repeats: 'once',
    weekdays: [5],
    date: FRIDAY,
    clubId: '',
    until: '',
  })
})

test('a lesson is repeated with its students at its time, from the next week on, never from the past', () => {
  const lesson = { at: { instant: '2026-11-20T21:30:00Z', zone: 'America/Sao_Paulo' }, students: ['s1'] }
  expect(weeklyFrom(lesson, FRIDAY)).toMatchObject({
    weekdays: [5],
    time: '18:30',
    from: '2026-11-21',
    studentIds: ['s1'],
  })
  expect(weeklyFrom(lesson, '2026-12-31').from).toBe('2026-12-31')
  // In Tokyo the lesson is on Saturday.
  const there = { ...lesson, at: { ...lesson.at, zone: 'Asia/Tokyo' } }
  expect(weeklyFrom(there, FRIDAY)).toMatchObject({ weekdays: [6], time: '06:30', from: '2026-11-22' })
})

describe("'Mudar deste dia em diante'", () => {
  it("to 'Só uma vez' is on that day, never before it", () => {
    expect(slotForm(slot(), '2026-11-27').date).toBe('2026-11-27')
    // A change from the day after a Friday's lesson on takes effect on the next Friday.
    expect(slotForm(slot(), '2026-11-28').date).toBe('2026-12-04')
    const weekly = { repeats: 'once' as const, from: '2026-11-06' }
    expect(changedFrom(slot(), weekly, '2026-11-27')).toBe('2026-11-27')
    expect(changedFrom(slot(), { ...weekly, repeats: 'weekly' }, '2026-11-27')).toBe('2026-11-06')
  })

  it('of a slot that has ended begins another one without an end', () => {
    expect(slotForm(slot({ ends_on: '2026-11-13' }), '2026-11-14').until).toBe('')
    expect(slotForm(slot({ ends_on: '2026-11-20' }), '2026-11-14').until).toBe('2026-11-20')
  })

  it('leaves nothing of one that was only once', () => {
    const once = slot({ weekday: null, starts_on: FRIDAY, ends_on: FRIDAY })
    expect(changedFrom(once, { repeats: 'weekly', from: '2026-12-01' }, FRIDAY)).toBe(FRIDAY)
  })
})
