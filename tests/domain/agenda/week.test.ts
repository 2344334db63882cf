import { describe, expect, it, test } from 'vitest'
import { overlaps, type AgendaLesson } from '@/agenda/rules'
import { AGENDA_TEXTS } from '@/agenda/week/texts'
import {
  bandsOf,
  entriesOf,
  freeHoursText,
  freeMinutes,
  holidaysBetween,
  minuteAt,
  movedDay,
  restsOf,
  sideBySide,
  timeAt,
  topOf,
} from '@/agenda/week/week'
import { minuteOf, timeOf } from '@/agenda/zone'
import { HERE, occurrence } from '../../support/world/agenda'

const FRIDAY = '2026-11-20'
const at = (time: string, day = FRIDAY) => new Date(`${day}T${time}:00`)
const lesson = (time: string, minutes = 60, day = FRIDAY) =>
  occurrence({ day, slot_id: time, starts_at: { instant: at(time, day).toISOString(), zone: HERE }, minutes })
const placed = (...times: [string, number?][]) =>
  sideBySide(times.map(([time, minutes]) => lesson(time, minutes))).map(
    ({ entry, column, columns }) => `${timeOf(entry.starts_at)} ${column + 1}/${columns}`,
  )

// Regression: an hour after midnight at which a lesson goes on looked free in the week.
test('what goes on after midnight takes the first hour of the next day, and is the same lesson', () => {
  const whole = lesson('23:30', 90)
  const rests = restsOf([lesson('22:00', 120), whole])
  expect(rests).toEqual([
    { ...whole, whole, minutes: 60, starts_at: lesson('00:00', 60, '2026-11-21').starts_at },
  ])
  const next = [...rests, lesson('00:30', 60, '2026-11-21')]
  expect(sideBySide(next).map(({ columns }) => columns)).toEqual([2, 2])
  expect(freeMinutes(bandsOf(rests, true).slice(0, 2), rests).map(timeAt)).toEqual(['01:00'])
})

// Regression: midnight was counted by the hour of the start, so on the Sunday 23:00 looked taken.
test('in the night in which clocks go back at midnight, what is over by then leaves nothing for the next day', () => {
  const night = {
    day: '2026-04-04',
    starts_at: { instant: '2026-04-05T01:30:00.000Z', zone: 'America/Santiago' },
  }
  // From 22:30: until 23:30, which comes a second time then, and until 00:30.
  expect(restsOf([occurrence({ ...night, minutes: 120 })])).toEqual([])
  expect(restsOf([occurrence({ ...night, minutes: 180 })])).toMatchObject([
    { minutes: 30, starts_at: { instant: '2026-04-05T04:00:00.000Z' } },
  ])
})

describe('in a day', () => {
  it('lessons one after the other have the whole width', () => {
    expect(placed(['09:00'], ['08:00'])).toEqual(['08:00 1/1', '09:00 1/1'])
  })

  it('lessons that overlap stand side by side, also through a third one', () => {
    expect(placed(['08:00', 90], ['09:00', 90], ['10:00'], ['11:30'])).toEqual([
      '08:00 1/2',
      '09:00 2/2',
      '10:00 1/2',
      '11:30 1/1',
    ])
  })

  it('a short one is not covered by the next: half an hour has room for its line', () => {
    expect(placed(['08:00', 15], ['08:15'])).toEqual(['08:00 1/2', '08:15 2/2'])
    expect(placed(['08:00', 30], ['08:30'])).toEqual(['08:00 1/1', '08:30 1/1'])
  })

  it('what is over leaves its column, and after all of a group the whole width', () => {
    expect(placed(['08:00'], ['08:00', 120], ['09:00'], ['10:00'])).toEqual([
      '08:00 1/2',
      '08:00 2/2',
      '09:00 1/2',
      '10:00 1/1',
    ])
  })

  it('two at the same hour have a column each', () => {
    expect(placed(['08:00'], ['08:00'])).toEqual(['08:00 1/2', '08:00 2/2'])
  })
})

const free = (time: string, day = FRIDAY) => ({ ...lesson(time, 60, day), students: [] })

const loose = (time: string): AgendaLesson => ({
  id: time,
  starts_at: { instant: at(time).toISOString(), zone: HERE },
  day: FRIDAY,
  cancelled_reason: null,
  students: [{ id: 's1', name: 'Marina Costa' }],
})

describe('lessons without a slot', () => {
  it('stand between the others by time, for an hour or until something else begins', () => {
    const day = entriesOf(
      [lesson('09:00'), lesson('18:00')],
      [loose('11:30'), loose('08:02'), loose('17:55')],
    )
    expect(day.map((entry) => `${timeOf(entry.starts_at)} ${entry.minutes}`)).toEqual([
      '08:02 58',
      '09:00 60',
      '11:30 60',
      '17:55 15',
      '18:00 60',
    ])
  })

  it('clash with nothing: nobody knows their end', () => {
    const [one, other, second] = entriesOf([lesson('08:30'), lesson('08:45')], [loose('08:00')])
    if (!one || !other || !second) throw new Error('Expected three')
    expect([overlaps(one, other), overlaps(other, second)]).toEqual([false, true])
  })

  it('take no hour of the next day', () => {
    expect(restsOf(entriesOf([], [loose('23:30')]))).toEqual([])
  })
})

test.each([
  [true, lesson('08:00'), lesson('08:59')],
  [false, lesson('08:00'), lesson('09:00')],
  [false, lesson('08:00'), { ...lesson('08:30'), reason: 'rain' as const }],
  [false, lesson('08:00'), { ...lesson('08:30'), session_id: 'given', cancelled_reason: 'rain' as const }],
])('two slots clash (%s)', (clash, one, other) => {
  expect([overlaps(one, other), overlaps(other, one)]).toEqual([clash, clash])
})

