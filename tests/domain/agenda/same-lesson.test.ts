import { describe, expect, it } from 'vitest'
import { answersBeside, lessonsBeside, meantBy, missingIn, occurrenceOf } from '@/agenda/answers'
import type { AgendaLesson, Occurrence } from '@/agenda/rules'
import { HERE, occurrence } from '../../support/world/agenda'

/** docs/product.md, 'The same lesson twice'. */

const DAY = '2026-11-20'
const NOW = new Date(`${DAY}T23:00:00`)
const at = (time: string, day = DAY) => new Date(`${day}T${time}:00`).toISOString()
const begins = (time: string) => ({ instant: at(time), zone: HERE })
const CLARA = { id: 'clara', name: 'Clara' }
const HELENA = { id: 'helena', name: 'Helena' }

const planned = (overrides: Partial<Occurrence> = {}) =>
  occurrence({ starts_at: begins('09:00'), students: [CLARA, HELENA], ...overrides })
const lesson = (overrides: Partial<AgendaLesson> = {}): AgendaLesson => ({
  id: 'lesson',
  starts_at: begins('09:28'),
  day: DAY,
  cancelled_reason: null,
  students: [CLARA, HELENA],
  ...overrides,
})
const meant = (time: string, students = ['clara', 'helena'], day = DAY) => ({ date: at(time, day), students })

describe('the occurrence that a lesson may be', () => {
  it.each([
    ['28 minutes later, the same students', meant('09:28'), true],
    ['one of the students', meant('09:28', ['clara', 'eva']), true],
    ['120 minutes later', meant('11:00'), true],
    ['121 minutes later', meant('11:01'), false],
    ['120 minutes before', meant('07:00'), true],
    ['nobody in both', meant('09:00', ['eva']), false],
    ['another day', meant('09:00', ['clara'], '2026-11-19'), false],
  ])('%s', (_, lessonMeant, isFound) => {
    expect(occurrenceOf(lessonMeant, [planned()], NOW) !== undefined).toBe(isFound)
  })

  it.each<[string, Partial<Occurrence>]>([
    ['has a lesson', { session_id: 'lesson' }],
    ['was skipped', { reason: 'rain' }],
    ['is a skip that waits on the device', { reason: 'rain', pending: true }],
  ])('is none that %s', (_, answered) => {
    expect(occurrenceOf(meant('09:28'), [planned(answered)], NOW)).toBeUndefined()
  })

  it('has begun: a lesson cannot be in the future', () => {
    expect(occurrenceOf(meant('08:50'), [planned()], new Date(`${DAY}T08:50:00`))).toBeUndefined()
  })

  it('is on the same day of the agenda, whatever day it is on the device', () => {
    const late = planned({ starts_at: { instant: '2026-11-20T02:30:00Z', zone: 'America/Sao_Paulo' } })
    const entered = (date: string) => occurrenceOf({ date, students: ['clara'] }, [late], NOW)
    expect(entered('2026-11-20T02:50:00Z')).toBe(late)
    expect(entered('2026-11-20T03:10:00Z')).toBeUndefined()
  })

  it('is the nearest one', () => {
    const later = planned({ slot_id: 'later', starts_at: begins('10:00') })
    expect(occurrenceOf(meant('09:40'), [planned(), later], NOW)?.slot_id).toBe('later')
  })
})

const found = (overrides: Partial<AgendaLesson>) =>
  lessonsBeside(meantBy(planned()), [lesson(overrides)]).length

describe('the lesson that an answer may be', () => {
  it('is of no slot, held, near, and has somebody who is expected', () => {
    expect(found({})).toBe(1)
    expect(found({ cancelled_reason: 'rain' })).toBe(0)
    expect(found({ starts_at: begins('11:01') })).toBe(0)
    expect(found({ students: [{ id: 'eva', name: 'Eva' }] })).toBe(0)
  })

  it('names who is missing', () => {
    expect(missingIn(lesson({ students: [CLARA] }), planned())).toEqual(['Helena'])
    expect(missingIn(lesson(), planned())).toEqual([])
  })

  it('is of the agenda when it is registered by +', () => {
    const held = planned({ session_id: 'held' })
    const all = [held, planned({ slot_id: 'open' }), planned({ session_id: 'no', cancelled_reason: 'rain' })]
    expect(answersBeside(meant('09:28'), { occurrences: all }).map(({ id }) => id)).toEqual(['held'])
  })
})