const bands = (isUnfolded: boolean, ...times: string[]) =>
  bandsOf(
    times.map((time) => lesson(time)),
    isUnfolded,
  ).map(({ from, to, isFolded }) => `${timeAt(from)}-${timeAt(to)}${isFolded ? ' folded' : ''}`)

describe('the hours of a week', () => {
  it('between lessons are folded where nobody teaches for two hours, until they are unfolded', () => {
    const folded = bands(false, '08:00', '10:00', '14:30')
    expect(folded.filter((band) => band.includes('folded'))).toEqual(['11:00-14:00 folded'])
    expect([folded[0], folded.at(-1)]).toEqual(['07:00-08:00', '19:00-20:00'])
    expect(bands(true, '08:00', '14:30')).toHaveLength(13)
    expect(bands(false, '05:30', '22:30')).toEqual([
      '05:00-06:00',
      '06:00-07:00',
      '07:00-22:00 folded',
      '22:00-23:00',
      '23:00-24:00',
    ])
  })

  it('know how high each minute is drawn, folded ones too, and which minute is where', () => {
    const week = bandsOf([lesson('08:00'), lesson('13:00')], false)
    expect(['07:00', '08:30', '11:00', '13:00'].map((time) => topOf(week, minuteOf(time)))).toEqual([
      0, 96, 140, 152,
    ])
    expect([0, 96, 140, 152, 9999].map((y) => minuteAt(week, y))).toEqual([420, 510, null, 780, null])
  })

  it('offer a new slot once what is in them is over, in the next quarter', () => {
    const day = [lesson('08:00', 80), lesson('10:10', 40), lesson('11:00')]
    expect(freeMinutes(bandsOf(day, true).slice(0, 6), day).map(timeAt)).toEqual([
      '07:00',
      '09:30',
      '10:00',
      '12:00',
    ])
    const [, , folded] = bandsOf([lesson('08:00'), lesson('13:00')], false)
    expect(folded && [folded.isFolded, freeMinutes([folded], [])]).toEqual([true, []])
  })
})

describe('free hours as a text', () => {
  it('are those to come, a line for each day', () => {
    const week = [
      free('18:00', '2026-11-23'),
      free('17:00', '2026-11-23'),
      free('08:00'),
      free('20:00'),
      lesson('19:00'),
      { ...free('21:00'), reason: 'holiday' as const },
    ]
    expect(freeHoursText(week, at('12:00'))).toBe(
      'Horários livres:\nsexta-feira, 20/11: 20:00–21:00\nsegunda-feira, 23/11: 17:00–18:00, 18:00–19:00',
    )
  })

  it('are none at which there is a lesson that happens', () => {
    const moved = lesson('20:30')
    expect(freeHoursText([free('20:00'), moved], at('12:00'))).toBe('')
    expect(freeHoursText([free('20:00'), { ...moved, reason: 'rain' }], at('12:00'))).toContain('20:00–21:00')
    expect(freeHoursText([free('20:00'), free('20:30')], at('12:00'))).toContain('20:00–21:00, 20:30–21:30')
  })

  // Regression: Monday's first hour was copied as free although the lesson of Sunday night went on.
  it('are none at which a lesson of the evening before the week goes on, or one of the day after it begins', () => {
    const beside = [lesson('23:30', 90, '2026-11-22'), lesson('00:00', 60, '2026-11-30')]
    const week = [free('00:00', '2026-11-23'), free('01:00', '2026-11-23'), free('23:30', '2026-11-29')]
    const text = 'Horários livres:\nsegunda-feira, 23/11: 01:00–02:00'
    expect(freeHoursText(week, at('12:00'), beside)).toBe(text)
  })

  it("are told in the agenda's time zone, whatever the device's", () => {
    const hour = { ...free('18:00'), starts_at: { instant: '2026-11-23T23:30:00Z', zone: 'Asia/Tokyo' } }
    const text = freeHoursText([{ ...hour, day: '2026-11-24' }], at('12:00'))
    expect(text).toBe('Horários livres:\nterça-feira, 24/11: 08:30–09:30')
  })

  it('are nothing without any', () => {
    expect(freeHoursText([lesson('20:00')], at('12:00'))).toBe('')
  })
})

test('holidays are national and optional ones, over the turn of the year', () => {
  expect(holidaysBetween('2026-11-20', '2027-02-09')).toEqual([
    { day: '2026-11-20', name: 'Dia da Consciência Negra', isOptional: false },
    { day: '2026-12-25', name: 'Natal', isOptional: false },
    { day: '2027-01-01', name: 'Ano novo', isOptional: false },
    { day: '2027-02-09', name: 'Carnaval (terça-feira)', isOptional: true },
  ])
  expect(holidaysBetween('2027-03-28', '2027-03-28')).toEqual([])
})

it.each([
  ['ArrowLeft', '2026-11-19'],
  ['ArrowRight', '2026-11-21'],
  ['PageUp', '2026-11-13'],
  ['PageDown', '2026-11-27'],
  ['Home', '2026-11-16'],
  ['End', '2026-11-22'],
  ['Enter', null],
])('%s leads from a Friday to %s', (key, day) => {
  expect(movedDay(FRIDAY, key)).toBe(day)
})

it.each([
  [['Bia', 'Caio'], 'Bia e Caio avisaram que não vêm.'],
  [['Bia', 'Caio', 'Rui'], 'Bia, Caio e Rui avisaram que não vêm.'],
])('a move names %j as one says it', (names, words) => {
  expect(AGENDA_TEXTS.asksAgain(names)).toContain(words)
})
